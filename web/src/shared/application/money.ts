const LOCALE = 'en-GB';
const formats = new Map<string, Intl.NumberFormat>();

/** "PHP 12,500.00": the code instead of a sign, because several currencies share the dollar sign. */
export function formatMoney(amount: number, currency: string): string {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency, currencyDisplay: 'code' });
    formats.set(currency, format);
  }
  return format.format(amount);
}
