import { formatMoney } from '../application/money.ts';
import { formatCalendarDay } from '../dates/day.ts';

/** Formats `105000 PHP`, the form of balances in the history. */
export function moneyInWords(text: string): string {
  const [, amount, currency = ''] = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? [];
  return amount === undefined ? text : formatMoney(Number(amount), currency);
}

/** An invoice's amount, due date and state; null for other objects. */
export function invoiceInWords(value: object): string | null {
  const { dueAmount, currency, dueDate, status, note } = value as Record<string, unknown>;
  if (dueAmount === undefined || typeof dueDate !== 'string') return null;
  const words = `${moneyInWords(`${dueAmount} ${currency}`)} due on ${formatCalendarDay(dueDate)}, ${status}`;
  return typeof note === 'string' && note !== '' ? `${words} (${note})` : words;
}
