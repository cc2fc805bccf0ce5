import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEmbedded } from '../support/adapters.ts';
import { runIntakeInProcess } from '../support/intake-in-process.ts';

describeEmbedded('the demo school at the start', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'intake-demo-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const start = (...words: string[]) =>
    spawn(process.execPath, words, {
      env: { ...process.env, DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'warn', DEMO: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const saying = (child: ChildProcess, what: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      let output = '';
      const hear = (chunk: unknown) => {
        output += chunk;
        if (what.test(output)) resolve(output);
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      child.once('close', () => reject(new Error(`It ended before: ${output}`)));
    });
  const end = async (child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') => {
    const gone = once(child, 'close');
    child.kill(signal);
    await gone;
  };

  test('is finished where it was interrupted, and each start prints how to sign in', async () => {
    const begun = start('api/cli.ts', 'demo', '--applications', '20');
    await saying(begun, /Creating the demo school .* [2-6]\d %/);
    await end(begun, 'SIGKILL');
    for (let starts = 0; starts < 2; starts += 1) {
      const server = start('api/main.ts');
      const told = await saying(server, /Their password: .*\n/);
      expect(told).toContain('with 20 applications');
      expect(told).toMatch(/mia@bagwis\.example +Owner/);
      await end(server, 'SIGTERM');
    }
    await expect(runIntakeInProcess({ DATA_DIR: directory }, 'demo')).rejects.toThrow(
      'Bagwis Code Academy already exists.',
    );
  }, 240_000);
});
