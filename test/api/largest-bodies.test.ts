import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyLimitOf } from '../../api/body-limit.ts';
import type { Endpoint } from '../../api/contract/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../api/contract/endpoints.ts';
import { LIMITS } from '../../domain/limits.ts';
import { CALL_CASES } from '../support/call-cases.ts';
import type { JsonSchema } from '../support/json-schema-values.ts';
import { type PublishedCall, readPublished } from '../support/published.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { MOST_MS, threadTimeOf } from '../support/thread-time.ts';
import { createWorld, type World } from '../support/world.ts';

let server: TestServer;
let world: World;
let published: ReadonlyMap<EndpointName, PublishedCall>;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  world = await createWorld(server, 'large-school');
  published = await readPublished(server.url);
});
afterAll(() => server.close());

type Sized = JsonSchema & { readonly maxItems?: number; readonly oneOf?: readonly JsonSchema[] };

/** A value of the schema with so many elements in each list and so many letters in each text, as far as its limits allow. */
function exampleOf(schema: Sized, size: { readonly items: number; readonly letters: number }, seed = 'a'): unknown {
  const { type, oneOf, anyOf = oneOf } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (anyOf)
    return exampleOf(anyOf.find((one) => ['array', 'object'].includes(String(one.type))) ?? anyOf[0] ?? {}, size, seed);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      if (schema.format === 'date-time') return '2026-03-01T09:00:00Z';
      return `${seed}${'x'.repeat(20_000)}`.slice(0, Math.min(schema.maxLength ?? size.letters, size.letters));
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return true;
    case 'array': {
      const length = Math.min(schema.maxItems ?? size.items, size.items);
      return Array.from({ length }, (_, n) => exampleOf(schema.items ?? {}, size, `${seed}${n}`));
    }
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, exampleOf(one, size, seed)]),
      );
    default:
      return null;
  }
}

/** The largest that the call accepts: long texts, and long lists. */
function largest({ name, body }: PublishedCall): readonly string[] {
  const limit = bodyLimitOf(ENDPOINTS[name] as Endpoint);
  const fitting = (sizes: readonly { items: number; letters: number }[]) =>
    sizes.map((size) => JSON.stringify(exampleOf(body ?? {}, size))).find((text) => Buffer.byteLength(text) <= limit);
  const halves = Array.from({ length: 14 }, (_, n) => 2 ** n);
  return [
    fitting(halves.map((part) => ({ items: Math.ceil(60 / part), letters: 20_000 }))),
    fitting(halves.map((part) => ({ items: Math.ceil(5000 / part), letters: 12 }))),
  ].filter((text) => text !== undefined);
}

/** Without a status, any answer will do that is no failure: what a call refuses may cost as little. */
const bestOf = (send: () => Promise<Response>, expected?: number): Promise<number> =>
  threadTimeOf(async () => {
    const response = await send();
    await response.arrayBuffer();
    if (expected === undefined) expect(response.status).toBeLessThan(500);
    else expect(response.status).toBe(expected);
  });

const sending = (method: string, path: string, body: string) => () =>
  world.staff.Owner.raw({ method, path, headers: { 'Content-Type': 'application/json' }, body });

test('the largest body that a call accepts takes less than 250 ms', async () => {
  const calls = [...published.values()].filter(({ name, body }) => body && !CALL_CASES[name].endsSession);
  expect(calls.length).toBeGreaterThan(30);
  for (const call of calls) {
    if (call.name === 'deleteMe') continue;
    const { params = {}, query = {} } = await CALL_CASES[call.name].given(world);
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, member: string) => encodeURIComponent(params[member] ?? ''));
    const address = `${path}?${new URLSearchParams({ organizationId: world.organizationId, ...query })}`;
    for (const text of largest(call)) {
      expect(await bestOf(sending(call.method, address, text)), `${call.name}, ${text.length} bytes`).toBeLessThan(
        MOST_MS,
      );
    }
  }
}, 240_000);

const EMAIL = { name: 'email', label: 'Email', dataType: 'email', required: true };
const many = <Element>(length: number, of: (n: number) => Element): Element[] =>
  Array.from({ length }, (_, n) => of(n));
const config = (steps: readonly object[]) =>
  JSON.stringify({ label: 'Large', applicationForm: { fields: [EMAIL] }, applicationDetailsSteps: steps });
