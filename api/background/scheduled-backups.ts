import type { Logger } from 'pino';
import { START } from '../../commands/event-store/port.ts';
import { describeFault } from '../../commands/integrity/uploaded-files.ts';
import { backUp } from '../../commands/transfer/backup.ts';
import {
  type BackupFolder,
  describeLeftovers,
  openBackupFolder,
  removeLeftovers,
  type StoredBackup,
} from '../../commands/transfer/backup-folder.ts';
import type {
  BackupOutcome,
  BackupRecord,
  BackupSchedule,
  BackupStatus,
} from '../../commands/transfer/backup-status.ts';
import { claimFolder } from '../../commands/transfer/folder-claim.ts';
import type { ExportSource } from '../../commands/transfer/write-events.ts';
import type { Duty } from '../../commands/worker/leading.ts';
import { rest } from '../../timing/rest.ts';
import { detailsOf } from '../logging/failure-line.ts';
import { type RequestsUnderWay, yieldingPace } from '../runtime/requests-under-way.ts';

/** The longest wait, also as a share of the interval: clocks jump and people change folders. */
const LOOK_MS = 60_000;
const LOOK_SHARE = 1 / 60;
const RETRY_MS = 10 * 60_000;
const NAMED = 20;

export interface ScheduledBackups {
  readonly from: ExportSource;
  readonly schedule: BackupSchedule;
  readonly status: BackupStatus;
  readonly requests: Pick<RequestsUnderWay, 'counts'>;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly now: () => number;
  readonly onOutcome: (outcome: BackupOutcome) => void;
}

/** Makes a backup once the newest good one is old enough, so restarts change nothing. */
export const scheduledBackups = (backups: ScheduledBackups): Duty => ({
  name: 'Making backups',
  async run(signal) {
    const { everyMs } = backups.schedule;
    const lookMs = Math.min(LOOK_MS, everyMs * LOOK_SHARE);
    let retryAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      const restMs = retryAt - performance.now();
      const waitMs = restMs > 0 ? restMs : await look(backups, signal);
      if (waitMs === 'failed') retryAt = performance.now() + Math.min(RETRY_MS, everyMs);
      else await rest(Math.min(lookMs, waitMs), signal);
    }
  },
});

/** Makes the backup if it is due. Returns the milliseconds until the next one. */
async function look(backups: ScheduledBackups, signal: AbortSignal): Promise<number | 'failed'> {
  const { from, schedule, status, now, logger } = backups;
  let record: BackupRecord = { ...NOTHING, since: new Date(now()).toISOString() };
  try {
    if ((await from.store.head()) === START) return schedule.everyMs;
    record = (await status.read()).record ?? record;
    const { storeId } = from.store;
    await claimFolder({ vault: from.vault, folder: schedule.directory, storeId });
    const folder = openBackupFolder(schedule.directory, storeId);
    await folder.clear();
    await nameRemains(backups);
    const newest = newestOf(await folder.find(), now() + schedule.everyMs);
    record = { ...record, ...factsOf(newest) };
    await status.write(record);
    const waitMs = newest ? Date.parse(newest.manifest.createdAt) + schedule.everyMs - now() : 0;
    if (waitMs > 0) return waitMs;
    const made = await make(backups, folder, signal);
    const outcome = outcomeOf(made);
    backups.onOutcome(outcome);
    await status.write({ ...record, ...factsOf(made), outcome, triedAt: made.manifest.createdAt, failure: null });
    await prune(backups, folder, made);
    return schedule.everyMs;
  } catch (error) {
    if (signal.aborted) return 0;
    const details = detailsOf(error);
    const failure = 'reason' in details ? details.reason : String((error as Error).message);
    logger.error({ ...details, newestBackupAt: record.newestAt }, 'a scheduled backup failed and will be retried');
    backups.onOutcome('failed');
    await status
      .write({ ...record, outcome: 'failed', triedAt: new Date(now()).toISOString(), failure })
      .catch((cause: unknown) => logger.error({ err: cause }, 'the failure of a backup could not be recorded'));
    return 'failed';
  }
}

const named = new Set<string>();

async function nameRemains({ schedule, logger }: ScheduledBackups): Promise<void> {
  const { removed, left } = await removeLeftovers(schedule.directory);
  for (const directory of removed) logger.info({ directory }, 'the remains of an interrupted backup were removed');
  for (const directory of left.filter((one) => !named.has(one))) {
    named.add(directory);
    logger.warn({ directory }, `${describeLeftovers(directory)}.`);
  }
}

const NOTHING: Omit<BackupRecord, 'since'> = {
  newestAt: null,
  lackingFiles: 0,
  outcome: null,
  triedAt: null,
  failure: null,
};

const outcomeOf = ({ manifest }: StoredBackup): BackupOutcome =>
  manifest.files.faults.length > 0 ? 'incomplete' : 'complete';

const factsOf = (newest: StoredBackup | undefined): Pick<BackupRecord, 'newestAt' | 'lackingFiles'> => ({
  newestAt: newest?.manifest.createdAt ?? null,
  lackingFiles: newest?.manifest.files.faults.length ?? 0,
});

/** A backup from far in the future has a wrong date and would delay the next one. */
function newestOf(found: readonly StoredBackup[], limit: number): StoredBackup | undefined {
  return found
    .filter(({ manifest }) => Date.parse(manifest.createdAt) < limit)
    .toSorted((one, other) => other.manifest.createdAt.localeCompare(one.manifest.createdAt))[0];
}

async function make(
  { from, schedule, requests, logger, now }: ScheduledBackups,
  folder: BackupFolder,
  signal: AbortSignal,
): Promise<StoredBackup> {
  const began = performance.now();
  const createdAt = new Date(now()).toISOString();
  const directory = folder.placeFor(createdAt);
  const { passphrase } = schedule;
  const pace = yieldingPace(requests.counts, signal);
  const manifest = await backUp(from, { directory, createdAt, passphrase, pace }, () => {});
  const { events, vault, files } = manifest;
  logger.info(
    {
      directory,
      events: events.events,
      documents: vault.documents,
      files: files.files,
      bytes: events.bytes + vault.bytes + files.bytes,
      ms: Math.round(performance.now() - began),
      isEncrypted: passphrase !== null,
    },
    'a backup was made and read back',
  );
  if (files.faults.length > 0) {
    const named = files.faults.slice(0, NAMED).map(describeFault);
    logger.error({ directory, count: files.faults.length, files: named }, 'the backup lacks files');
  }
  return { directory, manifest };
}

/** Failures are only logged, because the new backup is good. */
async function prune({ schedule, logger }: ScheduledBackups, folder: BackupFolder, made: StoredBackup): Promise<void> {
  try {
    const { removed, left } = await folder.prune(made, schedule.keep);
    for (const directory of removed) logger.info({ directory }, 'an old backup was removed');
    for (const directory of left) {
      logger.warn({ directory }, 'an old backup was kept, because it has files that Intake did not write');
    }
  } catch (error) {
    logger.error({ err: error }, 'old backups could not be removed');
  }
}
