import { hash } from 'node:crypto';
import { type Dirent, existsSync } from 'node:fs';
import { readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LOCK, takeFolderLock } from './folder-lock.ts';
import { syncDirectory, unfinished } from './line-writer.ts';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { TransferRefused } from './transfer-refused.ts';

/** Scheduled or made by an operator. */
export interface StoredBackup {
  readonly directory: string;
  readonly manifest: Manifest;
}

/** Several logs may share the folder: only backups with this log's mark are removed. */
export interface BackupFolder {
  /** Throws `TransferRefused` if the folder is absent: a missing mount must not be replaced. */
  find(): Promise<readonly StoredBackup[]>;
  /** `createdAt` is ISO-8601 UTC. */
  placeFor(createdAt: string): string;
  clear(): Promise<void>;
  /** Keeps `made` and the newest ones, and removes the others. */
  prune(made: StoredBackup, keep: number): Promise<Pruned>;
}

export interface Pruned {
  readonly removed: readonly string[];
  /** Not removed, because they have foreign content. */
  readonly left: readonly string[];
}

const markOf = (storeId: string): string => `intake-${hash('sha256', storeId).slice(0, 8)}`;

export const erasuresBeside = (folder: string, storeId: string): string =>
  join(folder, `${markOf(storeId)}-erasures.ndjson`);

export const claimFile = (folder: string, storeId: string): string => join(folder, `${markOf(storeId)}-folder.json`);

/** For a list that this installation cannot have written; a restore finds it and asks the operator. */
export const unprovenList = (list: string, createdAt: string): string =>
  list.replace(/\.ndjson$/, `-unproven-${timeInNames(createdAt)}.ndjson`);

export const isListOf = (storeId: string, name: string): boolean =>
  ERASURES.test(name) && name.startsWith(`${markOf(storeId)}-`);

