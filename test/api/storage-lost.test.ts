import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** `--import` module that ends the storage thread on a signal. */
const THREAD_KILLER = `data:text/javascript,${encodeURIComponent(
  `process.on('worker', (thread) => process.once('SIGUSR2', () => thread.terminate()))`,
)}`;

test('a server that has lost its storage thread ends with a fatal line, so that a supervisor starts it anew', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'intake-lost-'));
  const server = spawn(process.execPath, ['--import', THREAD_KILLER, 'api/main.ts'], {
    env: { ...process.env, PORT: '0', DEMO: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const closed = once(server, 'close');
    let output = '';
    server.stdout.on('data', (chunk: Buffer) => {
      const wasRunning = output.includes('listens');
      output += chunk;
      if (!wasRunning && output.includes('listens')) server.kill('SIGUSR2');
    });
    expect(await closed).toEqual([1, null]);
    const fatal = output.split('\n').find((line) => line.includes('"level":60'));
    expect(fatal).toContain('nothing can be written; the process ends');
  } finally {
    server.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
});
