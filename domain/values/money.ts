/** Decimal places other than two (ISO 4217). */
const MINOR_DIGITS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
};

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export const DEFAULT_CURRENCY = 'PHP';

export const isCurrency = (code: string): boolean => CURRENCIES.has(code);

/** Decimal places of a currency; the table is fixed, because stored amounts depend on it. */
export const minorDigits = (currency: string): number =>
  Object.hasOwn(MINOR_DIGITS, currency) ? (MINOR_DIGITS[currency] ?? 2) : 2;

/** The amount in whole minor units (centavos, cents), or null if it has more digits than the currency. */
export function toMinor(amount: number, currency: string): number | null {
  const digits = minorDigits(currency);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount));
  const [, sign = '', whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > digits) return null;
  const minor = Number(whole + fraction.padEnd(digits, '0'));
  return Number.isSafeInteger(minor) ? (sign ? -minor : minor) : null;
}

export function fromMinor(minor: number, currency: string): number {
  const digits = minorDigits(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const decimal = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return Number(minor < 0 ? `-${decimal}` : decimal);
}

/** A number, or a text that contains one as people type it; else undefined. */
export function parseDecimal(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/.test(value)) return undefined;
  return Number(value);
}
