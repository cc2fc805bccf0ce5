import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { answers, applied, createSchool, freshEmail, PASSWORD, proveDomain, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { MOST_MS, threadTimeOf } from '../support/thread-time.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'requests-school');
});
afterAll(() => server.close());

const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  server.client().raw({ method: 'POST', path, headers: { 'Content-Type': 'application/json', ...headers }, body });
const statusOf = async (body: string, headers?: Record<string, string>) =>
  (await post('/api/applications', body, headers)).status;

describe('what a request must be', () => {
  test('malformed JSON, wrong types and missing members are 400 and name the field', async () => {
    for (const body of ['{', '', 'null', '[]', '"text"', '7', '{"batchId":7}', '{"batchId":{"$ne":null}}']) {
      expect(await statusOf(body), body).toBe(400);
    }
    const { status, problem } = await server.client().call('login', { body: { email: ['a'], password: PASSWORD } });
    expect(status).toBe(400);
    expect(problem.errors).toMatchObject([{ field: 'email' }]);
    expect(problem.message).toEqual(expect.any(String));
  });

  test('a position to wait for that can be none is refused, not passed over', async () => {
    const ask = (position: string) =>
      server.client().call('listOrganizations', { headers: { 'X-Min-Position': position } });
    const { positions } = server.running.services;
    const forged = `${positions.seal(1n).slice(0, -4)}0000`;
    const many = Array.from({ length: 33 }, () => positions.seal(1n)).join();
    for (const position of [
      '-1',
      '1.5',
      'soon',
      '9223372036854775808',
      '9'.repeat(5000),
      forged,
      `0x${'0'.repeat(32)}`,
      many,
    ]) {
      const { status, problem } = await ask(position);
      expect([status, problem.message], position).toEqual([400, TEXTS.requests.positionInvalid]);
    }
    const listed = await ask([0n, 1n].map(positions.seal).join(', '));
    expect([listed.status, listed.headers.get('x-read-model')]).toEqual([200, null]);
    for (const position of [positions.seal(9_223_372_036_854_775_807n), '9223372036854775807', '1']) {
      const { status, headers } = await ask(position);
      expect([status, headers.get('x-read-model')], position).toEqual([200, 'stale']);
    }
  });

  test('what is wrong is said in words for people, as a whole and for each field', async () => {
    const { Owner } = school.staff;
    const { applicationId } = await applied(server, school);
    const put = (body: object) => Owner.call('changeApplication', { params: { id: applicationId }, body });
    const { required, requiredMissing, textTooLong } = TEXTS.forms;
    const { statusUnknown } = TEXTS.applications;
    for (const [answer, message, errors] of [
      [server.client().call('login', { body: {} as never }), requiredMissing, { email: required, password: required }],
      [server.client().call('submitApplication', { body: {} as never }), requiredMissing, { batchId: required }],
      [put({ status: 'BOGUS' }), statusUnknown, { status: statusUnknown }],
      [put({ email: 7 }), TEXTS.requests.expected.string, { email: TEXTS.requests.expected.string }],
      [put({ email: 'x'.repeat(501) }), textTooLong(500), { email: textTooLong(500) }],
      [
        put({ status: 'BOGUS', version: 'x' }),
        TEXTS.requests.invalid,
        { version: TEXTS.requests.expected.number, status: statusUnknown },
      ],
      [
        server.client().call('login', { body: [] as never }),
        TEXTS.requests.objectExpected,
        { '': TEXTS.requests.objectExpected },
      ],
      [
        server.client().call('loginWithLink', { body: { token: 7 } as never }),
        TEXTS.requests.memberExpected(['token', 'code']),
        { '': TEXTS.requests.memberExpected(['token', 'code']) },
      ],
    ] as const) {
      const { status, problem } = await answer;
      const told = Object.fromEntries((problem.errors ?? []).map((error) => [error.field, error.message]));
      expect([status, problem.message, told]).toEqual([400, message, errors]);
    }
  });

  test('what is wrong with a large body is said briefly', async () => {
    const { Owner } = school.staff;
    const { applicationId } = await applied(server, school);
    const entry = { action: 'x' };
    const json = (fields: readonly object[]) => JSON.stringify({ label: 'L', requestSignup: false, fields });
    const long = 'x'.repeat(300_000);
    for (const [name, given] of [
      ['recordActivity', { body: { applicationId, activityEntries: Array.from({ length: 50_000 }, () => entry) } }],
      ['recordActivity', { body: { applicationId, activityEntries: Array.from({ length: 50_000 }, () => 7) } }],
      [
        'createProcess',
        { body: { json: json(Array.from({ length: 15_000 }, (_, n) => ({ name: `n${n}`, bad: 1 }))) } },
      ],
      ['createProcess', { body: { json: json([{ name: long, label: long, dataType: long }]) } }],
      ['changeApplication', { params: { id: applicationId }, body: { [long]: 7, status: long, email: 7 } }],
      ['submitApplication', { body: { batchId: school.batches.Open, ...answers(freshEmail()), [long]: long } }],
    ] as const) {
      const answer = await Owner.call(name, given as never);
      const label = `${name}: ${answer.status}`;
      const told = JSON.stringify(answer.problem);
      expect(told.length, label).toBeLessThan(20_000);
      if (answer.status === 200) continue;
      expect([400, 413, 422], label).toContain(answer.status);
      expect(answer.problem.errors?.length ?? 0, label).toBeLessThanOrEqual(21);
    }
  });

  test('JSON sent as something else is 415', async () => {
    const body = JSON.stringify({ email: freshEmail(), password: PASSWORD });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect((await post('/api/login', body, { 'Content-Type': type })).status).toBe(415);
    }
  });

  test('bodies above 1 MB are 413, and those below are read', async () => {
    const large = (length: number) => JSON.stringify({ batchId: school.batches.Open, filler: 'x'.repeat(length) });
    expect(await statusOf(large(1_048_576))).toBe(413);
    expect(await statusOf(large(5_000_000))).toBe(413);
    expect(await statusOf(large(1_000_000))).toBe(422);
  });

  test('depth, NUL and half surrogates do no harm', async () => {
    expect(await statusOf(`{"batchId":"x","a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)).toBe(400);
    expect(await statusOf(JSON.stringify({ batchId: school.batches.Open, firstName: 'A\0B' }))).toBe(422);
    const half = `{"batchId":"${school.batches.Open}","email":"${freshEmail()}","firstName":"\\ud800x","lastName":"L"}`;
    expect(await statusOf(half)).toBe(422);
  });

  test('__proto__, constructor, operators and dotted keys are inert and never stored', async () => {
    const email = freshEmail();
    const hostile = `"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"$where":"1","a.b":1`;
    const members = JSON.stringify({ batchId: school.batches.Open, ...answers(email) }).slice(1, -1);
    const response = await post('/api/applications', `{${members},${hostile}}`);
    expect(response.status).toBe(200);
    const stored = (await response.json()) as object;
    for (const name of ['isAdmin', '$where', 'a.b']) expect(stored).not.toHaveProperty([name]);
    expect(Object.hasOwn(stored, '__proto__') || Object.hasOwn(stored, 'constructor')).toBe(false);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('names of every script and emoji come back as they were typed', async () => {
    const names = { firstName: 'Zoë 🧑‍🚀', lastName: '李‮ملك <script>alert(1)</script>' };
    const visitor = server.client();
    const { body } = await visitor.call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(freshEmail()), ...names },
    });
    expect(body).toMatchObject(names);
  });

  test('texts are limited to 500 characters', async () => {
    const answer = await server.client().call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(freshEmail()), firstName: 'x'.repeat(501) },
    });
    expect(answer.status).toBe(422);
    expect(answer.problem.errors).toMatchObject([{ field: 'firstName' }]);
  });

  test('odd paths and queries are refused, never a 500', async () => {
    const client = school.staff.Owner;
    for (const path of [
      '/api/applications/%00',
      '/api/applications/%E0%A4%A',
      '/api/applications/..%2f..%2fetc',
      `/api/batches/${'x'.repeat(3000)}`,
      '/api/applications?batchIds[$ne]=1',
      '/api/applications?batchIds=a&batchIds=b',
      '/api/batches?filter=theirs',
      '/api/batches?organizationId=%00',
      '/api/users?filter=__proto__',
      `/api/applications/${school.batches.Open}?asOf=yesterday`,
      '/api/nothing',
    ]) {
      const { status, headers } = await client.raw({ method: 'GET', path });
      expect([200, 400, 404], `${path}: ${status}`).toContain(status);
      expect(headers.get('content-type')).toMatch(/json/);
    }
  });

  test('a path may be in any case and end with a slash', async () => {
    for (const path of ['/api/organizations', '/API/Organizations/', '/readyz', '/Readyz/']) {
      const { status, headers } = await server.client().raw({ method: 'GET', path });
      expect([status, headers.get('content-type')], path).toEqual([200, expect.stringMatching(/json/)]);
    }
  });
});

