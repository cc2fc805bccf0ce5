import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startServerProcess } from '../support/running-server.ts';
import { createSchool, freshEmail, PASSWORD } from '../support/school.ts';
import { startTestServer } from '../support/server.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** An SMTP server that accepts connections and never answers. */
async function startSilent() {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  cleanUp.push(() => silent.close());
  const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  return { url, isTried: once(silent, 'connection') };
}

test('SIGTERM ends the server well while a mail server hangs, and the next start sends the email', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'intake-hang-'));
  cleanUp.push(() => rm(directory, { recursive: true, force: true }));
  const silent = await startSilent();
  const start = async (url: string) => {
    const server = await startServerProcess(directory, { SMTP_URL: url, LOG_LEVEL: 'info' });
    cleanUp.push(() => server.kill());
    return server;
  };

  const server = await start(silent.url);
  const email = freshEmail();
  await createClient(server.url).call('signup', { body: { email, password: PASSWORD } });
  await silent.isTried;
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

test('a test email that hangs ends when the server stops, and its sender gets an error', async () => {
  const silent = await startSilent();
  const server = await startTestServer({ environment: { SENDGRID_SMTP_URL: silent.url } });
  let isClosed: Promise<unknown> | undefined;
  cleanUp.push(() => isClosed ?? server.close());
  const { organizationId: id, staff } = await createSchool(server, 'stopping');
  await staff.Owner.call('changeOrganization', { params: { id }, body: { sendGridApiKey: 'SG.key' } });
  const answer = staff.Owner.call('testMail', { params: { id } });
  await silent.isTried;
  isClosed = server.close();
  const { status, problem, headers } = await answer;
  expect([status, problem?.message, headers.get('Retry-After')]).toEqual([503, TEXTS.requests.stopping, '2']);
  await isClosed;
});
