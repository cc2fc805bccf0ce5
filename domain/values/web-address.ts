import { WEB_ADDRESS_LIMIT } from '../text/text-limits.ts';

/** A path of this site, or https. Browsers treat `//` and `/\` as another site, and drop tabs and line breaks first. */
export const FILE_ADDRESS = /^(?:\/(?![/\\])[^\s\\\p{Cc}]*|[hH][tT][tT][pP][sS]:\/\/[^\s\p{Cc}]+)$/u;

/**
 * In ASCII, without a user name or password, as `GET /api/openapi.json` publishes it: a name, an IPv4 or an IPv6 address.
 * A last label that starts with a digit would be read as an IPv4 address.
 */
export const ENCODED_ADDRESS =
  /^[hH][tT][tT][pP][sS]?:\/\/(?:(?:[\w-]+\.)*[A-Za-z][\w-]*\.?|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)|\[(?:(?:[\dA-Fa-f]{1,4}:){7}[\dA-Fa-f]{1,4}|(?:[\dA-Fa-f]{1,4}:){1,7}:|(?:[\dA-Fa-f]{1,4}:){1,6}(?::[\dA-Fa-f]{1,4}){1,1}|(?:[\dA-Fa-f]{1,4}:){1,5}(?::[\dA-Fa-f]{1,4}){1,2}|(?:[\dA-Fa-f]{1,4}:){1,4}(?::[\dA-Fa-f]{1,4}){1,3}|(?:[\dA-Fa-f]{1,4}:){1,3}(?::[\dA-Fa-f]{1,4}){1,4}|(?:[\dA-Fa-f]{1,4}:){1,2}(?::[\dA-Fa-f]{1,4}){1,5}|(?:[\dA-Fa-f]{1,4}:){1,1}(?::[\dA-Fa-f]{1,4}){1,6}|:(?::[\dA-Fa-f]{1,4}){1,7}|::)\])(?::(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?(?:[/?#][!-~]*)?$/u;

/** Browsers drop blanks and control characters before they parse an address, so those are refused. */
const isAddress = (url: string, scheme: RegExp): boolean =>
  url.length <= WEB_ADDRESS_LIMIT && scheme.test(url) && !/[\s\p{Cc}]/u.test(url) && URL.canParse(url);

export const isWebAddress = (url: string): boolean => isAddress(url, /^https?:\/\//i);
export const isEncodedAddress = (url: string): boolean => isAddress(url, ENCODED_ADDRESS);
export const isHttpsAddress = (url: string): boolean => isAddress(url, /^https:\/\//i);

export function isWebAddressWithoutPassword(url: string): boolean {
  if (!isWebAddress(url)) return false;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

export const isFileAddress = (url: string): boolean =>
  FILE_ADDRESS.test(url) && (url.startsWith('/') || isHttpsAddress(url));
