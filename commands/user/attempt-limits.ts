import { isIPv6 } from 'node:net';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { inQueue } from '../../timing/keyed-queue.ts';
import { sweepOldest } from '../vault/sweep.ts';
import { usageOf } from '../vault/usage.ts';
import type { Vault, VaultCollection } from '../vault/vault.ts';

/** Per 15 minutes: guesses from one address or device. */
export const ATTEMPTS_PER_ACCOUNT = 10;
/** From all addresses together, and again from its known devices together. */
export const GUESSES_PER_ACCOUNT = 100;
export const ATTEMPTS_PER_ADDRESS = 100;
/** Emails with a link to one account: asked for from one network or known device, in 15 minutes and in a day, and from all networks. */
export const EMAILS_PER_NETWORK = 5;
export const EMAILS_PER_NETWORK_TODAY = 20;
export const EMAILS_PER_ACCOUNT = 20;
/** To one mailbox, of all kinds; then one of each kind an hour, so that strangers do not keep its owner out for a day. */
export const EMAILS_PER_MAILBOX_TODAY = 40;
/** Codes of a second factor that one session may try, before it has used up those of all sessions. */
export const CODES_PER_SESSION = 5;
/** From one address. A signature cannot be guessed, so this bounds work only. */
export const ATTEMPTS_PER_PASSKEY = 100;
/** A submission sends an email to any address, or reveals something by its refusal. */
export const SUBMISSIONS_PER_ADDRESS = 200;
export const UPLOADS_PER_ADDRESS = 120;
export const WINDOW_MS = 15 * 60_000;
const RACES = 200;
const SWEEP_EVERY = 100;

/** Counts guesses at passwords and links in the vault, for all processes. */
export interface AttemptLimits {
  admit(attempt: Attempt): Promise<boolean>;
  /** Within a session: counted for the account alone, so that a stranger in the same network keeps out no person who is logged in. */
  admitOwn(account: string): Promise<boolean>;
  /**
   * A code of a second factor, wherever it comes from: a try needs the password or a session. Those of log-ins and of
   * sessions are counted apart, so that a stolen session locks no log-in; and a session's first try passes, so that stolen ones do not
   * keep the owner from confirming in another.
   */
  admitCode(code: CodeTry): Promise<boolean>;
  /** It was right. */
  forgiveCode(code: CodeTry): Promise<void>;
  /** The owner has set a new password by a link. */
  forgiveCodes(userId: string): Promise<void>;
  /** An email that a stranger may ask for, counted so that no stranger in one network keeps its owner from getting one. */
  admitEmail(email: AskedEmail): Promise<Result<null>>;
  /** To known devices and sessions: the owner has set a new password by a link, so those who used them up are known no longer. */
  forgiveEmails(emailId: string): Promise<void>;
  admitSubmission(address: string): Promise<boolean>;
  admitUpload(address: string): Promise<boolean>;
  /** Per day (UTC), in bytes or times; false, and not counted, beyond the limit. A negative amount releases. */
  admitToday(owner: string, room: RoomToday): Promise<boolean>;
  /**
   * Counts per account and address, so that no stranger can lock the owner out. A limit over all addresses slows
   * attackers with many; known devices are counted separately.
   */
  admitGuess(guess: Guess): Promise<boolean>;
  forgiveGuess(guess: Guess): Promise<void>;
  /** Whether the guesses at this account, not only those from the address, are used up. */
  isLockedOut(guess: Guess): Promise<boolean>;
  /** Tries of one passkey from one address, so that nothing else there locks it out. */
  admitPasskey(passkey: Attempt): Promise<boolean>;
  forgivePasskey(passkey: Attempt): Promise<void>;
  /** The owner has set a new password by a link. */
  forgiveAccount(account: string): Promise<void>;
  /** After many wrong secrets: the next call about the assessment or from the address waits. */
  slowsReport(report: Attempt): Promise<boolean>;
  countWrongReport(report: Attempt): Promise<void>;
  sweep(): Promise<void>;
}

export interface Attempt {
  readonly account: string;
  readonly address: string;
}

export interface AskedEmail {
  readonly kind: 'login-link' | 'reset-link';
  /** Of the email, whether it has an account or not. */
  readonly emailId: string;
  readonly address: string;
  /** A known one of the account, or a session. */
  readonly device?: string | null;
}

export interface Guess extends Attempt {
  readonly device?: string | null;
}

export interface CodeTry {
  readonly userId: string;
  /** Null at a log-in. */
  readonly sessionId: string | null;
}

export interface RoomToday {
  readonly amount: number;
  readonly limit: number;
  readonly by: RefusedAttempt['by'];
}

