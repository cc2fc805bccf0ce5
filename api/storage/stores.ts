import { dirname } from 'node:path';
import type { EventStore } from '../../commands/event-store/port.ts';
import { createSqliteEventStore, openSqliteLog } from '../../commands/event-store/sqlite/event-store.ts';
import type { OnRewriting } from '../../commands/event-store/sqlite/former-log.ts';
import { openDiskFileStore } from '../../commands/file-store/disk/file-store.ts';
import type { FileStore } from '../../commands/file-store/port.ts';
import type { DocumentStore } from '../../projections/document-store/port.ts';
import { createSqliteDocumentStore } from '../../projections/document-store/sqlite/document-store.ts';
import { type Config, ConfigRefused } from '../config/config.ts';
import { memoryLimit } from '../runtime/memory-limit.ts';
import { isUnavailable } from '../runtime/unavailable.ts';
import {
  type DataDirectory,
  DYNAMIC_LANES,
  type DynamicLane,
  dataPaths,
  openDataDirectory,
  openEmailFolder,
} from './data-directory.ts';
import { checkDatabaseFiles } from './file-check.ts';
import { createInThreadWriter } from './in-thread-writer.ts';
import {
  awayOf,
  type Refusal,
  type ServerName,
  tryWritingDocuments,
  watchedAppends,
  watchedDocuments,
  watchedFiles,
  watchServerWrites,
} from './server-writes.ts';
import { openStorage, type Storage } from './storage.ts';
import {
  createFolderSize,
  diskSpaceOf,
  type StorageUsage,
  type StoredPart,
  sizeOfDatabase,
  sizeOfFolder,
} from './usage.ts';

type OnProblem = (message: string, error: unknown) => void;

/** Characters of documents in the caches. */
interface CacheSizes {
  readonly readModels: number;
  readonly vault: number;
}
/** An object takes about three times the memory of its text. */
const SHARE_OF_MEMORY = 1 / 50;
/** The dashboard of 20,000 applications and its other queries fit in. */
const MAX_CACHE_SIZE = 80_000_000;
const CACHE_SIZES: CacheSizes = {
  readModels: Math.min(MAX_CACHE_SIZE, Math.round(memoryLimit() * SHARE_OF_MEMORY)),
  vault: 4_000_000,
};

/** A thread's share of the embedded files: only the dynamic thread writes the dynamic read models. */
interface Part {
  readonly cacheSizes: CacheSizes;
  readonly writesDynamic: boolean;
}
const MAIN: Part = { cacheSizes: CACHE_SIZES, writesDynamic: false };
const BESIDE: Part = { cacheSizes: { readModels: 0, vault: 0 }, writesDynamic: true };

export type StoreAddresses = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'>;

export const settingsOf = ({ eventStoreUrl, mongodbUrl }: StoreAddresses): readonly string[] => [
  ...(eventStoreUrl === undefined ? [] : ['EVENTSTORE_URL']),
  ...(mongodbUrl === undefined ? [] : ['MONGODB_URL']),
  ...(eventStoreUrl === undefined || mongodbUrl === undefined ? ['DATA_DIR'] : []),
];

interface OpenedStores {
  readonly eventStore: EventStore;
  readonly vault: DocumentStore;
  readonly readModels: DocumentStore;
  readonly dynamicReadModels: Readonly<Record<DynamicLane, DocumentStore>>;
  readonly files: FileStore;
  /** Bytes stored and free; rethrows the error of an unreachable store. */
  usage(): Promise<StorageUsage>;
  close(): Promise<void>;
}

/** The only module that knows which adapters implement the ports. */
export interface Stores extends OpenedStores {
  readonly directory: DataDirectory;
  readonly areShared: boolean;
  /** Vault and read models are on a server, so only the lease's owner may work on them. */
  readonly areDocumentsShared: boolean;
  /** At least one store is on a server, which may be unreachable for a moment. */
  readonly areRemote: boolean;
  refusal(): Promise<Refusal | null>;
  awayOf(error: unknown): ReturnType<typeof awayOf>;
  tryWriting(server: ServerName): Promise<boolean>;
  /** SQLite's check of the embedded log and vault; absent without such files. */
  readonly checkFiles?: (signal: AbortSignal) => Promise<string | null>;
  truncateLogs(): Promise<unknown>;
  /** Leaves nothing in the embedded vault's file but its live rows. Throws without the disk space. */
  rewriteVault(): Promise<void>;
  /** Bytes of a read model's generation; null where generations share a file or a server. */
  sizeOfReadModel(generation: string): Promise<number | null>;
}

