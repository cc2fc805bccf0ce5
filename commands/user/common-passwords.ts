import { readFileSync } from 'node:fs';

const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());
