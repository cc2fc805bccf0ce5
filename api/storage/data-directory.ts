import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivately } from './databases.ts';
import { sweepDiscarded } from './discard.ts';

/** Dynamic projections: each lane folds in a thread of its own. The names are those of the stored collections. */
export const DYNAMIC_LANES = ['dynamic', 'dynamicFiles'] as const;
export type DynamicLane = (typeof DYNAMIC_LANES)[number];

/** The paths below DATA_DIR, locked by this process until `release` or its death. */
export interface DataDirectory {
  readonly path: string;
  readonly events: string;
  readonly vault: string;
  readonly readModel: (collection: string) => string;
  readonly dynamicReadModels: (lane: DynamicLane) => string;
  readonly files: string;
  /** Files of analysts that are kept live; the operator makes it. */
  readonly projections: string;
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

/** A collection's name becomes a file name, so it must not lead to another folder. */
const COLLECTION = /^[A-Za-z_][\w@.-]*$/;
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

export function openDataDirectory(directory: string): DataDirectory {
  const paths = dataPaths(directory);
  const readModels = dirname(paths.readModel('any'));
  makeFolders(paths.path, [paths.path, readModels, paths.files, paths.outbox]);
  const lock = takeLock(paths.path);
  sweepDiscarded(readModels);
  return { ...paths, release: () => lock.close() };
}

/** With all stores on servers: no lock, because processes may share it. Without `hasEmails` nothing is created. */
export function openEmailFolder(directory: string, hasEmails: boolean): DataDirectory {
  const paths = dataPaths(directory);
  if (hasEmails) makeFolders(paths.path, [paths.outbox]);
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

/** `mkdirSync` with `recursive` never returns for a folder below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirSync(path, { mode: 0o700 });
}

/** Removes other users' rights, except to what belongs to another user and to shared folders such as /tmp. */
function makePrivate(path: string, mode: number): void {
  const given = statSync(path);
  const isShared = given.uid !== process.getuid?.() || (given.mode & 0o1000) !== 0;
  if (isShared || (given.mode & 0o077) === 0) return;
  try {
    chmodSync(path, mode);
  } catch {}
}

/** The paths without the lock, for a thread of the process that holds it. */
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
    dynamicReadModels: (lane) => join(path, 'read-models', `${lane}.sqlite`),
    files: join(path, 'files'),
    projections: join(path, 'projections'),
    outbox: join(path, 'outbox'),
    masterKey: join(path, 'master.key'),
    socket: join(path, 'intake.sock'),
  };
}

/** An open exclusive transaction on an empty database: the operating system releases it even after kill -9. */
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
