import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `intake_`, the token's id and a secret as hexadecimal digits, and the CRC-32 of all before it. Secret scanners find it by
 * its beginning, and a mistyped one is refused without a read.
 */
const FORM = /^intake_([\da-f]{32})[\da-f]{48}([\da-f]{8})$/;
const SECRET_BYTES = 24;
const CHECKSUM_DIGITS = 8;

const checksumOf = (text: string): string => crc32(text).toString(16).padStart(CHECKSUM_DIGITS, '0');

export function newTokenText(id: string): string {
  const body = `intake_${id.replaceAll('-', '')}${randomBytes(SECRET_BYTES).toString('hex')}`;
  return body + checksumOf(body);
}

/** Distinguishes tokens in a list without revealing them. */
export const prefixOf = (id: string): string => `intake_${id.replaceAll('-', '').slice(0, 8)}`;

export const hashOfToken = (text: string): string => hash('sha256', text);

/** The id of the token; undefined for what is none. */
export function readTokenText(text: string): string | undefined {
  const [, digits, checksum] = FORM.exec(text) ?? [];
  if (digits === undefined || checksum !== checksumOf(text.slice(0, -CHECKSUM_DIGITS))) return undefined;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
