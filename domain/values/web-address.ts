import { hasUnseen } from '../text/blank.ts';
import { WEB_ADDRESS_LIMIT } from '../text/text-limits.ts';

/** A path of this site, or https. Browsers treat `//` and `/\` as another site, and drop tabs and line breaks first. */
export const FILE_ADDRESS = /^(?:\/(?![/\\])[^\s\\\p{Cc}]*|[hH][tT][tT][pP][sS]:\/\/[^\s\p{Cc}]+)$/u;

/** Browsers drop blanks and control characters before they parse an address, so those are refused. */
const isAddress = (url: string, scheme: RegExp): boolean =>
  url.length <= WEB_ADDRESS_LIMIT && scheme.test(url) && !/[\s\p{Cc}]/u.test(url) && URL.canParse(url);

export const isWebAddress = (url: string): boolean => isAddress(url, /^https?:\/\//i);
export const isHttpsAddress = (url: string): boolean => isAddress(url, /^https:\/\//i);

export function isWebAddressWithoutPassword(url: string): boolean {
  if (!isWebAddress(url)) return false;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

/** Staff read it in lists, so it has no characters that hide or reverse it. */
export const isTargetAddress = (url: string): boolean => isWebAddressWithoutPassword(url) && !hasUnseen(url);

export const isFileAddress = (url: string): boolean =>
  FILE_ADDRESS.test(url) && (url.startsWith('/') || isHttpsAddress(url));
