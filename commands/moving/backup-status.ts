import { isDeepStrictEqual } from 'node:util';
import type { Vault } from '../vault/vault.ts';

/** When backups are made by themselves. */
export interface BackupSchedule {
  readonly directory: string;
  readonly everyMs: number;
  /** So many of the newest stay. */
  readonly keep: number;
  /** Null leaves them in the plain. */
  readonly passphrase: string | null;
}

/** `incomplete`: files were missing or damaged, everything else is in it. */
export type BackupOutcome = 'complete' | 'incomplete' | 'failed';

/** What the leading process has last seen of the scheduled backups; times are ISO-8601 UTC. */
export interface BackupRecord {
  /** When it first looked. */
  readonly since: string;
  /** When the newest good one was made; null while there is none. */
  readonly newestAt: string | null;
  /** Uploaded files that the newest lacks. */
  readonly lackingFiles: number;
  /** Of the last try; null before the first. */
  readonly outcome: BackupOutcome | null;
  readonly triedAt: string | null;
  /** Why the last try failed. */
  readonly failure: string | null;
}

/** How the scheduled backups stand. */
export interface BackupStanding {
  /** The worst that is true; `off`: none are scheduled, `waiting`: the first has not been made yet. */
  readonly state: 'off' | 'waiting' | 'ok' | 'incomplete' | 'failed' | 'late';
  /** Undefined before the leading process has looked. */
  readonly record: BackupRecord | undefined;
  /** Of the newest good one; before the first, since backups are scheduled. */
  readonly ageMs: number;
  /** How long the next one has been due. */
  readonly overdueMs: number;
}

/** Longer than a backup takes; the share is for those that are made often. */
const LATE_MS = 3_600_000;
const LATE_SHARE = 0.5;

/** Told to every process, whichever leads. */
export interface BackupStatus {
  read(): Promise<BackupStanding>;
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
      while (!(await documents.insert(document))) if (await documents.replace(document)) return;
    },
  };
}

function standingOf(record: BackupRecord, { everyMs }: BackupSchedule, now: number): BackupStanding {
  const { newestAt, since, outcome, lackingFiles } = record;
  const ageMs = Math.max(0, now - Date.parse(newestAt ?? since));
  const overdueMs = Math.max(0, newestAt === null ? ageMs : ageMs - everyMs);
  const standing = { record, ageMs, overdueMs };
  if (overdueMs > Math.min(LATE_MS, everyMs * LATE_SHARE)) return { ...standing, state: 'late' };
  if (outcome === 'failed') return { ...standing, state: 'failed' };
  if (newestAt === null) return { ...standing, state: 'waiting' };
  return { ...standing, state: lackingFiles > 0 ? 'incomplete' : 'ok' };
}
