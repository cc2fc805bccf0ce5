import { createHash } from 'node:crypto';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { user } from '../../domain/user/user.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { SubjectKeys } from '../vault/subject-keys.ts';
import type { Vault } from '../vault/vault.ts';
import { CHALLENGE_MS } from './passkey-challenges.ts';

/** More than the log-ins that one person begins at once. */
const RACES = 200;
/** Uses that later ones are compared with, if their log-ins began before. */
const MOST_USES = 100;

/** What an authenticator gave when the passkey was made. */
export interface NewPasskey {
  /** Base64url, chosen by the authenticator. */
  readonly credentialId: string;
  /** COSE, as base64url. */
  readonly publicKey: string;
  /** 0 for authenticators that do not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** Copied to the person's other devices by their provider. */
  readonly isSynced: boolean;
  readonly name: string;
  /** The host for which browsers offer it: the relying party's id. */
  readonly host: string;
}

interface Use {
  readonly counter: number;
  /** The highest count until then. */
  readonly before: number;
  readonly at: number;
}

/** Sealed with the person's key, like `authenticators`. */
interface Content extends NewPasskey {
  /** ISO-8601 UTC. */
  readonly lastUsedAt: string | null;
  /** Of those that count: the uses within the life of a challenge, which log-ins that began before may follow. */
  readonly uses?: readonly Use[];
}

interface PasskeyDocument {
  /** SHA-256 of the credential's id: a log-in names only this id, and the vault's content does not reveal it. */
  readonly _id: string;
  readonly userId: string;
  readonly addedAt: string;
  readonly version: number;
  readonly sealed: string;
}

export interface Passkey extends Content {
  readonly id: string;
  readonly userId: string;
  readonly addedAt: string;
}

export interface PasskeyUse {
  readonly counter: number;
  readonly isSynced: boolean;
  /** Of the challenge that was signed. */
  readonly issuedAt: number;
}

