import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { vaultSweeps } from '../../api/background/vault-sweeps.ts';
import { readConfig } from '../../api/config/config.ts';
import { createOperator } from '../../api/operator/operations.ts';
import { type RunningServer, startServer } from '../../api/server.ts';
import { openDeliveryRecords } from '../../commands/webhook-delivery/records.ts';
import { MESSAGE_STATES } from '../../domain/webhook/delivery.ts';
import { openTestStores, type TestStores } from '../support/adapters.ts';
import { createClient } from '../support/client.ts';
import { freshEmail, PASSWORD } from '../support/school.ts';
import { QUICK_PASSWORDS } from '../support/server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let dataDir: string;
let stores: TestStores;
let clock: number;
let running: RunningServer;
const start = async () => {
  const environment = { PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', ...stores.environment };
  const server = await startServer(readConfig(environment), { now: () => clock, passwordCost: QUICK_PASSWORDS });
  await server.composition.engine.whenReady();
  return server;
};
const restartAfter = async (milliseconds: number) => {
  await running.close();
  clock += milliseconds;
  running = await start();
};
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'intake-sweeps-'));
  stores = await openTestStores(dataDir);
  clock = Date.parse('2026-03-01T09:00:00Z');
  running = await start();
});
afterEach(async () => {
  await running.close();
  await stores.close();
  await rm(dataDir, { recursive: true, force: true });
});

const idsIn = async (name: string) => {
  const { documents } = await running.composition.stores.vault.collection({ name, indexes: [] }).find({});
  return documents.map(({ _id }) => _id).sort();
};
const ownerOfNewSchool = async () => {
  const ownerEmail = freshEmail();
  const { organizationId } = (await createOperator(running.composition)(
    'organization create',
    { name: 'School', slug: 'school', ownerEmail, ownerPassword: PASSWORD, timeZone: 'UTC' },
    () => {},
  )) as { organizationId: string };
  const owner = createClient(running.url);
  const user = await owner.call('login', { body: { email: ownerEmail, password: PASSWORD } });
  return { owner, ownerEmail, userId: user.body._id, organizationId };
};

test('passwords and secrets that no event names go after a day; those that hold, and younger ones, stay', async () => {
  const { owner, ownerEmail, userId, organizationId } = await ownerOfNewSchool();
  const saved = await owner.call('changeOrganization', {
    params: { id: organizationId },
    body: { sendGridApiKey: 'SG.a-key-that-holds' },
  });
  expect(saved.status).toBe(200);
  const webhook = await owner.call('createWebhook', { body: { name: 'Chat', targetUrl: 'https://chat.example' } });
  const outside = { name: 'Outside', type: 'external' as const, messagingSecretToken: 'what the provider knows' };
  expect((await owner.call('createAssessment', { body: outside })).status).toBe(200);
  const held = { passwords: await idsIn('passwords'), secrets: await idsIn('secrets') };
  expect([held.passwords.length, held.secrets.length]).toEqual([1, 3]);

  // A crash between vault and log leaves this state.
  const { passwords, secrets } = running.composition.environment;
  await passwords.keep(userId, 'never came to hold');
  await passwords.keep(crypto.randomUUID(), 'of nobody');
  await secrets.put('orphan', 'SG.never-came-to-hold', organizationId);
  await secrets.put('of nobody', 'SG.of-nobody', crypto.randomUUID());
  await secrets.put('of a webhook', 'whsec_never-came-to-hold', `webhook-${webhook.body._id}`);

  await restartAfter(23 * HOUR);
  const young = await running.composition.environment.passwords.keep(userId, 'may still come to hold');
  await restartAfter(2 * HOUR);
  await vi.waitUntil(async () => (await idsIn('secrets')).length === 3, { timeout: 20_000 });
  expect(await idsIn('secrets')).toEqual(held.secrets);
  expect(await idsIn('passwords')).toEqual([...held.passwords, young].sort());
  const again = await createClient(running.url).call('login', { body: { email: ownerEmail, password: PASSWORD } });
  expect(again.status).toBe(200);
});

test('what has expired goes: sessions, links, counted attempts and what was sent 90 days ago', async () => {
  const { userId } = await ownerOfNewSchool();
  const { composition } = running;
  const expiresAt = new Date(clock + HOUR).toISOString();
  await composition.tokens.issue({ kind: 'reset-password', subject: `user-${userId}`, expiresAt });
  const outbox = composition.stores.vault.collection<{ readonly _id: string }>({
    name: 'outbox',
    indexes: ['state', 'nextTryAt', 'createdAt', 'stream'],
  });
  const createdAt = new Date(clock).toISOString();
  const far = new Date(clock + 1000 * DAY).toISOString();
  const states = ['delivered', 'dropped', 'failed', 'pending'];
  for (const state of states) {
    await outbox.insert({ _id: state, state, createdAt, nextTryAt: far } as { _id: string });
  }
  const expiring = ['sessions', 'oneTimeTokens', 'attemptCounts'];
  for (const name of expiring) expect(await idsIn(name), name).not.toEqual([]);

  await restartAfter(29 * DAY);
  await vi.waitUntil(async () => (await idsIn('oneTimeTokens')).length === 0, { timeout: 20_000 });
  await vi.waitUntil(async () => (await idsIn('attemptCounts')).length === 0, { timeout: 20_000 });
  expect(await idsIn('sessions')).toHaveLength(1);
  expect(await idsIn('outbox')).toEqual(expect.arrayContaining(states));

  await restartAfter(62 * DAY);
  await vi.waitUntil(async () => (await idsIn('outbox')).length === 1, { timeout: 20_000 });
  expect(await idsIn('outbox')).toEqual(['pending']);
  await vi.waitUntil(async () => (await idsIn('sessions')).length === 0, { timeout: 20_000 });
});

