import { type Db, type DbOptions, MongoClient, type MongoClientOptions, MongoServerError, ReadConcern } from 'mongodb';
import { DocumentStoreUnavailable } from '../port.ts';
import { shieldDriver } from './shielded-driver.ts';
import { asStoreError, told } from './store-error.ts';

/** The databases of one server or replica set, over one pool of connections. */
export interface MongoConnection {
  readonly readModels: Db;
  /** What is never rebuilt, and the files. */
  readonly vault: Db;
  /** Bytes on the server's disk; `vault` includes `files`, and `disk` is null where the server does not tell. */
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
/** With `_vault` behind it, a name has at most 63 bytes. */
const DATABASE = /^[\w!#%&'()+,;=@[\]^`{}~-]{1,57}$/;
const AUTHENTICATION_FAILED = 18;

/**
 * An absent or frozen server is noticed by the heartbeat within three seconds, which also ends what waits for it; the
 * socket's time-out is for a server that answers heartbeats but nothing else. Whoever calls is told within some five: what
 * cannot be done now is for the caller to try again, so the driver repeats nothing but a read, and a write where the
 * server recognizes the repetition (a replica set).
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
 * Connects to MONGODB_URL; read models live in the database that it names, the vault beside it in `…_vault`.
 * Throws `DocumentStoreUnavailable` where nobody answers, a TypeError for what is no address and for
 * a name and password that are refused; none tells the password.
 */
export async function connectMongo(url: string): Promise<MongoConnection> {
  shieldDriver();
  const { client, database } = openClient(url);
  try {
    await client.connect();
    // What a primary has accepted but not replicated may be taken back, so nobody reads it; alone there is no such thing.
    const { setName, msg } = await client.db('admin').command({ hello: 1 });
    const isReplicated = setName !== undefined || msg === 'isdbgrid';
    const options: DbOptions = isReplicated ? { readConcern: new ReadConcern('majority') } : {};
    const readModels = client.db(database, options);
    const vault = client.db(`${database}_vault`, options);
    return {
      readModels,
      vault,
      usage: () => told(usageOf(readModels, vault)),
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

/** The driver quotes the whole address in its complaint, with the password in it. */
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
