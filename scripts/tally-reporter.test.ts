import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const REPORTER = join(import.meta.dirname, 'tally-reporter.ts');

/** A run of its own with so many files in which a test fails at first, and one in which all pass. */
function runWithChance(count: number, ...options: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'intake-tally-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const config = {
    test: { globals: true, globalSetup: './set-up.js', reporters: [[REPORTER, { servers: 'Servers' }]] },
  };
  writeFileSync(
    join(directory, 'set-up.js'),
    `export function setup() {
      process.env.FOR_THE_RUN = 'here';
      return () => delete process.env.FOR_THE_RUN;
    }`,
  );
  writeFileSync(join(directory, 'vitest.config.js'), `export default ${JSON.stringify(config)}`);
  for (const n of Array.from({ length: count }).keys())
    writeFileSync(
      join(directory, `chance-${n}.test.js`),
      `import { existsSync, writeFileSync } from 'node:fs';
      test('chance ${n}', () => {
        const isFirst = !existsSync(${JSON.stringify(directory)} + '/${n}');
        writeFileSync(${JSON.stringify(directory)} + '/${n}', '');
        expect(isFirst).toBe(false);
      });
      test('beside it', () => expect(process.env.FOR_THE_RUN).toBe('here'));`,
    );
  writeFileSync(join(directory, 'firm.test.js'), "test('firm', () => {});");
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.ts', '--root', directory, ...options], {
    encoding: 'utf8',
    env: { ...env, RERUN_FAILED: '1' },
  });
  return { status, said: stdout.trim().split('\n') };
}

test('two files that pass when they run again are named by their tests, and the run passes', () => {
  const { status, said } = runWithChance(2);
  expect(said.filter((line) => line.startsWith('passed when run again: chance'))).toHaveLength(2);
  expect([status, said.at(-1)]).toEqual([0, '5 passed, 0 failed, 0 skipped']);
});

test('three do not run again, and the run fails', () => {
  const { status, said } = runWithChance(3);
  expect(said.filter((line) => line.startsWith('passed when run again:'))).toEqual([]);
  expect([status, said.at(-1)]).toEqual([1, '4 passed, 3 failed, 0 skipped']);
});

test('a run of the tests that -t names says nothing of the others', () => {
  const { said } = runWithChance(1, '-t', 'firm');
  expect(said.filter((line) => line.startsWith('skipped:'))).toEqual([]);
  expect(said).not.toContain('Servers');
  expect(said.at(-1)).toBe('1 passed, 0 failed, 2 skipped');
});