export interface Passkeys {
  /** The oldest first. */
  list(userId: string): Promise<readonly Passkey[]>;
  /** Numbers by person, without those who have none. */
  countAmong(userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  find(credentialId: string): Promise<Passkey | undefined>;
  add(userId: string, passkey: NewPasskey): Promise<Passkey | 'known' | 'too many'>;
  /** Undefined if the person has no such passkey. */
  rename(userId: string, id: string, name: string): Promise<Passkey | undefined>;
  /**
   * After its signature was verified. `copied`: the counter was used before, or was not above all that were known when the
   * challenge was issued, so another device has the same key. Log-ins that are begun at once may arrive in any order.
   */
  use(id: string, use: PasskeyUse): Promise<'used' | 'copied' | 'gone'>;
  remove(userId: string, id: string): Promise<boolean>;
  /** How many there were. */
  removeAll(userId: string): Promise<number>;
}

const idOf = (credentialId: string): string =>
  createHash('sha256').update(Buffer.from(credentialId, 'base64url')).digest('hex');

export function createPasskeys({
  vault,
  keys,
  now,
}: {
  vault: Vault;
  keys: Pick<SubjectKeys, 'ensure' | 'getMany'>;
  now: () => number;
}): Passkeys {
  const documents = vault.collection<PasskeyDocument>({ name: 'passkeys', indexes: ['userId'] });
  const subjectOf = (userId: string) => `${user.category}-${userId}`;
  const ofPerson = async (userId: string) => (await documents.find({ userId })).documents;

  /** None of a person who has been erased. */
  async function open(found: readonly PasskeyDocument[]): Promise<readonly Passkey[]> {
    const known = await keys.getMany([...new Set(found.map(({ userId }) => subjectOf(userId)))]);
    return found.flatMap(({ _id: id, userId, addedAt, sealed }) => {
      const key = known.get(subjectOf(userId));
      if (key === undefined) throw new Error(`The key of ${subjectOf(userId)} vanished from the vault`);
      return key === 'erased' ? [] : [{ ...(JSON.parse(unseal(key, sealed, id)) as Content), id, userId, addedAt }];
    });
  }

  const sealed = async (userId: string, id: string, content: Content): Promise<string> =>
    seal(await keys.ensure(subjectOf(userId)), JSON.stringify(content), id);

  /** By compare-and-replace, so that of two uses at once each sees the other's counter. */
  async function change(
    id: string,
    next: (passkey: Passkey) => Content | 'refused',
  ): Promise<Passkey | 'refused' | 'gone'> {
    for (let race = 0; race < RACES; race += 1) {
      const document = await documents.get(id);
      const [passkey] = document ? await open([document]) : [];
      if (!document || !passkey) return 'gone';
      const wanted = next(passkey);
      if (wanted === 'refused') return wanted;
      const { userId, addedAt, version } = document;
      const changed = { _id: id, userId, addedAt, version: version + 1, sealed: await sealed(userId, id, wanted) };
      if (await documents.replace(changed, { version, sealed: document.sealed })) {
        return { ...wanted, id, userId, addedAt };
      }
    }
    throw new Error('A passkey changed too often to be used');
  }

  return {
    async list(userId) {
      const own = await open(await ofPerson(userId));
      return own.toSorted((one, other) => (one.addedAt < other.addedAt ? -1 : 1));
    },

    async countAmong(userIds) {
      const counts = new Map<string, number>();
      if (userIds.length === 0) return counts;
      const { documents: found } = await documents.find({ userId: userIds });
      for (const { userId } of found) counts.set(userId, (counts.get(userId) ?? 0) + 1);
      return counts;
    },

    async find(credentialId) {
      const document = await documents.get(idOf(credentialId));
      return document && (await open([document]))[0];
    },

    async add(userId, given) {
      const id = idOf(given.credentialId);
      if ((await ofPerson(userId)).length >= QUOTAS.account.passkeys) return 'too many';
      const content = { ...given, lastUsedAt: null };
      const addedAt = new Date(now()).toISOString();
      const document = { _id: id, userId, addedAt, version: 1, sealed: await sealed(userId, id, content) };
      if (!(await documents.insert(document))) return 'known';
      // Several may have been added at once.
      if ((await ofPerson(userId)).length > QUOTAS.account.passkeys) {
        await documents.delete(id);
        return 'too many';
      }
      return { ...content, id, userId, addedAt };
    },

    async rename(userId, id, name) {
      const renamed = await change(id, (passkey) =>
        passkey.userId === userId ? { ...contentOf(passkey), name } : 'refused',
      );
      return typeof renamed === 'string' ? undefined : renamed;
    },

    async use(id, { counter, isSynced, issuedAt }) {
      const used = await change(id, (passkey) => {
        const at = now();
        const content = { ...contentOf(passkey), isSynced, lastUsedAt: new Date(at).toISOString() };
        if (counter === 0 && passkey.counter === 0) return content;
        if (!isNewCount(passkey, counter, issuedAt)) return 'refused';
        const uses = [...(passkey.uses ?? []), { counter, before: passkey.counter, at }].filter(
          (use) => at - use.at <= CHALLENGE_MS,
        );
        return { ...content, counter: Math.max(counter, passkey.counter), uses: uses.slice(-MOST_USES) };
      });
      if (used === 'refused') return 'copied';
      return used === 'gone' ? used : 'used';
    },

    async remove(userId, id) {
      return (await documents.get(id))?.userId === userId && documents.delete(id);
    },

    async removeAll(userId) {
      const removed = await Promise.all((await ofPerson(userId)).map(({ _id }) => documents.delete(_id)));
      return removed.filter(Boolean).length;
    },
  };
}

/** A count that a later one has overtaken is new if both log-ins were under way at once. */
function isNewCount({ counter: highest, uses = [] }: Content, counter: number, issuedAt: number): boolean {
  if (counter > highest) return true;
  const since = uses.filter(({ at }) => at > issuedAt);
  if (since.length === 0 || since.some((use) => use.counter === counter)) return false;
  return counter > Math.min(...since.map(({ before }) => before));
}

const contentOf = ({ id: _id, userId: _userId, addedAt: _addedAt, ...content }: Passkey): Content => content;