export interface RefusedAttempt {
  readonly by: 'address' | 'account';
  readonly of: 'attempt' | 'submission' | 'upload' | 'day';
  /** As the caller names it; never an email. */
  readonly subject: string;
}

interface Count {
  readonly _id: string;
  readonly attempts: readonly number[];
  readonly runsOutAt: number;
  /** Part of the names of an account's counters, so that a new epoch resets them. */
  readonly epoch?: number;
  readonly version: number;
}

/** `RATE_LIMITS=off`, for load tests. */
export const UNLIMITED: AttemptLimits = {
  admit: async () => true,
  admitOwn: async () => true,
  admitCode: async () => true,
  forgiveCode: async () => {},
  forgiveCodes: async () => {},
  admitEmail: async () => accept(null),
  forgiveEmails: async () => {},
  admitSubmission: async () => true,
  admitUpload: async () => true,
  admitToday: async () => true,
  admitGuess: async () => true,
  forgiveGuess: async () => {},
  isLockedOut: async () => false,
  admitPasskey: async () => true,
  forgivePasskey: async () => {},
  forgiveAccount: async () => {},
  slowsReport: async () => false,
  countWrongReport: async () => {},
  sweep: async () => {},
};

export function createAttemptLimits({
  vault,
  now,
  onRefused = () => {},
}: {
  vault: Vault;
  now: () => number;
  onRefused?: (refused: RefusedAttempt) => void;
}): AttemptLimits {
  const counts = vault.collection<Count>({ name: 'attemptCounts', indexes: ['runsOutAt'] });
  let attempts = 0;
  const addressOf = (attempt: Attempt) => `address:${network(attempt.address)}`;
  const submissionsOf = (address: string) => `submissions:${network(address)}`;
  const passkeyOf = ({ account, address }: Attempt) => `passkey:${account}:${network(address)}`;
  const uploadsOf = (address: string) => `uploads:${network(address)}`;
  const sweep = () => sweepOldest(counts, { by: 'runsOutAt', isOver: ({ runsOutAt }) => runsOutAt <= now() });
  const guessesAt = (account: string) => `guesses:${account}`;
  const guessesBy = async ({ account, address, device }: Guess) => {
    const epoch = (await counts.get(guessesAt(account)))?.epoch ?? 0;
    const base = `${guessesAt(account)}:${epoch}`;
    return device
      ? { own: `${base}:device:${device}`, all: `${base}:devices` }
      : { own: `${base}:${network(address)}`, all: guessesAt(account) };
  };
  const withdraw = (id: string) => change(counts, id, now(), (attempts) => attempts.slice(0, -1));
  const reportRefusal = (isAdmitted: boolean, refused: RefusedAttempt): boolean => {
    if (!isAdmitted) onRefused(refused);
    return isAdmitted;
  };
  const isWithin = async (id: string, limit: number, refused: RefusedAttempt) =>
    reportRefusal(await count(counts, id, limit, now()), refused);
  const sweepSometimes = async () => {
    attempts += 1;
    if (attempts % SWEEP_EVERY === 0) await sweep();
  };
  const takeToday = (owner: string, amount: number, limit: number) =>
    usageOf({ vault, now }).takeToday(owner, { amount, limit });
  const takeOfHour = (owner: string) => takeToday(`${owner}:${Math.floor(now() / HOUR_MS)}`, 1, 1);
  function refuseHour(kind: AskedEmail['kind']): Result<never> {
    const retryAfterSeconds = Math.ceil((HOUR_MS - (now() % HOUR_MS)) / 1000);
    const message = TEXTS.accounts.emailsThisHour[kind](Math.ceil(retryAfterSeconds / 60));
    return { ok: false, rejection: { code: 'too-many-requests', message, retryAfterSeconds } };
  }
  return {
    sweep,
    admitToday: async (owner, { by, ...room }) =>
      reportRefusal(await usageOf({ vault, now }).takeToday(owner, room), { by, of: 'day', subject: owner }),
    async admitGuess(guess) {
      await sweepSometimes();
      const { own, all } = await guessesBy(guess);
      const of = { of: 'attempt', subject: guess.account } as const;
      const byAddress = { ...of, by: 'address' } as const;
      const byAccount = { ...of, by: 'account' } as const;
      if (!guess.device && !(await isWithin(addressOf(guess), ATTEMPTS_PER_ADDRESS, byAddress))) return false;
      // First, so that one address or device alone never fills the common counter.
      if (!(await isWithin(own, ATTEMPTS_PER_ACCOUNT, byAccount))) return false;
      return isWithin(all, GUESSES_PER_ACCOUNT, byAccount);
    },
    async forgiveGuess(guess) {
      const { own, all } = await guessesBy(guess);
      await change(counts, own, now(), () => []);
      await withdraw(all);
      if (!guess.device) await withdraw(addressOf(guess));
    },
    async isLockedOut(guess) {
      const { own, all } = await guessesBy(guess);
      const [byOne, byAll] = await Promise.all([attemptsOf(counts, own, now()), attemptsOf(counts, all, now())]);
      return byOne >= ATTEMPTS_PER_ACCOUNT || byAll >= GUESSES_PER_ACCOUNT;
    },
    async admitPasskey(passkey) {
      await sweepSometimes();
      const refused = { by: 'account', of: 'attempt', subject: passkey.account } as const;
      return isWithin(passkeyOf(passkey), ATTEMPTS_PER_PASSKEY, refused);
    },
    async forgivePasskey(passkey) {
      await withdraw(passkeyOf(passkey));
    },
    async forgiveAccount(account) {
      await change(counts, guessesAt(account), now(), () => [], { isNewEpoch: true });
    },
    async slowsReport(report) {
      const used = await Promise.all(reportLimits(report).map(({ id }) => attemptsOf(counts, id, now())));
      return reportLimits(report).some(({ limit }, index) => (used[index] ?? 0) >= limit);
    },
    async countWrongReport(report) {
      await sweepSometimes();
      // The address first, so that it cannot fill a counter for each invented assessment.
      for (const { id, limit, by } of reportLimits(report)) {
        if (!(await isWithin(id, limit, { by, of: 'attempt', subject: report.account }))) return;
      }
    },
    async admit({ account, address }) {
      await sweepSometimes();
      const of = { of: 'attempt', subject: account } as const;
      if (!(await isWithin(addressOf({ account, address }), ATTEMPTS_PER_ADDRESS, { ...of, by: 'address' })))
        return false;
      return isWithin(`account:${account}`, ATTEMPTS_PER_ACCOUNT, { ...of, by: 'account' });
    },
    async admitOwn(account) {
      await sweepSometimes();
      return isWithin(`account:${account}`, ATTEMPTS_PER_ACCOUNT, { by: 'account', of: 'attempt', subject: account });
    },
    async admitCode(code) {
      await sweepSometimes();
      const refused = { by: 'account', of: 'attempt', subject: `code:${code.userId}` } as const;
      const [own, common] = codeLimits(code);
      if (!(await isWithin(own.id, own.limit, refused))) return false;
      if (common === undefined || (await count(counts, common.id, common.limit, now()))) return true;
      return reportRefusal((await attemptsOf(counts, own.id, now())) === 1, refused);
    },
    async forgiveCode(code) {
      for (const limit of codeLimits(code)) if (limit) await withdraw(limit.id);
    },
    async forgiveCodes(userId) {
      for (const id of [codesOf(userId), codesInSessionsOf(userId)]) await change(counts, id, now(), () => []);
    },
    async admitEmail({ kind, emailId, address, device = null }) {
      await sweepSometimes();
      const account = `${kind}:${emailId}`;
      const byAccount = { by: 'account', of: 'attempt', subject: account } as const;
      const wait = reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
      const byAddress = { ...byAccount, by: 'address' } as const;
      // Otherwise a stranger in the same network would keep known devices out.
      const isKnown = device !== null;
      if (!isKnown && !(await isWithin(addressOf({ account, address }), ATTEMPTS_PER_ADDRESS, byAddress))) return wait;
      // First, so that one network alone never fills the common counters.
      const own = `emails:${account}:${device ?? wideNetwork(address)}`;
      if (!(await isWithin(own, EMAILS_PER_NETWORK, byAccount))) return wait;
      // Known devices apart from strangers, and bounded too: a stranger who signed up with another person's email has many of them.
      const side = device === null ? '' : DEVICES;
      const all = `emails:${account}${side}`;
      if (!(await isWithin(all, EMAILS_PER_ACCOUNT, byAccount))) return wait;
      if (await takeToday(own, 1, EMAILS_PER_NETWORK_TODAY)) {
        if (await takeToday(`emails:${emailId}${side}`, 1, EMAILS_PER_MAILBOX_TODAY)) return accept(null);
        // A try that others have left no room for uses up nothing of the network's day.
        await takeToday(own, -1, EMAILS_PER_NETWORK_TODAY);
      }
      if (reportRefusal(await takeOfHour(all), { ...byAccount, of: 'day' })) return accept(null);
      // A try that sends nothing must not use up what others in the same network need.
      await Promise.all([withdraw(own), withdraw(all)]);
      return refuseHour(kind);
    },
    async forgiveEmails(emailId) {
      for (const kind of ['login-link', 'reset-link'] as const) {
        await change(counts, `emails:${kind}:${emailId}${DEVICES}`, now(), () => []);
      }
      await takeToday(`emails:${emailId}${DEVICES}`, -EMAILS_PER_MAILBOX_TODAY, EMAILS_PER_MAILBOX_TODAY);
    },
    admitSubmission: (address) =>
      isWithin(submissionsOf(address), SUBMISSIONS_PER_ADDRESS, { by: 'address', of: 'submission', subject: '' }),
    admitUpload: (address) =>
      isWithin(uploadsOf(address), UPLOADS_PER_ADDRESS, { by: 'address', of: 'upload', subject: '' }),
  };
}

