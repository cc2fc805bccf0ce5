import { createHash, randomBytes } from 'node:crypto';
import { sweepOldest } from './sweep.ts';
import type { Vault } from './vault.ts';

/** 256 bits: beyond guessing, so the hash needs no salt (OWASP ASVS 5.0, 6.5). */
const TOKEN_BYTES = 32;
/** Per kind and subject; a further one ends the oldest. */
const MOST = 20;

/** Only the receiver knows its text. */
export interface OneTimeToken {
  readonly kind: string;
  /** `user-…` or `application-…`; empty for what is only spent. */
  readonly subject: string;
  readonly expiresAt: string;
  readonly refs: Readonly<Record<string, string>>;
}

export interface OneTimeTokens {
  issue(token: Omit<OneTimeToken, 'refs'> & Partial<Pick<OneTimeToken, 'refs'>>): Promise<{ readonly token: string }>;
  renew(token: Parameters<OneTimeTokens['issue']>[0]): Promise<{ readonly token: string }>;
  /** Does not use the token. Undefined if unknown, of another kind, or expired. */
  peek(token: string, kind: string): Promise<OneTimeToken | undefined>;
  consume(token: string, kind: string): Promise<OneTimeToken | undefined>;
  revoke(subject: string, kind: string): Promise<void>;
  /** For a text that was not issued here: true once until `expiresAt`. */
  spend(token: string, about: Pick<OneTimeToken, 'kind' | 'expiresAt'>): Promise<boolean>;
  sweep(): Promise<void>;
}

interface TokenDocument extends OneTimeToken {
  /** SHA-256 of the token: a reader of the vault has no valid one. */
  readonly _id: string;
}

export function createOneTimeTokens({ vault, now }: { vault: Vault; now: () => number }): OneTimeTokens {
  const documents = vault.collection<TokenDocument>({ name: 'oneTimeTokens', indexes: ['subject', 'expiresAt'] });
  const idOf = (token: string) => createHash('sha256').update(token).digest('hex');
  const isExpired = ({ expiresAt }: OneTimeToken) => Date.parse(expiresAt) <= now();

  const find = async (token: string, kind: string): Promise<TokenDocument | undefined> => {
    const document = await documents.get(idOf(token));
    return document?.kind === kind && !isExpired(document) ? document : undefined;
  };
  /** One at a time, so that the second of two ends the first. */
  let renewals: Promise<unknown> = Promise.resolve();

  const content = ({ kind, subject, expiresAt, refs }: TokenDocument): OneTimeToken => ({
    kind,
    subject,
    expiresAt,
    refs,
  });

  const tokens: OneTimeTokens = {
    async issue({ kind, subject, expiresAt, refs = {} }) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      await documents.insert({ _id: idOf(token), kind, subject, expiresAt, refs });
      const { documents: issued } = await documents.find({ subject });
      const alike = issued.filter((one) => one.kind === kind && one._id !== idOf(token));
      const oldest = alike.sort((one, other) => (one.expiresAt < other.expiresAt ? -1 : 1));
      const tooMany = oldest.slice(0, Math.max(0, oldest.length + 1 - MOST));
      await Promise.all(tooMany.map(({ _id }) => documents.delete(_id)));
      return { token };
    },

    renew(token) {
      const renewal = renewals.then(async () => {
        await tokens.revoke(token.subject, token.kind);
        return tokens.issue(token);
      });
      renewals = renewal.catch(() => {});
      return renewal;
    },

    async peek(token, kind) {
      const document = await find(token, kind);
      return document && content(document);
    },

    async consume(token, kind) {
      const document = await find(token, kind);
      return document && (await documents.delete(document._id)) ? content(document) : undefined;
    },

    async revoke(subject, kind) {
      const { documents: issued } = await documents.find({ subject });
      await Promise.all(issued.filter((token) => token.kind === kind).map(({ _id }) => documents.delete(_id)));
    },

    spend: (token, about) => documents.insert({ _id: idOf(token), subject: '', refs: {}, ...about }),

    sweep: () => sweepOldest(documents, { by: 'expiresAt', isOver: isExpired }),
  };
  return tokens;
}
