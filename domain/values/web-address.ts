import { WEB_ADDRESS_LIMIT } from '../text/text-limits.ts';

/** Of this very site: browsers take `//` and `/\` for another, and leave out tabs and line breaks before they look. */
const SITE_PATH = /^\/(?![/\\])[^\s\\\p{Cc}]*$/u;

/** Whether a text is a whole address of this scheme. Browsers leave out blanks and control characters before they look. */
const isAddress = (url: string, scheme: RegExp): boolean =>
  url.length <= WEB_ADDRESS_LIMIT && scheme.test(url) && !/[\s\p{Cc}]/u.test(url) && URL.canParse(url);

export const isWebAddress = (url: string): boolean => isAddress(url, /^https?:\/\//i);
export const isHttpsAddress = (url: string): boolean => isAddress(url, /^https:\/\//i);

/** A web address that shows nobody a name and password. */
export function isWebAddressWithoutPassword(url: string): boolean {
  if (!isWebAddress(url)) return false;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

/** Where a picture or file may stand: a path of this very site, or an https address. */
export const isFileAddress = (url: string): boolean => SITE_PATH.test(url) || isHttpsAddress(url);
