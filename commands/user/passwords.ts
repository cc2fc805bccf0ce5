import { argon2, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { sweepUnnamed } from '../vault/sweep.ts';
import type { Vault } from '../vault/vault.ts';

/** The stored hash, with the parameters that it was made with: raising them leaves older ones readable. */
interface PasswordDocument extends Parameters {
  readonly _id: string;
  readonly userId: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
  /** Base64. */
  readonly salt: string;
  /** Base64. */
  readonly hash: string;
}

interface Parameters {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's least for argon2id. */
const PARAMETERS: Parameters = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * Password hashes, in the vault. An account's stream says which entry holds, so that an entry may be written before the
 * event that refers to it, and one that nothing refers to opens nothing.
 */
export interface Passwords {
  /** The entry's id. */
  keep(userId: string, password: string): Promise<string>;
  /** Takes as long where there is no password to compare with, so that nobody learns who has an account. */
  matches(passwordId: string | null, password: string): Promise<boolean>;
  remove(passwordId: string): Promise<void>;
  /** Removes what its account does not name, a day after it was kept. */
  sweep(isNamed: (userId: string, passwordId: string) => Promise<boolean>, signal: AbortSignal): Promise<void>;
}

export function createPasswords({ vault, now }: { vault: Vault; now: () => number }): Passwords {
  const documents = vault.collection<PasswordDocument>({ name: 'passwords', indexes: ['userId'] });
  const nobodys = { ...PARAMETERS, salt: randomBytes(SALT_BYTES).toString('base64'), hash: '' };
  return {
    async keep(userId, password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await hashOf(password, salt, PARAMETERS);
      const _id = randomUUID();
      await documents.insert({
        _id,
        userId,
        createdAt: new Date(now()).toISOString(),
        ...PARAMETERS,
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

/** Normalized first: keyboards spell the same letter in more than one way (NIST SP 800-63B §3.1.1.2). */
const hashOf = (password: string, salt: Buffer, { memory, passes, parallelism }: Parameters): Promise<Buffer> =>
  derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    parallelism,
    tagLength: HASH_BYTES,
    memory,
    passes,
  });
