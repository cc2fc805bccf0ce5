import type { Response } from 'express';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import { positionsOf } from './positions.ts';

/** At most so long a command's answer waits for the read models. */
export const WAIT_MS = 2000;

/** What a command left behind in the log. */
export interface Appended {
  readonly position: bigint;
  /** Absent when the command does not tell: then every read model is waited for. */
  readonly appended?: readonly Recorded<AnyEvent>[];
  /** Of its whole stream: what was there already, when nothing was left to do, somebody may have appended only just now. */
  readonly events?: readonly Pick<Recorded<AnyEvent>, 'type'>[];
}

/**
 * Waits until all read models that a command's events touch have taken them in, so that whoever asks next sees them; says
 * in the answer's headers where that is, and whether it took too long.
 */
export async function settle(
  engine: Pick<Engine, 'handling' | 'waitFor'>,
  response: Response,
  ...commands: readonly Appended[]
): Promise<void> {
  let last = 0n;
  for (const { position } of commands) if (position > last) last = position;
  response.setHeader('X-Position', positionsOf(response).seal(last));
  const types = commands.flatMap(({ appended = [], events = [] }) =>
    (appended.length > 0 ? appended : events).map(({ type }) => type),
  );
  const isTold = commands.every(({ appended }) => appended !== undefined);
  const collections = isTold ? engine.handling(types) : undefined;
  const outcome = await engine.waitFor(last, { timeoutMs: WAIT_MS, ...(collections && { collections }) });
  if (outcome === 'stale') response.setHeader('X-Read-Model', 'stale');
}