/** Apart from sign-ins, so that a provider with an old secret blocks no sign-in. */
const reportLimits = ({ account, address }: Attempt) =>
  [
    { id: `reports-from:${network(address)}`, limit: ATTEMPTS_PER_ADDRESS, by: 'address' },
    { id: `reports:${account}:${network(address)}`, limit: ATTEMPTS_PER_ACCOUNT, by: 'account' },
    { id: `reports:${account}`, limit: GUESSES_PER_ACCOUNT, by: 'account' },
  ] as const;

const DEVICES = ':devices';

const codesOf = (userId: string) => `codes:${userId}`;
const codesInSessionsOf = (userId: string) => `codes-in-sessions:${userId}`;

interface Limit {
  readonly id: string;
  readonly limit: number;
}

/** The session first, so that a stolen one alone never fills the counter of the others. */
const codeLimits = ({ userId, sessionId }: CodeTry): readonly [Limit, Limit?] =>
  sessionId === null
    ? [{ id: codesOf(userId), limit: ATTEMPTS_PER_ACCOUNT }]
    : [
        { id: `${codesInSessionsOf(userId)}:${sessionId}`, limit: CODES_PER_SESSION },
        { id: codesInSessionsOf(userId), limit: ATTEMPTS_PER_ACCOUNT },
      ];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** `admitToday` admits again on the next day (UTC). */