describe('how long the head of a request can be', () => {
  const asked = (path: string, headers: Record<string, string> = {}) => {
    const { port } = new URL(server.url);
    return new Promise<{ status: number | undefined; type: string | undefined; message: string }>((resolve, reject) => {
      request(
        { host: '127.0.0.1', port, path, headers: { Host: `localhost:${port}`, ...headers } },
        async (response) => {
          const { message } = JSON.parse((await response.toArray()).join('')) as { message: string };
          resolve({ status: response.statusCode, type: response.headers['content-type'], message });
        },
      )
        .on('error', reject)
        .end();
    });
  };

  test.each([
    ['path', (text: string) => `/api/${text}`],
    ['query', (text: string) => `/api/batches?filter=${text}`],
  ])('a %s of more than 12,288 characters is 414', async (_, addressOf) => {
    const room = 12_288 - addressOf('').length;
    expect((await asked(addressOf('a'.repeat(room)))).status).not.toBe(414);
    const { status, type, message } = await asked(addressOf('a'.repeat(room + 1)));
    expect([status, message]).toEqual([414, TEXTS.requests.addressTooLong(12_288)]);
    expect(type).toMatch(/^application\/problem\+json/);
  });

  test('an address and headers of more than 16 kB are 431', async () => {
    for (const [name, value] of [
      ['Cookie', 'a'.repeat(16_384)],
      ['X-Forwarded-For', '1.1.1.1, '.repeat(2_000)],
    ] as const) {
      const { status, type, message } = await asked('/api/batches', { [name]: value });
      expect([status, message]).toEqual([431, TEXTS.requests.headersTooLarge(16)]);
      expect(type).toMatch(/^application\/problem\+json/);
    }
    const room = 'a'.repeat(15_000);
    expect((await asked('/api/nothing', { Cookie: room })).status).toBe(404);
  });

  test('a path of 64 kB is answered at once', async () => {
    const ask = async () => expect((await asked(`/api/${'a'.repeat(65_536)}`)).status).toBe(431);
    expect(await threadTimeOf(ask)).toBeLessThan(MOST_MS);
  });
});

