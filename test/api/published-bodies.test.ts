import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../api/contract/endpoints.ts';
import { extensionOf } from '../../domain/file/media-types.ts';
import { CALL_CASES } from '../support/call-cases.ts';
import type { Client } from '../support/client.ts';
import { obeyingValues, type Rules } from '../support/obeying-values.ts';
import { gifHeader, jpegHeader, webpHeader } from '../support/picture-headers.ts';
import { type PublishedCall, readPublished } from '../support/published.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { freshEmail, PASSWORD } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld, type World } from '../support/world.ts';

const TRIES = 8;

let server: TestServer;
let world: World;
/** Encrypted, so that no description shows which ones exist. */
let position: string;
let published: ReadonlyMap<EndpointName, PublishedCall>;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off', CALENDLY_API_URL: 'http://127.0.0.1:9' } });
  world = await createWorld(server, 'obeying-school');
  position =
    (await world.staff.Owner.call('changeWebhook', { params: { id: world.webhookId }, body: {} })).headers.get(
      'X-Position',
    ) ?? '';
  published = await readPublished(server.url);
});
afterAll(() => server.close());

/** Asked by a new person each time, whose session or account they end. */
const ENDINGS: ReadonlySet<string> = new Set(['logout', 'endOtherSessions', 'deleteMe']);
/** Until then every call answers, also on a busy machine; one that waits for the next event has not been refused by then. */
const WAITS_MS = 60_000;
const PULL_WAITS_MS = 3000;
/** Refused because it is unknown here, forbidden for this person, or conflicts with another change. */
const BUSINESS_STATUSES: ReadonlySet<number> = new Set([200, 401, 403, 404, 409]);
/** Things that do not exist, rules over several members, and those of a school's own form and process. */
const BUSINESS = [
  /no longer valid/,
  /is wrong\.$|^Wrong password/,
  /^This code is wrong/,
  /has no authenticator app/,
  /^This link works only in the browser/,
  /already has a password/,
  /^We couldn’t (?:add|check) this passkey/,
  /has no passkey/,
  /is reserved for the portal/,
  /We (?:don’t know|have no data)/,
  /moment in this link is damaged/,
  /is in the future/,
  /too common/,
  /are the same/,
  /both start and end dates/,
  /must be the id of an entry/,
  /does not exist/,
  /file was not found/,
  /Please choose an Owner or Admin/,
  /available payment plans/,
  /has been paid/,
  /no (?:parked )?events in this range/,
  /webhook is already enabled|^This replay (?:is done|was cancelled)/,
  /end must not be before the start|must be before or equal to end date/,
  /have no decimals/,
  /cannot be used in reports|can only be counted|is not in the events|cannot be grouped|does not have this number/,
  /^Time limit needs a value/,
  /choose how to measure\.$/,
  /Choose days between/,
  /one by one/,
  /same row number/,
  /two different groupings|has two limits/,
  /for your own account first/,
  /Use the `next` of the last answer/,
  /^Confirm with your password/,
  /Please enter a domain first|where you manage the domain/,
  /is in use by/,
  /test email could not be sent/,
  /is sent automatically and cannot be deleted/,
  /Please save an access token|^Calendly (?:cannot be reached|refuses this access token)/,
  /host of the target URL was not found/,
];
const OF_FORMS: ReadonlySet<string> = new Set([
  'changeApplication',
  'createProcess',
  'changeProcess',
  'getProcessImpact',
]);

const isBusiness = (message: string) => BUSINESS.some((one) => one.test(message));

const sample = (rules: Rules): unknown => fc.sample(obeyingValues(rules), 1)[0];

/** Without what would name another school or another version. */
function bodyOf(rules: Rules): unknown {
  const body = sample(rules);
  if (typeof body !== 'object' || body === null) return body;
  const { organizationId, version, ...rest } = body as Record<string, unknown>;
  return rules.required?.includes('version') ? { ...rest, version } : rest;
}

const queryOf = ({ parameters }: PublishedCall) =>
  parameters.filter((one) => one.in === 'query' && one.name !== 'organizationId');

/** The case's things, or any that the description allows. */
async function pathOf(call: PublishedCall, isAny: boolean): Promise<string> {
  const { params = {} } = await CALL_CASES[call.name].given(world);
  return call.parameters
    .filter((one) => one.in === 'path')
    .reduce((address, { name, schema }) => {
      const value = isAny ? String(sample(schema as Rules)).toWellFormed() : (params[name] ?? '');
      // Clients resolve these two before they send an address.
      return address.replace(`{${name}}`, encodeURIComponent(/^\.{1,2}$/.test(value) ? 'nobodys' : value));
    }, call.path);
}

const jpeg = jpegHeader(10, 10);
/** Pictures have a size. */
const FILES = { ...SAMPLE_FILES, jpg: jpeg, jpeg, gif: gifHeader(10, 10), webp: webpHeader('VP8L', 10, 10) };

