import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { seal, unseal } from './seal.ts';
import type { Vault } from './vault.ts';

const CHECK = 'check';
const ROTATION = 'rotation';

/** Ends the start: nothing may be written under a key that does not fit the vault. */
export class MasterKeyRefused extends Error {
  override readonly name = 'MasterKeyRefused';
}

export interface CheckDocument {
  readonly _id: string;
  readonly sealed: string;
}

/** Each of the two keys opens the other, so that no process must know about a rotation before it begins. */
export interface Rotation {
  /** The ids of the keys. */
  readonly from: string;
  readonly to: string;
  readonly startedAt: string;
  readonly oldUnderNew: string;
  /** Absent in backups: a person with the old key must not get the new one from them. */
  readonly newUnderOld?: string;
}

export interface RotationDocument extends Rotation {
  readonly _id: string;
}

type KeyDocument = CheckDocument | RotationDocument;

const place = { oldUnderNew: 'old-master-key', newUnderOld: 'new-master-key', check: 'master-key' } as const;

/** Reveals nothing of the key, and names it in what is sealed under it. */
export const keyIdOf = (key: KeyObject): string =>
  `k${Buffer.from(hkdfSync('sha256', key, '', 'intake master key id', 4)).toString('hex')}`;

/** Undefined for a text under the first key of an installation, which is not named. */
export const keyIdIn = (sealed: string): string | undefined => /^(k[0-9a-f]{8}):/.exec(sealed)?.[1];

const sealNamed = (key: KeyObject, text: string, at: string) => `${keyIdOf(key)}:${seal(key, text, at)}`;
const bare = (sealed: string) => sealed.slice(sealed.indexOf(':') + 1);

/** MASTER_KEY, and during a rotation the old and the new one. */
export interface MasterKeys {
  /** Under the key that is in use at this moment, whichever process has changed it. */
  seal(text: string, at: string): Promise<string>;
  /**
   * Call it after a sealed text was stored: if the key was changed meanwhile, a rotation may have passed the place, so
   * `replace` gets the text under the new one.
   */
  settle(sealed: string, at: string, replace: (resealed: string) => Promise<unknown>): Promise<void>;
  /** Finds the keys of these texts; call it before `unseal`. */
  learn(sealed: Iterable<string>): Promise<void>;
  unseal(sealed: string, at: string): string;
  /** What a thread opens the vault with. */
  forThread(): KnownKeys;
}

export interface KnownKeys {
  readonly known: readonly KeyObject[];
  /** Holds the key after a rotation; undefined if MASTER_KEY is set in the environment. */
  readonly file?: string | undefined;
}

/** A single key that never changes, or those of an installation. */
export type MasterKey = KeyObject | MasterKeys;

export const masterKeysOf = (masterKey: MasterKey): MasterKeys =>
  'unseal' in masterKey
    ? masterKey
    : {
        seal: async (text, at) => seal(masterKey, text, at),
        settle: async () => {},
        learn: async () => {},
        unseal: (sealed, at) => unsealUnder([masterKey], sealed, at),
        forThread: () => ({ known: [masterKey] }),
      };

/** Tries all keys for a text without a name. */
export function unsealUnder(known: Iterable<KeyObject>, sealed: string, at: string): string {
  const id = keyIdIn(sealed);
  const keys = [...known].filter((key) => id === undefined || keyIdOf(key) === id);
  if (keys.length === 0) throw new MasterKeyRefused(changedElsewhere(id));
  for (const key of keys.slice(1)) {
    try {
      return unseal(key, bare(sealed), at);
    } catch {}
  }
  return unseal(keys[0] as KeyObject, bare(sealed), at);
}

const changedElsewhere = (id: string | undefined) =>
  `The vault is now sealed under another master key${id === undefined ? '' : ` (${id})`}. Set MASTER_KEY to the new one and restart this process.`;

const documentsOf = (vault: Vault) => vault.collection<KeyDocument>({ name: 'masterKey', indexes: [] });

export interface KeyNotes {
  readonly check: CheckDocument | undefined;
  readonly rotation: RotationDocument | undefined;
}

export const keyNotesIn = (documents: readonly KeyDocument[]): KeyNotes => ({
  check: documents.find((document): document is CheckDocument => document._id === CHECK && 'sealed' in document),
  rotation: documents.find((document): document is RotationDocument => document._id === ROTATION && 'to' in document),
});

export const readKeyNotes = async (vault: Vault): Promise<KeyNotes> =>
  keyNotesIn(await documentsOf(vault).getMany([CHECK, ROTATION]));

/** False if another process was first. */
export const insertCheck = (vault: Vault, key: KeyObject): Promise<boolean> =>
  documentsOf(vault).insert({ _id: CHECK, sealed: seal(key, CHECK, place.check) });

