import { setTimeout as pause } from 'node:timers/promises';
import type { BackupStanding, BackupStatus } from '../commands/moving/backup-status.ts';
import type { Engine } from '../projections/engine/contract.ts';
import type { EngineStatus } from '../projections/engine/status.ts';
import { isUnavailable } from './unavailable.ts';

/** Why this process should be sent no requests just now. */
export const OBSTACLES = {
  behind: 'The read models are still catching up.',
  away: 'A store cannot be reached.',
  faulted: 'A read model has stopped. "intake projections list" tells why.',
} as const;
type Obstacle = keyof typeof OBSTACLES;

export interface Readiness {
  readonly obstacle: Obstacle | null;
  /** Read models that have stopped. */
  readonly faulted: readonly string[];
  /** Documents that take no events; they keep nobody from being answered. */
  readonly quarantined: readonly { projection: string; count: number; ids: string[] }[];
  /** The scheduled backups, which keep nobody from being answered either; null where that is not known. */
  readonly backups: BackupStanding | null;
}

const AWAY: Readiness = { obstacle: 'away', faulted: [], quarantined: [], backups: null };

/** A store that has not answered by then is away; the adapters themselves would be patient for longer. */
const LIMIT_MS = 3000;

/** Looks into the way of requests: one look at a time, shared by all who ask while a store keeps it waiting. */
export function createReadiness(
  engine: Pick<Engine, 'isReady' | 'status'>,
  backups: Pick<BackupStatus, 'read'>,
  limitMs = LIMIT_MS,
): () => Promise<Readiness> {
  let looking: Promise<Readiness> | null = null;
  const look = async (): Promise<Readiness> => {
    try {
      const isReady = await engine.isReady();
      return { ...readinessOf(isReady, await engine.status()), backups: await backups.read() };
    } catch (error) {
      if (isUnavailable(error)) return AWAY;
      throw error;
    }
  };
  return async () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    const waiting = new AbortController();
    try {
      return await Promise.race([looking, pause(limitMs, AWAY, { signal: waiting.signal })]);
    } finally {
      waiting.abort();
    }
  };
}

function readinessOf(isReady: boolean, { projections }: EngineStatus): Omit<Readiness, 'backups'> {
  const faulted = projections.filter(({ state }) => state === 'faulted').map(({ name }) => name);
  const quarantined = projections
    .filter(({ quarantined: { count } }) => count > 0)
    .map(({ name, quarantined: { count, documents } }) => ({
      projection: name,
      count,
      ids: documents.map(({ id }) => id),
    }));
  return { obstacle: isReady ? (faulted.length > 0 ? 'faulted' : null) : 'behind', faulted, quarantined };
}
