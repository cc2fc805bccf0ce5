import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomFillSync } from 'node:crypto';
import type { Response } from 'express';

const TOKEN = /^0x[0-9a-f]{32}$/;
const BLOCK_BYTES = 16;
/** One block: 8 bytes of position, 4 of salt, 4 of zeros that authenticate the token. */
const SALT_AT = 8;
const CHECK_AT = 12;

/** Encrypts positions for clients: all schools share the log, so a plain one would reveal how much happens at the others. */
export interface Positions {
  /** A new token at each call, so that two tokens do not show whether anything happened in between. */
  seal(position: bigint): string;
  name(position: bigint): string;
  open(token: string): bigint | undefined;
}

export function createPositions(masterKey: KeyObject): Positions {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'intake log position', 32));
  // ECB is safe for a single block under its own key.
  const encrypt = (position: bigint, salt: (block: Buffer) => void): string => {
    const block = Buffer.alloc(BLOCK_BYTES);
    block.writeBigInt64BE(position);
    salt(block);
    const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
    // Hexadecimal, because pages loaded before an upgrade read positions as numbers.
    return `0x${cipher.update(block).toString('hex')}`;
  };
  return {
    seal: (position) => encrypt(position, (block) => randomFillSync(block, SALT_AT, CHECK_AT - SALT_AT)),
    name: (position) => encrypt(position, () => {}),
    open(token) {
      if (!TOKEN.test(token)) return undefined;
      const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
      const block = decipher.update(token.slice(2), 'hex');
      return block.readUInt32BE(CHECK_AT) === 0 ? block.readBigInt64BE() : undefined;
    },
  };
}

export const positionsOf = ({ locals }: Response): Positions => locals.positions as Positions;
