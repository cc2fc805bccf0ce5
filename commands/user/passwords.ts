import { argon2, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { sweepUnnamed } from '../vault/sweep.ts';
import type { Vault } from '../vault/vault.ts';

/** With its parameters, so that older hashes stay valid when they change. */
interface PasswordDocument extends PasswordCost {
  readonly _id: string;
  readonly userId: string;
  readonly createdAt: string;
  readonly salt: string;
  readonly hash: string;
}

/** Parameters of argon2id. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's minimum for argon2id. */
const SECURE_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** An account's stream names the current entry: it may be written before its event, and an unreferenced one is void. */
export interface Passwords {
  keep(userId: string, password: string): Promise<string>;
  /** Takes as long for an unknown account, so that the duration reveals nothing. */
  matches(passwordId: string | null, password: string): Promise<boolean>;
  remove(passwordId: string): Promise<void>;
  sweep(isNamed: (userId: string, passwordId: string) => Promise<boolean>, signal: AbortSignal): Promise<void>;
}

interface PasswordOptions {
  readonly vault: Vault;
  readonly now: () => number;
  /** Of new hashes. Default: `SECURE_COST`. */
  readonly cost?: PasswordCost | undefined;
}

export function createPasswords({ vault, now, cost = SECURE_COST }: PasswordOptions): Passwords {
  const documents = vault.collection<PasswordDocument>({ name: 'passwords', indexes: ['userId'] });
  const nobodys = { ...cost, salt: randomBytes(SALT_BYTES).toString('base64'), hash: '' };
  return {
    async keep(userId, password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await hashOf(password, salt, cost);
      const _id = randomUUID();
      await documents.insert({
        _id,
        userId,
        createdAt: new Date(now()).toISOString(),
        ...cost,
        salt: salt.toString('base64'),
        hash: hash.toString('base64'),
      });
      return _id;
    },
    async matches(passwordId, password) {
      const stored = (passwordId === null ? undefined : await documents.get(passwordId)) ?? nobodys;
      const expected = Buffer.from(stored.hash, 'base64');
      const hash = await hashOf(password, Buffer.from(stored.salt, 'base64'), stored);
      return expected.length === hash.length && timingSafeEqual(expected, hash);
    },
    async remove(passwordId) {
      await documents.delete(passwordId);
    },
    sweep: (isNamed, signal) =>
      sweepUnnamed(documents, { now: now(), isNamed: ({ userId, _id }) => isNamed(userId, _id), signal }),
  };
}

const derive = promisify(argon2);

/** Normalized, because keyboards encode one character in several ways (NIST SP 800-63B §3.1.1.2). */
const hashOf = (password: string, salt: Buffer, { memory, passes, parallelism }: PasswordCost): Promise<Buffer> =>
  derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    parallelism,
    tagLength: HASH_BYTES,
    memory,
    passes,
  });
