import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { seal, unseal } from './seal.ts';
import type { Vault } from './vault.ts';

const CHECK = 'check';

/** Ends the start: nothing may be written under a key that does not fit the vault. */
export class MasterKeyRefused extends Error {
  override readonly name = 'MasterKeyRefused';
}

export interface CheckDocument {
  readonly _id: string;
  readonly sealed: string;
}

/**
 * MASTER_KEY: `configured`, 32 bytes as base64, or the content of `file`, created on the first start. A check value in
 * the vault detects a wrong key; beside a vault that has one, no key is created.
 */
export async function openMasterKey({
  configured,
  file,
  vault,
  onMade = () => {},
}: {
  configured?: string | undefined;
  file?: string | undefined;
  vault: Vault;
  onMade?: () => void;
}): Promise<KeyObject> {
  const checks = vault.collection<CheckDocument>({ name: 'masterKey', indexes: [] });
  const check = await checks.get(CHECK);

  let text = configured ?? (file && (await readIfThere(file)));
  if (text === undefined) {
    if (file === undefined) throw new MasterKeyRefused('MASTER_KEY is required: 32 random bytes as base64');
    if (check) {
      throw new MasterKeyRefused(
        `The vault is sealed, but MASTER_KEY is not set and ${file} is missing. Put the key back; without it the personal data cannot be read.`,
      );
    }
    text = await makeKeyFile(file);
    onMade();
  }
  const source = configured === undefined ? `${file}` : 'MASTER_KEY';
  const key = createSecretKey(bytesOf(text, source));

  if (!check && (await checks.insert({ _id: CHECK, sealed: seal(key, CHECK, 'master-key') }))) return key;
  const standing = check ?? (await checks.get(CHECK));
  if (!standing || !opens(key, standing.sealed)) {
    throw new MasterKeyRefused(
      `${source} is not the key that this vault was sealed with. Put the right one back: nothing else opens it.`,
    );
  }
  return key;
}

/** The key of a backup's vault. Never creates one, because it could decrypt nothing. */
export async function findMasterKey({
  configured,
  file,
  check,
}: {
  configured?: string | undefined;
  file: string;
  check: CheckDocument;
}): Promise<KeyObject> {
  const text = configured ?? (await readIfThere(file));
  if (text === undefined) {
    throw new MasterKeyRefused(
      `The backup is sealed, and the key is not part of it. Set MASTER_KEY, or put the key that was kept elsewhere at ${file}.`,
    );
  }
  const source = configured === undefined ? file : 'MASTER_KEY';
  const key = createSecretKey(bytesOf(text, source));
  if (opens(key, check.sealed)) return key;
  throw new MasterKeyRefused(
    `${source} is not the key that this backup was sealed with. Set the one that was kept elsewhere: nothing else opens it.`,
  );
}

function bytesOf(text: string, source: string): Buffer {
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(text.trim())) throw new MasterKeyRefused(`${source} must be 32 bytes as base64`);
  return Buffer.from(text.trim(), 'base64');
}

function opens(key: KeyObject, sealed: string): boolean {
  try {
    return unseal(key, sealed, 'master-key') === CHECK;
  } catch {
    return false;
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new MasterKeyRefused(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Durable before anything is sealed under it: losing the key would lose all personal data. */
async function makeKeyFile(file: string): Promise<string> {
  const text = randomBytes(32).toString('base64');
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(`${text}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  const directory = await open(dirname(file), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
  return text;
}
