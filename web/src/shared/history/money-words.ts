import { formatMoney } from '../application/money.ts';
import { formatCalendarDay } from '../dates/day.ts';

/** `105000 PHP`, as the history of an account tells its balance, as people write it. */
export function moneyInWords(text: string): string {
  const [, amount, currency = ''] = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? [];
  return amount === undefined ? text : formatMoney(Number(amount), currency);
}

/** What an invoice is over, when it is due, and whether it is paid; null for what is no invoice. */
export function invoiceInWords(value: object): string | null {
  const { dueAmount, currency, dueDate, status, note } = value as Record<string, unknown>;
  if (dueAmount === undefined || typeof dueDate !== 'string') return null;
  const words = `${moneyInWords(`${dueAmount} ${currency}`)} due on ${formatCalendarDay(dueDate)}, ${status}`;
  return typeof note === 'string' && note !== '' ? `${words} (${note})` : words;
}