/** A member of a form is a text or a file. */
function formOf({ oneOf: purposes = [{}], ...common }: Rules): FormData {
  const [purpose = {}] = fc.sample(fc.constantFrom(...purposes), 1);
  const members = { ...common.properties, ...purpose.properties };
  const required = [...(common.required ?? []), ...(purpose.required ?? [])];
  const form = new FormData();
  for (const [name, rules] of Object.entries(members)) {
    if (name === 'organizationId' || rules.format === 'binary') continue;
    if (required.includes(name) || sample({ type: 'boolean' })) form.set(name, String(sample(rules)).toWellFormed());
  }
  const fileName = String(form.get('fileName') ?? sample(members.fileName ?? {}));
  form.set('file', new File([FILES[extensionOf(fileName) ?? 'txt']], fileName));
  return form;
}

function contentOf(call: PublishedCall): {
  readonly headers: Record<string, string>;
  readonly body?: string | FormData;
} {
  if (call.form) return { headers: {}, body: formOf(call.form as Rules) };
  if (!call.body) return { headers: {} };
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(bodyOf(call.body as Rules)) };
}

async function clientFor({ name }: PublishedCall): Promise<Client> {
  if (ENDINGS.has(name)) {
    const client = server.client();
    await client.call('signup', { body: { email: freshEmail(), password: PASSWORD } });
    return client;
  }
  // Signing in as another person would change who asks next.
  return ENDPOINTS[name].capability === 'account.enter' ? server.client() : world.staff.Owner;
}

const usedKeys = new Set<string>();

async function ask(call: PublishedCall, tries: number): Promise<string | null> {
  const path = await pathOf(call, tries % 2 === 1);
  const search = new URLSearchParams({ organizationId: world.organizationId });
  for (const { name, schema, required } of queryOf(call)) {
    if (required || sample({ type: 'boolean' })) search.set(name, String(sample(schema as Rules)));
  }
  const { headers, body } = contentOf(call);
  for (const { name, schema, required } of call.headers) {
    if (!required && !sample({ type: 'boolean' })) continue;
    headers[name] = name === 'X-Min-Position' ? position : String(sample(schema as Rules));
  }
  // The generator repeats some words, and a key belongs to one request.
  const key = headers['Idempotency-Key']?.trim();
  if (key !== undefined && usedKeys.has(key)) delete headers['Idempotency-Key'];
  else if (key !== undefined) usedKeys.add(key);
  const client = await clientFor(call);
  const isPull = call.name === 'pullEvents';
  const asked = client.raw({ method: call.method, path: `${path}?${search}`, headers, ...(body && { body }) });
  const response = await Promise.race([asked, pause(isPull ? PULL_WAITS_MS : WAITS_MS, null, { ref: false })]);
  if (!response) {
    void asked.then((late) => late.body?.cancel());
    return isPull ? null : `${call.name} ${path}?${search} waits`;
  }
  if (BUSINESS_STATUSES.has(response.status)) {
    await response.body?.cancel();
    return null;
  }
  const { message, errors = [] } = (await response.json()) as { message: string; errors?: { message: string }[] };
  const messages = errors.length > 0 ? errors.map((error) => error.message) : [message];
  const isExpected = OF_FORMS.has(call.name) ? response.status === 422 : messages.every(isBusiness);
  return isExpected
    ? null
    : `${call.name} ${path}?${search} ${JSON.stringify(headers)} ${described(body)}\n  → ${response.status} ${messages.join(' ')}`;
}

const described = (body: string | FormData = ''): string =>
  (typeof body === 'string' ? body : JSON.stringify([...body])).slice(0, 300);

/** Of each text of a schema. */
function* patternsIn(schema: unknown): Generator<Rules> {
  if (typeof schema !== 'object' || schema === null) return;
  const rules = schema as Rules;
  const isText = [rules.type].flat().includes('string');
  if (isText && !rules.enum && rules.const === undefined && rules.format !== 'binary') yield rules;
  for (const member of Object.values(schema)) yield* patternsIn(member);
}

test('no published text has U+0000, which every call refuses, except in names of files, which are cleaned', () => {
  const allowing: string[] = [];
  for (const { name, body, parameters } of published.values()) {
    for (const rules of patternsIn([body, parameters.map(({ schema }) => schema)])) {
      const pattern = new RegExp(rules.pattern ?? '', 'u');
      const text = String(fc.sample(obeyingValues({ ...rules, type: 'string' }), 1)[0]);
      const places = Array.from({ length: Math.min(text.length, 50) + 1 }, (_, at) => at);
      if (places.some((at) => pattern.test(`${text.slice(0, at)}\u0000${text.slice(at)}`))) {
        allowing.push(`${name} ${rules.pattern}`);
      }
    }
  }
  expect(allowing).toEqual([]);
});

test('what obeys the published description is refused for the reasons of the business only', async () => {
  const calls = [...published.values()];
  expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
  const refused: string[] = [];
  for (const call of calls) {
    for (let tries = 0; tries < TRIES; tries += 1)
      refused.push(...[await ask(call, tries)].filter((one) => one !== null));
  }
  expect(refused).toEqual([]);
}, 240_000);
