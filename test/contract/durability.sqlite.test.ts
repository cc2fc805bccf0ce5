import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canTrace } from '../support/tools.ts';

const APPENDING = fileURLToPath(new URL('./appending-process.ts', import.meta.url));
const INSERTING = fileURLToPath(new URL('./inserting-process.ts', import.meta.url));
const SLOW_DISK = fileURLToPath(new URL('./slow-disk-process.ts', import.meta.url));
const WRITERS = 32;
const SEQUENTIAL_APPENDS = 200;
const hasStrace = canTrace();

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'intake-durability-'));
  file = join(directory, 'events.sqlite');
});
afterEach(() => rmSync(directory, { recursive: true }));

interface Row {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
}

function readLog(): Row[] {
  const database = new DatabaseSync(file);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const rows = database.prepare('SELECT id, stream, revision, position FROM events ORDER BY position').all();
  database.close();
  return rows as unknown as Row[];
}

test('after kill -9 under 32 writers everything that was answered is stored once, without gaps', async () => {
  const acknowledged: string[] = [];
  for (let kill = 0; kill < 5; kill += 1) {
    const child = spawn(process.execPath, [APPENDING, file, '32'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const enough = 200 + Math.floor(Math.random() * 2000);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      if (output.length > enough * 37) child.kill('SIGKILL');
    });
    await once(child, 'close');
    acknowledged.push(...output.split('\n').filter(({ length }) => length === 36));
  }
  const log = readLog();
  const stored = new Set(log.map(({ id }) => id));
  expect(stored.size).toBe(log.length);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(1000);
  expect(log.map(({ position }) => position)).toEqual(log.map((_, n) => n + 1));
  const next = new Map<string, number>();
  for (const { stream, revision } of log) {
    expect(revision).toBe(next.get(stream) ?? 0);
    next.set(stream, revision + 1);
  }
});

// The operating system keeps writes across a kill, so a missing sync shows only in the count.
function countSyncs(...program: string[]): number {
  const summary = join(directory, 'strace');
  const counting = ['-f', '-c', '-o', summary, '-e', 'trace=fdatasync,fsync'];
  execFileSync('strace', [...counting, process.execPath, ...program]);
  const calls = readFileSync(summary, 'utf8')
    .split('\n')
    .filter((line) => /\b(fdatasync|fsync)$/.test(line.trim()))
    .map((line) => Number(line.trim().split(/\s+/)[3]));
  return calls.reduce((sum, n) => sum + n, 0);
}

test.skipIf(!hasStrace)(`${SEQUENTIAL_APPENDS} sequential appends sync at least as often (needs strace)`, () => {
  expect(countSyncs(APPENDING, file, '1', String(SEQUENTIAL_APPENDS))).toBeGreaterThanOrEqual(SEQUENTIAL_APPENDS);
});

test.skipIf(!hasStrace)('so do entries of the vault, but for those that a power cut may take (needs strace)', () => {
  const entries = 50;
  expect(countSyncs(INSERTING, file, String(entries))).toBeGreaterThanOrEqual(entries);
  expect(countSyncs(INSERTING, join(directory, 'other.sqlite'), String(entries), 'mayBeLost')).toBeLessThan(
    entries / 2,
  );
});

const SLOW_SYNC_MS = 400;
test.skipIf(!hasStrace)(
  'a slow disk delays the answers to 32 writers, once for all, and no reads (needs strace)',
  () => {
    const slow = `inject=fdatasync,fsync:delay_exit=${SLOW_SYNC_MS * 1000}`;
    const tracing = ['-f', '-o', '/dev/null', '-e', 'trace=fdatasync,fsync', '-e', slow];
    const output = execFileSync('strace', [...tracing, process.execPath, SLOW_DISK, file]);
    const { appends, reads, longestRead } = JSON.parse(output.toString());
    expect(appends).toBeGreaterThanOrEqual(SLOW_SYNC_MS);
    expect(appends).toBeLessThan(WRITERS * SLOW_SYNC_MS * 0.5);
    expect(reads).toBeGreaterThan(10);
    expect(longestRead).toBeLessThan(SLOW_SYNC_MS * 0.75);
  },
);