export const areShared = ({ eventStoreUrl, mongodbUrl }: Omit<StoreAddresses, 'dataDir'>): boolean =>
  eventStoreUrl !== undefined && mongodbUrl !== undefined;

/**
 * `onLost`: nothing can be written until a restart. `onProblem`: an adapter has recovered from a problem. `onRewriting`:
 * so many events of an earlier version's log are rewritten.
 */
export async function openStores(
  config: Config,
  {
    onLost,
    onProblem = () => {},
    onRewriting = () => {},
  }: { onLost?: (error: Error) => void; onProblem?: OnProblem; onRewriting?: OnRewriting } = {},
): Promise<Stores> {
  const opening = new AsyncDisposableStack();
  try {
    const isShared = areShared(config);
    const directory = isShared
      ? openEmailFolder(config.dataDir, config.smtpUrl === undefined)
      : openDataDirectory(config.dataDir);
    opening.defer(() => directory.release());
    const storage = isShared ? null : await openStorage(onLost);
    opening.defer(() => storage?.close());
    const stores = await openBoth(config, storage, MAIN, { onProblem, onRewriting });
    opening.defer(stores.close);
    const sizeOfOutbox = createFolderSize(directory.outbox);
    const hasFolder = !isShared || config.smtpUrl === undefined;
    const files = [
      ...(config.eventStoreUrl === undefined ? [directory.events] : []),
      ...(config.mongodbUrl === undefined ? [directory.vault] : []),
    ];
    const watched = watchServers(stores, config);
    return {
      ...stores,
      ...watched.stores,
      async usage() {
        const { parts, disks } = await stores.usage();
        if (!hasFolder) return { parts: { ...parts, outbox: 0 }, disks };
        const [outbox, disk] = await Promise.all([sizeOfOutbox(), diskSpaceOf(directory.path)]);
        return { parts: known({ ...parts, outbox }), disks: { ...disks, 'data-directory': disk } };
      },
      directory,
      areShared: isShared,
      areDocumentsShared: config.mongodbUrl !== undefined,
      areRemote: (config.eventStoreUrl ?? config.mongodbUrl) !== undefined,
      async refusal() {
        const reason = (await storage?.refusal()) ?? null;
        return reason === null ? watched.refusal() : { brief: reason, whole: reason };
      },
      awayOf: (error) => awayOf(error, config),
      tryWriting: watched.tryWriting,
      ...(files.length > 0 && { checkFiles: (signal) => checkDatabaseFiles(files, signal) }),
      truncateLogs: async () => storage?.truncateLogs(),
      async rewriteVault() {
        if (!storage || config.mongodbUrl !== undefined) return;
        const rewritten = await storage.rewrite(directory.vault);
        if (rewritten.status === 'unavailable')
          throw new Error(`The vault could not be rewritten: ${rewritten.message}`);
      },
      sizeOfReadModel: async (generation) =>
        config.mongodbUrl === undefined ? sizeOfDatabase(directory.readModel(generation)) : null,
      close: () => opening.disposeAsync(),
    };
  } catch (error) {
    await opening.disposeAsync();
    throw error;
  }
}

