import type { KeyObject } from 'node:crypto';
import { createCodec } from '../../commands/event-store/codec.ts';
import { isFile } from '../../commands/transfer/attachments.ts';
import { openBackup } from '../../commands/transfer/backup.ts';
import { erasuresListedBeside, readErasures } from '../../commands/transfer/erasures-file.ts';
import { openExportFile } from '../../commands/transfer/export-file.ts';
import { type ImportOptions, type ImportResult, importLog } from '../../commands/transfer/import-log.ts';
import type { ImportSource } from '../../commands/transfer/import-source.ts';
import { refuseOtherProcesses } from '../../commands/transfer/other-processes.ts';
import { TransferRefused } from '../../commands/transfer/transfer-refused.ts';
import type { ErasureLists } from '../../commands/transfer/trusted-erasures.ts';
import { withSealed } from '../../commands/transfer/vault-entries.ts';
import { readNotesOfBackup } from '../../commands/transfer/vault-lines.ts';
import { findMasterKey, openMasterKey } from '../../commands/vault/master-key.ts';
import { type MasterKey, unsealUnder } from '../../commands/vault/master-keys.ts';
import { seal } from '../../commands/vault/seal.ts';
import { createSubjectKeys } from '../../commands/vault/subject-keys.ts';
import { definitionOf } from '../../domain/events.ts';
import { compose } from '../composition/composition.ts';
import type { Config } from '../config/config.ts';
import { createLogger, STANDARD_ERROR } from '../logging/logging.ts';
import { OperationRefused } from '../runtime/operation-refused.ts';
import { isUnavailable } from '../runtime/unavailable.ts';
import { dataPaths } from '../storage/data-directory.ts';
import { areShared, openStores, type Stores } from '../storage/stores.ts';
import { obstacleOf } from './obstacle.ts';
import { callOperator, type Progress } from './socket.ts';

type OnProgress = (progress: Progress) => void;

interface MoveInput {
  /** A file of erasures, a later backup, or null; the lists beside the backup always count. */
  readonly erasures: string | null;
  /** The operator vouches for lists of erasures without a valid proof. */
  readonly acceptsUnproven: boolean;
  /** Called only for sealed files. */
  readonly passphrase: () => Promise<string>;
}

export interface ImportInput extends MoveInput {
  readonly file: string;
  readonly isWithoutKeys: boolean;
}

/** Runs in this process, because nothing else may use the stores meanwhile. */
export function importEvents(config: Config, input: ImportInput, onProgress: OnProgress): Promise<ImportResult> {
  return onIdleStores(config, onProgress, async () => async (stores) => {
    const masterKey = await openMasterKey(keyOf(config, stores));
    const source = await openExportFile(input.file, { masterKey, passphrase: input.passphrase });
    const { isWithoutKeys } = input;
    // Without keys no person is readable; the import with the keys erases.
    const erasures = isWithoutKeys ? {} : { erasures: await erasureListsFor(input.file, input) };
    return moveInto(stores, masterKey, { command: 'events import', source, isWithoutKeys, ...erasures, onProgress });
  });
}

export interface RestoreInput extends MoveInput {
  readonly directory: string;
}

/** Imports a backup, whose vault has the same master key. */
export function restore(config: Config, input: RestoreInput, onProgress: OnProgress): Promise<ImportResult> {
  return onIdleStores(config, onProgress, async () => {
    const source = await openBackup(input.directory, input.passphrase);
    const notes = await readNotesOfBackup(source.backup.vault);
    if (!notes.check)
      throw new TransferRefused(`The vault in ${input.directory} does not say which master key encrypts it.`);
    const erasures = await erasureListsFor(input.directory, input);
    const file = dataPaths(config.dataDir).masterKey;
    const known = await findMasterKey({ configured: config.masterKey, file, notes });
    return async (stores) => {
      const masterKey = await openMasterKey(keyOf(config, stores));
      const underOne = known.length > 1 ? underFirst(source, known) : source;
      return moveInto(stores, masterKey, { command: 'restore', source: underOne, erasures, onProgress });
    };
  });
}

/** A backup that was made while the key was changed holds texts under both. */
function underFirst(source: ImportSource, known: readonly KeyObject[]): ImportSource {
  const [key] = known;
  const { attachments } = source;
  if (!key || !attachments) return source;
  return {
    ...source,
    async *attachments() {
      for await (const attachment of attachments()) {
        yield isFile(attachment)
          ? attachment
          : await withSealed(attachment, async (text, at) => seal(key, unsealUnder(known, text, at), at));
      }
    },
  };
}

const erasureListsFor = async (
  source: string,
  { erasures, acceptsUnproven, passphrase }: MoveInput,
): Promise<ErasureLists> => ({
  beside: await erasuresListedBeside(source),
  named: erasures === null ? [] : [await readErasures(erasures, passphrase)],
  acceptsUnproven,
});

const keyOf = (config: Config, { directory, vault }: Stores) => ({
  configured: config.masterKey,
  file: directory.masterKey,
  vault,
});

async function moveInto(
  { eventStore, vault, files, areRemote }: Stores,
  masterKey: MasterKey,
  options: ImportOptions,
): Promise<ImportResult> {
  const codec = createCodec({ definitionOf, keys: createSubjectKeys({ vault, masterKey }) });
  try {
    return await importLog({ store: eventStore, vault, files, codec, masterKey, now: Date.now }, options);
  } catch (error) {
    if (!areRemote || !isUnavailable(error)) throw error;
    const reason = (error as Error).message.replace(/\.$/, '');
    throw new OperationRefused(`${reason}. Run the same command again: it continues where it stopped.`, {
      cause: error,
    });
  }
}

/** If `prepare` refuses the import, an empty DATA_DIR stays empty. */
async function onIdleStores(
  config: Config,
  onProgress: OnProgress,
  prepare: () => Promise<(stores: Stores) => Promise<ImportResult>>,
): Promise<ImportResult> {
  if (!areShared(config)) await refuseRunningServer(config);
  const work = await prepare();
  const stores = await openStores(config);
  let moved: ImportResult;
  try {
    if (stores.areDocumentsShared) await refuseOtherProcesses(stores.vault);
    moved = await work(stores);
  } finally {
    await stores.close();
  }
  if (!stores.areShared && moved.areKeysHere) await buildReadModels(config, onProgress);
  return moved;
}

async function refuseRunningServer({ dataDir }: Config): Promise<void> {
  const { path, socket } = dataPaths(dataDir);
  const running = await callOperator(socket);
  running?.close();
  if (running) throw new OperationRefused(`A server is running on ${path}. Stop it first, or use another DATA_DIR.`);
}

/** Makes the first start quick. With servers the leader builds them. */
async function buildReadModels(config: Config, onProgress: OnProgress): Promise<void> {
  const composition = await compose(config, { logger: createLogger('fatal', STANDARD_ERROR), hasReactions: false });
  try {
    const { engine, log, stores } = composition;
    const total = Number(await log.head());
    const show = async () => {
      const { projections } = await engine.status();
      const done = Math.min(...projections.map(({ position }) => Number(position)));
      onProgress({ label: 'Building read models', done, total });
    };
    const timer = setInterval(() => void show().catch(() => {}), 500);
    const obstacle = await obstacleOf(engine, stores).finally(() => clearInterval(timer));
    if (obstacle !== null) throw new OperationRefused(`The read models cannot follow the log. ${obstacle}`);
  } finally {
    await composition.close();
  }
}
