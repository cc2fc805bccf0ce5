import { isDeepStrictEqual } from 'node:util';
import { putDocument } from '../vault/put-document.ts';
import type { Vault } from '../vault/vault.ts';

export interface BackupSchedule {
  readonly directory: string;
  readonly everyMs: number;
  readonly keep: number;
  readonly passphrase: string | null;
}

/** `incomplete`: files were missing or damaged. */
export type BackupOutcome = 'complete' | 'incomplete' | 'failed';

/** Written by the leader; times are ISO-8601 UTC. */
export interface BackupRecord {
  readonly since: string;
  readonly newestAt: string | null;
  readonly lackingFiles: number;
  readonly outcome: BackupOutcome | null;
  readonly triedAt: string | null;
  readonly failure: string | null;
}

export interface BackupHealth {
  /** The most severe state; `off`: not scheduled, `waiting`: before the first. */
  readonly state: 'off' | 'waiting' | 'ok' | 'incomplete' | 'failed' | 'late';
  readonly record: BackupRecord | undefined;
  readonly ageMs: number;
  readonly overdueMs: number;
}

/** Longer than a backup takes; the share is for frequent schedules. */
const LATE_MS = 3_600_000;
const LATE_SHARE = 0.5;

export interface BackupStatus {
  read(): Promise<BackupHealth>;
  write(record: BackupRecord): Promise<void>;
}

const ID = 'scheduled';
type Stored = BackupRecord & { readonly _id: string };

export function createBackupStatus({
  vault,
  schedule,
  now,
}: {
  readonly vault: Vault;
  readonly schedule: BackupSchedule | null;
  readonly now: () => number;
}): BackupStatus {
  const documents = vault.collection<Stored>({ name: 'backups', indexes: [] });
  return {
    async read() {
      if (!schedule) return { state: 'off', record: undefined, ageMs: 0, overdueMs: 0 };
      const record = await documents.get(ID);
      if (!record) return { state: 'waiting', record: undefined, ageMs: 0, overdueMs: 0 };
      return standingOf(record, schedule, now());
    },
    async write(record) {
      const document = { _id: ID, ...record };
      if (isDeepStrictEqual(await documents.get(ID), document)) return;
      await putDocument(documents, document);
    },
  };
}

function standingOf(record: BackupRecord, { everyMs }: BackupSchedule, now: number): BackupHealth {
  const { newestAt, since, outcome, lackingFiles } = record;
  const ageMs = Math.max(0, now - Date.parse(newestAt ?? since));
  const overdueMs = Math.max(0, newestAt === null ? ageMs : ageMs - everyMs);
  const health = { record, ageMs, overdueMs };
  if (overdueMs > Math.min(LATE_MS, everyMs * LATE_SHARE)) return { ...health, state: 'late' };
  if (outcome === 'failed') return { ...health, state: 'failed' };
  if (newestAt === null) return { ...health, state: 'waiting' };
  return { ...health, state: lackingFiles > 0 ? 'incomplete' : 'ok' };
}
