import { access } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { erasuresBeside } from '../commands/moving/backup-folder.ts';
import { updateErasures } from '../commands/moving/erasures-file.ts';
import type { Duty } from '../commands/worker/leading.ts';
import type { Engine } from '../projections/engine/contract.ts';
import type { ScheduledBackups } from './scheduled-backups.ts';

const LOOK_MS = 5000;
const RETRY_MS = 60_000;
const FORGOTTEN =
  'the list beside the backups names erased people whom this installation holds again: it was put back from an older copy. Stop it and "intake restore" its newest backup into an empty installation';

const isThere = (folder: string): Promise<boolean> =>
  access(folder).then(
    () => true,
    () => false,
  );

/** Writes the list of erased people anew after each erasure: backups made before still hold them, and a restore reads it. */
export const erasuresBesideBackups = ({
  from: { store, vault },
  schedule,
  now,
  engine,
  logger,
}: Pick<ScheduledBackups, 'from' | 'schedule' | 'now' | 'logger'> & {
  readonly engine: Pick<Engine, 'events$'>;
}): Duty => ({
  name: 'Listing erasures beside the backups',
  async run(signal) {
    // Those made while no process led are known to the vault only.
    let isNew = true;
    const seen = engine.events$.subscribe(({ events }) => {
      isNew ||= events.some(({ type }) => type === 'PersonalDataErased');
    });
    const file = erasuresBeside(schedule.directory, store.storeId);
    try {
      while (!signal.aborted) {
        let waitMs = LOOK_MS;
        // Making backups reports a folder that is missing.
        if (isNew && (await isThere(schedule.directory))) {
          isNew = false;
          try {
            const forgotten = await updateErasures(vault, { file, createdAt: new Date(now()).toISOString() });
            if (forgotten > 0) logger.error({ file, forgotten }, FORGOTTEN);
          } catch (error) {
            isNew = true;
            waitMs = RETRY_MS;
            logger.error({ err: error, file }, 'the list of erased people could not be written beside the backups');
          }
        }
        await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    } finally {
      seen.unsubscribe();
    }
  },
});
