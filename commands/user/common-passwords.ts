import { readFileSync } from 'node:fs';

const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** Among the 3,000 most common of sufficient length (OWASP ASVS 5.0, 6.2.4), ignoring case. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());
