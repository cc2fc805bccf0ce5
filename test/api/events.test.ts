import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { PUBLIC_EVENT_TYPES, TEST_TYPE, WEBHOOK_EVENT_TYPES } from '../../domain/webhook/event-types.ts';
import { PAYLOAD_SCHEMAS, TEST_PAYLOAD } from '../../domain/webhook/payload-schema.ts';
import type { Client } from '../support/client.ts';
import { addStaff, answers, createSchool, freshEmail, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let other: School;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  other = await createSchool(server, 'other-events');
});
afterAll(() => server.close());

async function apply({ batches, staff: { Admin } }: School, more: object = {}): Promise<string> {
  const body = { batchId: batches.Open, ...answers(freshEmail()), ...more };
  return (await Admin.call('submitApplication', { body })).body._id;
}
const change = ({ staff: { Admin } }: School, id: string, body: object) =>
  Admin.call('changeApplication', { params: { id }, body });
const pull = async ({ staff: { Admin } }: Pick<School, 'staff'>, query: Record<string, string> = {}) =>
  (await Admin.call('pullEvents', { query })).body;

async function pullAll(school: School, { after: from, ...query }: Record<string, string> = {}) {
  const events: Awaited<ReturnType<typeof pull>>['events'][number][] = [];
  let after: Record<string, string> = from === undefined ? {} : { after: from };
  for (;;) {
    const page = await pull(school, { ...query, ...after });
    events.push(...page.events);
    after = { after: page.next };
    if (!page.hasMore) return { events, next: page.next };
  }
}

describe('the published events', () => {
  test('are listed with a sentence, a schema and an example that is valid, for those who manage webhooks', async () => {
    const { body } = await other.staff.Admin.call('listEventTypes');
    expect(body.map(({ type }) => type).sort()).toEqual([...PUBLIC_EVENT_TYPES, TEST_TYPE].sort());
    expect(body.flatMap(({ type, isChoosable }) => (isChoosable ? [type] : []))).toEqual(WEBHOOK_EVENT_TYPES);
    for (const { type, description, schema, example } of body) {
      expect(description).toMatch(/\.$/);
      expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
      expect((type === TEST_TYPE ? TEST_PAYLOAD : PAYLOAD_SCHEMAS.get(type))?.parse(example)).toEqual(example);
    }
    expect((await other.staff.Viewer.call('listEventTypes')).status).toBe(403);
    expect((await other.staff.Viewer.call('pullEvents')).status).toBe(403);
    expect((await server.client().call('pullEvents')).status).toBe(401);
  });

  test('are pulled in order with what changed and the state of that time, page by page as at once', async () => {
    const school = await createSchool(server, 'pulled');
    const id = await apply(school, { firstName: 'Ada' });
    await change(school, id, { status: 'INTERVIEW PENDING' });
    await change(school, id, { motivation: 'Machines', firstName: 'Augusta' });
    const second = await apply(school);
    await change(school, id, { adminAssignee: 'me' });
    await change(school, second, { adminComments: [{ message: 'A comment is not published' }] });
    await change(school, id, { selectedPaymentModelId: school.paymentModelId });
    const { events } = await pullAll(school);
    const own = events.filter(({ data }) => data.applicationId === id);
    expect(own.map(({ type, data: { sequence, changes } }) => [type, sequence, changes])).toMatchObject([
      ['ApplicationSubmitted', 1, { status: { from: null, to: 'NEW' } }],
      ['StatusChanged', 2, { status: { from: 'NEW', to: 'INTERVIEW PENDING' } }],
      [
        'DetailsSaved',
        3,
        { firstName: { from: 'Ada', to: 'Augusta' }, answers: { motivation: { from: null, to: 'Machines' } } },
      ],
    ]);
    const [submitted] = own;
    expect(submitted?.data.application).toMatchObject({
      status: 'NEW',
      batch: { id: school.batches.Open, name: 'Open batch' },
      applicant: { firstName: 'Ada' },
      answers: {},
    });
    for (const { id: _id, ...body } of events) PAYLOAD_SCHEMAS.get(body.type)?.parse(body);
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
    for (const limit of ['1', '2', '3']) expect((await pullAll(school, { limit })).events).toEqual(events);
    await change(school, id, { status: 'DECISION PENDING' });
    await school.staff.Owner.call('changeBatch', { params: { id: school.batches.Open }, body: { name: 'Renamed' } });
    expect((await pullAll(school)).events.slice(0, events.length)).toEqual(events);
  });

  test('that a filter hides are passed by the cursor, and erasures are never hidden', async () => {
    const school = await createSchool(server, 'filtered');
    const id = await apply(school);
    await apply(school);
    const hidden = await pull(school, { types: 'InterviewScheduled' });
    expect(hidden).toMatchObject({ events: [], hasMore: false });
    expect(hidden.next).toBe((await pullAll(school)).next);
    expect(hidden.next).toBe((await pull(school, { after: 'latest' })).next);
    await school.staff.Owner.call('erasePerson', { body: { applicationId: id } });
    const { events } = await pull(school, { after: hidden.next, types: 'InterviewScheduled' });
    expect(events).toMatchObject([
      { type: 'applicant.erased', data: { applicationId: id, application: { isErased: true } } },
    ]);
    const query = { types: 'PasswordChanged' };
    expect((await school.staff.Admin.call('pullEvents', { query })).status).toBe(400);
  });

  test('keep ids and order after an erasure, without anything of the person', async () => {
    const school = await createSchool(server, 'erased-events');
    const id = await apply(school, { firstName: 'Grizelda', motivation: 'Unmistakable words' });
    await change(school, id, { firstName: 'Griselda', city: 'Uniqueville' });
    const before = await pullAll(school);
    await change(school, id, { status: 'INTERVIEW PENDING' });
    await school.staff.Owner.call('erasePerson', { body: { applicationId: id } });
    // The state before these events was in memory.
    const rest = await pullAll(school, { after: before.next });
    expect(rest.events.map(({ type }) => type)).toEqual(['StatusChanged', 'applicant.erased']);
    expect(JSON.stringify(rest)).not.toMatch(/gri[sz]elda|unmistakable|uniqueville/i);
    const after = await pullAll(school);
    expect(after.events.slice(0, before.events.length).map(({ id: one, type }) => [one, type])).toEqual(
      before.events.map(({ id: one, type }) => [one, type]),
    );
    expect(JSON.stringify(after)).not.toMatch(/gri[sz]elda|unmistakable|uniqueville/i);
  });
});