test('an invitation is over after 14 days, and its link goes; a draft goes half a year after it was touched', async () => {
  const { owner, ownerEmail, userId, organizationId: orgId } = await ownerOfNewSchool();
  const email = freshEmail();
  await owner.call('addUserToOrg', { body: { orgId, email, role: 'Viewer' } });
  await owner.call('saveDraft', { params: { form: 'apply' }, body: { values: { city: 'Manila' } } });
  const token = (await owner.call('listSignupLinks')).body[0]?.token ?? '';
  const orphan = { inviteId: crypto.randomUUID(), organizationId: orgId, email };
  await running.composition.environment.invitationLinks.make(orphan);
  const isOpen = async () => (await createClient(running.url).call('getInvite', { params: { token } })).status === 200;

  await restartAfter(14 * DAY - HOUR);
  await vi.waitUntil(async () => (await idsIn('invitationLinks')).length === 1, { timeout: 20_000 });
  expect(await isOpen()).toBe(true);

  await restartAfter(2 * HOUR);
  expect(await isOpen()).toBe(false);
  const body = { email, password: PASSWORD, token };
  expect((await createClient(running.url).call('signup', { body })).status).toBe(422);
  const again = createClient(running.url);
  await again.call('login', { body: { email: ownerEmail, password: PASSWORD } });
  expect((await again.call('listSignupLinks')).body).toEqual([]);
  await vi.waitUntil(async () => (await idsIn('invitationLinks')).length === 0, { timeout: 20_000 });

  await restartAfter(150 * DAY);
  expect(await running.composition.drafts.list(userId)).toHaveLength(1);
  await restartAfter(30 * DAY);
  await vi.waitUntil(async () => (await idsIn('drafts')).length === 0, { timeout: 20_000 });
});

test('a sweep that waits for a read model ends when the server stops', async () => {
  await ownerOfNewSchool();
  const { composition } = running;
  const stopping = new AbortController();
  const waitFor = () => {
    stopping.abort();
    return new Promise<never>(() => {});
  };
  const sweeps = vaultSweeps({
    ...composition,
    engine: { ...composition.engine, waitFor },
    compareUploads: async () => {},
  });
  for (const what of ['files', 'secrets']) await sweeps[what]?.(stopping.signal);
  expect(stopping.signal.aborted).toBe(true);
});

test('what a target answered goes after 30 days, and a parked message with it after 90', async () => {
  const { messages } = openDeliveryRecords(running.composition.stores.vault);
  const at = new Date(clock).toISOString();
  const attempt = { at, ms: 1, status: 500, failure: 'status', trigger: 'scheduled', response: 'sealed' } as const;
  const known = { webhookId: 'hook', organizationId: 'school', applicationId: 'one', number: 1, eventId: 'event' };
  const about = { ...known, type: 'StatusChanged', tries: 8, nextTryAt: null, firstAt: at, lastAt: at };
  const parked = { ...about, _id: 'hook:1', state: 'parked', box: 'hook:parked', attempts: [attempt] } as const;
  await messages.insert(parked);
  const now = async () => openDeliveryRecords(running.composition.stores.vault).messages.get(parked._id);
  await restartAfter(29 * DAY);
  await expect.poll(now).toEqual(parked);
  await restartAfter(2 * DAY);
  await expect.poll(now).toEqual({ ...parked, attempts: [{ ...attempt, response: null }] });
  await restartAfter(60 * DAY);
  await expect.poll(now).toBeUndefined();
});

test('an answer goes after 30 days from a message that was sent again, in every state', async () => {
  const { messages } = openDeliveryRecords(running.composition.stores.vault);
  const [firstAt, lastAt] = [clock, clock + 20 * DAY].map((at) => new Date(at).toISOString()) as [string, string];
  const of = { ms: 1, status: 200, failure: null, response: 'sealed' } as const;
  const attempts = [
    { ...of, at: firstAt, trigger: 'scheduled' },
    { ...of, at: lastAt, trigger: 'redelivery' },
  ] as const;
  const known = { webhookId: 'hook', organizationId: 'school', applicationId: 'one', eventId: 'event' };
  const about = { ...known, type: 'StatusChanged', tries: 1, nextTryAt: null, firstAt, lastAt, attempts };
  const sent = MESSAGE_STATES.map((state, number) => ({
    ...about,
    ...{ _id: `hook:${number}`, number, state, box: `hook:${state}` },
  }));
  for (const message of sent) await messages.insert(message);
  await restartAfter(31 * DAY);
  const answers = async () => {
    const found = await openDeliveryRecords(running.composition.stores.vault).messages.find({ webhookId: 'hook' });
    return found.documents.map(({ state, attempts: kept }) => [state, ...kept.map(({ response }) => response)]);
  };
  await expect.poll(answers).toEqual(MESSAGE_STATES.map((state) => [state, null, 'sealed']));
});
