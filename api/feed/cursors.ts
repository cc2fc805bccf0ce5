import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The newest event that a consumer knows; number 0 before the first. */
export interface Cursor {
  readonly number: number;
  /** Of that event, so that a log that was restored and then went another way refuses the cursor. */
  readonly tag: string;
}

export const FEED_START: Cursor = { number: 0, tag: '00000000' };

/** Opaque texts that name an organization and a number. */
export interface Cursors {
  seal(organizationId: string, cursor: Cursor): string;
  /** Undefined for a text that was not sealed for this organization. */
  open(organizationId: string, text: string): Cursor | undefined;
}

const NUMBER_BYTES = 6;
const TAG_BYTES = 4;
const PLAIN_BYTES = NUMBER_BYTES + TAG_BYTES;
const PROOF_BYTES = 16;

/** `key`: one that moves with the vault to other stores, as the ids that derive from it do. */
export function createCursors(key: Buffer): Cursors {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'intake feed cursor', 32));
  const proofOf = (organizationId: string, plain: Buffer): Buffer =>
    createHmac('sha256', own).update(plain).update(organizationId).digest().subarray(0, PROOF_BYTES);
  return {
    seal(organizationId, { number, tag }) {
      const plain = Buffer.alloc(PLAIN_BYTES);
      plain.writeUIntBE(number, 0, NUMBER_BYTES);
      plain.write(tag, NUMBER_BYTES, 'hex');
      return Buffer.concat([plain, proofOf(organizationId, plain)]).toString('base64url');
    },
    open(organizationId, text) {
      const bytes = Buffer.from(text, 'base64url');
      // Decoding ignores padding and characters outside the alphabet.
      if (bytes.length !== PLAIN_BYTES + PROOF_BYTES || bytes.toString('base64url') !== text) return undefined;
      const plain = bytes.subarray(0, PLAIN_BYTES);
      if (!timingSafeEqual(bytes.subarray(PLAIN_BYTES), proofOf(organizationId, plain))) return undefined;
      return { number: plain.readUIntBE(0, NUMBER_BYTES), tag: plain.toString('hex', NUMBER_BYTES) };
    },
  };
}
