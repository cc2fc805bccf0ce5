import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const run = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/test.ts', ...words, '--passWithNoTests'], { cwd: ROOT });

test('options of the runner choose kinds of tests, and other words choose files', async () => {
  const { stdout } = await run('--project', 'unit', 'domain/values/email.test');
  expect(stdout).toContain('1 passed');
  const { stdout: elsewhere } = await run('--project=contract', 'domain/values/email.test');
  expect(elsewhere).toContain('No test files found');
}, 60_000);
