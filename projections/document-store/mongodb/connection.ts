import { type Db, type DbOptions, MongoClient, type MongoClientOptions, MongoServerError, ReadConcern } from 'mongodb';
import { DocumentStoreUnavailable } from '../port.ts';
import { shieldDriver } from './shielded-driver.ts';
import { asStoreError, withStoreErrors } from './store-error.ts';

export interface MongoConnection {
  readonly readModels: Db;
  readonly vault: Db;
  /** Bytes on the server's disk; `vault` includes `files`, and `disk` is null if the server does not report it. */
  usage(): Promise<MongoUsage>;
  close(): Promise<void>;
}

interface MongoUsage {
  readonly readModels: number;
  readonly vault: number;
  readonly files: number;
  readonly disk: { readonly free: number; readonly size: number } | null;
}

const DEFAULT_DATABASE = 'intake';
/** At most 63 bytes with the suffix `_vault`. */
const DATABASE = /^[\w!#%&'()+,;=@[\]^`{}~-]{1,57}$/;
const AUTHENTICATION_FAILED = 18;

/**
 * The heartbeat detects an unreachable server within three seconds and ends pending calls; the socket timeout is for a
 * server that only answers heartbeats. A call fails within about five seconds, and the caller retries.
 */
const OPTIONS = {
  appName: 'intake',
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
  ignoreUndefined: true,
  maxAdaptiveRetries: 0,
  maxPoolSize: 32,
  heartbeatFrequencyMS: 1000,
  connectTimeoutMS: 2000,
  serverSelectionTimeoutMS: 2000,
  waitQueueTimeoutMS: 5000,
  socketTimeoutMS: 10_000,
} as const satisfies MongoClientOptions;

/**
 * Read models are in the database of the URL, the vault in `…_vault`. Throws `DocumentStoreUnavailable` if no server
 * answers, a TypeError for an invalid address or refused credentials. Errors contain no password.
 */
export async function connectMongo(url: string): Promise<MongoConnection> {
  shieldDriver();
  const { client, database } = openClient(url);
  try {
    await client.connect();
    // A replica set can roll back writes that are not replicated, so reads use the majority there.
    const { setName, msg } = await client.db('admin').command({ hello: 1 });
    const isReplicated = setName !== undefined || msg === 'isdbgrid';
    const options: DbOptions = isReplicated ? { readConcern: new ReadConcern('majority') } : {};
    const readModels = client.db(database, options);
    const vault = client.db(`${database}_vault`, options);
    return {
      readModels,
      vault,
      usage: () => withStoreErrors(usageOf(readModels, vault)),
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    if (error instanceof MongoServerError && error.code === AUTHENTICATION_FAILED) {
      throw new TypeError('The MongoDB server refuses the name and password of MONGODB_URL');
    }
    const { message } = asStoreError(error) as Error;
    throw new DocumentStoreUnavailable(message);
  }
}

async function usageOf(readModels: Db, vault: Db): Promise<MongoUsage> {
  const [ofReadModels, ofVault, ofFiles] = await Promise.all([
    readModels.command({ dbStats: 1 }),
    vault.command({ dbStats: 1 }),
    vault.command({ collStats: 'files' }),
  ]);
  const { fsTotalSize: size, fsUsedSize: used } = ofVault;
  return {
    readModels: sum(ofReadModels.storageSize, ofReadModels.indexSize),
    vault: sum(ofVault.storageSize, ofVault.indexSize),
    files: sum(ofFiles.storageSize, ofFiles.totalIndexSize),
    disk: size > 0 && used >= 0 ? { free: Number(size) - Number(used), size: Number(size) } : null,
  };
}

const sum = (...sizes: readonly unknown[]): number => sizes.reduce((all: number, size) => all + Number(size ?? 0), 0);

/** The driver's error quotes the whole address, password included. */
function openClient(url: string): { client: MongoClient; database: string } {
  try {
    return { client: new MongoClient(url, OPTIONS), database: databaseOf(url) };
  } catch {
    throw new TypeError('MONGODB_URL is no address of a MongoDB server (mongodb://host:port/database)');
  }
}

function databaseOf(url: string): string {
  const [, name = ''] = /^[^:]+:\/\/[^/?]+\/([^?]*)/.exec(url) ?? [];
  const database = decodeURIComponent(name) || DEFAULT_DATABASE;
  if (!DATABASE.test(database)) throw new TypeError('MongoDB takes no database of this name');
  return database;
}
