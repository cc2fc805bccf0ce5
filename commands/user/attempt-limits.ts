import { isIPv6 } from 'node:net';
import { inTurn } from '../turns.ts';
import { sweepOldest } from '../vault/sweep.ts';
import { usageOf } from '../vault/usage.ts';
import type { Vault, VaultCollection } from '../vault/vault.ts';

/** How many attempts each window of 15 minutes holds (D9). */
export const ATTEMPTS_PER_ACCOUNT = 10;
export const ATTEMPTS_PER_ADDRESS = 100;
/** Each submission sends a mail, to whomever the visitor names. */
export const SUBMISSIONS_PER_ADDRESS = 60;
/** Each file stays for a day, whether an application follows or not. */
export const UPLOADS_PER_ADDRESS = 120;
/** Whoever waits as long as this may try again. */
export const WINDOW_MS = 15 * 60_000;
/** Losing a race this often is itself a sign of too many attempts. */
const RACES = 200;
/** Every so many attempts, the counts that have run out are removed. */
const SWEEP_EVERY = 100;

/** Slows down guessing of passwords and links, per account and per address; counted in the vault, so for all processes together. */
export interface AttemptLimits {
  /** Counts an attempt before it is made, so that many at once do not slip through; false if there were too many. */
  admit(attempt: Attempt): Promise<boolean>;
  /** Counts an application that somebody from this address sends; false if there were too many. */
  admitSubmission(address: string): Promise<boolean>;
  /** Counts a file that somebody who is not signed in uploads from this address; false if there were too many. */
  admitUpload(address: string): Promise<boolean>;
  /** Counts what an owner does on one day (UTC), in bytes or times; false, and nothing counted, beyond the limit. */
  admitToday(owner: string, room: { readonly amount: number; readonly limit: number }): Promise<boolean>;
  /** It was refused, so no mail follows. */
  forgiveSubmission(address: string): Promise<void>;
  /** What succeeded was no guess. */
  forgive(attempt: Attempt): Promise<void>;
  /** The account was opened by this very attempt: nobody has guessed at it yet. The address has made its attempt all the same. */
  forgiveAccount(attempt: Attempt): Promise<void>;
  /** Removes counts that have run out. */
  sweep(): Promise<void>;
}

export interface Attempt {
  /** An id that stands for the account, whether it exists or not; never the e-mail itself. */
  readonly account: string;
  readonly address: string;
}

interface Count {
  readonly _id: string;
  /** Of attempts within the window, oldest first; ms since the epoch. */
  readonly attempts: readonly number[];
  readonly runsOutAt: number;
  /** Grows with each change: what a compare-and-replace holds on to. */
  readonly version: number;
}

/** With `RATE_LIMITS=off`, for load tests. */
export const UNLIMITED: AttemptLimits = {
  admit: async () => true,
  admitSubmission: async () => true,
  admitUpload: async () => true,
  admitToday: async () => true,
  forgiveSubmission: async () => {},
  forgive: async () => {},
  forgiveAccount: async () => {},
  sweep: async () => {},
};

export function createAttemptLimits({ vault, now }: { vault: Vault; now: () => number }): AttemptLimits {
  const counts = vault.collection<Count>({ name: 'attemptCounts', indexes: ['runsOutAt'] });
  let attempts = 0;
  const accountOf = (attempt: Attempt) => `account:${attempt.account}`;
  const addressOf = (attempt: Attempt) => `address:${network(attempt.address)}`;
  const submissionsOf = (address: string) => `submissions:${network(address)}`;
  const uploadsOf = (address: string) => `uploads:${network(address)}`;
  const sweep = () => sweepOldest(counts, { by: 'runsOutAt', isOver: ({ runsOutAt }) => runsOutAt <= now() });
  return {
    sweep,
    admitToday: (owner, room) => usageOf({ vault, now }).takeToday(owner, room),
    async admit(attempt) {
      attempts += 1;
      if (attempts % SWEEP_EVERY === 0) await sweep();
      if (!(await count(counts, addressOf(attempt), ATTEMPTS_PER_ADDRESS, now()))) return false;
      return count(counts, accountOf(attempt), ATTEMPTS_PER_ACCOUNT, now());
    },
    admitSubmission: (address) =>
      inTurn(counts, submissionsOf(address), () =>
        count(counts, submissionsOf(address), SUBMISSIONS_PER_ADDRESS, now()),
      ),
    admitUpload: (address) =>
      inTurn(counts, uploadsOf(address), () => count(counts, uploadsOf(address), UPLOADS_PER_ADDRESS, now())),
    async forgiveSubmission(address) {
      await inTurn(counts, submissionsOf(address), () =>
        change(counts, submissionsOf(address), now(), (attempts) => attempts.slice(0, -1)),
      );
    },
    async forgive(attempt) {
      await change(counts, addressOf(attempt), now(), (attempts) => attempts.slice(0, -1));
      await change(counts, accountOf(attempt), now(), () => []);
    },
    async forgiveAccount(attempt) {
      await change(counts, accountOf(attempt), now(), () => []);
    },
  };
}

async function count(counts: VaultCollection<Count>, id: string, limit: number, at: number): Promise<boolean> {
  return change(counts, id, at, (attempts) => (attempts.length < limit ? [...attempts, at] : undefined));
}

/** Compare and replace until it holds; false if `next` refuses. */
async function change(
  counts: VaultCollection<Count>,
  id: string,
  at: number,
  next: (attempts: readonly number[]) => readonly number[] | undefined,
): Promise<boolean> {
  for (let race = 0; race < RACES; race += 1) {
    const stored = await counts.get(id);
    const attempts = next(stored?.attempts.filter((attempt) => attempt > at - WINDOW_MS) ?? []);
    if (!attempts) return false;
    const version = (stored?.version ?? 0) + 1;
    const changed = { _id: id, attempts, runsOutAt: at + WINDOW_MS, version };
    const isDone = stored ? await counts.replace(changed, { version: stored.version }) : await counts.insert(changed);
    if (isDone) return true;
  }
  return false;
}

/** One household or server usually holds a whole /64 of IPv6 addresses, so they count as one. */
export function network(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? [];
  if (tail?.includes('.')) return tail.replace(/^.*:/, '');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const known = [groups(head), groups(tail ?? '')] as const;
  const zeros = Array.from({ length: Math.max(0, 8 - known[0].length - known[1].length) }, () => '0');
  return `${[...known[0], ...zeros, ...known[1]].slice(0, 4).join(':')}::/64`;
}
