import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '../../api/contract/endpoints.ts';
import { CALL_CASES, type Given } from '../support/call-cases.ts';
import { type Cast, createCast } from '../support/cast.ts';
import type { JsonSchema } from '../support/json-schema-values.ts';
import { type PublishedCall, readPublished } from '../support/published.ts';
import { type TextPlace, textsOfSchema, textsOfValue, withTextAt } from '../support/published-texts.ts';
import { answers, freshEmail } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { whoMay } from '../support/who-may.ts';
import { createWorld, type World } from '../support/world.ts';
import { WORST_PIECES, worstText } from '../support/worst-texts.ts';

const KB_64 = 65_536;
/** The longest text of the contract, except for texts that hold JSON. */
const LONGEST_TEXT = 20_000;
/** No store accepts the first, and no encoding accepts the second. */
const UNSTORABLE = ['NUL \0 inside', 'half \ud83d pair'];
const SLOWEST_MS = 1_000;

let server: TestServer;
let world: World;
let cast: Cast;
let calls: readonly PublishedCall[];

beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off', CALENDLY_API_URL: 'http://127.0.0.1:9' } });
  world = await createWorld(server, 'hostile-school');
  cast = await createCast(server, world);
  calls = [...(await readPublished(server.url)).values()];
});
afterAll(() => server.close());

/** Calls whose harmless request would be refused before its texts are read. */
const DEEPER: Partial<Record<EndpointName, () => Given>> = {
  submitApplication: () => ({ body: { batchId: world.batches.Open, ...answers(freshEmail()) } }),
};
/** These sign the caller out or remove what other calls need. */
const APART: readonly EndpointName[] = ['logout', 'deleteMe', 'erasePerson', 'changePassword'];

interface Attempt {
  readonly what: string;
  readonly ask: () => Promise<number>;
}

/** Asks slow calls again, because a busy machine also makes them slow. */
async function askAll(attempts: readonly Attempt[], atOnce = 4): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  const slow: Attempt[] = [];
  const wrong: string[] = [];
  const waiting = [...attempts].reverse();
  const timed = async ({ what, ask }: Attempt): Promise<number> => {
    const started = performance.now();
    const status = await ask();
    const elapsed = performance.now() - started;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) wrong.push(`${what}: ${status}`);
    return elapsed;
  };
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) if ((await timed(next)) > SLOWEST_MS) slow.push(next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (const attempt of slow) {
    const elapsed = await timed(attempt);
    if (elapsed > SLOWEST_MS) wrong.push(`${attempt.what}: ${Math.round(elapsed)} ms`);
  }
  expect(wrong).toEqual([]);
  return statuses;
}

async function expectSound(): Promise<void> {
  const { engine, log } = server.running.composition;
  const head = await log.head();
  await expect.poll(() => engine.waitFor(head)).toBe('reached');
  const { status, body } = await cast.clients.creator.call('listProjections');
  expect(status).toBe(200);
  for (const { name, fault, quarantined } of body) {
    expect({ name, fault, quarantined: quarantined.count }).toEqual({ name, fault: null, quarantined: 0 });
  }
}

const given = async (name: EndpointName): Promise<Given> => DEEPER[name]?.() ?? CALL_CASES[name].given(world);

async function sent(name: EndpointName, request: Given): Promise<number> {
  const { status } = await cast.clients[whoMay(name, world)].call(name, request as never);
  return status;
}

interface Place extends TextPlace {
  readonly put: (body: unknown, text: string) => unknown;
}

/** The texts of a call's body, also within JSON that one of them holds. */
function placesOf({ body: schema, members }: PublishedCall, example: unknown): readonly Place[] {
  const shape: JsonSchema = schema ?? {
    type: 'object',
    properties: Object.fromEntries(members.filter((name) => name !== 'file').map((name) => [name, { type: 'string' }])),
  };
  const known = new Set<string>();
  const found = [...textsOfSchema(shape), ...textsOfValue(example)].filter(({ path }) => {
    const isNew = !known.has(path.join());
    known.add(path.join());
    return isNew && path.length > 0;
  });
  const places = found.map((place) => ({
    ...place,
    put: (body: unknown, text: string) => withTextAt(body, place.path, text, shape),
  }));
  return [...places, ...found.flatMap((place) => placesWithin(place, example, shape))];
}

function placesWithin({ path }: TextPlace, example: unknown, shape: JsonSchema): readonly Place[] {
  const text = path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], example);
  if (typeof text !== 'string' || !text.startsWith('{')) return [];
  const inner: unknown = JSON.parse(text);
  return textsOfValue(inner).map((place) => ({
    ...place,
    path: [...path, ...place.path],
    put: (body, value) => withTextAt(body, path, JSON.stringify(withTextAt(inner, place.path, value)), shape),
  }));
}

/** All pieces for a text that is parsed as a document, a rotating few for a word, a name or an id. */
function textsFor({ limit, hasForm }: TextPlace, turn: number): readonly string[] {
  const length = Math.min(limit, LONGEST_TEXT);
  const isDocument = limit >= LONGEST_TEXT && limit < Number.POSITIVE_INFINITY;
  const count = isDocument ? WORST_PIECES.length : hasForm ? 1 : 2;
  const pieces = Array.from({ length: count }, (_, step) => pieceAt(turn * count + step));
  return [...pieces.map((piece) => worstText(piece, length)), ...UNSTORABLE, worstText(pieceAt(turn), KB_64)];
}

const pieceAt = (index: number): string => WORST_PIECES[index % WORST_PIECES.length] ?? '';

