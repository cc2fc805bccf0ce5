import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EndpointName } from '../../api/contract/endpoints.ts';
import { adaptersUnderTest } from '../support/adapters.ts';
import { CALL_CASES } from '../support/call-cases.ts';
import { type Cast, createCast, PEOPLE, type Person } from '../support/cast.ts';
import { anyId, KnownThing, LongText, valuesOf } from '../support/json-schema-values.ts';
import { type PublishedCall, readPublished } from '../support/published.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld } from '../support/world.ts';

const AT_ONCE = 10;
const REQUESTS = adaptersUnderTest() === 'embedded' ? 1_000 : 300;
/** Keeps the first known ids, and of the later ones only the newest. */
const FIRST_IDS = 20;
const KEPT_IDS = 200;

let server: TestServer;
let cast: Cast;
let published: ReadonlyMap<EndpointName, PublishedCall>;
const ids: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off', CALENDLY_API_URL: 'http://127.0.0.1:9' } });
  const own = await createWorld(server, 'walked-school');
  const other = await createWorld(server, 'other-school');
  cast = await createCast(server, own);
  for (const { organizationId, processId, applicationId, batches } of [own, other]) {
    ids.push(organizationId, processId, applicationId, ...Object.values(batches));
  }
  published = await readPublished(server.url);
});
afterAll(() => server.close());

interface Request {
  readonly name: EndpointName;
  readonly person: Person;
  readonly values: readonly unknown[];
  readonly body: unknown;
}

/** Passwords are slow by design, and frequent logouts would stop the walk. */
const isRare = ({ name, path }: PublishedCall): boolean =>
  CALL_CASES[name].endsSession === true || /login|signup|resetPassword|rebuild/.test(path);

function requestsOf({ name, parameters, body }: PublishedCall): fc.Arbitrary<Request> {
  const values = parameters.map((parameter) => {
    const value = /id$/i.test(parameter.name) ? anyId : valuesOf(parameter.schema);
    return parameter.in === 'path' ? value : fc.option(value, { nil: undefined });
  });
  return fc.record({
    name: fc.constant(name),
    person: fc.constantFrom(...PEOPLE),
    values: fc.tuple(...values) as fc.Arbitrary<readonly unknown[]>,
    body: body ? valuesOf(body) : fc.constant(undefined),
  });
}

/** Replaces every placeholder with an existing id. */
function settled(value: unknown): unknown {
  if (value instanceof KnownThing) return ids[value.index % ids.length];
  if (value instanceof LongText) return 'x'.repeat(value.length);
  if (Array.isArray(value)) return value.map(settled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, settled(member)]));
}

function addressOf({ path, parameters }: PublishedCall, values: readonly unknown[]): string {
  const search = new URLSearchParams();
  let address = path;
  parameters.forEach((parameter, index) => {
    const value = settled(values[index]);
    if (value === undefined) return;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (parameter.in === 'query') search.append(parameter.name, text);
    else address = address.replace(`{${parameter.name}}`, encodeURIComponent(text.toWellFormed() || ' '));
  });
  return search.size > 0 ? `${address}?${search}` : address;
}

/** A live stream never ends. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  await response.body?.cancel();
  return '';
}

/** Without parameters (RFC 9110 §8.3.1). */
const essenceOf = (mediaType: string): string => mediaType.replace(/;.*/, '');

const answered = new Map<number, number>();

async function ask({ name, person, values, body: wanted }: Request): Promise<void> {
  const call = published.get(name) as PublishedCall;
  const path = addressOf(call, values);
  const body = wanted === undefined ? undefined : JSON.stringify(settled(wanted));
  const response = await cast.clients[person].raw({
    method: call.method,
    path,
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body }),
  });
  if (CALL_CASES[name].endsSession) await cast.again(person);
  const { status } = response;
  const type = response.headers.get('content-type') ?? '';
  const text = await textOf(response);
  answered.set(status, (answered.get(status) ?? 0) + 1);

  const what = `${person}: ${call.method} ${path.slice(0, 300)} ${body?.slice(0, 500)}\n→ ${status} ${text.slice(0, 500)}`;
  expect(call.statuses, what).toContain(String(status));
  expect(status, what).toBeLessThan(500);
  if (status === 200) expect(call.mediaTypes.map(essenceOf), what).toContain(essenceOf(type));
  else expect(type, what).toMatch(/^application\/problem\+json/);
  if (!type.includes('json')) return;
  const content: unknown = JSON.parse(text);
  expect(call.errorOf(status, content), what).toBeUndefined();
  remember(content);
}

function remember(content: unknown): void {
  const id = (content as { _id?: unknown } | null)?._id;
  if (typeof id !== 'string' || ids.includes(id)) return;
  ids.push(id);
  if (ids.length > KEPT_IDS) ids.splice(FIRST_IDS, 1);
}

test(`${REQUESTS} requests at random over the published description: no 500, every answer as described`, async () => {
  const [calls, endings] = [false, true].map((isEnding) =>
    [...published.values()].filter(({ name }) => (name === 'deleteMe') === isEnding),
  ) as [PublishedCall[], PublishedCall[]];
  const requests = fc.oneof(...calls.map((call) => ({ weight: isRare(call) ? 1 : 12, arbitrary: requestsOf(call) })));
  for (const call of calls) await Promise.all(fc.sample(requestsOf(call), 3).map(ask));
  const together = fc.array(requests, { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(
    fc.asyncProperty(together, async (all) => {
      await Promise.all(all.map(ask));
    }),
    { numRuns: REQUESTS / AT_ONCE, endOnFailure: true, verbose: 0 },
  );
  // Nobody could go on after it.
  for (const call of endings) {
    const [request] = fc.sample(requestsOf(call), 1);
    for (const person of PEOPLE) if (request) await ask({ ...request, person });
  }
  expect(answered.get(200) ?? 0, JSON.stringify([...answered])).toBeGreaterThan(REQUESTS / 10);
}, 240_000);
