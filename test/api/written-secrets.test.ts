import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createClient } from '../support/client.ts';
import { linksTo } from '../support/emails.ts';
import { PASSPHRASE } from '../support/installation.ts';
import { runIntakeInProcess } from '../support/intake-in-process.ts';
import { type RunningServer, startServerProcess } from '../support/running-server.ts';
import { answers, freshEmail } from '../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const OWNER = 'owner@discreet.example';
const METRICS_TOKEN = 'metrics-for-the-operator-alone';

/** By what each is; all of them have been used. */
const secrets: Record<string, string> = {};
let home: string;
let server: RunningServer;
let receiver: WebhookReceiver;
let log = '';
const at = (name: string) => join(home, name);

beforeAll(async () => {
  vi.stubEnv('INTAKE_PASSPHRASE', PASSPHRASE);
  home = await mkdtemp(join(tmpdir(), 'intake-secrets-'));
  secrets['first password'] = 'a-first-password-of-hers';
  const school = ['--name', 'Discreet School', '--slug', 'discreet', '--owner-email', OWNER];
  await runIntakeInProcess(
    { DATA_DIR: at('data') },
    ...['organization', 'create', ...school, '--owner-password', secrets['first password']],
  );
  secrets['token of the metrics'] = METRICS_TOKEN;
  server = await startServerProcess(at('data'), { LOG_LEVEL: 'trace', WEBHOOK_ALLOW_PRIVATE: '1', METRICS_TOKEN });
  for (const output of [server.process.stdout, server.process.stderr])
    output?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
  receiver = await startWebhookReceiver();
  await useAll();
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  await receiver.close();
  await rm(home, { recursive: true, force: true });
});

async function useAll(): Promise<void> {
  const { url } = server;
  const owner = createClient(url);
  await owner.call('login', { body: { email: OWNER, password: secrets['first password'] ?? '' } });
  secrets['cookie of a session'] = decodeURIComponent([...owner.cookies.values()][0] ?? '');
  const organizationId = (await owner.call('listOrganizations')).body[0]?._id ?? '';
  const batchId = (await owner.call('createBatch', { body: { name: 'June', status: 'Open' } })).body._id;

  const scopes = ['events', 'write'] as const;
  for (const name of ['kept', 'revoked']) {
    const { _id: id, token } = (await owner.call('createApiToken', { body: { name, scopes: [...scopes] } })).body;
    const headers = { Authorization: `Bearer ${token}`, Referer: `${url}/?token=${token}` };
    secrets[`${name} API token`] = token ?? '';
    expect((await fetch(`${url}/api/events`, { headers })).status).toBe(200);
    expect((await fetch(`${url}/api/events?token=${token}`, { headers })).status).toBe(400);
    expect((await fetch(`${url}/api/tokens`, { headers })).status).toBe(403);
    if (name === 'revoked') {
      await owner.call('revokeApiToken', { params: { id } });
      expect((await fetch(`${url}/api/events`, { headers })).status).toBe(401);
    }
  }
  await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });

  const hook = { name: 'CRM', targetUrl: receiver.url, eventTypes: ['ApplicationSubmitted' as const] };
  const made = (await owner.call('createWebhook', { body: hook })).body;
  secrets['former secret of a webhook'] = made.secret ?? '';
  const { secret } = (await owner.call('rotateWebhookSecret', { params: { id: made._id } })).body;
  secrets['secret of a webhook'] = secret ?? '';
  await owner.call('submitApplication', { body: { batchId, ...answers(freshEmail()) } });
  await vi.waitUntil(() => receiver.received.length === 1, 20_000);

  secrets['Calendly token'] = 'calendly-token-of-the-school';
  secrets['SendGrid key'] = 'SG.sendgrid-key-of-the-school';
  const keys = { calendlyAccessToken: secrets['Calendly token'], sendGridApiKey: secrets['SendGrid key'] };
  expect((await owner.call('changeOrganization', { params: { id: organizationId }, body: keys })).status).toBe(200);
  secrets['secret of a provider'] = 'what only this provider knows';
  const outside = { name: 'Outside', type: 'external' as const, messagingSecretToken: secrets['secret of a provider'] };
  const assessmentId = (await owner.call('createAssessment', { body: outside })).body._id;
  const content = JSON.stringify({ secretToken: secrets['secret of a provider'], event: 'ping' });
  await owner.call('inboundWebhook', { query: { organizationId, assessmentId }, body: { content } });

  const { address } = (await owner.call('issueCalendarFeed', { body: { organizationId } })).body;
  const { pathname } = new URL(address ?? '');
  secrets['key of a calendar'] = /[\w-]{20,}/.exec(pathname)?.[0] ?? '';
  expect((await fetch(new URL(pathname, url), { headers: { Referer: `${url}${pathname}` } })).status).toBe(200);
  expect((await fetch(new URL(`${pathname}x`, url))).status).toBe(404);
  for (const other of [pathname.replace('/api/', '/api//'), pathname.replace('/c', '/%63'), `${pathname}/more`])
    expect((await fetch(`${url}${other}`)).status, other).toBe(404);

  const email = 'invited@discreet.example';
  await owner.call('addUserToOrg', { body: { orgId: organizationId, email, role: 'Viewer' } });
  const [invitation] = await linksTo(at('data'), email, '/invite');
  secrets['token of an invitation'] = invitation?.searchParams.get('token') ?? '';
  await fetch(invitation?.pathname ? new URL(`${invitation.pathname}${invitation.search}`, url) : url);
  await createClient(url).call('sendResetLink', { body: { email: OWNER } });
  const [reset] = await linksTo(at('data'), OWNER, '/passwordReset');
  const token = reset?.searchParams.get('token') ?? '';
  secrets['token of a new password'] = token;
  secrets['second password'] = 'a-second-password-of-hers';
  const changed = await createClient(url).call('resetPassword', {
    body: { token, password: secrets['second password'] },
  });
  expect(changed.status).toBe(200);
  const again = await createClient(url).call('login', { body: { email: OWNER, password: 'a-wrong-password-of-hers' } });
  expect(again.status).toBe(401);
  secrets['wrong password'] = 'a-wrong-password-of-hers';
}

