import { createHmac, timingSafeEqual } from 'node:crypto';

/** Of RFC 6238, as authenticator apps assume them: HMAC-SHA-1, six digits, a new code every 30 seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps before and after the present one, for clocks that differ. */
const DRIFT = 1;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Without padding (RFC 4648, section 6). */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

export const stepAt = (at: number): number => Math.floor(at / STEP_MS);

export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step of a code that is valid now and later than `lastStep`; undefined for any other code. */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  { at, lastStep }: { readonly at: number; readonly lastStep: number },
): number | undefined {
  const given = Buffer.from(code);
  const now = stepAt(at);
  for (let step = now - DRIFT; step <= now + DRIFT; step += 1) {
    const expected = Buffer.from(codeOf(secret, step));
    if (step > lastStep && given.length === expected.length && timingSafeEqual(given, expected)) return step;
  }
  return undefined;
}

/** What an authenticator app reads from the QR code. */
export function otpauthUri({
  secret,
  issuer,
  account,
}: {
  readonly secret: string;
  readonly issuer: string;
  readonly account: string;
}): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