const condition = (value: string) => ({
  terms: many(LIMITS.terms - 17, () => ({
    target: 'FIELD',
    targetDetails: 'email',
    operator: 'Greater than',
    comparisonValue: value,
  })),
});
const BLOCK = { markdown: '', integrations: [] };
const WORST: readonly (readonly [what: string, steps: readonly object[]])[] = [
  ['conditions', many(LIMITS.steps, (n) => ({ _id: `s${n}`, title: 'Step', visibilityCondition: condition('a') }))],
  [
    'fields',
    many(LIMITS.steps, (n) => ({
      _id: `s${n}`,
      title: 'Step',
      configuration: { fields: many(60, (m) => ({ name: `f${n}_${m}`, label: 'Label' })) },
    })),
  ],
  [
    'content blocks',
    many(LIMITS.steps, (n) => ({ _id: `s${n}`, title: 'Step', content: many(LIMITS.contentBlocks, () => BLOCK) })),
  ],
];

test.each(WORST)(
  'a process of the largest size, with %s, is saved, reversed and weighed within 250 ms',
  async (_, steps) => {
    const { Owner } = world.staff;
    const query = `organizationId=${world.organizationId}`;
    const path = '/api/processConfigBlobs';
    const create = sending('POST', `${path}?${query}`, JSON.stringify({ json: config(steps) }));
    expect(await bestOf(create, 200)).toBeLessThan(MOST_MS);
    const made = await Owner.call('createProcess', { body: { json: config(steps) } });
    expect(made.status, made.problem.message).toBe(200);
    const { _id: id, version } = made.body;
    const reversed = JSON.stringify({ version, json: config(steps.toReversed()) });
    expect(await bestOf(sending('POST', `${path}/${id}/impact?${query}`, reversed), 200)).toBeLessThan(MOST_MS);
    expect(await bestOf(sending('PUT', `${path}/${id}?${query}`, reversed), 200)).toBeLessThan(MOST_MS);
  },
);

test('a small body of 8,000 steps is refused within 250 ms', async () => {
  const json = config(many(8000, (n) => ({ _id: `s${n}`, title: 'Step' })));
  const path = `/api/processConfigBlobs?organizationId=${world.organizationId}`;
  expect(await bestOf(sending('POST', path, JSON.stringify({ json })), 422)).toBeLessThan(MOST_MS);
  const change = `/api/processConfigBlobs/${world.processId}?organizationId=${world.organizationId}`;
  expect(await bestOf(sending('PUT', change, JSON.stringify({ version: 0, json })), 422)).toBeLessThan(MOST_MS);
});

test('200 questions of 40 options are saved and reversed within 250 ms', async () => {
  const questions = many(LIMITS.questions, (n) => ({
    _id: `q${n}`,
    prompt: `Question ${n}`,
    options: many(40, (m) => ({ _id: `o${n}-${m}`, value: `${m}`, isCorrect: true })),
  }));
  const made = await world.staff.Owner.call('createAssessment', { body: { name: 'Large', questions } });
  expect(made.status, made.problem.message).toBe(200);
  const path = `/api/assessments/${made.body._id}?organizationId=${world.organizationId}`;
  const reversed = JSON.stringify({ version: made.body.version, questions: questions.toReversed() });
  expect(await bestOf(sending('PUT', path, reversed))).toBeLessThan(MOST_MS);
});

test('of an application with more than 500 comments the newest 500 steps are told within 250 ms, and those before on request', async () => {
  const { Owner } = world.staff;
  const params = { id: world.applicationId };
  for (let part = 0; part < 6; part += 1) {
    const adminComments = many(LIMITS.newComments, (n) => ({ message: `Comment ${part}.${n}` }));
    expect((await Owner.call('changeApplication', { params, body: { adminComments } })).status).toBe(200);
  }
  const path = `/api/applications/${world.applicationId}/history?organizationId=${world.organizationId}`;
  expect(await bestOf(() => Owner.raw({ method: 'GET', path }), 200)).toBeLessThan(MOST_MS);
  const { body: newest } = await Owner.call('getApplicationHistory', { params });
  expect(newest).toHaveLength(500);
  expect(newest.at(-1)?.changes).toMatchObject([{ field: 'adminComments', after: { message: 'Comment 5.99' } }]);
  const before = String(newest[0]?.number);
  const { body: older } = await Owner.call('getApplicationHistory', { params, query: { before } });
  expect(older[0]).toMatchObject({ type: 'ApplicationSubmitted', number: 0 });
  expect([...older, ...newest].map(({ number }) => number)).toEqual(many(older.length + 500, (n) => n));
});

test('more comments than an application can have are not read', async () => {
  const params = { id: world.applicationId };
  const adminComments = many(1_001, () => ({ _id: 'the-same' }));
  const { status, problem } = await world.staff.Owner.call('changeApplication', { params, body: { adminComments } });
  expect([status, problem.errors]).toEqual([
    422,
    [{ field: 'adminComments', message: 'An application can have at most 1,000 comments. It has 1,001.' }],
  ]);
});
