import { hash, randomBytes } from 'node:crypto';
import { truncatedAddress } from '../../commands/security-log/truncated-address.ts';
import { sweepOldest } from '../../commands/vault/sweep.ts';
import type { Vault } from '../../commands/vault/vault.ts';
import { CONFIRMED_MINUTES, EMAIL_PROVEN_MINUTES } from '../../domain/access/confirmation.ts';
import { isStaff } from '../../domain/access/policy.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import type { UserDocument } from '../../projections/users.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
interface Lifetime {
  /** Since it was last used. */
  readonly idleMs: number;
  /** Since the log-in. */
  readonly wholeMs: number;
}
/** Of staff, who can open the data of thousands, and of everyone else (docs/decisions/0072-sessions-of-staff.md). */
const LIFETIMES = {
  staff: { idleMs: 12 * HOUR, wholeMs: 7 * DAY },
  others: { idleMs: 30 * DAY, wholeMs: 90 * DAY },
} as const satisfies Record<string, Lifetime>;
type Holder = keyof typeof LIFETIMES;

export const holderOf = ({ orgRoles, isCreator }: Pick<UserDocument, 'orgRoles' | 'isCreator'>): Holder =>
  isStaff({ roles: orgRoles, isCreator }) ? 'staff' : 'others';
export const sessionSeconds = (holder: Holder): number => LIFETIMES[holder].wholeMs / 1000;

/** Written at most this often, so that reads do not become writes. */
const TOUCH_AFTER = 10 * 60_000;
const TOKEN_BYTES = 32;
const CONFIRMED_MS = CONFIRMED_MINUTES * 60_000;
const EMAIL_PROVEN_MS = EMAIL_PROVEN_MINUTES * 60_000;
const RACES = 20;

export interface Session {
  /** SHA-256 of the cookie's value, so that the vault's content opens no session. */
  readonly _id: string;
  readonly userId: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly device?: string | null;
  /** Truncated, of the log-in. */
  readonly network?: string | null;
  /** Begun by an emailed link, which staff cannot use. */
  readonly isByLink?: true;
  /** When the person last proved who they are in this session; a log-in does so too, unless it left out what a confirmation asks for. */
  readonly confirmedAt?: string;
  /** When the person last used an email to their address in this session. It does not confirm who they are. */
  readonly emailProvenAt?: string;
}

/** Times slightly ahead are those of another process. */
const isWithin = (since: string | undefined, at: string, ms: number): boolean =>
  since !== undefined && Math.abs(Date.parse(at) - Date.parse(since)) < ms;

export const isConfirmed = ({ confirmedAt }: Session, at: string): boolean => isWithin(confirmedAt, at, CONFIRMED_MS);

export const isEmailProven = ({ emailProvenAt }: Session, at: string): boolean =>
  isWithin(emailProvenAt, at, EMAIL_PROVEN_MS);

export const confirmedUntil = ({ confirmedAt }: { readonly confirmedAt: string }): string =>
  new Date(Date.parse(confirmedAt) + CONFIRMED_MS).toISOString();

export const emailProvenUntil = ({ emailProvenAt }: { readonly emailProvenAt: string }): string =>
  new Date(Date.parse(emailProvenAt) + EMAIL_PROVEN_MS).toISOString();

/** The device and network of a log-in. */
export interface Origin {
  readonly device: string | null;
  readonly address: string;
}

interface StartOptions {
  readonly notBefore?: string | undefined;
  readonly isByLink?: boolean;
  /** Whether the log-in counts as a confirmation; never by an emailed link. */
  readonly isConfirmed?: boolean;
  /** With what only the mailbox has. */
  readonly isEmailProven?: boolean;
}

export interface Sessions {
  /** Returns the cookie's text. Beyond the limit per account, the least recently used session ends. */
  start(userId: string, from: Origin, options?: StartOptions): Promise<string>;
  find(token: string): Promise<Session | undefined>;
  /** Marks it as used; false if it is over for such a person, and it then ends. */
  use(session: Session, holder: Holder): Promise<boolean>;
  /** Undefined if the session has ended. By an emailed code, a session begun by a link remains one. */
  confirm(
    id: string,
    options?: { readonly isByEmail: boolean },
  ): Promise<(Session & { readonly confirmedAt: string }) | undefined>;
  /** Undefined if the session has ended. */
  proveEmail(id: string): Promise<(Session & { readonly emailProvenAt: string }) | undefined>;
  end(id: string): Promise<void>;
  /** Valid ones, the last used first. */
  list(userId: string, holder: Holder): Promise<readonly Session[]>;
  endAll(userId: string, except?: string): Promise<void>;
  sweep(): Promise<void>;
}

