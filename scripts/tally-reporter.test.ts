import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const REPORTER = join(import.meta.dirname, 'tally-reporter.ts');

/** A run of its own in which so many tests pass at their second try. */
function runWithRetried(count: number, ...options: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'intake-tally-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const config = { test: { globals: true, retry: 1, reporters: [[REPORTER, { servers: 'Servers' }]] } };
  writeFileSync(join(directory, 'vitest.config.js'), `export default ${JSON.stringify(config)}`);
  const flaky = `let tries = 0;
    test.each(Array.from({ length: ${count} }, (_, n) => n))('flaky %i', () => expect(++tries % 2).toBe(0));
    test('firm', () => {});`;
  writeFileSync(join(directory, 'flaky.test.js'), flaky);
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--root', directory, ...options],
    { encoding: 'utf8', env },
  );
  return { status, said: stdout.trim().split('\n') };
}

test('two tests that pass at their second try are named, and the run passes', () => {
  const { status, said } = runWithRetried(2);
  expect(said.filter((line) => line.startsWith('passed when tried again: flaky'))).toHaveLength(2);
  expect([status, said.at(-1)]).toEqual([0, '3 passed, 0 failed, 0 skipped']);
});

test('three of them fail the run', () => {
  const { status, said } = runWithRetried(3);
  expect(said.filter((line) => line.startsWith('passed when tried again: flaky'))).toHaveLength(3);
  expect(said).toContain('failed: 3 tests passed only when they were tried again');
  expect([status, said.at(-1)]).toEqual([1, '4 passed, 1 failed, 0 skipped']);
});

test('a run of the tests that -t names says nothing of the others', () => {
  const { said } = runWithRetried(1, '-t', 'firm');
  expect(said.filter((line) => line.startsWith('skipped:'))).toEqual([]);
  expect(said).not.toContain('Servers');
  expect(said.at(-1)).toBe('1 passed, 0 failed, 1 skipped');
});
