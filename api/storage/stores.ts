import { dirname } from 'node:path';
import type { EventStore } from '../../commands/event-store/port.ts';
import { createSqliteEventStore } from '../../commands/event-store/sqlite/event-store.ts';
import { openDiskFileStore } from '../../commands/file-store/disk/file-store.ts';
import type { FileStore } from '../../commands/file-store/port.ts';
import type { DocumentStore } from '../../projections/document-store/port.ts';
import { createSqliteDocumentStore } from '../../projections/document-store/sqlite/document-store.ts';
import { type Config, ConfigRefused } from '../config/config.ts';
import { memoryLimit } from '../runtime/memory-limit.ts';
import { isUnavailable } from '../runtime/unavailable.ts';
import { type DataDirectory, dataPaths, openDataDirectory, openMailFolder } from './data-directory.ts';
import { checkDatabaseFiles } from './file-check.ts';
import { createInThreadWriter } from './in-thread-writer.ts';
import {
  awayOf,
  notedAppends,
  notedDocuments,
  notedFiles,
  type Refusal,
  type ServerName,
  tryWritingDocuments,
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

/** So many characters of documents are kept in memory. */
interface Kept {
  readonly readModels: number;
  readonly vault: number;
}
/** Of the memory that this process may have: what an object takes is some three times its text. */
const SHARE_OF_MEMORY = 1 / 50;
/** Beyond the dashboard of 20,000 applications, and what else is looked at beside it, more helps nobody. */
const MOST_KEPT = 80_000_000;
/** What is in the vault is short, sessions above all. */
const KEPT: Kept = {
  readModels: Math.min(MOST_KEPT, Math.round(memoryLimit() * SHARE_OF_MEMORY)),
  vault: 4_000_000,
};

/** What a thread does with the embedded files: the dynamic read models are written beside the main thread, and only read in it. */
interface Part {
  readonly kept: Kept;
  readonly writesDynamic: boolean;
}
const MAIN: Part = { kept: KEPT, writesDynamic: false };
const BESIDE: Part = { kept: { readModels: 0, vault: 0 }, writesDynamic: true };

/** Where the stores are. */
export type StoreAddresses = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'>;

/** The variables that say where log and vault are. */
export const settingsOf = ({ eventStoreUrl, mongodbUrl }: StoreAddresses): readonly string[] => [
  ...(eventStoreUrl === undefined ? [] : ['EVENTSTORE_URL']),
  ...(mongodbUrl === undefined ? [] : ['MONGODB_URL']),
  ...(eventStoreUrl === undefined || mongodbUrl === undefined ? ['DATA_DIR'] : []),
];

interface OpenedStores {
  readonly eventStore: EventStore;
  readonly vault: DocumentStore;
  readonly readModels: DocumentStore;
  /** Those of the dynamic projections, which embedded only their thread writes. */
  readonly dynamicReadModels: DocumentStore;
  readonly files: FileStore;
  /** How much is stored and how much room is left; throws what a store throws that is away. */
  usage(): Promise<StorageUsage>;
  /** In reverse order of opening. */
  close(): Promise<void>;
}

/** The infrastructure behind the ports: the one place that knows which adapters stand there. */
export interface Stores extends OpenedStores {
  readonly directory: DataDirectory;
  /** Other processes may use them, too; else they are this one's alone. */
  readonly areShared: boolean;
  /** Vault and read models are on a server: others can reach them, so whoever works on them needs the lease. */
  readonly areDocumentsShared: boolean;
  /** One of them at least is on a server, which may be away for a moment. */
  readonly areRemote: boolean;
  /** Why nothing can be stored just now, or null. */
  refusal(): Promise<Refusal | null>;
  /** The server that this error says is away; null for any other error. */
  awayOf(error: unknown): ReturnType<typeof awayOf>;
  /** Whether a server that was away takes writes again. */
  tryWriting(server: ServerName): Promise<boolean>;
  /** What SQLite finds wrong with the embedded files that must not be lost, or null; absent where there are none. */
  readonly checkFiles?: (signal: AbortSignal) => Promise<string | null>;
  /** So that what was erased is gone from the disk, too. */
  truncateLogs(): Promise<unknown>;
}

/** Both on servers: then there may be any number of processes, and none owns the data directory. */
export const areShared = ({ eventStoreUrl, mongodbUrl }: Omit<StoreAddresses, 'dataDir'>): boolean =>
  eventStoreUrl !== undefined && mongodbUrl !== undefined;

/**
 * Opens what is configured: either adapter of either port, beside each other as they come. `onLost` is told when nothing
 * can be written any more until the process starts anew; `onProblem` of what the adapters get over by themselves.
 */
export async function openStores(
  config: Config,
  { onLost, onProblem = () => {} }: { onLost?: (error: Error) => void; onProblem?: OnProblem } = {},
): Promise<Stores> {
  const opening = new AsyncDisposableStack();
  try {
    const isShared = areShared(config);
    const directory = isShared
      ? openMailFolder(config.dataDir, config.smtpUrl === undefined)
      : openDataDirectory(config.dataDir);
    opening.defer(() => directory.release());
    const storage = isShared ? null : await openStorage(onLost);
    opening.defer(() => storage?.close());
    const stores = await openBoth(config, storage, MAIN, onProblem);
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
      close: () => opening.disposeAsync(),
    };
  } catch (error) {
    await opening.disposeAsync();
    throw error;
  }
}

