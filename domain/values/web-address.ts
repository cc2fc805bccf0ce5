import { hasUnseen } from '../text/blank.ts';
import { WEB_ADDRESS_LIMIT } from '../text/text-limits.ts';

/** A path of this site, or https. Browsers treat `//` and `/\` as another site, and drop tabs and line breaks first. */
export const FILE_ADDRESS = /^(?:\/(?![/\\])[^\s\\\p{Cc}]*|[hH][tT][tT][pP][sS]:\/\/[^\s\p{Cc}]+)$/u;

const GROUP = '[\\dA-Fa-f]{1,4}';
const IPV6 = [
  `(?:${GROUP}:){7}${GROUP}`,
  `(?:${GROUP}:){1,7}:`,
  ...[1, 2, 3, 4, 5, 6].map((after) => `(?:${GROUP}:){1,${7 - after}}(?::${GROUP}){1,${after}}`),
  `:(?::${GROUP}){1,7}`,
  '::',
].join('|');
const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
/** A last label that starts with a digit would be read as an IPv4 address. */
const NAME = '(?:[\\w-]+\\.)*[A-Za-z][\\w-]*\\.?';
const PORT = '(?:\\d{1,4}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5])';

/** In ASCII, without a user name or password; as `GET /api/openapi.json` publishes it. */
export const ENCODED_ADDRESS = new RegExp(
  `^[hH][tT][tT][pP][sS]?://(?:${NAME}|(?:${BYTE}\\.){3}${BYTE}|\\[(?:${IPV6})\\])(?::${PORT})?(?:[/?#][!-~]*)?$`,
  'u',
);

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

/** Staff read it in lists, so it has no characters that hide or reverse it. */
export const isTargetAddress = (url: string): boolean => isWebAddressWithoutPassword(url) && !hasUnseen(url);

export const isFileAddress = (url: string): boolean =>
  FILE_ADDRESS.test(url) && (url.startsWith('/') || isHttpsAddress(url));