export function createSessions({ vault, now }: { vault: Vault; now: () => number }): Sessions {
  const documents = vault.collection<Session>({ name: 'sessions', indexes: ['userId', 'lastUsedAt', 'createdAt'] });
  const idOf = (token: string) => hash('sha256', token);
  const isOver = ({ createdAt, lastUsedAt, isByLink, confirmedAt }: Session, holder: Holder = 'others') => {
    // It began with less than a log-in of staff needs.
    if (holder === 'staff' && (isByLink || confirmedAt === undefined)) return true;
    const { idleMs, wholeMs } = LIFETIMES[holder];
    return now() > Date.parse(lastUsedAt) + idleMs || now() > Date.parse(createdAt) + wholeMs;
  };

  /** By compare-and-replace, because the session is marked as used meanwhile. */
  async function change<Changed extends Session>(
    id: string,
    next: (session: Session, at: string) => Changed,
  ): Promise<Changed | undefined> {
    for (let race = 0; race < RACES; race += 1) {
      const session = await documents.get(id);
      if (!session) return undefined;
      const changed = next(session, new Date(now()).toISOString());
      if (await documents.replace(changed, { lastUsedAt: session.lastUsedAt })) return changed;
    }
    throw new Error('A session changed too often to be confirmed');
  }

  return {
    async start(
      userId,
      { device, address },
      { notBefore = '', isByLink = false, isConfirmed: isProven = !isByLink, isEmailProven: hasEmail = false } = {},
    ) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const at = new Date(now()).toISOString();
      const createdAt = at > notBefore ? at : notBefore;
      const network = truncatedAddress(address);
      const proof = {
        ...(isByLink && { isByLink }),
        ...(isProven && { confirmedAt: at }),
        ...(hasEmail && { emailProvenAt: at }),
      };
      const session = { _id: idOf(token), userId, createdAt, lastUsedAt: at, device, network, ...proof };
      await documents.insert(session);
      const { documents: all } = await documents.find({ userId });
      const others = all.filter(({ _id }) => _id !== idOf(token));
      others.sort((one, other) => (one.lastUsedAt < other.lastUsedAt ? -1 : 1));
      const tooMany = others.slice(0, Math.max(0, others.length + 1 - QUOTAS.account.sessions));
      await Promise.all(tooMany.map(({ _id }) => documents.delete(_id)));
      return token;
    },
    async find(token) {
      return documents.get(idOf(token));
    },
    async use(session, holder) {
      if (isOver(session, holder)) {
        await documents.delete(session._id);
        return false;
      }
      if (now() - Date.parse(session.lastUsedAt) > TOUCH_AFTER) {
        await documents.replace(
          { ...session, lastUsedAt: new Date(now()).toISOString() },
          { lastUsedAt: session.lastUsedAt },
        );
      }
      return true;
    },
    confirm: (id, { isByEmail } = { isByEmail: false }) =>
      change(id, ({ isByLink, ...others }, at) => ({
        ...others,
        ...(isByEmail && isByLink && { isByLink }),
        lastUsedAt: at,
        confirmedAt: at,
      })),
    proveEmail: (id) => change(id, (session, at) => ({ ...session, lastUsedAt: at, emailProvenAt: at })),
    async end(id) {
      await documents.delete(id);
    },
    async list(userId, holder) {
      const { documents: all } = await documents.find({ userId });
      return all
        .filter((session) => !isOver(session, holder))
        .sort((one, other) => (one.lastUsedAt < other.lastUsedAt ? 1 : -1));
    },
    async endAll(userId, except) {
      const { documents: all } = await documents.find({ userId });
      await Promise.all(all.filter(({ _id }) => _id !== except).map(({ _id }) => documents.delete(_id)));
    },
    async sweep() {
      await sweepOldest(documents, { by: 'lastUsedAt', isOver: (session) => isOver(session) });
      await sweepOldest(documents, { by: 'createdAt', isOver: (session) => isOver(session) });
    },
  };
}
