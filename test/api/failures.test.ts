import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../commands/event-store/port.ts';
import { DocumentStoreUnavailable } from '../../projections/document-store/port.ts';
import { ReadModelNotReady } from '../../projections/engine/contract.ts';
import { answers, applied, createSchool, freshEmail, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'failures-school');
});
afterAll(() => server.close());

const undo: (() => void)[] = [];
afterEach(() => {
  for (const restore of undo.splice(0)) restore();
});
function fail<Part extends object>(part: Part, method: keyof Part, error: Error): void {
  const before = part[method];
  part[method] = (() => Promise.reject(error)) as Part[keyof Part];
  undo.push(() => {
    part[method] = before;
  });
}

function counting<Part extends object>(part: Part, method: keyof Part): () => number {
  const before = part[method] as (...given: unknown[]) => unknown;
  let calls = 0;
  part[method] = ((...given: unknown[]) => {
    calls += 1;
    return before.apply(part, given);
  }) as Part[keyof Part];
  undo.unshift(() => {
    part[method] = before as Part[keyof Part];
  });
  return () => calls;
}

const askBehind = (position: bigint, client: ReturnType<TestServer['client']>) => {
  const headers = { 'X-Min-Position': server.running.services.positions.seal(position) };
  return client.call('listOrganizations', { headers });
};

describe('when something is away or broken', () => {
  test('a command that cannot be written is 503 with Retry-After, and can be sent again', async () => {
    const { eventStore } = server.running.composition.stores;
    const body = { batchId: school.batches.Open, ...answers(freshEmail()) };
    const visitor = server.client();
    fail(eventStore, 'append', new StoreUnavailable('/var/lib/secret/events.sqlite: database or disk is full'));
    const refused = await visitor.call('submitApplication', { body });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(JSON.stringify(refused.problem)).not.toContain('secret');
    expect((await visitor.call('getBatch', { params: { id: school.batches.Open } })).status).toBe(200);
    for (const restore of undo.splice(0)) restore();
    expect((await visitor.call('submitApplication', { body })).status).toBe(200);
  });

  test('so is a read model that is away or still being built, while the process is well', async () => {
    const { batches } = server.running.composition.readModels;
    for (const error of [new DocumentStoreUnavailable('gone'), new ReadModelNotReady('building')]) {
      fail(batches, 'find', error);
      const { status, headers } = await server.client().call('listBatches');
      expect(status).toBe(503);
      expect(headers.has('retry-after')).toBe(true);
      expect((await server.client().call('healthz')).status).toBe(200);
    }
  });

  test('an application that the read model does not hold yet is visible only to its sender', async () => {
    const { applicationId: id } = await applied(server, school);
    const { applications } = server.running.composition.readModels;
    const before = applications.get;
    applications.get = async () => undefined;
    undo.push(() => {
      applications.get = before;
    });
    const { Owner } = school.staff;
    expect((await Owner.call('getApplication', { params: { id } })).body._id).toBe(id);
    const changed = await Owner.call('changeApplication', { params: { id }, body: { interviewer: 'Mia' } });
    expect([changed.status, changed.body]).toMatchObject([200, { interviewer: 'Mia' }]);
    const absent = await Owner.call('getApplication', { params: { id: crypto.randomUUID() } });
    expect(absent.status).toBe(404);
    expect((await server.client().call('getApplication', { params: { id } })).status).toBe(401);
  });

  test('no stream is read for an id that the caller cannot have been given', async () => {
    const { readModels } = server.running.composition;
    const folds = counting(readModels.applications, 'asOf');
    const { Owner } = school.staff;
    for (const id of [crypto.randomUUID(), 'made-up']) {
      expect((await server.client().call('getApplication', { params: { id } })).status).toBe(401);
    }
    expect((await Owner.call('getApplication', { params: { id: 'made-up' } })).status).toBe(404);
    expect(folds()).toBe(0);
  });

  test('no request waits for a position that no log has reached', async () => {
    const { engine, log } = server.running.composition;
    const waits = counting(engine, 'waitFor');
    const asked = await Promise.all(
      Array.from({ length: 90 }, () => askBehind(9_223_372_036_854_775_807n, server.client())),
    );
    expect(new Set(asked.map(({ status, headers }) => `${status} ${headers.get('x-read-model')}`))).toEqual(
      new Set(['200 stale']),
    );
    expect(waits()).toBe(0);
    fail(log, 'head', new StoreUnavailable('away'));
    expect((await askBehind(9_223_372_036_854_775_806n, server.client())).headers.get('x-read-model')).toBe('stale');
  });

  test('only so many wait for read models at once: the others get the current state', async () => {
    const { engine } = server.running.composition;
    const { waitFor } = engine;
    const released = Promise.withResolvers<'reached'>();
    engine.waitFor = () => released.promise;
    undo.push(() => {
      engine.waitFor = waitFor;
    });
    const waits = counting(engine, 'waitFor');
    const asked = Array.from({ length: 110 }, () => askBehind(1n, server.client()));
    let stale = 0;
    for (const each of asked) {
      each.then(({ headers }) => {
        if (headers.has('x-read-model')) stale += 1;
      });
    }
    await vi.waitUntil(() => stale === 10, { timeout: 20_000 });
    released.resolve('reached');
    await Promise.all(asked);
    expect([stale, waits()]).toEqual([10, 100]);
  });

  test('a bug is a 500 that says nothing of the inside', async () => {
    const { applicationId: id } = await applied(server, school);
    fail(server.running.composition.readModels.batches, 'get', new TypeError('Cannot read x of undefined in /srv/app'));
    const { status, problem } = await school.staff.Owner.call('getApplication', { params: { id } });
    expect(status).toBe(500);
    expect(problem).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      message: 'Something went wrong on our side. Please try again.',
    });
  });

  test('a client that leaves in the middle of its request affects no other', async () => {
    const { request } = await import('node:http');
    const { port } = new URL(server.url);
    await new Promise<void>((resolve) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': 1000 };
      const half = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/login', headers });
      half.on('error', () => resolve());
      half.write('{"email":', () => setImmediate(() => half.destroy(new Error('gone'))));
    });
    expect((await server.client().call('healthz')).status).toBe(200);
  });

  test('a body without end is cut off', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_048_576).fill(32)),
    });
    const sent = fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(
      await sent.then(
        ({ status }) => status,
        () => 'closed',
      ),
    ).toSatisfy((end) => end === 413 || end === 'closed');
    expect((await server.client().call('healthz')).status).toBe(200);
  });
});
