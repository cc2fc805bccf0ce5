import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../api/contract/endpoints.ts';
import { CALL_CASES } from '../support/call-cases.ts';
import { obeyingValues, type Rules } from '../support/obeying-values.ts';
import { type PublishedCall, readPublished } from '../support/published.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld, type World } from '../support/world.ts';

const TRIES = 8;

let server: TestServer;
let world: World;
let published: ReadonlyMap<EndpointName, PublishedCall>;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off', CALENDLY_API_URL: 'http://127.0.0.1:9' } });
  world = await createWorld(server, 'obeying-school');
  published = await readPublished(server.url);
});
afterAll(() => server.close());

/** Forms with files, an endless answer, and what ends the world of the other calls. */
const LEFT_OUT: ReadonlySet<string> = new Set(['upload', 'dynamicUpload', 'live', 'pullEvents', 'logout', 'deleteMe']);
/** Refused because it is unknown here, forbidden for this person, or conflicts with another change. */
const BUSINESS_STATUSES: ReadonlySet<number> = new Set([200, 401, 403, 404, 409]);
/** Things that do not exist, rules over several members, and those of a school's own form and process. */
const BUSINESS = [
  /no longer valid/,
  /is wrong\.$|^Wrong password/,
  /^This code is wrong/,
  /has no authenticator app/,
  /^This link works only in the browser/,
  /has a password already/,
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
  /no events in this range/,
  /end must be after the start|must be before or equal to end date/,
  /have no decimals/,
  /cannot be used in reports|can only be counted|is not in the events|cannot be grouped|does not have this number/,
  /^Time limit needs a value/,
  /Choose days between/,
  /one by one/,
  /same row number/,
  /two different groupings|has two limits/,
  /for your own account first/,
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

async function ask(call: PublishedCall): Promise<string | null> {
  const { params = {} } = await CALL_CASES[call.name].given(world);
  const path = Object.entries(params).reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(value)),
    call.path,
  );
  const search = new URLSearchParams({ organizationId: world.organizationId });
  for (const { name, schema, required } of queryOf(call)) {
    if (required || sample({ type: 'boolean' })) search.set(name, String(sample(schema as Rules)));
  }
  const body = call.body ? JSON.stringify(bodyOf(call.body as Rules)) : undefined;
  // Signing in as another person would change who asks next.
  const client = ENDPOINTS[call.name].capability === 'account.enter' ? server.client() : world.staff.Owner;
  const response = await client.raw({
    method: call.method,
    path: `${path}?${search}`,
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body }),
  });
  if (BUSINESS_STATUSES.has(response.status)) {
    await response.body?.cancel();
    return null;
  }
  const { message, errors = [] } = (await response.json()) as { message: string; errors?: { message: string }[] };
  const messages = errors.length > 0 ? errors.map((error) => error.message) : [message];
  const isExpected = OF_FORMS.has(call.name) ? response.status === 422 : messages.every(isBusiness);
  return isExpected
    ? null
    : `${call.name} ${search} ${body?.slice(0, 300)}\n  → ${response.status} ${messages.join(' ')}`;
}

test('what obeys the published description is refused for the reasons of the business only', async () => {
  const calls = [...published.values()].filter(
    (call) => !LEFT_OUT.has(call.name) && (call.body !== undefined || queryOf(call).length > 0),
  );
  expect(calls.length).toBeGreaterThan(90);
  const refused: string[] = [];
  for (const call of calls) {
    for (let tries = 0; tries < TRIES; tries += 1) refused.push(...[await ask(call)].filter((one) => one !== null));
  }
  expect(refused).toEqual([]);
}, 240_000);
