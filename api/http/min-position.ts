import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'express';
import type { EventLog } from '../../commands/event-store/event-log.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import { type Positions, positionsOf } from './positions.ts';
import { WAIT_MS } from './settle.ts';
import { visitOf } from './visit.ts';

const LAST_POSITION = 2n ** 63n - 1n;
/** A client that wrote through several calls at once sends each answer's position, because the tokens show no order. */
export const MOST_NAMED = 32;

/** Waits for the `X-Position`s that a client sends back, separated by commas. False for invalid tokens. */
export type AwaitMinPosition = (response: Response, given: string | undefined) => Promise<boolean>;

/** Does not wait for positions beyond the head of the log: an invented one would hold up its client and the process. */
export function createAwaitMinPosition({
  engine,
  log,
}: {
  readonly engine: Pick<Engine, 'waitFor'>;
  readonly log: Pick<EventLog, 'head'>;
}): AwaitMinPosition {
  let known = 0n;
  const look = sharedLook(async () => {
    const head = await Promise.race([log.head(), pause(WAIT_MS, 0n, { ref: false })]);
    if (head > known) known = head;
  });

  const wait = async (position: bigint): Promise<'reached' | 'stale'> => {
    // Another process may just have appended it, so the known head is not enough.
    if (position > known) await look();
    return position > known ? 'stale' : engine.waitFor(position, { timeoutMs: WAIT_MS });
  };

  return async (response, given) => {
    if (given === undefined) return true;
    const position = furthest(given, positionsOf(response));
    if (position === undefined) return false;
    let outcome: 'reached' | 'stale' = 'stale';
    const { address, limits } = visitOf(response);
    // Anonymous clients can wait too, so the number of waiting ones is limited; the next one gets what is known.
    if (position !== null && limits.waiting.reserve(address)) {
      outcome = await wait(position).finally(() => limits.waiting.release(address));
    } else if (position !== null) limits.refused('waiting');
    if (outcome === 'stale') response.setHeader('X-Read-Model', 'stale');
    return true;
  };
}

/** One read of the head at a time; callers meanwhile share the next one. Never rejects. */
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

/** Null for a plain number, which a page loaded before an upgrade may send: it is answered at once as stale. */
function furthest(given: string, positions: Positions): bigint | null | undefined {
  if (/^\d{1,19}$/.test(given)) return BigInt(given) > LAST_POSITION ? undefined : null;
  const opened = given.split(',', MOST_NAMED + 1).map((token) => positions.open(token.trim()));
  if (opened.length > MOST_NAMED) return undefined;
  let last = 0n;
  for (const position of opened) {
    if (position === undefined) return undefined;
    if (position > last) last = position;
  }
  return last;
}
