import { createHash, randomBytes } from 'node:crypto';
import { user } from '../../domain/user/user.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { SubjectKeys } from '../vault/subject-keys.ts';
import type { Vault } from '../vault/vault.ts';
import { stepOfCode, toBase32 } from './totp.ts';

/** As RFC 4226 recommends. */
const SECRET_BYTES = 20;
export const RECOVERY_CODES = 10;
/** 120 bits in 24 characters: beyond guessing, so the hash needs no salt (OWASP ASVS 5.0, 6.5.2). */
const RECOVERY_BYTES = 15;
/** Between the secret and the code that confirms it. */
const SET_UP_MS = 30 * 60_000;
/** A person whose answer was lost gets new recovery codes for the same code again, so long and until one of them is used. */
const REPEATABLE_MS = 10 * 60_000;
const RACES = 20;

/** Sealed with the person's key: an erasure destroys it, and a rotation of the master key seals that key anew. */
interface Content {
  /** Base64. */
  readonly secret: string;
  /** Of the last accepted code. */
  readonly lastStep: number;
  /** SHA-256 of the codes that are left. */
  readonly recovery: readonly string[];
  /** The code that made them, as SHA-256. */
  readonly madeBy?: { readonly code: string; readonly at: string };
}

interface AuthenticatorDocument {
  readonly _id: string;
  readonly userId: string;
  readonly begunAt: string;
  /** Null until a code confirms it; before that, no log-in asks for it. */
  readonly addedAt: string | null;
  readonly version: number;
  readonly sealed: string;
}

export interface AuthenticatorState {
  readonly addedAt: string | null;
  readonly recoveryCodesLeft: number;
}

export type UsedCode = 'app' | 'recovery';

