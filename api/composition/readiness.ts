import { setTimeout as pause } from 'node:timers/promises';
import type { DamageGuard } from '../../commands/integrity/damage-guard.ts';
import type { BackupHealth, BackupStatus } from '../../commands/transfer/backup-status.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import type { EngineStatus } from '../../projections/engine/status.ts';
import type { OutageLog } from '../logging/outage-log.ts';
import { isUnavailable } from '../runtime/unavailable.ts';
import type { Refusal } from '../storage/server-writes.ts';
import type { Stores } from '../storage/stores.ts';

export const OBSTACLES = {
  behind: 'The read models are still catching up.',
  away: 'A store cannot be reached.',
  faulted: 'A read model has stopped. Run "intake projections list" to see why.',
  damaged: 'The stored data is damaged, so nothing can be changed. Run "intake verify" for details.',
} as const;
type Obstacle = keyof typeof OBSTACLES;

export interface Readiness {
  readonly obstacle: Obstacle | null;
  readonly faulted: readonly string[];
  /** Documents that take no events; requests are still answered. */
  readonly quarantined: readonly { projection: string; count: number; ids: string[] }[];
  readonly backups: BackupHealth | null;
  readonly warnings: readonly Warning[];
}

/** A problem for the operator although requests are answered. */
export interface Warning {
  readonly field: string;
  readonly message: string;
  readonly forOperators?: string;
}

const NOTHING = { faulted: [], quarantined: [], backups: null, warnings: [] } as const;
const AWAY: Readiness = { obstacle: 'away', ...NOTHING };
const DAMAGED: Readiness = { obstacle: 'damaged', ...NOTHING };
/** Damage may make the call fail. */
const orNull = <Answer>(asked: Promise<Answer>): Promise<Answer | null> => asked.catch(() => null);

/** The adapters would wait longer. */
const LIMIT_MS = 3000;

export function createReadiness(
  {
    engine,
    guard,
    stores,
    outages,
    backups,
  }: {
    engine: Pick<Engine, 'isReady' | 'status'>;
    guard: Pick<DamageGuard, 'damage'>;
    stores: Pick<Stores, 'refusal' | 'awayOf'>;
    outages: Pick<OutageLog, 'covers'>;
    backups: Pick<BackupStatus, 'read'>;
  },
  limitMs = LIMIT_MS,
): () => Promise<Readiness> {
  let looking: Promise<Readiness> | null = null;
  /** The last result, for a check that exceeds the limit. */
  let away = AWAY;
  const lookAtDamaged = async (): Promise<Readiness> => {
    const [status, refusal, standing] = await Promise.all([
      orNull(engine.status()),
      orNull(stores.refusal()),
      orNull(backups.read()),
    ]);
    const others = { backups: standing, warnings: warningsOf(status?.error ?? null, refusal) };
    return { ...NOTHING, ...(status && readinessOf(true, status)), ...others, obstacle: 'damaged' };
  };
  const look = async (): Promise<Readiness> => {
    if (guard.damage) return lookAtDamaged();
    try {
      const isReady = await engine.isReady();
      const status = await engine.status();
      const warnings = warningsOf(status.error, await stores.refusal());
      const standing = await backups.read();
      away = AWAY;
      return { ...readinessOf(isReady, status), backups: standing, warnings };
    } catch (error) {
      if (guard.damage) return lookAtDamaged();
      if (!isUnavailable(error)) throw error;
      outages.covers(error);
      const server = stores.awayOf(error);
      away = { ...AWAY, warnings: server ? [unstorable(server)] : [] };
      return away;
    }
  };
  return async () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    const waiting = new AbortController();
    try {
      const late = pause(limitMs, null, { signal: waiting.signal });
      return (await Promise.race([looking, late])) ?? (guard.damage ? DAMAGED : away);
    } finally {
      waiting.abort();
    }
  };
}

function warningsOf(error: string | null, refusal: Refusal | null): readonly Warning[] {
  return [
    ...(refusal === null ? [] : [unstorable({ ...refusal, canRead: true })]),
    ...(error === null
      ? []
      : [{ field: 'readModels', message: 'The read models cannot be updated, so older states are shown.' }]),
  ];
}

function unstorable({ brief, whole, canRead }: Refusal & { readonly canRead: boolean }): Warning {
  const sentenceOf = (reason: string) =>
    canRead
      ? `Nothing can be stored (${reason}). Stored data can still be read.`
      : `Nothing can be stored or read (${reason}).`;
  return { field: 'storage', message: sentenceOf(brief), forOperators: sentenceOf(whole) };
}

function readinessOf(isReady: boolean, { projections }: EngineStatus): Omit<Readiness, 'backups' | 'warnings'> {
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