/** As text, in hexadecimal digits, and in base64 at any alignment. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  ...['', 'x', 'xx'].map((before) =>
    Buffer.from(before + secret)
      .toString('base64')
      .slice(4, -4),
  ),
];

const secretsIn = (bytes: Buffer): readonly string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).some((form) => bytes.includes(form)) ? name : [],
  );

async function foundIn(directory: string, isLeftOut: (file: string) => boolean = () => false) {
  const found: string[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || isLeftOut(file)) continue;
    found.push(...secretsIn(await readFile(file)).map((name) => `${name} in ${file.slice(directory.length)}`));
  }
  return found;
}

/** What a portal without a mail server sends: links that only their readers should have. */
const isEmail = (file: string) => file.endsWith('.eml');

test('each secret is long enough to be looked for, and emails have those that they bring', async () => {
  for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThanOrEqual(16);
  const found = await foundIn(at('data'), (file) => !isEmail(file));
  expect(new Set(found.map((one) => one.split(' in ')[0]))).toEqual(
    new Set(['token of an invitation', 'token of a new password']),
  );
});

test('no secret, token, password or secret address is in the log', () => {
  expect(log).toContain('"path":"/api/events"');
  expect(secretsIn(Buffer.from(log))).toEqual([]);
});

test('nor in the metrics', async () => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toContain('intake_http_requests_total');
  expect(secretsIn(Buffer.from(metrics))).toEqual([]);
});

test('nor in the events, read models and other files of the portal', async () => {
  expect(await foundIn(at('data'), isEmail)).toEqual([]);
});

test('nor in an export or a backup', async () => {
  await mkdir(at('copies'));
  await runIntakeInProcess({ DATA_DIR: at('data') }, 'events', 'export', at('copies/all.ndjson'), '--vault');
  await runIntakeInProcess({ DATA_DIR: at('data') }, 'backup', at('copies/backup'));
  expect((await readdir(at('copies'))).toSorted()).toEqual(['all.ndjson', 'backup']);
  expect(await foundIn(at('copies'), isEmail)).toEqual([]);
}, 120_000);
