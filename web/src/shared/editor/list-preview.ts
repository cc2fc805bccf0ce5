import { plainText } from '../markdown/plain-text.ts';

const LENGTH = 200;

/** A description in a list, without its markdown. */
export function listPreview(markdown: string): string {
  const text = plainText(markdown);
  return text.length > LENGTH ? `${text.slice(0, LENGTH).trimEnd()}…` : text;
}
