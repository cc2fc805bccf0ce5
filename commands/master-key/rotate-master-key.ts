import { type KeyObject, randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { entriesOf, withSealed } from '../transfer/vault-entries.ts';
import { VAULT_COLLECTIONS, type VaultCollectionName } from '../vault/collections.ts';
import { replaceKeyFile, writeKeyFile } from '../vault/key-files.ts';
import {
  deleteRotation,
  insertRotation,
  keyIdIn,
  keyIdOf,
  MasterKeyRefused,
  type MasterKeys,
  type Rotation,
  readKey,
  readKeyNotes,
  replaceCheck,
} from '../vault/master-keys.ts';
import type { Vault } from '../vault/vault.ts';

/** A process that read the old key before the rotation has stored by then what it sealed, or has ended. */
const QUIET_MS = 2000;
const SHOWN_EVERY = 100;

const SEALED = (Object.keys(VAULT_COLLECTIONS) as VaultCollectionName[]).filter(
  (name) => VAULT_COLLECTIONS[name].moves === 'resealed',
);

export interface RotateOptions {
  readonly vault: Vault;
  readonly keys: MasterKeys;
  /** The key of this process's environment, or the file that holds it instead, which is replaced. */
  readonly source: { readonly configured: string } | { readonly file: string };
  /** Base64. Null continues a rotation; where a file holds the key, it also makes a new one. */
  readonly newKey: string | null;
  readonly now: () => number;
  /** Both remove from the disk what was replaced. */
  readonly rewriteVault: () => Promise<unknown>;
  readonly truncateLogs: () => Promise<unknown>;
  readonly onProgress?: (done: number, total: number) => void;
  readonly quietMs?: number;
}

export interface Rotated {
  /** Ids of the keys. */
  readonly from: string;
  readonly to: string;
  /** Sealed anew by this run. */
  readonly changed: number;
  /** Everything that is sealed under the new key. */
  readonly sealed: Readonly<Record<string, number>>;
  /** False until MASTER_KEY is set to the new key, because until then a process may start with the old one. */
  readonly isFinished: boolean;
  /** The old key, which earlier backups need. */
  readonly oldKeyFile: string | null;
}

/**
 * Changes MASTER_KEY while processes run. Each step can be repeated, so that a new run finishes an interrupted one: both
 * keys are noted in the vault, and everybody seals under the new one; everything is sealed anew, until a whole walk finds
 * nothing; the check value and the file get the new key; the old one is forgotten.
 */
export async function rotateMasterKey(options: RotateOptions): Promise<Rotated> {
  const { vault, keys, source, rewriteVault, truncateLogs, quietMs = QUIET_MS } = options;
  const rotation = await beginOrContinue(options);
  const { from, to } = rotation;
  await keys.learn([`${from}:`, `${to}:`]);
  const known = new Map(keys.forThread().known.map((key) => [keyIdOf(key), key]));
  const [oldKey, newKey] = [known.get(from), known.get(to)];
  if (!oldKey || !newKey)
    throw new MasterKeyRefused('This process does not have the keys of the rotation in progress.');

  let changed = 0;
  let walked = await walk(options, newKey);
  for (;;) {
    changed += walked.changed;
    await wait(quietMs);
    walked = await walk(options, newKey);
    if (walked.found === 0) break;
  }
  await replaceCheck(vault, newKey);
  await rewriteVault();

  const done = { from, to, changed, sealed: walked.sealed };
  if ('configured' in source) {
    const isFinished = keyIdOf(requireKey(source.configured)) === to;
    if (isFinished) await deleteRotation(vault);
    await truncateLogs();
    return { ...done, isFinished, oldKeyFile: null };
  }
  const oldKeyFile = await replaceFile(source.file, { oldKey, newKey, startedAt: rotation.startedAt });
  await deleteRotation(vault);
  await truncateLogs();
  return { ...done, isFinished: true, oldKeyFile };
}

async function beginOrContinue({ vault, keys, source, newKey, now }: RotateOptions): Promise<Rotation> {
  const wanted = newKey === null ? undefined : requireKey(newKey);
  const { check, rotation } = await readKeyNotes(vault);
  if (rotation) {
    if (wanted && keyIdOf(wanted) !== rotation.to) {
      throw new MasterKeyRefused(
        `A rotation to another key (${rotation.to}) has been in progress since ${rotation.startedAt}. Finish it first: run this again without a new key.`,
      );
    }
    return rotation;
  }
  const to = wanted ?? ('file' in source ? await keyBeside(source.file) : undefined);
  if (!to) {
    throw new MasterKeyRefused(
      'No rotation is in progress. To start one, give the new key: intake rotate-key --new-key-file FILE.',
    );
  }
  const inUse = check && keyIdIn(check.sealed);
  const from = keys.forThread().known.find((key) => inUse === undefined || keyIdOf(key) === inUse);
  if (!from) throw new MasterKeyRefused('The vault is now sealed under another master key.');
  if (keyIdOf(from) === keyIdOf(to)) throw new MasterKeyRefused('The new key is already in use.');
  await insertRotation(vault, { from, to, startedAt: new Date(now()).toISOString() });
  const { rotation: begun } = await readKeyNotes(vault);
  if (begun?.to === keyIdOf(to)) return begun;
  throw new MasterKeyRefused('Another rotation started at the same time. Run this again.');
}

/** Seals anew what is not under this key. What is replaced or erased meanwhile is left alone, and found by the next walk. */
async function walk({ vault, keys, onProgress = () => {} }: RotateOptions, newKey: KeyObject) {
  const to = keyIdOf(newKey);
  const sealed: Record<string, number> = {};
  let found = 0;
  let changed = 0;
  let done = 0;
  let total = 0;
  for (const name of SEALED) total += await vault.collection({ name, indexes: [] }).count({});
  for (const name of SEALED) {
    const documents = vault.collection<{ readonly _id: string }>({ name, indexes: [] });
    for await (const entry of entriesOf(vault, name)) {
      if (done % SHOWN_EVERY === 0) onProgress(done, Math.max(total, done));
      done += 1;
      const move = VAULT_COLLECTIONS[name];
      if (move.moves !== 'resealed') continue;
      const standing = entry.document[move.member];
      if (typeof standing !== 'string') continue;
      sealed[name] = (sealed[name] ?? 0) + 1;
      if (keyIdIn(standing) === to) continue;
      await keys.learn([standing]);
      const { document } = await withSealed(entry, (text, at) => keys.seal(keys.unseal(text, at), at));
      found += 1;
      if (await documents.replace(document, { [move.member]: standing })) changed += 1;
    }
  }
  onProgress(total, total);
  return { found, changed, sealed };
}

/** A new key, in a file of its own until the vault has it; an interrupted run has left one. */
async function keyBeside(file: string): Promise<KeyObject> {
  const beside = newKeyFile(file);
  const left = await readIfThere(beside);
  if (left !== undefined && readKey(left)) return requireKey(left);
  const text = randomBytes(32).toString('base64');
  await rewriteKeyFile(beside, text);
  return requireKey(text);
}

async function replaceFile(
  file: string,
  { oldKey, newKey, startedAt }: { readonly oldKey: KeyObject; readonly newKey: KeyObject; readonly startedAt: string },
): Promise<string> {
  const textOf = (key: KeyObject) => key.export().toString('base64');
  const holds = async (name: string, key: KeyObject) => (await readIfThere(name))?.trim() === textOf(key);
  const kept = `${file}.until-${startedAt.replaceAll(/[-:]|\.\d+/g, '')}`;
  if (!(await holds(kept, oldKey))) await rewriteKeyFile(kept, textOf(oldKey));
  if (!(await holds(file, newKey))) {
    if (!(await holds(newKeyFile(file), newKey))) await rewriteKeyFile(newKeyFile(file), textOf(newKey));
    await replaceKeyFile(file, newKeyFile(file));
  }
  return kept;
}

/** An interrupted run may have left half of it. */
async function rewriteKeyFile(file: string, text: string): Promise<void> {
  await rm(file, { force: true });
  await writeKeyFile(file, text);
}

const newKeyFile = (file: string) => `${file}.new`;

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function requireKey(text: string): KeyObject {
  const key = readKey(text);
  if (!key)
    throw new MasterKeyRefused('The new key must be 32 bytes as base64, as openssl rand -base64 32 prints them.');
  return key;
}