export const refuseToday = (message: string, { now }: { readonly now: () => number }): Result<never> => ({
  ok: false,
  rejection: {
    code: 'too-many-requests',
    message,
    retryAfterSeconds: Math.ceil((DAY_MS - (now() % DAY_MS)) / 1000),
  },
});

async function count(counts: VaultCollection<Count>, id: string, limit: number, at: number): Promise<boolean> {
  return change(counts, id, at, (attempts) => (attempts.length < limit ? [...attempts, at] : undefined));
}

const recent = (stored: Count | undefined, at: number): readonly number[] =>
  stored?.attempts.filter((attempt) => Math.abs(at - attempt) < WINDOW_MS) ?? [];

const attemptsOf = async (counts: VaultCollection<Count>, id: string, at: number): Promise<number> =>
  recent(await counts.get(id), at).length;

type Next = (attempts: readonly number[]) => readonly number[] | undefined;

/** One at a time per process, because FerretDB compares and replaces in two steps. */
const change: typeof compareAndReplace = (counts, id, ...wanted) =>
  inQueue(counts, id, () => compareAndReplace(counts, id, ...wanted));

/** An attempt in the far future was dated by a clock that was set back since, and counts like an old one. */
async function compareAndReplace(
  counts: VaultCollection<Count>,
  id: string,
  at: number,
  next: Next,
  { isNewEpoch = false }: { readonly isNewEpoch?: boolean } = {},
): Promise<boolean> {
  for (let race = 0; race < RACES; race += 1) {
    const stored = await counts.get(id);
    const attempts = next(recent(stored, at));
    if (!attempts) return false;
    const version = (stored?.version ?? 0) + 1;
    const epoch = (stored?.epoch ?? 0) + (isNewEpoch ? 1 : 0);
    const changed = { _id: id, attempts, runsOutAt: at + WINDOW_MS, version, ...(epoch > 0 ? { epoch } : {}) };
    const isDone = stored ? await counts.replace(changed, { version: stored.version }) : await counts.insert(changed);
    if (isDone) return true;
  }
  return false;
}

/** One household or server usually has a whole /64 of IPv6 addresses. */
export function network(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? [];
  if (tail?.includes('.')) return tail.replace(/^.*:/, '');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const known = [groups(head), groups(tail ?? '')] as const;
  const zeros = Array.from({ length: Math.max(0, 8 - known[0].length - known[1].length) }, () => '0');
  return `${[...known[0], ...zeros, ...known[1]].slice(0, 4).join(':')}::/64`;
}

/** A provider gives many a whole /48 of IPv6 addresses: it must not count as 65,536 networks where few are enough. */
export function wideNetwork(address: string): string {
  const known = network(address);
  return known.endsWith('::/64') ? `${known.split(':').slice(0, 3).join(':')}::/48` : known;
}
