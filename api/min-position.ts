import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'express';
import type { EventLog } from '../commands/event-store/event-log.ts';
import type { Engine } from '../projections/engine/contract.ts';
import { WAIT_MS } from './settle.ts';

/** The largest position that a log can have: 64 bits with a sign. */
const LAST_POSITION = 2n ** 63n - 1n;
/** Nobody need have signed in to wait; whoever comes then is answered what stands. */
const MOST_WAITING = 100;

/**
 * Lets a reader see what it wrote through another process: it sends back the `X-Position` that it was given. Answers false
 * for what can be none: to ignore it would let the reader believe that it was waited for.
 */
export type AwaitMinPosition = (response: Response, given: string | undefined) => Promise<boolean>;

/** Waits for no event that is in no log: a position out of thin air would otherwise hold up whoever asks, and the process. */
export function createAwaitMinPosition({
  engine,
  log,
}: {
  readonly engine: Pick<Engine, 'waitFor'>;
  readonly log: Pick<EventLog, 'head'>;
}): AwaitMinPosition {
  let waiting = 0;
  let known = 0n;
  const look = sharedLook(async () => {
    const head = await Promise.race([log.head(), pause(WAIT_MS, 0n, { ref: false })]);
    if (head > known) known = head;
  });

  const wait = async (position: bigint): Promise<'reached' | 'stale'> => {
    // Another process may just have appended it, so what this one knows of the head proves nothing.
    if (position > known) await look();
    return position > known ? 'stale' : engine.waitFor(position, { timeoutMs: WAIT_MS });
  };

  return async (response, given) => {
    if (given === undefined) return true;
    if (!/^\d{1,19}$/.test(given) || BigInt(given) > LAST_POSITION) return false;
    let outcome: 'reached' | 'stale' = 'stale';
    if (waiting < MOST_WAITING) {
      waiting += 1;
      outcome = await wait(BigInt(given)).finally(() => {
        waiting -= 1;
      });
    }
    if (outcome === 'stale') response.setHeader('X-Read-Model', 'stale');
    return true;
  };
}

/** One look at a time: whoever asks meanwhile shares the next one, which begins after they asked. Fails for nobody. */
function sharedLook(look: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    const begun = look().catch(() => undefined);
    current = begun;
    return begun.finally(() => {
      if (current === begun) current = undefined;
    });
  };
  return () => {
    if (!current) return begin();
    next ??= current.then(begin);
    return next;
  };
}
