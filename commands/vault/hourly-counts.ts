import { LRUCache } from 'lru-cache';
import { rest } from '../../timing/rest.ts';
import { usageOf } from './usage.ts';
import type { Vault } from './vault.ts';

const HOUR_MS = 3_600_000;
/** A flood costs each process one write a second for each owner. */
const WRITE_EVERY_MS = 1000;
const MOST_KEPT = 5000;

/** Sums of all processes in this hour of the clock. Nothing waits for the store: what other processes add is known a second later. */
export interface HourlyCounts {
  /** `onSum` gets the sum of all processes, once it is stored. */
  add(owner: string, amount: number, onSum?: (sum: number) => void): void;
  /** As far as this process knows. */
  sumOf(owner: string): number;
}

interface Count {
  readonly hour: number;
  stored: number;
  /** Not in the store yet. */
  pending: number;
  isWriting: boolean;
}

export function createHourlyCounts({
  vault,
  now,
  stopping,
  onProblem,
}: {
  readonly vault: Vault;
  readonly now: () => number;
  readonly stopping: AbortSignal;
  readonly onProblem: (message: string, error: unknown) => void;
}): HourlyCounts {
  const usage = usageOf({ vault, now });
  const counts = new LRUCache<string, Count>({ max: MOST_KEPT });

  function countOf(owner: string): Count {
    const hour = Math.floor(now() / HOUR_MS);
    const known = counts.get(owner);
    if (known?.hour === hour) return known;
    const begun = { hour, stored: 0, pending: 0, isWriting: false };
    counts.set(owner, begun);
    return begun;
  }

  async function write(owner: string, count: Count, onSum: (sum: number) => void): Promise<void> {
    if (count.isWriting) return;
    count.isWriting = true;
    try {
      while (count.pending > 0 && !stopping.aborted) {
        const amount = count.pending;
        count.stored = await usage.countInHour(owner, amount);
        count.pending -= amount;
        onSum(count.stored);
        await rest(WRITE_EVERY_MS, stopping);
      }
    } catch (error) {
      if (!stopping.aborted) onProblem('An hourly count could not be written', error);
    } finally {
      count.isWriting = false;
    }
  }

  return {
    add(owner, amount, onSum = () => {}) {
      const count = countOf(owner);
      count.pending += amount;
      void write(owner, count, onSum);
    },
    sumOf(owner) {
      const { stored, pending } = countOf(owner);
      return stored + pending;
    },
  };
}
