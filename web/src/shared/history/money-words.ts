import { formatMoney } from '../application/money.ts';
import { formatCalendarDay } from '../dates/day.ts';

export function moneyInWords(text: string): string {
  const [, amount, currency = ''] = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? [];
  return amount === undefined ? text : formatMoney(Number(amount), currency);
}

export function invoiceInWords(value: object): string | null {
  const { dueAmount, currency, dueDate, status, note } = value as Record<string, unknown>;
  if (dueAmount === undefined || typeof dueDate !== 'string') return null;
  const words = `${moneyInWords(`${dueAmount} ${currency}`)} due on ${formatCalendarDay(dueDate)}, ${status}`;
  return typeof note === 'string' && note !== '' ? `${words} (${note})` : words;
}
