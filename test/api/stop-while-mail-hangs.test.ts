import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from '../support/client.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startServerProcess } from '../support/running-server.ts';
import { freshEmail, PASSWORD } from '../support/school.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

test('SIGTERM ends the server well while a mail server hangs, and the next start sends the mail', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'intake-hang-'));
  cleanUp.push(() => rm(directory, { recursive: true, force: true }));
  // It takes connections and says nothing.
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  cleanUp.push(() => silent.close());
  const isTried = once(silent, 'connection');
  const start = async (url: string) => {
    const server = await startServerProcess(directory, { SMTP_URL: url, LOG_LEVEL: 'info' });
    cleanUp.push(() => server.kill());
    return server;
  };

  const server = await start(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const email = freshEmail();
  await createClient(server.url).call('signup', { body: { email, password: PASSWORD } });
  await isTried;
  await server.stop();
  expect(server.process.exitCode).toBe(0);
  const lines = server.lastWords.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line)).at(-1)).toMatchObject({ level: 30, msg: 'stopped' });

  const mails = await startMailServer();
  cleanUp.push(() => mails.close());
  await start(mails.url);
  await vi.waitUntil(() => mails.to(email).length > 0, 20_000);
  expect(mails.to(email)).toHaveLength(1);
});
