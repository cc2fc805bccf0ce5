import { user } from '../../domain/user/user.ts';
import { uuidV5 } from '../identity.ts';
import { seal, unseal } from './seal.ts';
import type { SubjectKeys } from './subject-keys.ts';
import { sweepOldest } from './sweep.ts';
import type { VaultCollection } from './vault.ts';

/** As it stands in the vault: name and value only under the person's own key, so that their erasure reaches it. */
export interface SealedDocument {
  readonly _id: string;
  readonly userId: string;
  /** The document that its name speaks of, an application mostly: the words may be about somebody else's. */
  readonly about: string | null;
  /** ISO-8601 UTC. */
  readonly savedAt: string;
  readonly sealed: string;
}

export interface PersonalDocument {
  readonly name: string;
  /** JSON. */
  readonly value: unknown;
  /** ISO-8601 UTC. */
  readonly savedAt: string;
}

/** What people keep for themselves with the portal, each under a name of its own; the last one written holds. */
export interface PersonalDocuments {
  get(userId: string, name: string): Promise<PersonalDocument | undefined>;
  /** All of a person's, by name. */
  list(userId: string): Promise<readonly PersonalDocument[]>;
  /** Of more than a person may have, the one that was not touched for longest goes. */
  put(userId: string, name: string, value: unknown): Promise<PersonalDocument>;
  remove(userId: string, name: string): Promise<void>;
  removeAll(userId: string): Promise<void>;
  /** Everybody's that speak of one of these documents; says how many there were. */
  removeAbout(ids: readonly string[]): Promise<number>;
  /** Removes what nobody has touched for longer than it is kept. */
  sweep(): Promise<void>;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

export function createPersonalDocuments({
  documents,
  keys,
  now,
  kind,
  most,
  keptMs = Number.POSITIVE_INFINITY,
}: {
  /** With indexes on `userId`, `about` and `savedAt`. */
  documents: VaultCollection<SealedDocument>;
  keys: SubjectKeys;
  now: () => number;
  /** Becomes part of their ids. */
  kind: string;
  /** So many each person may have. */
  most: number;
  keptMs?: number;
}): PersonalDocuments {
  const idOf = (userId: string, name: string) => uuidV5(kind, userId, name);
  const subjectOf = (userId: string) => `${user.category}-${userId}`;
  const of = async (userId: string) => (await documents.find({ userId }, { sort: { by: 'savedAt' } })).documents;

  /** Undefined for what was sealed for somebody who has been erased. */
  async function open(document: SealedDocument): Promise<PersonalDocument | undefined> {
    const subject = subjectOf(document.userId);
    const key = (await keys.getMany([subject])).get(subject);
    if (key === undefined) throw new Error(`The key of ${subject} vanished from the vault`);
    if (key === 'erased') return undefined;
    const { name, value } = JSON.parse(unseal(key, document.sealed, document._id)) as PersonalDocument;
    return { name, value, savedAt: document.savedAt };
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
    async put(userId, name, value) {
      const _id = idOf(userId, name);
      const savedAt = new Date(now()).toISOString();
      const sealed = seal(await keys.ensure(subjectOf(userId)), JSON.stringify({ name, value }), _id);
      const document = { _id, userId, about: UUID.exec(name)?.[0] ?? null, savedAt, sealed };
      if (!(await documents.replace(document))) {
        const held = await of(userId);
        const tooMany = held.slice(0, Math.max(0, held.length + 1 - most));
        await Promise.all(tooMany.map(({ _id: oldest }) => documents.delete(oldest)));
        while (!(await documents.insert(document))) if (await documents.replace(document)) break;
      }
      return { name, value, savedAt };
    },
    async remove(userId, name) {
      await documents.delete(idOf(userId, name));
    },
    async removeAll(userId) {
      await Promise.all((await of(userId)).map(({ _id }) => documents.delete(_id)));
    },
    async removeAbout(ids) {
      const { documents: found } = await documents.find({ about: ids });
      const removed = await Promise.all(found.map(({ _id }) => documents.delete(_id)));
      return removed.filter(Boolean).length;
    },
    sweep: () =>
      sweepOldest(documents, { by: 'savedAt', isOver: ({ savedAt }) => Date.parse(savedAt) + keptMs <= now() }),
  };
}