test('32 writers and 8 readers at once: each reader gets what the log has, in its order and once', async () => {
  const school = await createSchool(server, 'crowd');
  const types = ['StatusChanged', 'DetailsSaved'];
  const EVENTS = 32 * 3;
  const writing = Array.from({ length: 32 }, async () => {
    const id = await apply(school);
    await change(school, id, { status: 'INTERVIEW PENDING' });
    await change(school, id, { motivation: 'Machines' });
  });
  const reading = Array.from({ length: 8 }, async (_, n) => {
    const filter: Record<string, string> = n % 2 === 0 ? {} : { types: types.join() };
    const wanted = n % 2 === 0 ? EVENTS : 32 * types.length;
    const seen: string[] = [];
    let after: Record<string, string> = {};
    while (seen.length < wanted) {
      const page = await pull(school, { ...filter, ...after, limit: String(1 + 7 * n), wait: '20' });
      seen.push(...page.events.map((event) => event.id));
      after = { after: page.next };
    }
    return { seen, rest: (await pull(school, { ...filter, ...after })).events };
  });
  await Promise.all(writing);
  const read = await Promise.all(reading);
  const { events } = await pullAll(school);
  expect(events).toHaveLength(EVENTS);
  for (const [n, { seen, rest }] of read.entries()) {
    expect(seen).toEqual(events.filter(({ type }) => n % 2 === 0 || types.includes(type)).map((event) => event.id));
    expect(rest).toEqual([]);
  }
});

