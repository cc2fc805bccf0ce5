import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ENDPOINTS } from '../../api/contract/endpoints.ts';
import { ensureAccount } from '../../commands/user/ensure-account.ts';
import { grantCreator } from '../../commands/user/grant-creator.ts';
import { SYSTEM } from '../../domain/access/actor.ts';
import type { Client } from '../support/client.ts';
import { allEvents } from '../support/command-environment.ts';
import { accepted, applied, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
let creator: Client;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'operations-school');
  creator = server.client();
  const email = freshEmail();
  const { environment, engine } = server.running.composition;
  const id = crypto.randomUUID();
  const at = new Date().toISOString();
  const context = {
    at,
    actor: SYSTEM,
    organizationId: null,
    commandId: id,
    commandHash: id,
    correlationId: id,
    causationId: null,
  };
  accepted(await ensureAccount(environment, { email, password: PASSWORD }, context));
  const granting = { ...context, commandId: crypto.randomUUID() };
  await engine.waitFor(accepted(await grantCreator(environment, { email }, granting)).position);
  await creator.call('login', { body: { email, password: PASSWORD } });
});
afterAll(() => server.close());

describe('the service', () => {
  test('is well and ready', async () => {
    expect((await server.client().call('healthz')).body).toEqual({ status: 'ok' });
    await vi.waitUntil(async () => (await server.client().call('readyz')).status === 200, 20_000);
  });

  test('describes every call, and the description holds together', async () => {
    const { body } = await server.client().call('openapi');
    const document = body as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; parameters: { name: string; in: string }[] }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    for (const [name, { method, path }] of Object.entries(ENDPOINTS)) {
      const operation = document.paths[path]?.[method.toLowerCase()];
      expect(operation?.operationId).toBe(name);
      // A parameter is unique by its name and place.
      const places = operation?.parameters.map((one) => `${one.in} ${one.name}`) ?? [];
      expect([name, places]).toEqual([name, [...new Set(places)]]);
    }
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '');
    for (const reference of references) {
      const found = reference.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], body);
      expect(found, reference).toBeDefined();
    }
  });

  test('reads each event once for its read models and for what follows from it', async () => {
    const { codec, log } = server.running.composition;
    const followed = vi.spyOn(codec, 'inspect');
    const before = await log.head();
    const { applicationId } = await applied(server, school);
    await vi.waitUntil(
      async () => (await allEvents(log)).some(({ type, position }) => type === 'EmailDelivered' && position > before),
      20_000,
    );
    await school.staff.Owner.call('erasePerson', { body: { applicationId } });
    const read = followed.mock.calls.flatMap(([events]) => events.map(({ id }) => id));
    followed.mockRestore();
    // Own events need no decoding, except with an erasure.
    expect(read.length).toBeGreaterThan(0);
    expect(new Set(read).size).toBe(read.length);
  });

  test('is described for people without scripts and without anything from elsewhere', async () => {
    const { body, headers } = await server.client().call('docs');
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(body).toContain('/api/applications/{id}/history');
    expect(body).not.toMatch(/<script|src=|https?:\/\//);
  });
});

describe('read models', () => {
  test('are shown and rebuilt for creators, while the portal goes on answering', async () => {
    const { applicationId: id } = await applied(server, school);
    const listed = await creator.call('listProjections');
    expect(listed.body.map(({ name }) => name)).toContain('applications');
    const before = listed.body.find(({ name }) => name === 'applications')?.generation;
    expect((await creator.call('rebuildProjection', { params: { name: 'applications' } })).status).toBe(200);
    await vi.waitUntil(
      async () => {
        expect((await school.staff.Owner.call('getApplication', { params: { id } })).status).toBe(200);
        const now = (await creator.call('listProjections')).body.find(({ name }) => name === 'applications');
        return now?.generation !== before && now?.state === 'live';
      },
      { timeout: 20_000, interval: 20 },
    );
    expect((await creator.call('rebuildProjection', { params: { name: 'unknown' } })).status).toBe(404);
  });
});

describe('an event that a read model leaves out', () => {
  test('stays out in every later rebuild, and the decision is shown', async () => {
    const { applicationId: id } = await applied(server, school);
    const [event] = (await allEvents(server.running.composition.log)).filter(
      ({ stream }) => stream === `application-${id}`,
    );
    const body = { eventId: event?.id ?? '', position: `${event?.position}`, reason: 'It has no names' };
    const applicants = async () =>
      (await creator.call('listProjections')).body.find(({ name }) => name === 'applicants');
    const isFound = async () => (await server.running.composition.readModels.applicants.get(id)) !== undefined;
    expect(await isFound()).toBe(true);
    expect((await creator.call('skipEvent', { params: { name: 'applicants' }, body })).status).toBe(200);
    await vi.waitUntil(async () => !(await isFound()), { timeout: 20_000, interval: 20 });
    const { generation, skipped } = (await applicants()) ?? {};
    expect(skipped).toMatchObject([{ eventType: 'ApplicationSubmitted', reason: 'It has no names' }]);
    await creator.call('rebuildProjection', { params: { name: 'applicants' } });
    await vi.waitUntil(async () => (await applicants())?.generation !== generation, { timeout: 20_000, interval: 20 });
    expect(await isFound()).toBe(false);
    expect(await server.running.composition.readModels.applicants.asOf(id, 0)).toBeUndefined();
  });
});

describe('stopping and starting', () => {
  test('what was answered is there after a restart, and sessions go on', async () => {
    const first = await startTestServer();
    const other = await createSchool(first, 'restart-school');
    const { client, applicationId: id } = await applied(first, other);
    const again = await first.restart();
    const same = again.client({ organizationId: other.organizationId });
    for (const [name, value] of client.cookies) same.cookies.set(name, value);
    expect((await same.call('getApplication', { params: { id } })).status).toBe(200);
    await again.close();
  });

  test('a request under way is answered before the server goes', async () => {
    const leaving = await startTestServer();
    const answer = leaving.client().call('signup', { body: { email: freshEmail(), password: PASSWORD } });
    await vi.waitUntil(async () => (await connections(leaving)) > 0, 20_000);
    await leaving.close();
    expect((await answer).status).toBe(200);
  });
});

const connections = (of: TestServer): Promise<number> => of.running.connections();
