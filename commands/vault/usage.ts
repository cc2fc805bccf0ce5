import { inQueue } from '../../timing/keyed-queue.ts';
import { sweepOldest } from './sweep.ts';
import type { Vault } from './vault.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const KEPT_MS = 30 * DAY_MS;
/** How long a write may take: a recount until then could miss it. */
const QUIET_MS = MINUTE_MS;
/** Losing this many races is itself a sign of too many attempts. */
const RACES = 200;

interface Counter {
  readonly _id: string;
  readonly amount: number;
  readonly changedAt: number;
  readonly runsOutAt: number;
  /** For compare-and-replace. */
  readonly version: number;
}

interface Room {
  readonly amount: number;
  readonly limit: number;
  /** For a counter that is missing or may be too high. */
  readonly count: () => Promise<number>;
}

/**
 * Counts stored data per owner for all processes. Quota is reserved before a write and released after a removal, so a
 * crash leaves the counter too high, never too low. A counter that refuses is recounted once no write can be pending.
 */
export interface Usage {
  /** False, and unchanged, beyond the limit. A negative amount always fits. */
  take(owner: string, room: Room): Promise<boolean>;
  giveBack(owner: string, amount: number): Promise<void>;
  takeToday(owner: string, room: Pick<Room, 'amount' | 'limit'>): Promise<boolean>;
  /** What has been taken on this day (UTC). */
  usedToday(owner: string): Promise<number>;
  /** Adds to what all processes have counted in the hour of the clock that `at` is in, default now, and returns the sum. A negative amount takes back. */
  countInHour(owner: string, amount: number, at?: number): Promise<number>;
  sweep(): Promise<void>;
}

export function usageOf({ vault, now }: { readonly vault: Vault; readonly now: () => number }): Usage {
  const counters = vault.collection<Counter>({ name: 'usage', indexes: ['runsOutAt'] });

  const today = () => Math.floor(now() / DAY_MS);

  type Next = (stored: Counter | undefined) => Promise<{ amount: number; isTaken: boolean } | undefined>;

  /** One at a time per process, to avoid races with itself. */
  const change = (_id: string, next: Next, runsOutAt?: number): Promise<boolean> =>
    inQueue(vault, `usage:${_id}`, () => compareAndReplace(_id, next, runsOutAt));

  /** Retries lost races; `undefined` from `next` changes nothing. */
  async function compareAndReplace(_id: string, next: Next, runsOutAt = now() + KEPT_MS): Promise<boolean> {
    for (let race = 0; race < RACES; race += 1) {
      const stored = await counters.get(_id);
      const wanted = await next(stored);
      if (!wanted) return false;
      const { amount, isTaken } = wanted;
      const changed = { _id, amount, changedAt: now(), runsOutAt, version: (stored?.version ?? 0) + 1 };
      const isDone = stored
        ? await counters.replace(changed, { version: stored.version })
        : await counters.insert(changed);
      if (isDone) return isTaken;
    }
    return false;
  }

  return {
    take: async (owner, { amount, limit, count }) =>
      amount === 0 ||
      change(owner, async (stored) => {
        const fits = (held: number) => amount <= 0 || held + amount <= limit;
        if (stored && fits(stored.amount)) return { amount: Math.max(0, stored.amount + amount), isTaken: true };
        if (stored && stored.changedAt + QUIET_MS > now()) return undefined;
        const held = await count();
        const isTaken = fits(held);
        return { amount: Math.max(0, isTaken ? held + amount : held), isTaken };
      }),
    async giveBack(owner, amount) {
      await change(owner, async (stored) =>
        stored ? { amount: Math.max(0, stored.amount - amount), isTaken: true } : undefined,
      );
    },
    usedToday: async (owner) => (await counters.get(`${owner}:${today()}`))?.amount ?? 0,
    takeToday(owner, { amount, limit }) {
      const day = today();
      const next = async (stored: Counter | undefined) => {
        const used = stored?.amount ?? 0;
        return used + amount <= limit ? { amount: Math.max(0, used + amount), isTaken: true } : undefined;
      };
      return change(`${owner}:${day}`, next, (day + 1) * DAY_MS);
    },
    async countInHour(owner, amount, at = now()) {
      const hour = Math.floor(at / HOUR_MS);
      let sum = amount;
      const next = async (stored: Counter | undefined) => {
        sum = Math.max(0, (stored?.amount ?? 0) + amount);
        return { amount: sum, isTaken: true };
      };
      await change(`${owner}:hour:${hour}`, next, (hour + 1) * HOUR_MS);
      return sum;
    },
    sweep: () => sweepOldest(counters, { by: 'runsOutAt', isOver: ({ runsOutAt }) => runsOutAt <= now() }),
  };
}