describe('where a request may come from', () => {
  const login = (headers: Record<string, string>, method = 'POST') =>
    server.client().raw({ method, path: '/api/logout', headers });

  test('a foreign, null or look-alike Origin is 403', async () => {
    const { port } = new URL(server.url);
    for (const Origin of [
      'https://evil.example',
      'null',
      `https://localhost:${port}`,
      `http://localhost.evil:${port}`,
    ]) {
      expect((await login({ Origin })).status, Origin).toBe(403);
    }
    expect((await login({})).status).toBe(200);
  });

  test('a host that is not ours has no pages of ours, even where it leads here', async () => {
    const { port } = new URL(server.url);
    const sentBy = (host: string) => {
      const headers = { Host: `${host}:${port}`, Origin: `http://${host}:${port}` };
      return new Promise<number | undefined>((resolve, reject) => {
        request({ host: '127.0.0.1', port, method: 'POST', path: '/api/logout', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    };
    expect(await sentBy('rebound.example')).toBe(403);
    expect(await sentBy('notlocalhost')).toBe(403);
    expect(await sentBy('requests-school.localhost')).toBe(200);
    expect(await sentBy('127.0.0.1')).toBe(200);
    expect(await sentBy('apply.requests.example')).toBe(403);
    await school.staff.Owner.call('changeOrganization', {
      params: { id: school.organizationId },
      body: { fullDomain: 'apply.requests.example' },
    });
    expect(await sentBy('apply.requests.example')).toBe(403);
    await proveDomain(server, school, 'apply.requests.example');
    expect(await sentBy('apply.requests.example')).toBe(200);
  });

  test('without an Origin only another site is turned away', async () => {
    const bare = (headers: Record<string, string>) => fetch(`${server.url}/api/logout`, { method: 'POST', headers });
    expect((await bare({})).status).toBe(200);
    expect((await bare({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    expect((await bare({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  });

  test('foreign origins are never echoed', async () => {
    const response = await fetch(`${server.url}/api/batches`, { headers: { Origin: 'https://evil.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('TRACE shows nobody what they sent', async () => {
    const { status, text } = await new Promise<{ status?: number | undefined; text: string }>((resolve, reject) => {
      const sent = request(`${server.url}/api/user`, { method: 'TRACE', headers: { cookie: 'a=secret' } }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += chunk)).on('end', () => resolve({ status: answer.statusCode, text }));
      });
      sent.on('error', reject).end();
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain('secret');
  });

  test('GET changes nothing: what is written by POST and PUT does not exist as GET', async () => {
    for (const path of ['/api/logout', '/api/login', '/api/signup', '/api/userActivity', '/api/verifyEmail']) {
      expect((await fetch(server.url + path)).status).toBe(404);
    }
  });
});

describe('what every answer carries', () => {
  test('a strict content policy, no sniffing, no framing, a name for the request', async () => {
    for (const path of ['/api/batches', '/', '/api/nothing']) {
      const { headers } = await fetch(server.url + path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe-eval');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('permissions-policy')).toContain('geolocation=()');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
      expect(headers.get('strict-transport-security')).toBeNull();
    }
  });

  test('behind a named proxy HTTPS means __Host- cookies, Secure and HSTS', async () => {
    const proxied = await startTestServer({
      environment: { TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://school.example' },
    });
    try {
      const response = await fetch(`${proxied.url}/api/signup`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'x' },
        body: JSON.stringify({ email: freshEmail(), password: PASSWORD }),
      });
      expect(response.status).toBe(200);
      expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-session=.*; Secure/);
      expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d+/);
    } finally {
      await proxied.close();
    }
  });

  test('no other client is believed about addresses and schemes', async () => {
    const response = await fetch(`${server.url}/api/user`, { headers: { 'X-Forwarded-Proto': 'https' } });
    expect(response.headers.get('strict-transport-security')).toBeNull();
  });

  test('personal answers are not kept by caches', async () => {
    const { client } = await applied(server, school);
    expect((await client.call('listApplications')).headers.get('cache-control')).toBe('private, no-store');
  });
});
