import { access } from 'node:fs/promises';
import { erasuresBeside } from '../../commands/transfer/backup-folder.ts';
import { type UpdatedErasures, updateErasures } from '../../commands/transfer/erasures-file.ts';
import { claimFolder } from '../../commands/transfer/folder-claim.ts';
import type { ExportSource } from '../../commands/transfer/write-events.ts';
import { openHmacKey } from '../../commands/vault/hmac-key.ts';
import type { MasterKey } from '../../commands/vault/master-keys.ts';
import type { Duty } from '../../commands/worker/leading.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import { rest } from '../../timing/rest.ts';
import { detailsOf } from '../logging/failure-line.ts';
import type { ScheduledBackups } from './scheduled-backups.ts';

const LOOK_MS = 5000;
const RETRY_MS = 60_000;
const FORGOTTEN =
  'the list beside the backups names erased people whom this installation holds again: it was put back from an older copy. Stop it and "intake restore" its newest backup into an empty installation';

const UNPROVEN =
  'the list of erased people beside the backups was not written by this installation, or was changed since. It is set aside, and a restore asks about it';

const isThere = (folder: string): Promise<boolean> =>
  access(folder).then(
    () => true,
    () => false,
  );

/** Throws `TransferRefused`, also if the folder belongs to another installation. */
export async function listErasures({
  from: { store, vault },
  schedule,
  masterKey,
  now,
}: Pick<ScheduledBackups, 'schedule' | 'now'> & {
  readonly from: Pick<ExportSource, 'store' | 'vault'>;
  readonly masterKey: MasterKey;
}): Promise<UpdatedErasures> {
  await claimFolder({ vault, folder: schedule.directory, storeId: store.storeId });
  const hmacKey = await openHmacKey({ vault, masterKey });
  const file = erasuresBeside(schedule.directory, store.storeId);
  return updateErasures(vault, { file, createdAt: new Date(now()).toISOString(), hmacKey });
}

/** Earlier backups still hold erased people, and a restore reads this list. */
export const erasuresBesideBackups = ({
  engine,
  logger,
  ...list
}: Parameters<typeof listErasures>[0] &
  Pick<ScheduledBackups, 'logger'> & { readonly engine: Pick<Engine, 'events$'> }): Duty => ({
  name: 'Listing erasures beside the backups',
  async run(signal) {
    // The first write includes erasures that were made while no process led.
    let isNew = true;
    const seen = engine.events$.subscribe(({ events }) => {
      isNew ||= events.some(({ type }) => type === 'PersonalDataErased');
    });
    const { directory } = list.schedule;
    try {
      while (!signal.aborted) {
        let waitMs = LOOK_MS;
        // The backup duty reports a missing folder.
        if (isNew && (await isThere(directory))) {
          isNew = false;
          try {
            const { forgotten, setAside } = await listErasures(list);
            if (forgotten > 0) logger.error({ directory, forgotten }, FORGOTTEN);
            if (setAside !== null) logger.error({ file: setAside }, UNPROVEN);
          } catch (error) {
            isNew = true;
            waitMs = RETRY_MS;
            logger.error(
              { ...detailsOf(error), directory },
              'the list of erased people could not be written beside the backups',
            );
          }
        }
        await rest(waitMs, signal);
      }
    } finally {
      seen.unsubscribe();
    }
  },
});
