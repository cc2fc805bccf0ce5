import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../api/contract/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../api/contract/endpoints.ts';
import { type Grantee, isGranted } from '../../domain/access/policy.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../domain/access/token-scopes.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { CALL_CASES } from '../support/call-cases.ts';
import { emailsTo } from '../support/emails.ts';
import { answers, createSchool, freshEmail, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld, type World } from '../support/world.ts';

const DAY_MS = 24 * 3_600_000;

let server: TestServer;
let offset = 0;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now: () => Date.now() + offset });
});
afterAll(() => server.close());

async function create({ staff: { Owner } }: School, scopes: readonly TokenScope[], days?: number) {
  const { body } = await Owner.call('createApiToken', { body: { name: 'CRM', scopes: [...scopes], days } });
  if (body.token === null) throw new Error('no token');
  return { ...body, token: body.token };
}

function formOf(members: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) form.set(name, value);
  return form;
}

/** A program: no cookies, no Origin. */
async function send(token: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const isUpload = Object.values(body ?? {}).some((value) => value instanceof File);
  const response = await fetch(new URL(path, server.url), {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(isUpload ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isUpload ? formOf(body as object) : JSON.stringify(body) }),
  });
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? await response.json() : null) as Record<string, unknown> | null,
  };
}

describe('an API token', () => {
  test('is shown once, listed without its text, and named as the author of what it changes', async () => {
    const school = await createSchool(server, 'tokens-write');
    const { Owner, Admin } = school.staff;
    const body = { name: '  CRM ', scopes: ['write', 'events'] as const };
    const headers = { 'Idempotency-Key': 'one-token' };
    const made = await Owner.call('createApiToken', { body, headers });
    expect(made.body).toMatchObject({ name: 'CRM', scopes: ['events', 'write'], state: 'valid', lastUsedAt: null });
    expect(made.body.token).toMatch(/^intake_[\da-f]{88}$/);
    expect(made.headers.get('cache-control')).toContain('no-store');
    const again = await Owner.call('createApiToken', { body, headers });
    expect(again.body).toEqual({ ...made.body, token: null });
    const token = made.body.token ?? '';

    const applicant = { batchId: school.batches.Open, ...answers(freshEmail()), firstName: 'Ada' };
    const applied = await send(token, 'POST', '/api/applications', applicant);
    expect(applied).toMatchObject({ status: 200, body: { firstName: 'Ada', status: 'NEW' } });
    const path = `/api/applications/${applied.body?._id}`;
    const change = { status: 'INTERVIEW PENDING', adminComments: [{ message: 'From the CRM' }], firstName: 'Eve' };
    expect(await send(token, 'PUT', path, change)).toMatchObject({
      status: 200,
      body: {
        status: 'INTERVIEW PENDING',
        firstName: 'Ada',
        adminComments: [{ message: 'From the CRM', authorEmail: 'API token CRM' }],
      },
    });
    const history = await Admin.call('getApplicationHistory', { params: { id: String(applied.body?._id) } });
    expect(history.body.map(({ actor }) => actor)).toEqual(
      history.body.map(() => ({ kind: 'token', id: made.body._id, email: 'API token CRM' })),
    );
    const audit = await Owner.call('listAudit', { query: { kind: 'apiToken' } });
    expect(JSON.stringify(audit.body)).toContain('ApiTokenCreated');

    const listed = await Owner.call('listApiTokens');
    expect(listed.body).toHaveLength(1);
    expect(listed.body[0]).toMatchObject({ prefix: token.slice(0, 15), lastUsedAt: expect.any(String) });
    expect(JSON.stringify([listed.body, audit.body])).not.toContain(token.slice(20));
  });

  test('is refused from the call after its revocation or its end on, and never for that of another', async () => {
    const school = await createSchool(server, 'tokens-end');
    const { token, _id: id } = await create(school, ['read']);
    const short = await create(school, ['read'], 1);
    expect((await send(token, 'GET', '/api/applications')).status).toBe(200);
    const stranger = await createSchool(server, 'tokens-stranger');
    expect((await stranger.staff.Owner.call('revokeApiToken', { params: { id } })).status).toBe(404);
    expect((await stranger.staff.Owner.call('listApiTokens')).body).toEqual([]);
    await school.staff.Owner.call('revokeApiToken', { params: { id } });
    const refused = await send(token, 'GET', '/api/applications');
    expect(refused).toMatchObject({ status: 401, body: { message: TEXTS.apiTokens.invalid } });
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    // Also where people need not be signed in.
    expect((await send(token, 'GET', '/api/batches')).status).toBe(401);
    const flipped = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    for (const other of [flipped, 'intake_', 'x', '', 'x'.repeat(5000), `intake_${'0'.repeat(88)}`]) {
      expect((await send(other, 'GET', '/api/batches')).status, other).toBe(401);
    }
    offset = DAY_MS + 1000;
    try {
      expect((await send(short.token, 'GET', '/api/applications')).status).toBe(401);
    } finally {
      offset = 0;
    }
  });

  test('ends a call that waits for events at the moment when it expires', async () => {
    const school = await createSchool(server, 'tokens-wait');
    const { token, expiresAt } = await create(school, ['events'], 1);
    const { body } = await send(token, 'GET', '/api/events?after=latest');
    const wait = () => send(token, 'GET', `/api/events?after=${body?.next}&wait=20`);
    offset = Date.parse(expiresAt) - Date.now() - 1000;
    try {
      const begun = performance.now();
      expect((await wait()).status).toBe(401);
      expect(performance.now() - begun).toBeLessThan(10_000);
    } finally {
      offset = 0;
    }
  });

  test('is no person: a cookie beside it counts for nothing', async () => {
    const school = await createSchool(server, 'tokens-cookie');
    const { token } = await create(school, ['events']);
    const { Owner } = school.staff;
    const answer = await Owner.call('listApiTokens', { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(403);
  });

  test('can make a limited number of calls a minute, which its answers state', async () => {
    const school = await createSchool(server, 'tokens-rate');
    const { token } = await create(school, ['events']);
    const { callsPerMinute } = QUOTAS.token;
    const first = await send(token, 'GET', '/api/webhooks/event-types');
    expect(first.headers.get('ratelimit-policy')).toBe(`"calls";q=${callsPerMinute};w=60`);
    expect(first.headers.get('ratelimit')).toMatch(new RegExp(`^"calls";r=${callsPerMinute - 1};t=6[01]$`));
    for (let n = 1; n < callsPerMinute; n += 1) await send(token, 'GET', '/api/tokens');
    const over = await send(token, 'GET', '/api/webhooks/event-types');
    expect(over.status).toBe(429);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await create(school, ['events']);
    expect((await send(other.token, 'GET', '/api/webhooks/event-types')).status).toBe(200);
  });

  test('is made for a time, with a name and a scope, as long as the school has room', async () => {
    const school = await createSchool(server, 'tokens-many');
    const { Owner, Admin } = school.staff;
    const body = { name: 'One', scopes: ['read'] };
    expect((await Admin.call('createApiToken', { body })).status).toBe(403);
    expect((await Owner.call('createApiToken', { body: { ...body, name: ' ' } })).problem.errors).toEqual([
      { field: 'name', message: TEXTS.apiTokens.nameRequired },
    ]);
    for (const wrong of [{ scopes: [] }, { scopes: ['admin'] }, { days: 0 }, { days: 366 }]) {
      expect((await Owner.call('createApiToken', { body: { ...body, ...wrong } })).status).toBe(400);
    }
    const most = QUOTAS.organization.apiTokens;
    const made = await Promise.all(Array.from({ length: most + 5 }, () => Owner.call('createApiToken', { body })));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(most);
    const { status, problem } = await Owner.call('createApiToken', { body });
    expect([status, problem.message]).toEqual([422, TEXTS.apiTokens.tooMany(most)]);
  });

  test('is announced to the Owners before it ends, each time once', async () => {
    const school = await createSchool(server, 'tokens-warned');
    const { _id: id } = await create(school, ['read'], 30);
    const email = `owner@${school.slug}.example`;
    const mails = async () => (await emailsTo(server.dataDir, email)).filter((mail) => mail.includes('API token'));
    try {
      for (const [day, count, words] of [
        [16.5, 1, 'expires in 14 days'],
        [29.5, 2, 'expires tomorrow'],
        [31, 3, 'has expired'],
      ] as const) {
        offset = day * DAY_MS;
        await expect.poll(mails, { timeout: 10_000 }).toHaveLength(count);
        expect(
          (await mails()).some((mail) => mail.includes(words)),
          words,
        ).toBe(true);
      }
    } finally {
      offset = 0;
    }
    const audit = await school.staff.Owner.call('listAudit', { query: { kind: 'apiToken' } });
    expect(audit.body.filter(({ documentId, type }) => documentId === id && type === 'ApiTokenExpiring')).toHaveLength(
      3,
    );
  });
});

describe('each scope with each call', () => {
  let own: World;
  let other: World;
  const tokens = {} as Record<TokenScope, string>;
  beforeAll(async () => {
    own = await createWorld(server, 'tokens-own');
    other = await createWorld(server, 'tokens-other');
    for (const scope of TOKEN_SCOPES) tokens[scope] = (await create(own, [scope])).token;
  });

  test.each(Object.keys(ENDPOINTS) as EndpointName[])('%s', async (name) => {
    const endpoint: Endpoint = ENDPOINTS[name];
    if (endpoint.capability === 'metrics.read' || !endpoint.path.startsWith('/api/')) return;
    for (const scope of TOKEN_SCOPES) {
      const isOpen = isGranted(endpoint.tokenCapability ?? endpoint.capability, `${scope}Token` as Grantee);
      const ours = await ask(name, own, tokens[scope], own);
      if (!isOpen) expect([401, 403, 404], `${scope} is refused`).toContain(ours.status);
      else expect([401, 403], `${scope} may`).not.toContain(ours.status);
      const theirs = await ask(name, other, tokens[scope], other);
      if (theirs.status === 200) expect(JSON.stringify(theirs.body), scope).not.toContain(other.organizationId);
      const isHidden = ['application', 'staff thing'].includes(CALL_CASES[name].about);
      if (isHidden) expect(theirs.status, `${scope} elsewhere`).not.toBe(200);
    }
  });

  test('a token that only reads may make no call that changes anything', () => {
    const isRead = (name: EndpointName) => ENDPOINTS[name].method === 'GET' || name === 'previewReport';
    const changes = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => !isRead(name));
    for (const reader of ['readToken', 'eventsToken'] as const) {
      const open = changes.filter((name) => {
        const { capability, tokenCapability = capability }: Endpoint = ENDPOINTS[name];
        return isGranted(tokenCapability, reader);
      });
      expect(open, reader).toEqual([]);
    }
  });

  async function ask(name: EndpointName, world: World, token: string, { organizationId }: World) {
    const endpoint: Endpoint = ENDPOINTS[name];
    const { params = {}, query = {}, body, headers } = await CALL_CASES[name].given(world);
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, member: string) =>
      encodeURIComponent(params[member] ?? ''),
    );
    const search = new URLSearchParams({ organizationId, ...query });
    return send(token, endpoint.method, `${path}?${search}`, body, headers);
  }
});
