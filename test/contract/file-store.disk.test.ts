import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDiskFileStore } from '../../commands/file-store/disk/file-store.ts';
import { FileStoreUnavailable } from '../../commands/file-store/port.ts';
import { canTrace } from '../support/tools.ts';
import { fileStoreContract } from './file-store.contract.ts';

const newDirectory = () => mkdtemp(join(tmpdir(), 'intake-files-'));
const placeIn = (directory: string, id: string) => join(directory, id.slice(0, 2), id);

fileStoreContract('disk', async () => {
  const directory = await newDirectory();
  return {
    store: await openDiskFileStore({ directory }),
    reopen: () => openDiskFileStore({ directory }),
    async damage(id, change) {
      const place = placeIn(directory, id);
      await writeFile(place, change(await readFile(place)));
    },
    dispose: () => rm(directory, { recursive: true }),
  };
});

let directory: string;
beforeEach(async () => {
  directory = await newDirectory();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('only this user can read a file, or the folders above it', async () => {
  const store = await openDiskFileStore({ directory: join(directory, 'files') });
  const id = randomUUID();
  await store.put(id, Buffer.from('x'));
  const place = placeIn(join(directory, 'files'), id);
  const modes = await Promise.all([place, join(place, '..'), join(place, '../..')].map((path) => stat(path)));
  expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o600, 0o700, 0o700]);
});

test('what was begun and never put is gone at the next start', async () => {
  await openDiskFileStore({ directory });
  await writeFile(join(directory, 'begun', 'half'), 'half');
  const store = await openDiskFileStore({ directory });
  expect(await readdir(join(directory, 'begun'))).toEqual([]);
  expect(await store.list({ limit: 10 })).toEqual([]);
});

test('a disk that cannot be written to is said to be unavailable, and works again later', async () => {
  const store = await openDiskFileStore({ directory });
  const [id, begun] = [randomUUID(), join(directory, 'begun')];
  await rm(begun, { recursive: true });
  await writeFile(begun, 'in the way');
  await expect(store.put(id, Buffer.from('x'))).rejects.toBeInstanceOf(FileStoreUnavailable);
  expect(await store.get(id)).toBeUndefined();
  await rm(begun);
  await mkdir(begun);
  await store.put(id, Buffer.from('x'));
  expect((await store.get(id))?.toString()).toBe('x');
});

const PUTS = 20;
const PUTTING = fileURLToPath(new URL('./putting-process.ts', import.meta.url));
const hasStrace = canTrace();

// The content before the name, and the name before the answer: a kill cannot show a missing sync, so they are counted.
test.skipIf(!hasStrace)('each file and the folder that names it are synced (needs strace)', async () => {
  const summary = join(directory, 'strace');
  const counting = ['-f', '-c', '-o', summary, '-e', 'trace=fsync'];
  execFileSync('strace', [...counting, process.execPath, PUTTING, join(directory, 'files'), String(PUTS)]);
  const calls = /(\d+)\s+fsync$/m.exec(await readFile(summary, 'utf8'))?.[1];
  expect(Number(calls)).toBeGreaterThanOrEqual(2 * PUTS);
});