export function opensCheck(key: KeyObject, { sealed }: CheckDocument): boolean {
  try {
    return unsealUnder([key], sealed, place.check) === CHECK;
  } catch {
    return false;
  }
}

/** The other key of a rotation; undefined if this one is neither. */
export function otherKeyOf(key: KeyObject, { from, to, oldUnderNew, newUnderOld }: Rotation): KeyObject | undefined {
  const id = keyIdOf(key);
  const sealed = id === to ? oldUnderNew : id === from ? newUnderOld : undefined;
  if (sealed === undefined) return undefined;
  const text = unseal(key, bare(sealed), id === to ? place.oldUnderNew : place.newUnderOld);
  return createSecretKey(Buffer.from(text, 'base64'));
}

const textOf = (key: KeyObject) => key.export().toString('base64');

export async function insertRotation(
  vault: Vault,
  { from, to, startedAt }: { readonly from: KeyObject; readonly to: KeyObject; readonly startedAt: string },
): Promise<boolean> {
  return documentsOf(vault).insert({
    _id: ROTATION,
    from: keyIdOf(from),
    to: keyIdOf(to),
    startedAt,
    oldUnderNew: sealNamed(to, textOf(from), place.oldUnderNew),
    newUnderOld: sealNamed(from, textOf(to), place.newUnderOld),
  });
}

export async function replaceCheck(vault: Vault, key: KeyObject): Promise<void> {
  const documents = documentsOf(vault);
  await documents.replace({ _id: CHECK, sealed: sealNamed(key, CHECK, place.check) });
}

export const deleteRotation = (vault: Vault): Promise<boolean> => documentsOf(vault).delete(ROTATION);

/** 32 bytes as base64. */
export const readKey = (text: string): KeyObject | undefined =>
  /^[A-Za-z0-9+/]{43}=?$/.test(text.trim()) ? createSecretKey(Buffer.from(text.trim(), 'base64')) : undefined;

/** The keys of a vault that `openMasterKey` has checked. */
export function createMasterKeys({ vault, known, file }: KnownKeys & { readonly vault: Vault }): MasterKeys {
  const keys = new Map(known.map((key) => [keyIdOf(key), key]));
  const add = (key: KeyObject | undefined) => key && keys.set(keyIdOf(key), key);

  const adopt = ({ rotation }: KeyNotes) => {
    if (!rotation || (keys.has(rotation.from) && keys.has(rotation.to))) return;
    for (const key of [...keys.values()]) add(otherKeyOf(key, rotation));
  };
  const find = async (id: string, notes?: KeyNotes): Promise<KeyObject> => {
    if (!keys.has(id)) adopt(notes ?? (await readKeyNotes(vault)));
    if (!keys.has(id) && file !== undefined) add(readKey(await readFile(file, 'utf8')));
    const key = keys.get(id);
    if (!key) throw new MasterKeyRefused(changedElsewhere(id));
    return key;
  };
  /** The first key of an installation is not named, so that earlier versions read what is sealed under it. */
  const current = async (): Promise<{ readonly key: KeyObject; readonly id: string | undefined }> => {
    const notes = await readKeyNotes(vault);
    const { check, rotation } = notes;
    adopt(notes);
    if (rotation) return { key: await find(rotation.to, notes), id: rotation.to };
    const id = check && keyIdIn(check.sealed);
    if (id !== undefined) return { key: await find(id, notes), id };
    const key = [...keys.values()].find((one) => !check || opensCheck(one, check));
    if (!key) throw new MasterKeyRefused(changedElsewhere(undefined));
    return { key, id: undefined };
  };
  const sealUnder = ({ key, id }: Awaited<ReturnType<typeof current>>, text: string, at: string) =>
    id === undefined ? seal(key, text, at) : `${id}:${seal(key, text, at)}`;

  const learn = async (sealed: Iterable<string>) => {
    const missing = new Set<string>();
    for (const text of sealed) {
      const id = keyIdIn(text);
      if (id !== undefined && !keys.has(id)) missing.add(id);
    }
    for (const id of missing) await find(id);
  };
  const open = (sealed: string, at: string) => {
    const id = keyIdIn(sealed);
    const key = id === undefined ? undefined : keys.get(id);
    return key ? unseal(key, bare(sealed), at) : unsealUnder(keys.values(), sealed, at);
  };

  return {
    seal: async (text, at) => sealUnder(await current(), text, at),
    async settle(sealed, at, replace) {
      const now = await current();
      if (keyIdIn(sealed) !== now.id) await replace(sealUnder(now, open(sealed, at), at));
    },
    learn,
    unseal: open,
    forThread: () => ({ known: [...keys.values()], file }),
  };
}