function watchServers(
  { eventStore, vault, readModels, files }: OpenedStores,
  { eventStoreUrl, mongodbUrl }: StoreAddresses,
): { readonly stores: Partial<OpenedStores> } & Pick<Stores, 'refusal' | 'tryWriting'> {
  const ofLog = watchServerWrites('EventStoreDB', async () => eventStore.tryWriting?.());
  const ofDocuments = watchServerWrites('MongoDB', () => tryWritingDocuments(vault));
  return {
    stores: {
      ...(eventStoreUrl !== undefined && { eventStore: watchedAppends(eventStore, ofLog) }),
      ...(mongodbUrl !== undefined && {
        vault: watchedDocuments(vault, ofDocuments),
        readModels: watchedDocuments(readModels, ofDocuments),
        files: watchedFiles(files, ofDocuments),
      }),
    },
    tryWriting: (server) => (server === 'MongoDB' ? ofDocuments : ofLog).tryWriting(),
    refusal: async () => (await ofDocuments.refusal()) ?? (await ofLog.refusal()),
  };
}

export async function openStoresInThread(
  addresses: StoreAddresses,
): Promise<OpenedStores & Pick<Stores, 'truncateLogs'>> {
  const opening = new AsyncDisposableStack();
  try {
    const writer = areShared(addresses) ? null : createInThreadWriter();
    opening.defer(() => writer?.close());
    const stores = await openBoth(addresses, writer, BESIDE);
    opening.defer(stores.close);
    return { ...stores, truncateLogs: async () => writer?.truncateLogs(), close: () => opening.disposeAsync() };
  } catch (error) {
    await opening.disposeAsync();
    throw error;
  }
}

/** What a process that changes nothing reads. */
export interface History {
  readonly log: Pick<EventStore, 'readAll' | 'head'>;
  /** Keys of personal data; null unless asked for. */
  readonly vault: DocumentStore | null;
  close(): Promise<void>;
}

/** Opens the log, and the vault if `hasKeys`, only for reading and without the lock: a server may run meanwhile. */
export async function openHistory(
  { dataDir, eventStoreUrl, mongodbUrl }: StoreAddresses,
  { hasKeys }: { hasKeys: boolean },
): Promise<History> {
  const paths = dataPaths(dataDir);
  const opening = new AsyncDisposableStack();
  try {
    const log =
      eventStoreUrl === undefined ? openSqliteLog(paths.events) : await openEventStoreDb(eventStoreUrl, () => {});
    opening.defer(() => log.close());
    const documents = hasKeys && mongodbUrl !== undefined ? await openMongo(mongodbUrl) : null;
    opening.defer(() => documents?.close());
    const embeddedVault =
      hasKeys && mongodbUrl === undefined
        ? createSqliteDocumentStore({ fileOf: () => paths.vault, writer: null, synchronous: 'FULL' })
        : null;
    opening.defer(() => embeddedVault?.close());
    return { log, vault: documents?.vault ?? embeddedVault, close: () => opening.disposeAsync() };
  } catch (error) {
    await opening.disposeAsync();
    throw error;
  }
}

