import { inTurn } from '../turns.ts';
import { sweepOldest } from './sweep.ts';
import type { Vault } from './vault.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A counter that nobody has changed for so long is removed and counted anew when it is needed. */
const KEPT_MS = 30 * DAY_MS;
/** So long a write may be under way: until then a new count could miss it. */
const QUIET_MS = MINUTE_MS;
/** Losing a race this often is itself a sign of too many attempts. */
const RACES = 200;

interface Counter {
  readonly _id: string;
  readonly amount: number;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  readonly runsOutAt: number;
  /** Grows with each change: what a compare-and-replace holds on to. */
  readonly version: number;
}

interface Room {
  readonly amount: number;
  readonly limit: number;
  /** What the owner really holds, for a counter that is missing or may count too much. */
  readonly count: () => Promise<number>;
}

/**
 * Counts what an owner stores, by compare-and-replace in the vault, so for all processes together. Room is taken before a
 * write and given back after a removal, so that a process that ends in between leaves the counter too high, never too low.
 * A counter that refuses is counted anew once no write can be under way.
 */
export interface Usage {
  /** False, and nothing changed, where the amount would exceed the limit. A negative amount always fits. */
  take(owner: string, room: Room): Promise<boolean>;
  giveBack(owner: string, amount: number): Promise<void>;
  /** Counts what an owner does on one day (UTC); false, and nothing changed, where it would exceed the limit. */
  takeToday(owner: string, room: Pick<Room, 'amount' | 'limit'>): Promise<boolean>;
  sweep(): Promise<void>;
}

export function usageOf({ vault, now }: { readonly vault: Vault; readonly now: () => number }): Usage {
  const counters = vault.collection<Counter>({ name: 'usage', indexes: ['runsOutAt'] });

  type Next = (stored: Counter | undefined) => Promise<{ amount: number; isTaken: boolean } | undefined>;

  /** One at a time in this process, which spares it races with itself. */
  const change = (_id: string, next: Next, runsOutAt?: number): Promise<boolean> =>
    inTurn(vault, `usage:${_id}`, () => compareAndReplace(_id, next, runsOutAt));

  /** Until it holds; undefined from `next` changes nothing. */
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
    takeToday(owner, { amount, limit }) {
      const day = Math.floor(now() / DAY_MS);
      const next = async (stored: Counter | undefined) => {
        const used = stored?.amount ?? 0;
        return used + amount <= limit ? { amount: Math.max(0, used + amount), isTaken: true } : undefined;
      };
      return change(`${owner}:${day}`, next, (day + 1) * DAY_MS);
    },
    sweep: () => sweepOldest(counters, { by: 'runsOutAt', isOver: ({ runsOutAt }) => runsOutAt <= now() }),
  };
}
