import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { bytesOf, inBytes } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import { uuidV5 } from '../context/identity.ts';
import { seal, unseal } from './seal.ts';
import type { SubjectKeys } from './subject-keys.ts';
import { sweepOldest } from './sweep.ts';
import type { Usage } from './usage.ts';
import type { VaultCollection } from './vault.ts';

/** Name and value are encrypted with the person's key, so that an erasure reaches them. */
export interface SealedDocument {
  readonly _id: string;
  readonly userId: string;
  /** Usually an application: the text may be about another person's. */
  readonly about: string | null;
  readonly savedAt: string;
  readonly sealed: string;
  /** Absent in documents of earlier versions. */
  readonly bytes?: number;
}

export interface PersonalDocument {
  readonly name: string;
  readonly value: unknown;
  readonly savedAt: string;
}

/** The last write wins. */
export interface PersonalDocuments {
  get(userId: string, name: string): Promise<PersonalDocument | undefined>;
  list(userId: string): Promise<readonly PersonalDocument[]>;
  /**
   * All or none, within the person's quota in bytes. Beyond the limit of documents, a new one is refused or the oldest
   * deleted.
   */
  put(userId: string, values: Readonly<Record<string, unknown>>): Promise<Result<null>>;
  remove(userId: string, name: string): Promise<void>;
  removeAll(userId: string): Promise<void>;
  /** Of all people; returns their number. */
  removeAbout(ids: readonly string[]): Promise<number>;
  sweep(): Promise<void>;
}

const ownerOf = (kind: Stored['kind'], userId: string) => `${kind}:${userId}`;
const sizeOf = ({ bytes, sealed }: SealedDocument) => bytes ?? Math.floor((sealed.length * 3) / 4);

interface Stored {
  /** With indexes on `userId`, `about` and `savedAt`. */
  readonly documents: VaultCollection<SealedDocument>;
  readonly usage: Usage;
  readonly kind: 'draft' | 'preference';
}

export async function removeStored(
  { documents, usage, kind }: Stored,
  document: SealedDocument,
  guard: Readonly<Record<string, string | number>> = {},
): Promise<boolean> {
  const isRemoved = await documents.delete(document._id, guard);
  if (isRemoved) await usage.giveBack(ownerOf(kind, document.userId), sizeOf(document));
  return isRemoved;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

export function createPersonalDocuments({
  documents,
  keys,
  now,
  usage,
  kind,
  most,
  beyond,
  limits,
  keptMs = Number.POSITIVE_INFINITY,
}: Stored & {
  keys: SubjectKeys;
  now: () => number;
  most: number;
  /** For a new document beyond `most`. */
  beyond: 'refused' | 'oldest goes';
  limits: { readonly each: number; readonly all: number };
  keptMs?: number;
}): PersonalDocuments {
  const idOf = (userId: string, name: string) => uuidV5(kind, userId, name);
  const subjectOf = (userId: string) => `${user.category}-${userId}`;
  const of = async (userId: string) => (await documents.find({ userId }, { sort: { by: 'savedAt' } })).documents;

  /** Undefined for an erased person. */
  async function open(document: SealedDocument): Promise<PersonalDocument | undefined> {
    const subject = subjectOf(document.userId);
    const key = (await keys.getMany([subject])).get(subject);
    if (key === undefined) throw new Error(`The key of ${subject} vanished from the vault`);
    if (key === 'erased') return undefined;
    const { name, value } = JSON.parse(unseal(key, document.sealed, document._id)) as PersonalDocument;
    return { name, value, savedAt: document.savedAt };
  }

  const count = async (userId: string) => (await of(userId)).reduce((sum, document) => sum + sizeOf(document), 0);
  const take = (userId: string, amount: number) =>
    usage.take(ownerOf(kind, userId), { amount, limit: limits.all, count: () => count(userId) });
  const stored = { documents, usage, kind };
  const remove = (document: SealedDocument) => removeStored(stored, document);
  const tooLarge = (what: 'each' | 'all') => {
    const { preferences, draft, drafts } = TEXTS.quotas;
    const text = kind === 'preference' ? preferences : what === 'each' ? draft : drafts;
    return reject('refused', text(inBytes(limits[what])));
  };

  /** Counts only the difference to the replaced document. */
  async function putOne(userId: string, name: string, value: unknown): Promise<Result<null>> {
    const _id = idOf(userId, name);
    const savedAt = new Date(now()).toISOString();
    const text = JSON.stringify({ name, value });
    const sealed = seal(await keys.ensure(subjectOf(userId)), text, _id);
    const about = UUID.exec(name)?.[0] ?? null;
    const document = { _id, userId, about, savedAt, sealed, bytes: Buffer.byteLength(text) };
    for (;;) {
      const before = await documents.get(_id);
      const difference = document.bytes - (before ? sizeOf(before) : 0);
      if (!(await take(userId, difference))) return tooLarge('all');
      if (before && (await documents.replace(document, { sealed: before.sealed }))) return accept(null);
      if (!before) {
        const held = await of(userId);
        if (beyond === 'refused' && held.length >= most) {
          await take(userId, -difference);
          return reject('refused', TEXTS.quotas.draftCount(most));
        }
        await Promise.all(held.slice(0, Math.max(0, held.length + 1 - most)).map(remove));
        if (await documents.insert(document)) return accept(null);
      }
      await take(userId, -difference);
    }
  }

  return {
    async get(userId, name) {
      const document = await documents.get(idOf(userId, name));
      return document && open(document);
    },
    async list(userId) {
      const opened = await Promise.all((await of(userId)).map(open));
      return opened
        .filter((document) => document !== undefined)
        .sort((left, right) => (left.name < right.name ? -1 : 1));
    },
    async put(userId, values) {
      const entries = Object.entries(values);
      const sizes = new Map(entries.map(([name, value]) => [idOf(userId, name), bytesOf({ name, value })]));
      for (const size of sizes.values()) if (size > limits.each) return tooLarge('each');
      if (entries.length > 1) {
        // Checks the whole quota first, so that a refusal changes nothing.
        const before = await documents.getMany([...sizes.keys()]);
        const old = before.reduce((sum, document) => sum + sizeOf(document), 0);
        const difference = [...sizes.values()].reduce((sum, size) => sum + size, 0) - old;
        if (!(await take(userId, difference))) return tooLarge('all');
        await take(userId, -difference);
      }
      for (const [name, value] of entries) {
        const stored = await putOne(userId, name, value);
        if (!stored.ok) return stored;
      }
      return accept(null);
    },
    async remove(userId, name) {
      const document = await documents.get(idOf(userId, name));
      if (document) await remove(document);
    },
    async removeAll(userId) {
      await Promise.all((await of(userId)).map(remove));
    },
    async removeAbout(ids) {
      const { documents: found } = await documents.find({ about: ids });
      const removed = await Promise.all(found.map(remove));
      return removed.filter(Boolean).length;
    },
    sweep: () =>
      sweepOldest(documents, {
        by: 'savedAt',
        isOver: ({ savedAt }) => Date.parse(savedAt) + keptMs <= now(),
        remove: (document, guard) => removeStored(stored, document, guard),
      }),
  };
}
