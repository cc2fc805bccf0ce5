import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../api/contract/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../api/contract/endpoints.ts';
import { problemSchema } from '../../api/contract/problem.ts';
import { PROBLEM_STATUSES } from '../../api/http/problems.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { adaptersUnderTest } from '../support/adapters.ts';
import { CALL_CASES, type Given } from '../support/call-cases.ts';
import { type Cast, createCast } from '../support/cast.ts';
import { ANY_SCRIPT, HOSTILE_VALUES, NO_IDS, strangeMembers } from '../support/hostile.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { whoMay } from '../support/who-may.ts';
import { createWorld, type World } from '../support/world.ts';

let server: TestServer;
let world: World;
let cast: Cast;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off', CALENDLY_API_URL: 'http://127.0.0.1:9' } });
  world = await createWorld(server, 'refusing-school');
  cast = await createCast(server, world);
});
afterAll(() => server.close());

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
const endpointOf = (name: EndpointName): Endpoint => ENDPOINTS[name];
const PROBLEM = problemSchema.strict();
const MARK = 'unheard-of-by-any-schema';

/** Every refusal is a problem document with a published status, never a 500. */
async function ask(name: EndpointName, given: Given) {
  const person = whoMay(name, world);
  const answer = await cast.clients[person].call(name, given as never);
  if (CALL_CASES[name].endsSession) await cast.again(person);
  const what = `${name} ${told(given)}: ${answer.status} ${told(answer.problem)}`;
  if (answer.status !== 200) {
    expect(answer.headers.get('content-type'), what).toMatch(/^application\/problem\+json/);
    const problem = PROBLEM.parse(answer.problem);
    expect(problem.message.length, what).toBeGreaterThan(0);
    expect(problem.status, what).toBe(answer.status);
    expect(PROBLEM_STATUSES, what).toContain(answer.status);
    expect(answer.status, what).toBeLessThan(500);
  }
  return { ...answer, what };
}

const told = (value: unknown): string => JSON.stringify(value)?.slice(0, 300);

const ofBody = (name: EndpointName): z.ZodObject | undefined => {
  const { body } = endpointOf(name);
  return body instanceof z.ZodObject ? body : undefined;
};
const ofQuery = (name: EndpointName): z.ZodObject | undefined => {
  const { query } = endpointOf(name);
  return query instanceof z.ZodObject ? query : undefined;
};
const WITH_JSON = NAMES.filter((name) => ofBody(name) !== undefined && endpointOf(name).consumes === undefined);
const WITH_PARAMS = NAMES.filter((name) => endpointOf(name).params !== undefined);
const WITH_QUERY = NAMES.filter((name) => endpointOf(name).query !== undefined);

/** Calls that name their target in body or query may answer 404 before they validate the rest. */
const refused = (name: EndpointName) => (endpointOf(name).params ? [400] : [400, 404]);

/** The smallest limit of a body, in bytes. */
const tooLarge = (body: unknown) => (JSON.stringify(body).length > 65_536 ? [413] : []);

async function caseOf(name: EndpointName): Promise<Given & { readonly body: Record<string, unknown> }> {
  const given = await CALL_CASES[name].given(world);
  return { ...given, body: { ...(given.body as Record<string, unknown> | undefined) } };
}

/** These refusals do not depend on the stores, so one pair suffices. */
const ONCE = adaptersUnderTest() === 'embedded' ? WITH_JSON : [];

describe.each(ONCE)('%s refuses', (name) => {
  const schema = ofBody(name) as z.ZodObject;

  test('what is no JSON object', async () => {
    const given = await caseOf(name);
    for (const body of [
      '{"a":',
      '[',
      '[]',
      '"text"',
      '7',
      'null',
      '{"a":1}}',
      `${'['.repeat(5000)}${']'.repeat(5000)}`,
    ]) {
      const { status, what } = await ask(name, { ...given, body });
      expect(status, what).toBe(400);
    }
    const text = { ...given, body: JSON.stringify(given.body), headers: { 'Content-Type': 'text/plain' } };
    expect((await ask(name, text)).status).toBe(415);
  });

  test('more than 1 MB', async () => {
    const given = await caseOf(name);
    const { status, what } = await ask(name, { ...given, body: { ...given.body, padding: 'x'.repeat(1_048_576) } });
    expect(status, what).toBe(413);
  });

  test('values of other types, naming the field', async () => {
    const given = await caseOf(name);
    for (const field of Object.keys(schema.shape)) {
      for (const value of [7, 'x', true, [], {}]) {
        const body = { ...given.body, [field]: value };
        const wrong = schema.safeParse(body).error?.issues.map(({ path }) => path.join('.'));
        if (wrong === undefined) continue;
        const { status, problem, what } = await ask(name, { ...given, body });
        expect(refused(name), what).toContain(status);
        if (status === 404) continue;
        expect(
          problem.errors?.map((error) => error.field),
          what,
        ).toEqual(wrong);
      }
    }
  });
});

describe.each(WITH_JSON)('%s takes', (name) => {
  const schema = ofBody(name) as z.ZodObject;

  test('hostile values as what they are, or refuses them, in every field at once', async () => {
    const fields = Object.keys(schema.shape);
    let given = await caseOf(name);
    for (const value of HOSTILE_VALUES) {
      const body = { ...given.body, ...Object.fromEntries(fields.map((field) => [field, value])) };
      const { status, what } = await ask(name, { ...given, body });
      const isUnstorable = /\\u(?:0000|d[89a-f])/.test(JSON.stringify(value));
      if (isUnstorable) expect([422, 404], what).toContain(status);
      else if (!schema.safeParse(body).success) expect([...refused(name), ...tooLarge(body)], what).toContain(status);
      // Only what was done has used something up.
      if (status === 200) given = await caseOf(name);
    }
    expect({}).not.toHaveProperty('isAdmin');
  });

  test('no notice of members that it does not know, or refuses them, and never keeps them', async () => {
    const plain = await ask(name, await caseOf(name));
    const given = await caseOf(name);
    const body = { ...given.body, ...strangeMembers(MARK) };
    const strange = await ask(name, { ...given, body });
    expect(strange.status, strange.what).toBe(schema.safeParse(body).success ? plain.status : 400);
    expect(JSON.stringify(strange.body), strange.what).not.toContain(MARK);
  });
});