const told = (text: string): string => `${JSON.stringify(text.slice(0, 12))} (${text.length})`;

describe('no text stops the process', () => {
  test('in a template that is filled', async () => {
    const params = { id: world.emailTemplateId };
    const preview = { templateId: world.emailTemplateId, applicationId: world.applicationId };
    const attempts = WORST_PIECES.map((piece): Attempt => {
      const text = worstText(piece, LONGEST_TEXT);
      return {
        what: told(text),
        ask: async () => {
          await cast.clients.Owner.call('changeEmailTemplate', { params, body: { body: text } });
          return sent('previewEmailTemplate', { body: preview });
        },
      };
    });
    const statuses = await askAll(attempts, 1);
    expect([...statuses.keys()]).toEqual([200]);
  }, 120_000);

  test('in a body, at its limit and with 64 kB', async () => {
    const attempts: Attempt[] = [];
    let turn = 0;
    for (const call of calls) {
      const { name, method } = call;
      const example = await given(name);
      if (method === 'GET' || APART.includes(name)) continue;
      for (const place of placesOf(call, example.body)) {
        for (const text of textsFor(place, turn)) {
          attempts.push({
            what: `${name} ${place.path.join('.')} ${told(text)}`,
            ask: async () => {
              const fresh = DEEPER[name] ? await given(name) : example;
              return sent(name, { ...fresh, body: place.put(fresh.body ?? {}, text) });
            },
          });
        }
        turn += 1;
      }
    }
    const statuses = await askAll(attempts);
    expect(statuses.get(200) ?? 0, JSON.stringify([...statuses])).toBeGreaterThan(500);
    await expectSound();
  }, 120_000);

  test('in a path and a query', async () => {
    const attempts: Attempt[] = [];
    let turn = 0;
    for (const call of calls) {
      const example = await given(call.name);
      for (const parameter of call.parameters) {
        const texts = [pieceAt(turn), pieceAt(turn + 1)].map((piece) => worstText(piece, 3_000));
        for (const text of [...texts, UNSTORABLE[0] ?? '', worstText(pieceAt(turn), KB_64)]) {
          const path = addressOf(call, example, { name: parameter.name, text: encodeURIComponent(text) });
          attempts.push({
            what: `${call.method} ${call.path} ${parameter.name} ${told(text)}`,
            ask: () => asked(call, path),
          });
        }
        const path = addressOf(call, example, { name: parameter.name, text: '%ED%A0%BD' });
        attempts.push({
          what: `${call.method} ${call.path} ${parameter.name}: half a pair`,
          ask: () => asked(call, path),
        });
        turn += 2;
      }
    }
    for (const piece of WORST_PIECES) {
      for (const length of [3_500, KB_64]) {
        const text = encodeURIComponent(worstText(piece, length));
        for (const path of [`/api/${text}`, `/${text}`, `/apply/${text}`, `/batches/${text}`, `/dev/outbox/${text}`]) {
          attempts.push({ what: `GET ${told(path)}`, ask: () => get(path) });
        }
      }
    }
    attempts.push({ what: 'a long path', ask: () => get(`/api/${'a'.repeat(14_000)}`) });
    const statuses = await askAll(attempts);
    for (const status of [400, 404, 414, 431]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
    await expectSound();
  }, 120_000);

  test('in a header', async () => {
    const session = [...cast.clients.Owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const attempts = HEADERS.flatMap((name) =>
      WORST_PIECES.filter((piece) => /^[\t -~]+$/.test(piece)).flatMap((piece) =>
        [14_000, KB_64].map((length): Attempt => {
          const text = worstText(piece, length);
          const headers = { ...(name === 'Cookie' ? {} : { Cookie: session }), [name]: text };
          return { what: `${name}: ${told(text)}`, ask: () => get('/api/batches', headers) };
        }),
      ),
    );
    const statuses = await askAll(attempts);
    for (const status of [200, 400, 431]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
  }, 120_000);
});

const HEADERS = [
  ...['Cookie', 'Origin', 'Referer', 'User-Agent', 'Accept', 'Accept-Language', 'Accept-Encoding', 'If-None-Match'],
  ...['X-Min-Position', 'Idempotency-Key', 'X-Forwarded-For', 'X-Forwarded-Proto', 'Range', 'Last-Event-ID'],
  ...['Sec-Fetch-Site', 'Content-Type', 'Authorization'],
];

interface Replaced {
  readonly name: string;
  readonly text: string;
}

function addressOf({ path, parameters }: PublishedCall, { params = {}, query = {} }: Given, { name, text }: Replaced) {
  const isInPath = parameters.some((parameter) => parameter.name === name && parameter.in === 'path');
  const address = path.replaceAll(/\{(\w+)\}/g, (_, member: string) =>
    member === name ? text : encodeURIComponent(params[member] ?? 'none'),
  );
  const { [name]: _, ...others } = query;
  const search = new URLSearchParams({ organizationId: world.organizationId, ...others });
  if (isInPath) return `${address}?${search}`;
  search.delete(name);
  return `${address}?${search}&${name}=${text}`;
}

async function asked({ name, method, body }: PublishedCall, path: string): Promise<number> {
  const response = await cast.clients[whoMay(name, world)].raw({
    method,
    path,
    ...(body ? { headers: { 'Content-Type': 'application/json' }, body: '{}' } : {}),
  });
  await response.body?.cancel();
  return response.status;
}

/** Sends the bytes unchanged: `fetch` normalizes addresses and refuses some headers. */
function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const { port, host } = new URL(server.url);
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path, headers: { Host: host, ...headers } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}