async function openBoth(
  { dataDir, eventStoreUrl, mongodbUrl }: StoreAddresses,
  writer: Storage | null,
  part: Part,
  { onProblem = () => {}, onRewriting = () => {} }: { onProblem?: OnProblem; onRewriting?: OnRewriting } = {},
): Promise<OpenedStores> {
  const opening = new AsyncDisposableStack();
  try {
    const paths = dataPaths(dataDir);
    // Both at once, so that a bad address is reported even if the other server is unreachable.
    const [documents, eventStore] = await Promise.allSettled([
      mongodbUrl === undefined ? openEmbeddedDocuments(paths, embedded(writer), part) : openMongo(mongodbUrl),
      eventStoreUrl === undefined
        ? createSqliteEventStore({ file: paths.events, writer: embedded(writer), onRewriting })
        : openEventStoreDb(eventStoreUrl, onProblem),
    ]);
    if (documents.status === 'fulfilled') opening.defer(documents.value.close);
    if (eventStore.status === 'fulfilled') opening.defer(() => eventStore.value.close());
    if (documents.status === 'rejected' || eventStore.status === 'rejected') {
      throw worstOf([documents, eventStore].flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
    }
    const store = eventStore.value;
    // In EventStoreDB a position is an offset in its log.
    const sizeOfEvents = async () =>
      eventStoreUrl === undefined ? sizeOfDatabase(paths.events) : Number(await store.head());
    return {
      ...documents.value,
      eventStore: store,
      async usage() {
        const [events, { parts, disks }] = await Promise.all([sizeOfEvents(), documents.value.usage()]);
        return { parts: { events, ...parts }, disks };
      },
      close: () => opening.disposeAsync(),
    };
  } catch (error) {
    await opening.disposeAsync();
    throw error;
  }
}

const known = (parts: Readonly<Partial<Record<StoredPart, number | undefined>>>): StorageUsage['parts'] =>
  Object.fromEntries(Object.entries(parts).filter(([, size]) => size !== undefined));

const worstOf = (failures: readonly unknown[]): unknown =>
  failures.find((failure) => !isUnavailable(failure)) ?? failures[0];

function embedded(writer: Storage | null): Storage {
  if (!writer) throw new Error('There is no writer for the embedded files');
  return writer;
}

type Documents = Omit<OpenedStores, 'eventStore'>;

async function openEmbeddedDocuments(
  paths: Pick<DataDirectory, 'vault' | 'readModel' | 'dynamicReadModels' | 'files'>,
  writer: Storage,
  { cacheSizes, writesDynamic }: Part,
): Promise<Documents> {
  const vault = createSqliteDocumentStore({
    fileOf: () => paths.vault,
    writer,
    synchronous: 'FULL',
    cacheLimit: cacheSizes.vault,
  });
  const readModels = createSqliteDocumentStore({
    fileOf: paths.readModel,
    writer,
    synchronous: 'NORMAL',
    cacheLimit: cacheSizes.readModels,
  });
  const dynamicIn = (lane: DynamicLane) =>
    createSqliteDocumentStore({
      fileOf: () => paths.dynamicReadModels(lane),
      writer: writesDynamic ? writer : null,
      synchronous: 'NORMAL',
    });
  const dynamicReadModels = { dynamic: dynamicIn('dynamic'), dynamicFiles: dynamicIn('dynamicFiles') };
  const sizeOfFiles = createFolderSize(paths.files);
  return {
    vault,
    readModels,
    dynamicReadModels,
    files: await openDiskFileStore({ directory: paths.files }),
    async usage() {
      const [inVault, inReadModels, inFiles] = await Promise.all([
        sizeOfDatabase(paths.vault),
        sizeOfFolder(dirname(paths.readModel('any'))),
        sizeOfFiles(),
      ]);
      return { parts: known({ vault: inVault, 'read-models': inReadModels, files: inFiles }), disks: {} };
    },
    async close() {
      for (const lane of DYNAMIC_LANES) await dynamicReadModels[lane].close();
      await readModels.close();
      await vault.close();
    },
  };
}

async function openMongo(url: string): Promise<Documents> {
  const { connectMongo } = await import('../../projections/document-store/mongodb/connection.ts');
  const { createMongoDocumentStore } = await import('../../projections/document-store/mongodb/document-store.ts');
  const { createMongoFileStore } = await import('../../commands/file-store/mongodb/file-store.ts');
  const connection = await withClearErrors(connectMongo(url));
  const vault = createMongoDocumentStore({ database: connection.vault });
  const readModels = createMongoDocumentStore({ database: connection.readModels });
  return {
    vault,
    readModels,
    dynamicReadModels: { dynamic: readModels, dynamicFiles: readModels },
    files: createMongoFileStore({ database: connection.vault }),
    async usage() {
      const { readModels: inReadModels, vault: all, files: inFiles, disk } = await connection.usage();
      const parts = { 'read-models': inReadModels, vault: all - inFiles, files: inFiles };
      return { parts, disks: disk ? { mongodb: disk } : {} };
    },
    async close() {
      await readModels.close();
      await vault.close();
      await connection.close();
    },
  };
}

async function openEventStoreDb(url: string, onProblem: OnProblem): Promise<EventStore> {
  const { createEventStoreDb } = await import('../../commands/event-store/eventstoredb/event-store.ts');
  return withClearErrors(createEventStoreDb({ url, onProblem }));
}

/** Reports errors that waiting does not fix: an invalid address or refused credentials. */
async function withClearErrors<Opened>(opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    throw error instanceof TypeError ? new ConfigRefused(`${error.message}.`) : error;
  }
}
