import { createCipheriv, createDecipheriv, randomInt } from 'node:crypto';
import type { Response } from 'express';
import type { Derive } from '../../commands/vault/derived-keys.ts';

export const POSITION_TOKEN = /^0x[0-9a-f]{32}$/;
const BLOCK_BYTES = 16;
/** One block: 8 bytes of position, 4 of salt, 4 that authenticate the token and state its kind. */
const SALT_AT = 8;
const CHECK_AT = 12;
const MOST_SALTS = 2 ** 32;
/** Replaces the zeros: the salt is a moment in seconds. */
const PINNED = 1;

/** Encrypts positions for clients: all schools share the log, so a plain one would reveal how much happens at the others. */
export interface Positions {
  /** A new token at each call, so that two tokens do not show whether anything happened in between. */
  seal(position: bigint): string;
  name(position: bigint): string;
  open(token: string): bigint | undefined;
  /** A position with its moment, in whole seconds; the same pair has the same token. */
  pin(pin: Pin): string;
  openPin(token: string): Pin | undefined;
}

export interface Pin {
  readonly position: bigint;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export function createPositions(derive: Derive): Positions {
  const key = derive('intake log position');
  // ECB is safe for a single block under its own key, and keeps nothing between blocks: one cipher serves all.
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  let salt = randomInt(MOST_SALTS);
  const encrypt = (position: bigint, salt: (block: Buffer) => void): string => {
    const block = Buffer.alloc(BLOCK_BYTES);
    block.writeBigInt64BE(position);
    salt(block);
    // Hexadecimal, because pages loaded before an upgrade read positions as numbers.
    return `0x${cipher.update(block).toString('hex')}`;
  };
  const decrypt = (token: string): Buffer | undefined => {
    if (!POSITION_TOKEN.test(token)) return undefined;
    return decipher.update(token.slice(2), 'hex');
  };
  return {
    seal(position) {
      salt = (salt + 1) % MOST_SALTS;
      return encrypt(position, (block) => block.writeUInt32BE(salt, SALT_AT));
    },
    name: (position) => encrypt(position, () => {}),
    open(token) {
      const block = decrypt(token);
      return block?.readUInt32BE(CHECK_AT) === 0 ? block.readBigInt64BE() : undefined;
    },
    pin: ({ position, at }) =>
      encrypt(position, (block) => {
        block.writeUInt32BE(Math.min(Math.max(0, Math.floor(at / 1000)), 2 ** 32 - 1), SALT_AT);
        block.writeUInt32BE(PINNED, CHECK_AT);
      }),
    openPin(token) {
      const block = decrypt(token);
      if (block?.readUInt32BE(CHECK_AT) !== PINNED) return undefined;
      return { position: block.readBigInt64BE(), at: block.readUInt32BE(SALT_AT) * 1000 };
    },
  };
}

export const positionsOf = ({ locals }: Response): Positions => locals.positions as Positions;
