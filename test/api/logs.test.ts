import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../api/logging/logging.ts';
import { startServerProcess } from '../support/running-server.ts';
import { createSchool, freshEmail, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

type Line = Readonly<Record<string, unknown>> & { readonly msg: string };

const SECRETS = ['a-token-of-the-operators', 'horse-battery', 'sendgrid-staple'];
const [TOKEN = '', SMTP_PASSWORD = '', RELAY_PASSWORD = ''] = SECRETS;

let text = '';
const linesIn = (log: string): readonly Line[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
const linesWith = (word: string) => linesIn(text).filter((line) => JSON.stringify(line).includes(word));

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer({
    environment: {
      METRICS_TOKEN: TOKEN,
      TRUST_PROXY: 'loopback',
      SENDGRID_SMTP_URL: `smtps://key:${RELAY_PASSWORD}@localhost:9`,
    },
    logger: createLogger('debug', {
      write: (line) => {
        text += line;
      },
    }),
  });
  school = await createSchool(server, 'logged-school');
});
afterAll(() => server.close());

const apply = (requestId: string, email = freshEmail()) =>
  server.client().call('submitApplication', {
    headers: { 'X-Request-Id': requestId },
    body: { batchId: school.batches.Open, firstName: 'Ada', lastName: 'Lovelace', email },
  });

describe('one request', () => {
  test('is followed by the id of a trusted proxy, from the command to the resulting email', async () => {
    const requestId = randomUUID();
    const email = freshEmail();
    const applied = await apply(requestId, email);
    expect([applied.status, applied.headers.get('x-request-id')]).toEqual([200, requestId]);
    await vi.waitUntil(() => linesWith(requestId).some(({ msg }) => msg === 'mail delivered'), 20_000);
    expect(linesWith(requestId)).toMatchObject([
      { level: 30, requestId, method: 'POST', path: '/api/applications', status: 200, msg: 'request' },
      { level: 20, requestId, reaction: 'applicationReceived', tries: 1, msg: 'mail delivered' },
    ]);
    expect(text).not.toContain(email);
  });

  test.each([
    '',
    'x',
    '0f3ddbce-bd23-415e-8d31-28564e869ef',
    'a'.repeat(65),
    "'; drop table",
    'ada.lovelace@example.org',
  ])('gets an id of our own where the proxy names it %j', async (given) => {
    const { headers } = await apply(given);
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('x-request-id')).not.toBe(given);
  });

  test('gets an id of our own where a stranger names it', async () => {
    const open = await startTestServer();
    const requestId = randomBytes(16).toString('hex');
    const asked = await fetch(`${open.url}/healthz`, { headers: { 'X-Request-Id': requestId } });
    expect(asked.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    await open.close();
  });

  test('whose client leaves before the answer is logged and counted as aborted', async () => {
    const aborted = async () =>
      Number(
        /^intake_http_requests_total\{result="aborted"\} (\d+)$/m.exec(
          await (await fetch(`${server.url}/metrics`)).text(),
        )?.[1],
      );
    const before = await aborted();
    const requestId = randomUUID();
    const headers = {
      'X-Request-Id': requestId,
      'Content-Type': 'application/json',
      'Content-Length': 100,
      Origin: server.url,
      Expect: '100-continue',
    };
    const asked = request(new URL('/api/login', server.url), { method: 'POST', headers, agent: false });
    asked.on('error', () => {});
    asked.flushHeaders();
    await once(asked, 'continue');
    asked.destroy();
    await vi.waitUntil(() => linesWith(requestId).length > 0, 20_000);
    expect(linesWith(requestId)).toMatchObject([{ msg: 'request aborted', path: '/api/login', status: null }]);
    expect(await aborted()).toBe(before + 1);
  });
});

describe('the server', () => {
  test('says at its start what runs with which settings, without a secret', () => {
    const [starting] = linesIn(text);
    expect(starting).toMatchObject({
      msg: 'starting',
      pid: process.pid,
      host: hostname(),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      role: 'all',
      stores: { mail: 'files' },
      settings: {
        PUBLIC_URL: server.url,
        MASTER_KEY: 'DATA_DIR/master.key',
        METRICS_TOKEN: 'set',
        SENDGRID_SMTP_URL: 'smtps://localhost:9',
        TRUST_PROXY: 'loopback',
      },
    });
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  });

  test('says that read models were built, and that it is ready, each in one line', async () => {
    await vi.waitUntil(() => linesIn(text).some(({ msg }) => msg === 'ready'), 20_000);
    const lines = linesIn(text).filter(({ msg }) => msg === 'ready' || msg.startsWith('rebuild'));
    expect(lines).toMatchObject([
      { msg: 'rebuild begun', projections: expect.arrayContaining(['applications']) },
      { msg: 'rebuild done', ms: expect.any(Number) },
      { msg: 'ready', ms: expect.any(Number) },
    ]);
  });

  test('says why it stops and how long that took, as a process', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'intake-logs-'));
    const running = await startServerProcess(directory, {
      LOG_LEVEL: 'info',
      SMTP_URL: `smtp://key:${SMTP_PASSWORD}@localhost:9`,
    });
    const ended = once(running.process, 'close');
    await running.stop();
    await ended;
    const lines = linesIn(running.lastWords);
    expect(lines.map(({ msg }) => msg)).toEqual([
      'starting',
      'rebuild begun',
      'rebuild done',
      'ready',
      'stopping',
      'stopped',
    ]);
    expect(lines.at(-2)).toMatchObject({ signal: 'SIGTERM', pid: running.process.pid });
    expect(lines.at(-1)).toMatchObject({ ms: expect.any(Number) });
    expect(lines[0]).toMatchObject({ settings: { SMTP_URL: 'smtp://localhost:9' } });
    expect(running.lastWords).not.toContain(SMTP_PASSWORD);
    await rm(directory, { recursive: true });
  });
});
