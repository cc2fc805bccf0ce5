import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivately } from './databases.ts';
import { sweepDiscarded } from './discard.ts';

/** All paths below DATA_DIR, held under an exclusive lock by this process until `release` (or its death). */
export interface DataDirectory {
  readonly path: string;
  readonly events: string;
  readonly vault: string;
  /** The file of one collection (a projection's generation), below `read-models/`. */
  readonly readModel: (collection: string) => string;
  /** The file of all that is folded in the thread of the dynamic projections, which alone writes it. */
  readonly dynamicReadModels: string;
  readonly files: string;
  readonly outbox: string;
  readonly masterKey: string;
  readonly socket: string;
  release(): void;
}

export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
  constructor(path: string) {
    super(`${path} is in use by another Intake process. Stop it first, or choose another DATA_DIR.`);
  }
}

export class DataDirectoryUnusable extends Error {
  override readonly name = 'DataDirectoryUnusable';
  constructor(path: string, cause: unknown) {
    super(`${path} cannot hold the data: ${(cause as Error).message}. Choose another DATA_DIR.`, { cause });
  }
}

export class LockDamaged extends Error {
  override readonly name = 'LockDamaged';
  constructor(file: string) {
    super(
      `${file} is damaged. It holds nothing: make sure that no Intake process runs here, delete it, and start again.`,
    );
  }
}

/** Names of collections become names of files, so they may not lead anywhere else. */
const COLLECTION = /^[A-Za-z_][\w@.-]*$/;
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/** Creates what is missing, makes all readable by this user only, and takes the lock. */
export function openDataDirectory(directory: string): DataDirectory {
  const paths = dataPaths(directory);
  const readModels = dirname(paths.readModel('any'));
  makeFolders(paths.path, [paths.path, readModels, paths.files, paths.outbox]);
  const lock = takeLock(paths.path);
  sweepDiscarded(readModels);
  return { ...paths, release: () => lock.close() };
}

/**
 * Where all stores are on servers, the directory holds nothing but mails that nobody sends: any number of processes may
 * share it, so there is no lock. With `hasMails` off not even that is made: the file system may be read-only.
 */
export function openMailFolder(directory: string, hasMails: boolean): DataDirectory {
  const paths = dataPaths(directory);
  if (hasMails) makeFolders(paths.path, [paths.outbox]);
  return { ...paths, release: () => {} };
}

function makeFolders(directory: string, folders: readonly string[]): void {
  try {
    for (const folder of folders) {
      makeFolder(folder);
      makePrivate(folder, 0o700);
    }
  } catch (error) {
    throw new DataDirectoryUnusable(directory, error);
  }
}

/** One by one: the recursive way of `mkdirSync` never ends where a folder can hold none, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Takes other users' rights to what was there before. What belongs to another user stays as its owner gave it, and so does
 * a folder that all share, such as /tmp.
 */
function makePrivate(path: string, mode: number): void {
  const given = statSync(path);
  const isShared = given.uid !== process.getuid?.() || (given.mode & 0o1000) !== 0;
  if (isShared || (given.mode & 0o077) === 0) return;
  try {
    chmodSync(path, mode);
  } catch {
    // A file system without modes.
  }
}

/** The same paths without the lock, for a thread of the process that holds it. */
export function dataPaths(directory: string): Omit<DataDirectory, 'release'> {
  const path = resolve(directory);
  return {
    path,
    events: join(path, 'events.sqlite'),
    vault: join(path, 'vault.sqlite'),
    readModel(collection) {
      if (!COLLECTION.test(collection)) throw new TypeError(`${collection} cannot name a file`);
      return join(path, 'read-models', `${collection}.sqlite`);
    },
    dynamicReadModels: join(path, 'read-models', 'dynamic.sqlite'),
    files: join(path, 'files'),
    outbox: join(path, 'outbox'),
    masterKey: join(path, 'master.key'),
    socket: join(path, 'intake.sock'),
  };
}

/** An open exclusive transaction on an empty database: the operating system lets go of it even after kill -9. */
function takeLock(path: string): DatabaseSync {
  const file = join(path, 'intake.lock');
  let lock: DatabaseSync | undefined;
  try {
    createPrivately(file);
    makePrivate(file, 0o600);
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    const code = ((error as { errcode?: number }).errcode ?? 0) % 256;
    if (code === SQLITE_BUSY) throw new DataDirectoryInUse(path);
    if (code === SQLITE_NOTADB) throw new LockDamaged(file);
    throw new DataDirectoryUnusable(path, error);
  }
}