/** Authenticator apps (TOTP) of accounts, at most one each, with recovery codes. */
export interface Authenticators {
  of(userId: string): Promise<AuthenticatorState>;
  /** Of many people: who has one. */
  addedAmong(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** A new secret in base32, which replaces one that was not confirmed; undefined if the account has an app already. */
  begin(userId: string): Promise<string | undefined>;
  /** The recovery codes, others for a repeated call; undefined for a wrong code. `beforeAdding` runs after a right one. */
  confirm(userId: string, code: string, beforeAdding: () => Promise<void>): Promise<readonly string[] | undefined>;
  /** What the code is, once for each code of the app and each recovery code; undefined if it is wrong. */
  use(userId: string, code: string): Promise<UsedCode | undefined>;
  /** By a code that has been used for it. All former recovery codes end. Undefined if the account has no app. */
  renewCodes(userId: string, code: string): Promise<readonly string[] | undefined>;
  /** Others, for the code that made those which the person has not seen. */
  renewAgain(userId: string, code: string): Promise<readonly string[] | undefined>;
  /** False if there was none. */
  remove(userId: string): Promise<boolean>;
}

const NONE: AuthenticatorState = { addedAt: null, recoveryCodesLeft: 0 };

const newCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    (toBase32(randomBytes(RECOVERY_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-'),
  );

/** As typed: in capitals, with spaces or without hyphens. */
const plain = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

const hashOf = (code: string): string => createHash('sha256').update(plain(code)).digest('hex');

const withCodes = (content: Content, codes: readonly string[], addedAt: string) => ({
  content: { ...content, recovery: codes.map(hashOf) },
  addedAt,
});

export function createAuthenticators({
  vault,
  keys,
  now,
}: {
  vault: Vault;
  keys: Pick<SubjectKeys, 'ensure' | 'getMany'>;
  now: () => number;
}): Authenticators {
  const documents = vault.collection<AuthenticatorDocument>({ name: 'authenticators', indexes: ['userId'] });
  const subjectOf = (userId: string) => `${user.category}-${userId}`;

  async function open(document: AuthenticatorDocument): Promise<Content | undefined> {
    const subject = subjectOf(document.userId);
    const key = (await keys.getMany([subject])).get(subject);
    if (key === undefined) throw new Error(`The key of ${subject} vanished from the vault`);
    return key === 'erased' ? undefined : (JSON.parse(unseal(key, document.sealed, document._id)) as Content);
  }

  const sealed = async (userId: string, content: Content): Promise<string> =>
    seal(await keys.ensure(subjectOf(userId)), JSON.stringify(content), userId);

  type Next = (
    content: Content,
    document: AuthenticatorDocument,
  ) => { readonly content: Content; readonly addedAt: string } | undefined;

  /** By compare-and-replace, so that of two uses of a code at once only one succeeds. */
  async function change(userId: string, next: Next, beforeAdding = async () => {}): Promise<boolean> {
    for (let race = 0; race < RACES; race += 1) {
      const document = await documents.get(userId);
      const content = document && (await open(document));
      const wanted = content && next(content, document);
      if (!wanted) return false;
      const { version } = document;
      const { addedAt } = wanted;
      if (document.addedAt === null) await beforeAdding();
      const changed = { ...document, addedAt, version: version + 1, sealed: await sealed(userId, wanted.content) };
      if (await documents.replace(changed, { version, sealed: document.sealed })) return true;
    }
    return false;
  }

  const madeBy = (content: Content, code: string): Content => ({
    ...content,
    madeBy: { code: hashOf(code), at: new Date(now()).toISOString() },
  });

  const isRepeated = ({ recovery, madeBy: made }: Content, code: string): boolean =>
    made?.code === hashOf(code) &&
    recovery.length === RECOVERY_CODES &&
    Math.abs(now() - Date.parse(made.at)) < REPEATABLE_MS;

  return {
    async of(userId) {
      const document = await documents.get(userId);
      const content = document && document.addedAt !== null ? await open(document) : undefined;
      return content && document ? { addedAt: document.addedAt, recoveryCodesLeft: content.recovery.length } : NONE;
    },

    async addedAmong(userIds) {
      const found = await documents.getMany([...userIds]);
      return new Set(found.filter(({ addedAt }) => addedAt !== null).map(({ userId }) => userId));
    },

    async begin(userId) {
      const secret = randomBytes(SECRET_BYTES);
      const content = { secret: secret.toString('base64'), lastStep: 0, recovery: [] };
      const begun = { begunAt: new Date(now()).toISOString(), addedAt: null, sealed: await sealed(userId, content) };
      for (let race = 0; race < RACES; race += 1) {
        const before = await documents.get(userId);
        if (before && before.addedAt !== null) return undefined;
        const document = { _id: userId, userId, version: (before?.version ?? 0) + 1, ...begun };
        const isStored = before
          ? await documents.replace(document, { version: before.version, sealed: before.sealed })
          : await documents.insert(document);
        if (isStored) return toBase32(secret);
      }
      return undefined;
    },

    async confirm(userId, code, beforeAdding) {
      const codes = newCodes();
      const next: Next = (content, { addedAt, begunAt }) => {
        if (addedAt !== null) return isRepeated(content, code) ? withCodes(content, codes, addedAt) : undefined;
        if (Date.parse(begunAt) + SET_UP_MS < now()) return undefined;
        const step = stepOfCode(Buffer.from(content.secret, 'base64'), plain(code), { at: now(), lastStep: 0 });
        if (step === undefined) return undefined;
        const made = madeBy({ ...content, lastStep: step }, code);
        return withCodes(made, codes, new Date(now()).toISOString());
      };
      return (await change(userId, next, beforeAdding)) ? codes : undefined;
    },

    async use(userId, code) {
      let used: UsedCode = 'app';
      const isUsed = await change(userId, (content, { addedAt }) => {
        if (addedAt === null) return undefined;
        const { secret, lastStep, recovery } = content;
        const step = stepOfCode(Buffer.from(secret, 'base64'), plain(code), { at: now(), lastStep });
        used = step === undefined ? 'recovery' : 'app';
        if (step !== undefined) return { content: { ...content, lastStep: step }, addedAt };
        const hash = hashOf(code);
        if (!recovery.includes(hash)) return undefined;
        return { content: { ...content, recovery: recovery.filter((other) => other !== hash) }, addedAt };
      });
      return isUsed ? used : undefined;
    },

    async renewCodes(userId, code) {
      const codes = newCodes();
      const isRenewed = await change(userId, (content, { addedAt }) =>
        addedAt === null ? undefined : withCodes(madeBy(content, code), codes, addedAt),
      );
      return isRenewed ? codes : undefined;
    },

    async renewAgain(userId, code) {
      const codes = newCodes();
      const isRenewed = await change(userId, (content, { addedAt }) =>
        addedAt !== null && isRepeated(content, code) ? withCodes(content, codes, addedAt) : undefined,
      );
      return isRenewed ? codes : undefined;
    },

    async remove(userId) {
      const document = await documents.get(userId);
      if (!document) return false;
      return (await documents.delete(userId)) && document.addedAt !== null;
    },
  };
}
