import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeEmbedded } from '../support/adapters.ts';
import { freePort } from '../support/running-server.ts';

describeEmbedded('npm start', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'ends the server when npm alone gets %s, as from a supervisor',
    async (signal) => {
      const directory = await mkdtemp(join(tmpdir(), 'intake-npm-'));
      const port = await freePort();
      const npm = spawn('npm', ['start'], {
        env: { ...process.env, DATA_DIR: directory, PORT: String(port), DEMO: '0', LOG_LEVEL: 'warn' },
        stdio: 'ignore',
        // Its own process group lets the test end the children after a failure.
        detached: true,
      });
      onTestFinished(async () => {
        if (npm.pid !== undefined) endGroup(npm.pid);
        await rm(directory, { recursive: true, force: true });
      });
      const gone = once(npm, 'exit');
      const isReady = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(isReady, { timeout: 110_000 }).toBe(true);
      npm.kill(signal);
      await gone;
      const again = createServer().listen(port, '127.0.0.1');
      await once(again, 'listening');
      again.close();
    },
  );
});

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
