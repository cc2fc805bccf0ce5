import { codeOf, stepAt } from '../../commands/second-factor/totp.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** An authenticator app with this secret: its code at a time, `ahead` steps of 30 seconds later. */
export const authenticatorApp =
  (secret: string, now: () => number = Date.now) =>
  (ahead = 0): string =>
    codeOf(fromBase32(secret.replaceAll(' ', '')), stepAt(now()) + ahead);
