import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { seal, unseal } from '../vault/seal.ts';
import { TransferRefused } from './transfer-refused.ts';

/** The bounds protect against hostile files. */
export const SEALING = z.strictObject({
  kdf: z.literal('argon2id'),
  memory: z.int().min(19_456).max(1_048_576),
  passes: z.int().min(1).max(16),
  parallelism: z.int().min(1).max(16),
  salt: z.string().regex(/^[A-Za-z0-9+/]{22}==$/),
  /** Only the right passphrase decrypts it. */
  check: z.string().max(200),
});
export type Sealing = z.infer<typeof SEALING>;

/** Stronger than for sign-in (RFC 9106 §4, second choice), because a file can be attacked offline. */
const PARAMETERS = { kdf: 'argon2id', memory: 65_536, passes: 3, parallelism: 4 } as const;
export const LEAST_PASSPHRASE = 12;
const CHECK = 'check';

export async function newSealing(passphrase: string): Promise<{ readonly key: Buffer; readonly sealing: Sealing }> {
  if (passphrase.length < LEAST_PASSPHRASE) {
    throw new TransferRefused(
      `The passphrase protects every secret of the installation: ${LEAST_PASSPHRASE} characters at least.`,
    );
  }
  const salt = randomBytes(16).toString('base64');
  const key = await derive(passphrase, { ...PARAMETERS, salt });
  return { key, sealing: { ...PARAMETERS, salt, check: seal(key, CHECK, CHECK) } };
}

/** `path` is named for a wrong passphrase. */
export async function openSealing(passphrase: string, sealing: Sealing, path: string): Promise<Buffer> {
  const key = await derive(passphrase, sealing);
  try {
    if (unseal(key, sealing.check, CHECK) === CHECK) return key;
  } catch {
    // Reported below: a wrong key and a damaged check are indistinguishable.
  }
  throw new TransferRefused(
    `The passphrase does not open ${path}. Set INTAKE_PASSPHRASE to the one used when it was made.`,
  );
}

const run = promisify(argon2);

/** Normalized, because keyboards encode one character in several ways (NIST SP 800-63B §3.1.1.2). */
const derive = (passphrase: string, { memory, passes, parallelism, salt }: Omit<Sealing, 'check'>): Promise<Buffer> =>
  run('argon2id', {
    message: passphrase.normalize('NFKC'),
    nonce: Buffer.from(salt, 'base64'),
    parallelism,
    tagLength: 32,
    memory,
    passes,
  });
