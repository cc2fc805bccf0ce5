import { Counter, Gauge, type Registry } from 'prom-client';
import type { BackupOutcome, BackupStatus } from '../../commands/transfer/backup-status.ts';
import type { Watcher } from './metrics.ts';

const OUTCOMES = ['complete', 'incomplete', 'failed'] as const satisfies readonly BackupOutcome[];

export function countBackups(registry: Registry): (outcome: BackupOutcome) => void {
  const backups = new Counter({
    name: 'intake_backups_total',
    help: 'Scheduled backups by outcome, counted by the process that makes them; incomplete ones lack uploaded files',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of OUTCOMES) backups.inc({ outcome }, 0);
  return (outcome) => backups.inc({ outcome });
}

/** Every process reads the same record and so has the same figures. */
export function watchBackups(registry: Registry, status: Pick<BackupStatus, 'read'>): Watcher {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: [], registers: [registry] });
  const age = gauge(
    'intake_backup_age_seconds',
    'Age of the newest good scheduled backup; before the first, how long they have been scheduled; 0 where none are',
  );
  const overdue = gauge('intake_backup_overdue_seconds', 'How long the next scheduled backup has been due');
  const success = gauge(
    'intake_backup_last_success_timestamp_seconds',
    'When the newest good scheduled backup was made; 0 while there is none',
  );
  const failing = gauge('intake_backup_failing', '1 if the last attempt of a scheduled backup failed');
  const lacking = gauge('intake_backup_lacking_files', 'Uploaded files missing from the newest scheduled backup');
  const gauges = [age, overdue, success, failing, lacking];
  return {
    part: 'backups',
    clear() {
      for (const one of gauges) one.remove();
    },
    async read() {
      const { record, ageMs, overdueMs } = await status.read();
      age.set(ageMs / 1000);
      overdue.set(overdueMs / 1000);
      success.set(record?.newestAt ? Date.parse(record.newestAt) / 1000 : 0);
      failing.set(record?.outcome === 'failed' ? 1 : 0);
      lacking.set(record?.lackingFiles ?? 0);
    },
  };
}
