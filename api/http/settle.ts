import type { Response } from 'express';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import { positionsOf } from './positions.ts';

export const WAIT_MS = 2000;

export interface Appended {
  readonly position: bigint;
  /** Absent if the command does not say: then every read model is waited for. */
  readonly appended?: readonly Recorded<AnyEvent>[];
  /** The whole stream if the command appended nothing: another request may have appended it just now. */
  readonly events?: readonly Pick<Recorded<AnyEvent>, 'type'>[];
}

/** Waits until the read models show a command's events; headers name their position and whether the wait timed out. */
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