const timeInNames = (time: string): string => `${time.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** A restored log has another mark and the same people. */
export async function erasureListsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => ERASURES.test(name)).map((name) => join(folder, name));
}

const SCHEDULED = /^(intake-[\da-f]{8})-\d{8}T\d{6}Z$/;
const ERASURES = /^intake-[\da-f]{8}-erasures(-unproven-\d{8}T\d{6}Z)?\.ndjson$/;
/** Suffix of unfinished backups and removals. */
const LEFT = unfinished('');

const FILES: readonly string[] = ['events.ndjson', 'vault.ndjson', 'files.ndjson', MANIFEST, LOCK];

export function openBackupFolder(folder: string, storeId: string): BackupFolder {
  const mark = markOf(storeId);
  const isOurs = (name: string) => SCHEDULED.exec(name)?.[1] === mark;

  const find = async (): Promise<readonly StoredBackup[]> => {
    const found: StoredBackup[] = [];
    for (const name of await foldersIn(folder)) {
      const directory = join(folder, name);
      const manifest = name.endsWith(LEFT) ? undefined : await manifestIn(directory);
      if (manifest?.storeId === storeId) found.push({ directory, manifest });
    }
    return found;
  };

  return {
    find,
    placeFor: (createdAt) => join(folder, `${mark}-${timeInNames(createdAt)}`),
    async clear() {
      for (const name of await foldersIn(folder)) {
        const isLeft = name.endsWith(LEFT) && isOurs(name.slice(0, -LEFT.length));
        // The folder's claim also names the owner of backups by versions without locks.
        if (isLeft && (await writerOf(join(folder, name))) !== 'another process') await removeOurs(join(folder, name));
      }
    },
    async prune(made, keep) {
      const scheduled = (await find()).filter(({ directory }) => isOurs(basename(directory)));
      const removed: string[] = [];
      const left: string[] = [];
      for (const { directory } of notKept(scheduled, made, keep)) {
        if (!(await holdsOnlyOurs(directory))) {
          left.push(directory);
          continue;
        }
        // A partly removed backup must not look finished.
        await rename(directory, unfinished(directory));
        await syncDirectory(folder);
        await removeOurs(unfinished(directory));
        removed.push(directory);
      }
      return { removed, left };
    },
  };
}

/** The longer log first, because clocks may be wrong. */
const byAge = ({ manifest: one }: StoredBackup, { manifest: other }: StoredBackup): number =>
  other.events.events - one.events.events || other.createdAt.localeCompare(one.createdAt);

/** All except the newest ones and the last one with a file that was lost since. */
function notKept(found: readonly StoredBackup[], made: StoredBackup, keep: number): readonly StoredBackup[] {
  const older = found.filter(({ directory }) => directory !== made.directory).toSorted(byAge);
  const lost = new Set(made.manifest.files.faults.map(({ id }) => id));
  const sorted = [made, ...older];
  return sorted.filter(({ manifest }, index) => {
    if (index < keep) return false;
    const has = (id: string) => !manifest.files.faults.some((fault) => fault.id === id);
    const lostByNext = sorted[index - 1]?.manifest.files.faults ?? [];
    return !lostByNext.some(({ id }) => lost.has(id) && has(id));
  });
}

/** Throws `TransferRefused` if the folder is absent. */
export async function requireFolder(folder: string): Promise<void> {
  await foldersIn(folder);
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new TransferRefused(
      `${folder} cannot be read (${error.code}). Mount or make it, or set another BACKUP_DIR.`,
      {
        cause: error,
      },
    );
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function manifestIn(directory: string): Promise<Manifest | undefined> {
  try {
    const manifest = await readManifest(directory);
    const { events, vault, files } = manifest;
    const sizes = await Promise.all([events, vault, files].map(({ file }) => stat(join(directory, file))));
    return [events, vault, files].every(({ bytes }, index) => sizes[index]?.size === bytes) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

const isOurFile = (entry: Dirent): boolean => entry.isFile() && FILES.includes(entry.name);

const holdsOnlyOurs = async (directory: string): Promise<boolean> =>
  (await readdir(directory, { withFileTypes: true })).every(isOurFile);

/** `unknown`: no lock, so an earlier version or a file system without locks. */
async function writerOf(directory: string): Promise<'nobody' | 'another process' | 'unknown'> {
  if (!existsSync(join(directory, LOCK))) return 'unknown';
  const lock = takeFolderLock(directory);
  lock?.release();
  return lock ? 'nobody' : 'another process';
}

/** Throws `TransferRefused` for other content, or if another process may be writing. */
export async function clearUnfinished(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  if (!(await holdsOnlyOurs(directory))) {
    throw new TransferRefused(
      `${directory} contains files that Intake did not write. Move it away, or choose another directory.`,
    );
  }
  const writer = await writerOf(directory);
  if (writer === 'another process') {
    throw new TransferRefused(
      `Another backup is being written to ${directory}. Wait for it, or choose another directory.`,
    );
  }
  if (writer === 'unknown') throw new TransferRefused(`${describeLeftovers(directory)}, then run this again.`);
  await removeOurs(directory);
}

export const describeLeftovers = (directory: string): string =>
  `${directory} is left from an interrupted backup and may contain unencrypted personal data. If no process is still writing it, remove it`;

export interface Leftovers {
  readonly removed: readonly string[];
  readonly left: readonly string[];
}

/** Removes leftovers of all installations. */
export async function removeLeftovers(folder: string): Promise<Leftovers> {
  const removed: string[] = [];
  const left: string[] = [];
  for (const name of await foldersIn(folder)) {
    const directory = join(folder, name);
    if (!name.endsWith(LEFT) || !(await looksLikeBackup(directory))) continue;
    const writer = await writerOf(directory);
    if (writer === 'unknown') left.push(directory);
    if (writer !== 'nobody') continue;
    await removeOurs(directory);
    removed.push(directory);
  }
  return { removed, left };
}

async function looksLikeBackup(directory: string): Promise<boolean> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.length > 0 && entries.every(isOurFile);
}

/** Foreign files stay, and so does the directory. */
async function removeOurs(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true });
  const ours = entries.filter(isOurFile);
  for (const { name } of ours) await rm(join(directory, name));
  if (ours.length === entries.length) await rmdir(directory);
  await syncDirectory(dirname(directory));
}
