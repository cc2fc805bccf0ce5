import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirectoryInUse, DataDirectoryUnusable, openDataDirectory } from './data-directory.ts';

const modeOf = (file: string) => statSync(file).mode & 0o777;
let parent: string;
let path: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'intake-data-'));
  path = join(parent, 'nested', 'data');
});
afterEach(() => rmSync(parent, { recursive: true }));

test('everything is below the directory, readable by its owner only', () => {
  const directory = openDataDirectory(path);
  const { events, vault, files, outbox, masterKey, socket } = directory;
  for (const below of [events, vault, files, outbox, masterKey, socket, directory.readModel('applications@2.1')]) {
    expect(below.startsWith(`${path}/`)).toBe(true);
  }
  for (const folder of [path, files, outbox]) expect(modeOf(folder)).toBe(0o700);
  expect(modeOf(join(path, 'intake.lock'))).toBe(0o600);
  for (const name of ['../events', 'a/b', '', '.', '..']) expect(() => directory.readModel(name)).toThrow(TypeError);
  directory.release();
});

test('a directory and a lock that were there before are closed to others, but not a folder that all share', () => {
  mkdirSync(join(path, 'files'), { recursive: true });
  for (const folder of [path, join(path, 'files')]) chmodSync(folder, 0o755);
  writeFileSync(join(path, 'intake.lock'), '');
  chmodSync(join(path, 'intake.lock'), 0o644);
  const directory = openDataDirectory(path);
  expect([path, directory.files, join(path, 'intake.lock')].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
  directory.release();
  chmodSync(path, 0o1777);
  openDataDirectory(path).release();
  expect(statSync(path).mode & 0o7777).toBe(0o1777);
});

test('a second owner is refused in one clear line, until the first lets go', () => {
  const first = openDataDirectory(path);
  expect(() => openDataDirectory(path)).toThrow(DataDirectoryInUse);
  expect(() => openDataDirectory(path)).toThrow(/is in use by another Intake process/);
  first.release();
  openDataDirectory(path).release();
});

test('what was being given back when the process ended is swept away', () => {
  const kept = openDataDirectory(path);
  const left = `${kept.readModel('applications@2.1')}.discarded`;
  writeFileSync(left, 'a telling sentence');
  writeFileSync(kept.readModel('applications@2.2'), '');
  kept.release();
  openDataDirectory(path).release();
  expect(existsSync(left)).toBe(false);
  expect(existsSync(kept.readModel('applications@2.2'))).toBe(true);
});

test('a directory that cannot be is refused in one line, at once', () => {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'file'), '');
  for (const impossible of [join(path, 'file'), join(path, 'file', 'data'), '/proc/x', '/proc/x/y']) {
    expect(() => openDataDirectory(impossible), impossible).toThrow(DataDirectoryUnusable);
    expect(() => openDataDirectory(impossible)).toThrow(/^.* cannot hold the data: .*\. Choose another DATA_DIR\.$/);
  }
});

test('the lock of a process that was killed is free at once', async () => {
  const script = `
    const { openDataDirectory } = await import(${JSON.stringify(new URL('./data-directory.ts', import.meta.url))});
    globalThis.held = openDataDirectory(${JSON.stringify(path)});
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(existsSync(join(path, 'intake.lock'))).toBe(true);
  expect(() => openDataDirectory(path)).toThrow(DataDirectoryInUse);
  child.kill('SIGKILL');
  await once(child, 'exit');
  openDataDirectory(path).release();
});
