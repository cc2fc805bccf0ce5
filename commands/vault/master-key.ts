import { type KeyObject, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeKeyFile } from './key-files.ts';
import {
  createMasterKeys,
  insertCheck,
  type KeyNotes,
  keyIdIn,
  MasterKeyRefused,
  type MasterKeys,
  opensCheck,
  otherKeyOf,
  readKey,
  readKeyNotes,
} from './master-keys.ts';
import type { Vault } from './vault.ts';

/**
 * MASTER_KEY: `configured`, 32 bytes as base64, or the content of `file`, created on the first start. A check value in
 * the vault detects a wrong key; beside a vault that has one, no key is created. During a rotation, either key opens it.
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
}): Promise<MasterKeys> {
  const notes = await readKeyNotes(vault);
  let text = configured ?? (file && (await readIfThere(file)));
  if (text === undefined) {
    if (file === undefined) throw new MasterKeyRefused('MASTER_KEY is required: 32 random bytes as base64');
    if (notes.check) {
      throw new MasterKeyRefused(
        `The vault is sealed, but MASTER_KEY is not set and ${file} is missing. Put the key back; without it the personal data cannot be read.`,
      );
    }
    text = randomBytes(32).toString('base64');
    await writeKeyFile(file, text);
    onMade();
  }
  const source = configured === undefined ? `${file}` : 'MASTER_KEY';
  const key = keyOf(text, source);
  const kept = configured === undefined ? { file } : {};
  if (!notes.check && (await insertCheck(vault, key))) return createMasterKeys({ vault, known: [key], ...kept });
  const known = keysThatOpen(notes.check ? notes : await readKeyNotes(vault), key);
  if (known) return createMasterKeys({ vault, known, ...kept });
  throw new MasterKeyRefused(
    notes.rotation
      ? `${source} is neither the old nor the new key of the rotation in progress. Put one of them back: nothing else opens the vault.`
      : `${source} is not the key that this vault was sealed with. Put the right one back${sinceRotation(notes)}: nothing else opens it.`,
  );
}

/** The keys of a backup's vault. Never creates one, because it could decrypt nothing. */
export async function findMasterKey({
  configured,
  file,
  notes,
}: {
  configured?: string | undefined;
  file: string;
  notes: KeyNotes;
}): Promise<readonly KeyObject[]> {
  const text = configured ?? (await readIfThere(file));
  if (text === undefined) {
    throw new MasterKeyRefused(
      `The backup is sealed, and the key is not part of it. Set MASTER_KEY, or put the key that was kept elsewhere at ${file}.`,
    );
  }
  const source = configured === undefined ? file : 'MASTER_KEY';
  const known = keysThatOpen(notes, keyOf(text, source));
  if (known) return known;
  throw new MasterKeyRefused(
    notes.rotation
      ? `${source} does not open this backup, which was made while the key was changed. Set the new key of that rotation: nothing else opens it.`
      : `${source} is not the key that this backup was sealed with. Set the one that was kept elsewhere: nothing else opens it.`,
  );
}

/** The given key first. */
function keysThatOpen({ check, rotation }: KeyNotes, key: KeyObject): readonly KeyObject[] | undefined {
  if (!rotation) return check && opensCheck(key, check) ? [key] : undefined;
  const other = otherKeyOf(key, rotation);
  return other && [key, other];
}

const sinceRotation = ({ check }: KeyNotes): string =>
  check && keyIdIn(check.sealed) !== undefined ? ', which since "intake rotate-key" is the new one' : '';

function keyOf(text: string, source: string): KeyObject {
  const key = readKey(text);
  if (!key) throw new MasterKeyRefused(`${source} must be 32 bytes as base64`);
  return key;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new MasterKeyRefused(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