/** Those that are on servers, with their writes noted; and why a server took none. */
function watchServers(
  { eventStore, vault, readModels, files }: OpenedStores,
  { eventStoreUrl, mongodbUrl }: StoreAddresses,
): { readonly stores: Partial<OpenedStores> } & Pick<Stores, 'refusal' | 'tryWriting'> {
  const ofLog = watchServerWrites('EventStoreDB', async () => eventStore.tryWriting?.());
  const ofDocuments = watchServerWrites('MongoDB', () => tryWritingDocuments(vault));
  return {
    stores: {
      ...(eventStoreUrl !== undefined && { eventStore: notedAppends(eventStore, ofLog) }),
      ...(mongodbUrl !== undefined && {
        vault: notedDocuments(vault, ofDocuments),
        readModels: notedDocuments(readModels, ofDocuments),
        files: notedFiles(files, ofDocuments),
      }),
    },
    tryWriting: (server) => (server === 'MongoDB' ? ofDocuments : ofLog).tryWriting(),
    refusal: async () => (await ofDocuments.refusal()) ?? (await ofLog.refusal()),
  };
}

/** The same for a thread beside the one that owns them: what it writes, it writes itself, to files of its own. */
export async function openStoresInThread(
  addresses: StoreAddresses,
): Promise<OpenedStores & Pick<Stores, 'truncateLogs'>> {
  const opening = new AsyncDisposableStack();
  try {
    const writer = areShared(addresses) ? null : createInThreadWriter();
    opening.defer(() => writer?.close());
    const stores = await openBoth(addresses, writer, BESIDE, () => {});
    opening.defer(stores.close);
    return { ...stores, truncateLogs: async () => writer?.truncateLogs(), close: () => opening.disposeAsync() };
  } catch (error) {
    await opening.disposeAsync();
    throw error;
  }
}

/** `writer` writes to the embedded files; absent where there are none. */
async function openBoth(
  { dataDir, eventStoreUrl, mongodbUrl }: StoreAddresses,
  writer: Storage | null,
  part: Part,
  onProblem: OnProblem,
): Promise<OpenedStores> {
  const opening = new AsyncDisposableStack();
  try {
    const paths = dataPaths(dataDir);
    // Beside each other, so that a bad address is told of although the other server is away.
    const [documents, eventStore] = await Promise.allSettled([
      mongodbUrl === undefined ? openEmbeddedDocuments(paths, embedded(writer), part) : openMongo(mongodbUrl),
      eventStoreUrl === undefined
        ? createSqliteEventStore({ file: paths.events, writer: embedded(writer) })
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

/** Without the parts whose size is not known yet. */
const known = (parts: Readonly<Partial<Record<StoredPart, number | undefined>>>): StorageUsage['parts'] =>
  Object.fromEntries(Object.entries(parts).filter(([, size]) => size !== undefined));

const worstOf = (failures: readonly unknown[]): unknown =>
  failures.find((failure) => !isUnavailable(failure)) ?? failures[0];

function embedded(writer: Storage | null): Storage {
  if (!writer) throw new Error('Nobody writes to the embedded files');
  return writer;
}

type Documents = Omit<OpenedStores, 'eventStore'>;

async function openEmbeddedDocuments(
  paths: Pick<DataDirectory, 'vault' | 'readModel' | 'dynamicReadModels' | 'files'>,
  writer: Storage,
  { kept, writesDynamic }: Part,
): Promise<Documents> {
  const vault = createSqliteDocumentStore({
    fileOf: () => paths.vault,
    writer,
    synchronous: 'FULL',
    cacheLimit: kept.vault,
  });
  const readModels = createSqliteDocumentStore({
    fileOf: paths.readModel,
    writer,
    synchronous: 'NORMAL',
    cacheLimit: kept.readModels,
  });
  const dynamicReadModels = createSqliteDocumentStore({
    fileOf: () => paths.dynamicReadModels,
    writer: writesDynamic ? writer : null,
    synchronous: 'NORMAL',
  });
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
      await dynamicReadModels.close();
      await readModels.close();
      await vault.close();
    },
  };
}

async function openMongo(url: string): Promise<Documents> {
  const { connectMongo } = await import('../../projections/document-store/mongodb/connection.ts');
  const { createMongoDocumentStore } = await import('../../projections/document-store/mongodb/document-store.ts');
  const { createMongoFileStore } = await import('../../commands/file-store/mongodb/file-store.ts');
  const connection = await saidClearly(connectMongo(url));
  const vault = createMongoDocumentStore({ database: connection.vault });
  const readModels = createMongoDocumentStore({ database: connection.readModels });
  return {
    vault,
    readModels,
    dynamicReadModels: readModels,
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
  return saidClearly(createEventStoreDb({ url, onProblem }));
}

/** What no waiting helps: an address that is none, or a name and password that the server does not take. */
async function saidClearly<Opened>(opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    throw error instanceof TypeError ? new ConfigRefused(`${error.message}.`) : error;
  }
}