describe.each(ONCE)('%s keeps', (name) => {
  const schema = ofBody(name) as z.ZodObject;

  test('any script and any length that fits: a text comes back as it was sent', async () => {
    for (const [field, type] of Object.entries(schema.shape)) {
      for (const text of [ANY_SCRIPT, 'w'.repeat(10_000)]) {
        if (!(type as z.ZodType).safeParse(text).success) continue;
        const given = await caseOf(name);
        const { status, body, what } = await ask(name, { ...given, body: { ...given.body, [field]: text } });
        const kept = (body as Record<string, unknown> | null)?.[field];
        if (status === 200 && typeof kept === 'string' && !isMasked(kept) && !CLEANED.includes(field)) {
          expect(kept, what).toBe(text);
        }
      }
    }
  });
});

/** The server strips everything except letters, digits and - from these. */
const CLEANED: readonly string[] = ['googleAnalyticsId', 'facebookPixelId'];
const isMasked = (text: string): boolean => text.startsWith('••••');

describe.each(WITH_PARAMS)('%s finds nothing under', (name) => {
  test('what is no id', async () => {
    const given = await caseOf(name);
    // A download's file name in the path is not an id.
    for (const param of Object.keys(given.params ?? {}).filter((name) => name !== 'fileName')) {
      for (const id of NO_IDS) {
        const hasBody = endpointOf(name).body !== undefined;
        const { status, what } = await ask(name, {
          params: { ...given.params, [param]: id },
          ...(hasBody ? { body: given.body } : {}),
        });
        // Parameters that are not ids may have any value that the schema allows.
        const isThere = /id$/i.test(param) ? [] : [200];
        expect([400, 404, 422, ...isThere], what).toContain(status);
      }
    }
  });
});

describe.each(WITH_QUERY)('%s refuses', (name) => {
  test('a query that its schema does not allow, and takes any other one', async () => {
    const { query } = endpointOf(name);
    const given = await CALL_CASES[name].given(world);
    for (const field of Object.keys((query as z.ZodObject).shape)) {
      for (const value of [...NO_IDS, '', '[]', '9999999999999999999', '2026-13-99T99:99:99Z']) {
        const wanted = { ...given.query, [field]: value };
        const { status, what } = await ask(name, { ...given, query: wanted });
        if (!query?.safeParse(wanted).success) expect(refused(name), what).toContain(status);
      }
    }
  });
});

test('a moment of the past is refused by each call without one, and a change there changes nothing', async () => {
  const { log } = server.running.services;
  const asOf = '2026-03-01T09:00:00Z';
  const without = NAMES.filter((name) => !Object.hasOwn(ofQuery(name)?.shape ?? {}, 'asOf'));
  for (const name of without) {
    const given = await CALL_CASES[name].given(world);
    const head = await log.head();
    const { status, problem, what } = await ask(name, { ...given, query: { ...given.query, asOf } });
    const isRead = endpointOf(name).method === 'GET';
    const message = isRead ? TEXTS.requests.hasNoPast : TEXTS.requests.pastIsFixed;
    expect([status, problem.message], what).toEqual([400, message]);
    const appended = (await log.readAll({ after: head, limit: 500 })).events;
    expect(
      appended.filter(({ actor }) => actor.kind !== 'system'),
      what,
    ).toEqual([]);
  }
  expect(without.length).toBeGreaterThan(100);
});

test('answers to forms are kept in any script, and hostile ones are inert', async () => {
  const { Owner } = cast.clients;
  const params = { id: world.applicationId };
  for (const field of ['firstName', 'motivation', 'city', 'interviewer', 'rating', 'email', 'userId', 'tracking']) {
    for (const value of HOSTILE_VALUES) {
      const { status, what } = await ask('changeApplication', { params, body: { [field]: value } });
      expect([200, 400, 403, 422], what).toContain(status);
    }
  }
  const answers = { firstName: ANY_SCRIPT, motivation: ANY_SCRIPT.repeat(200), city: ANY_SCRIPT };
  expect((await Owner.call('changeApplication', { params, body: answers })).body).toMatchObject(answers);
  expect((await Owner.call('getApplication', { params })).body).toMatchObject(answers);
});

test('a query names as many ids as the contract says, and one more is refused in words', async () => {
  const { Owner } = cast.clients;
  const list = (member: 'batchIds' | 'ids', count: number) =>
    Owner.call('listApplications', { query: { [member]: Array.from({ length: count }, () => randomUUID()).join() } });
  for (const member of ['batchIds', 'ids'] as const) {
    expect((await list(member, LIMITS.ids)).body).toEqual([]);
    const refused = await list(member, LIMITS.ids + 1);
    expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, member]);
    expect(refused.problem.message).toBe('Please give at most 100 ids at once.');
  }
});

test('nothing of what no schema knows has reached the log', async () => {
  const { log } = server.running.services;
  const head = await log.head();
  let after = 0n;
  let read = 0;
  while (after < head) {
    const { events, position } = await log.readAll({ after, limit: 500 });
    for (const event of events) {
      const told = JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      expect(told).not.toContain(MARK);
    }
    read += events.length;
    after = position;
  }
  expect(read).toBeGreaterThan(20);
});
