import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../projections/engine/contract.ts';
import { isUnavailable } from './unavailable.ts';

/** Why this process should be sent no requests just now. */
export const OBSTACLES = {
  behind: 'The read models are still catching up.',
  away: 'A store cannot be reached.',
} as const;
type Obstacle = keyof typeof OBSTACLES;

/** A store that has not answered by then is away; the adapters themselves would be patient for longer. */
const LIMIT_MS = 3000;

/** Looks into the way of requests: one look at a time, shared by all who ask while a store keeps it waiting. */
export function createReadiness(engine: Pick<Engine, 'isReady'>, limitMs = LIMIT_MS): () => Promise<Obstacle | null> {
  let looking: Promise<Obstacle | null> | null = null;
  const look = async (): Promise<Obstacle | null> => {
    try {
      return (await engine.isReady()) ? null : 'behind';
    } catch (error) {
      if (isUnavailable(error)) return 'away';
      throw error;
    }
  };
  return async () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    const waiting = new AbortController();
    try {
      return await Promise.race([looking, pause(limitMs, 'away' as const, { signal: waiting.signal })]);
    } finally {
      waiting.abort();
    }
  };
}
