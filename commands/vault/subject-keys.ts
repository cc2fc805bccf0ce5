import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { VAULT_COLLECTIONS } from './collections.ts';
import { type MasterKey, masterKeysOf } from './master-keys.ts';
import type { Vault } from './vault.ts';

/** About 10 MB, at most twice as many. */
const CACHED_KEYS = 30_000;

const { placeOf } = VAULT_COLLECTIONS.subjectKeys;

/** 32 bytes (a KeyObject would take four times the memory and time), or the tombstone. */
export type SubjectKey = Uint8Array | 'erased';

/** One key per data subject: destroying it erases the person's data in every copy of the log. */
export interface SubjectKeys {
  /** Created on first use. Throws `SubjectErased` for a tombstone. */
  ensure(subject: string): Promise<Uint8Array>;
  /** Omits subjects without key and tombstone. */
  getMany(subjects: Iterable<string>): Promise<ReadonlyMap<string, SubjectKey>>;
  evict(subject: string): void;
  /** Replaces the key by a tombstone, which is final; `at` in ISO-8601. Repeatable. */
  erase(subject: string, at: string): Promise<void>;
}

/** For readers without keys: everyone counts as erased, so personal data is null. */
export const NO_KEYS: Pick<SubjectKeys, 'ensure' | 'getMany' | 'evict'> = {
  ensure: () => Promise.reject(new Error('Nothing is written without keys')),
  getMany: async (subjects) => new Map([...subjects].map((subject) => [subject, 'erased'])),
  evict() {},
};

/** Personal data about an erased person cannot be written. */
export class SubjectErased extends Error {
  override readonly name = 'SubjectErased';
  readonly subject: string;
  constructor(subject: string) {
    super(`${subject} has been erased`);
    this.subject = subject;
  }
}

export interface KeyDocument {
  readonly _id: string;
  /** Sealed under the master key; absent on a tombstone. */
  readonly key?: string;
  readonly erasedAt?: string;
}

export function createSubjectKeys({
  vault,
  masterKey,
  onVoid = () => undefined,
}: {
  vault: Vault;
  masterKey: MasterKey;
  /** What was decrypted with the subject's key may have to be removed from memory. */
  onVoid?: (subject: string) => void;
}): SubjectKeys {
  const documents = vault.collection<KeyDocument>({ name: 'subjectKeys', indexes: [] });
  const masterKeys = masterKeysOf(masterKey);
  const cache = new LRUCache<string, SubjectKey>({ max: CACHED_KEYS });

  const remember = (subject: string, key: SubjectKey): SubjectKey => {
    if (cache.get(subject) === 'erased') return 'erased';
    cache.set(subject, key);
    return key;
  };
  const open = ({ _id, key }: KeyDocument): SubjectKey =>
    remember(_id, key === undefined ? 'erased' : Uint8Array.fromBase64(masterKeys.unseal(key, placeOf(_id))));
  const learn = (found: readonly KeyDocument[]) =>
    masterKeys.learn(found.flatMap(({ key }) => (key === undefined ? [] : [key])));
  const existing = (subject: string, key: SubjectKey): Uint8Array => {
    if (key === 'erased') throw new SubjectErased(subject);
    return key;
  };

  return {
    async ensure(subject) {
      const cached = cache.get(subject);
      if (cached) return existing(subject, cached);
      const found = await documents.get(subject);
      if (found) {
        await learn([found]);
        return existing(subject, open(found));
      }
      const key = await masterKeys.seal(randomBytes(32).toString('base64'), placeOf(subject));
      const made: KeyDocument = { _id: subject, key };
      const isFirst = await documents.insert(made);
      const standing = isFirst ? made : await documents.get(subject);
      if (!standing) throw new Error(`The key of ${subject} vanished from the vault`);
      if (isFirst) {
        await masterKeys.settle(key, placeOf(subject), (resealed) =>
          documents.replace({ _id: subject, key: resealed }, { key }),
        );
      }
      await learn([standing]);
      return existing(subject, open(standing));
    },

    async getMany(subjects) {
      const keys = new Map<string, SubjectKey>();
      const unknown: string[] = [];
      for (const subject of new Set(subjects)) {
        const cached = cache.get(subject);
        if (cached) keys.set(subject, cached);
        else unknown.push(subject);
      }
      if (unknown.length > 0) {
        const found = await documents.getMany(unknown);
        await learn(found);
        for (const document of found) keys.set(document._id, open(document));
      }
      return keys;
    },

    evict(subject) {
      cache.delete(subject);
      onVoid(subject);
    },

    async erase(subject, at) {
      const tombstone: KeyDocument = { _id: subject, erasedAt: at };
      if (!(await documents.insert(tombstone))) {
        const standing = await documents.get(subject);
        if (standing?.erasedAt === undefined && !(await documents.replace(tombstone))) {
          throw new Error(`The key of ${subject} vanished from the vault`);
        }
      }
      remember(subject, 'erased');
      onVoid(subject);
    },
  };
}