describe('a cursor', () => {
  test('of another school, damaged or beyond the log is refused with advice', async () => {
    await apply(other);
    const school = await createSchool(server, 'cursors');
    const id = await apply(school);
    const { next } = await pullAll(school);
    const foreign = (await pullAll(other)).next;
    const { status, problem } = await school.staff.Admin.call('pullEvents', { query: { after: foreign } });
    expect([status, problem.message]).toEqual([400, TEXTS.feed.cursorUnknown]);
    const damaged = [
      ...['', 'x', '0', next.slice(1), `${next}A`, `${next}=`, `${next}!!`, ` ${next}`],
      next.replace(/./, (first) => (first === 'A' ? 'B' : 'A')),
    ];
    for (const after of damaged) {
      expect((await school.staff.Admin.call('pullEvents', { query: { after } })).status).toBe(400);
      expect((await school.staff.Admin.call('pullEvents', { query: { after, wait: '5' } })).status).toBe(400);
    }
    expect((await pull(school, { after: next })).events).toEqual([]);
    await change(school, id, { status: 'INTERVIEW PENDING' });
    expect((await pull(school, { after: next })).events).toMatchObject([{ type: 'StatusChanged' }]);
  });

  test('of the newest event begins there, also in a school without events', async () => {
    const school = await createSchool(server, 'newest');
    const empty = await pull(school, { after: 'latest' });
    expect(empty).toMatchObject({ events: [], hasMore: false });
    const id = await apply(school);
    expect((await pull(school, { after: empty.next })).events).toMatchObject([{ type: 'ApplicationSubmitted' }]);
    const newest = await pull(school, { after: 'latest', types: 'ApplicationSubmitted', wait: '20' });
    expect(newest).toMatchObject({ events: [], hasMore: false });
    await change(school, id, { status: 'INTERVIEW PENDING' });
    expect((await pull(school, { after: newest.next })).events).toMatchObject([{ type: 'StatusChanged' }]);
  });

  test('comes with a limit and a wait, which say what they may be', async () => {
    const messageOf = async (query: Record<string, string>) =>
      (await other.staff.Admin.call('pullEvents', { query })).problem.errors?.[0]?.message;
    for (const limit of ['0', '1001', '10000', 'x']) {
      expect(await messageOf({ limit })).toBe('Please give a number from 1 to 1,000.');
    }
    for (const wait of ['31', '-1', '1.5', '100'])
      expect(await messageOf({ wait })).toBe('Please give a number of seconds from 0 to 30.');
  });

  test('comes with known parameters only, so that a misspelled filter never returns everything', async () => {
    const { url, cookies } = other.staff.Admin;
    const headers = { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const answerTo = async (query: string) => {
      const response = await fetch(new URL(`/api/events?organizationId=${other.organizationId}&${query}`, url), {
        headers,
      });
      const body: unknown = await response.json();
      return [response.status, (body as { readonly message?: string }).message];
    };
    for (const name of ['types[]', 'Types', 'asof'])
      for (const wait of ['', '&wait=20'])
        expect(await answerTo(`${name}=StatusChanged${wait}`)).toEqual([400, TEXTS.requests.unknownNames([name])]);
    expect((await answerTo('types=StatusChanged&limit=5'))[0]).toBe(200);
  });

  test('continues after the read model was rebuilt', async () => {
    const school = await createSchool(server, 'rebuilt');
    const id = await apply(school);
    const { next, events } = await pullAll(school);
    await change(school, id, { status: 'INTERVIEW PENDING' });
    await server.running.composition.engine.rebuild('feed');
    expect((await pull(school, { after: next })).events).toMatchObject([
      { type: 'StatusChanged', data: { sequence: 2 } },
    ]);
    expect((await pullAll(school)).events.slice(0, events.length)).toEqual(events);
  });
});

describe('a call that waits', () => {
  const waiting = (client: Client, after: string, more: object = {}) =>
    client.call('pullEvents', { query: { after, wait: '20', ...more } });

  test('is answered by the next wanted event, and ends without one', async () => {
    const school = await createSchool(server, 'waiting');
    const id = await apply(school);
    const { Admin, Owner } = school.staff;
    const { next } = await pullAll(school);
    const empty = await Admin.call('pullEvents', { query: { after: next, wait: '1' } });
    expect(empty.body).toEqual({ events: [], next, hasMore: false });
    const [any, filtered] = [waiting(Admin, next), waiting(Owner, next, { types: 'DetailsSaved' })];
    await change(school, id, { status: 'INTERVIEW PENDING' });
    expect((await any).body.events).toMatchObject([{ type: 'StatusChanged' }]);
    expect(await Promise.race([filtered, pause(50, 'waits')])).toBe('waits');
    await change(school, id, { motivation: 'Machines' });
    expect((await filtered).body.events).toMatchObject([{ type: 'DetailsSaved' }]);
  });

  test('is refused as soon as the caller loses the right, and as long as others have it they wait on', async () => {
    const school = await createSchool(server, 'revoked');
    const id = await apply(school);
    const { Admin, Owner } = school.staff;
    const { next } = await pullAll(school);
    const { body: user } = await Admin.call('getUser');
    const made = await Owner.call('createApiToken', { body: { name: 'CRM', scopes: ['events'] } });
    const url = new URL(`/api/events?after=${next}&wait=20`, server.url);
    const byToken = fetch(url, { headers: { Authorization: `Bearer ${made.body.token}` } });
    const [byAdmin, byOwner] = [waiting(Admin, next), waiting(Owner, next)];
    const allWait = Promise.race([byToken, byAdmin, byOwner]);
    expect(await Promise.race([allWait, pause(50, 'waits')])).toBe('waits');
    const body = { orgId: school.organizationId, userId: user?._id, role: 'Viewer' };
    expect((await Owner.call('changeRoleInOrganization', { body })).status).toBe(200);
    expect((await byAdmin).status).toBe(403);
    expect(await Promise.race([byToken, byOwner, pause(50, 'waits')])).toBe('waits');
    await Owner.call('revokeApiToken', { params: { id: made.body._id } });
    expect((await byToken).status).toBe(401);
    expect(await Promise.race([byOwner, pause(50, 'waits')])).toBe('waits');
    await Owner.call('changeApplication', { params: { id }, body: { status: 'INTERVIEW PENDING' } });
    expect((await byOwner).body.events).toMatchObject([{ type: 'StatusChanged' }]);
  });

  test('is refused within a second once the member has logged out, and another session of the member waits on', async () => {
    const school = await createSchool(server, 'logged-out');
    await apply(school);
    const { next } = await pullAll(school);
    const email = 'two-sessions@logged-out.example';
    await addStaff(server, school.organizationId, email, 'Admin');
    const [left, kept] = [
      await signedIn(server, email, school.organizationId),
      await signedIn(server, email, school.organizationId),
    ];
    const [byLeft, byKept] = [waiting(left, next, { wait: '10' }), waiting(kept, next, { wait: '4' })];
    expect(await Promise.race([byLeft, byKept, pause(50, 'waits')])).toBe('waits');
    const id = (await left.call('listSessions')).body.find(({ isCurrent }) => isCurrent)?._id ?? '';
    await kept.call('endSession', { params: { id } });
    expect((await Promise.race([byLeft, byKept])).status).toBe(401);
    expect((await byKept).status).toBe(200);
  });

  test('has a limit per API token, and leaves room for another token of the school', async () => {
    const school = await createSchool(server, 'greedy');
    const id = await apply(school);
    const { next } = await pullAll(school);
    const tokenNamed = async (name: string) =>
      (await school.staff.Owner.call('createApiToken', { body: { name, scopes: ['events'] } })).body.token;
    const leaving = new AbortController();
    const ask = (token: string | null) =>
      fetch(new URL(`/api/events?after=${next}&wait=20`, server.url), {
        headers: { Authorization: `Bearer ${token}` },
        signal: leaving.signal,
      }).catch(() => null);
    const [greedy, modest] = [await tokenNamed('greedy'), await tokenNamed('modest')];
    const crowd = Array.from({ length: QUOTAS.token.waitingPulls + 1 }, () => ask(greedy));
    const refused = await Promise.race(crowd);
    const body: unknown = await refused?.json();
    expect(refused?.status).toBe(429);
    expect(body).toMatchObject({ message: TEXTS.feed.tooManyWaiting.token(QUOTAS.token.waitingPulls) });
    const other = ask(modest);
    await change(school, id, { status: 'INTERVIEW PENDING' });
    expect((await other)?.status).toBe(200);
    leaving.abort();
    await Promise.all(crowd);
  });

  test('has a limit per member, and is gone when its client leaves', async () => {
    const school = await createSchool(server, 'crowded');
    await apply(school);
    const { next } = await pullAll(school);
    const { cookies, url } = school.staff.Admin;
    const headers = { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const leaving = new AbortController();
    const path = `/api/events?organizationId=${school.organizationId}&after=${next}&wait=20`;
    const ask = (signal: AbortSignal) => fetch(new URL(path, url), { headers, signal }).catch(() => null);
    const crowd = Array.from({ length: QUOTAS.account.waitingPulls + 1 }, () => ask(leaving.signal));
    const refused = await Promise.race(crowd);
    expect(refused?.status).toBe(429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    leaving.abort();
    await Promise.all(crowd);
    await expect.poll(() => ask(AbortSignal.timeout(1500))).toBeNull();
  });
});
