import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BUDGETS } from '../../api/http/limits/limits.ts';
import type { Transfer } from '../../api/http/limits/transfers.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { applied, createSchool, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'head-school');
});
afterAll(() => server.close());

const placeholder = (address: string): Transfer => ({ address, stalledFrom: Number.POSITIVE_INFINITY, end() {} });

/** Sends only a request's head, and returns the first line of the response. */
async function head(method: string, path: string, headers: Readonly<Record<string, string | number>>): Promise<string> {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  const lines = Object.entries({ Host: `localhost:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString('latin1').split('\r\n', 1)[0] ?? '';
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'multipart/form-data; boundary=b' };

test('what the head alone forbids is refused before a byte of the body has come', async () => {
  const { client, applicationId } = await applied(server, school);
  const cookie = { Cookie: [...client.cookies].map((pair) => pair.join('=')).join('; ') };
  const batch = `/api/batches/${school.batches.Open}?organizationId=${school.organizationId}`;
  const length = { 'Content-Length': 1000 };
  for (const [status, method, path, headers] of [
    [401, 'PUT', batch, { ...JSON_TYPE, ...length }],
    [403, 'PUT', batch, { ...JSON_TYPE, ...length, ...cookie }],
    [404, 'PUT', '/api/batches/absent', { ...JSON_TYPE, ...length, ...cookie }],
    [401, 'POST', '/api/upload', { ...FORM, ...length }],
    [401, 'POST', '/api/paymentModels', { ...JSON_TYPE, ...length }],
    [404, 'POST', '/api/nothing', { ...JSON_TYPE, ...length }],
    [403, 'POST', '/api/applications', { ...JSON_TYPE, ...length, Origin: 'https://evil.example' }],
    [413, 'POST', '/api/applications', { ...JSON_TYPE, 'Content-Length': 2_000_000 }],
    [413, 'PUT', `/api/applications/${applicationId}`, { ...JSON_TYPE, ...cookie, 'Content-Length': 2_000_000 }],
    [413, 'POST', '/api/dynamicUpload', { ...FORM, 'Content-Length': 20_000_000 }],
    [415, 'POST', '/api/applications', { ...JSON_TYPE, ...length, 'Content-Encoding': 'gzip' }],
    [415, 'POST', '/api/dynamicUpload', { ...FORM, ...length, 'Content-Encoding': 'br' }],
    [415, 'POST', '/api/applications', { 'Content-Type': 'text/plain', 'Transfer-Encoding': 'chunked' }],
  ] as const) {
    expect(await head(method, path, headers), `${method} ${path}`).toMatch(`HTTP/1.1 ${status} `);
  }
});

test('Expect: 100-continue is answered with 100 only where the body is accepted', async () => {
  const asking = { Expect: '100-continue', 'Content-Length': 1000 };
  expect(await head('POST', '/api/applications', { ...JSON_TYPE, ...asking })).toBe('HTTP/1.1 100 Continue');
  expect(await head('PUT', `/api/batches/${school.batches.Open}`, { ...JSON_TYPE, ...asking })).toMatch(/ 401 /);
});

test('a visitor whose uploads are used up is refused before the file is read', async () => {
  const other = await startTestServer();
  try {
    const { attempts } = other.running.composition.environment;
    while (await attempts.admitUpload('127.0.0.1'));
    const { port } = new URL(other.url);
    const socket = connect(Number(port), '127.0.0.1');
    const headers = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000';
    socket.write(`POST /api/dynamicUpload HTTP/1.1\r\nHost: localhost:${port}\r\n${headers}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 429 /);
  } finally {
    await other.close();
  }
});

test('requests beyond the budget of their address get Retry-After, and other addresses are served', async () => {
  const { limits } = server.running.services;
  const { port } = new URL(server.url);
  const others = placeholder('127.0.0.2');
  while (limits.requests.hold(others, 1));
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: '127.0.0.2' });
      socket.on('error', reject).once('data', (data) => {
        resolve(data.toString());
        socket.destroy();
      });
      socket.write(`GET /api/batches HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/^Retry-After: \d+\r$/m);
    expect(answer).toContain(TEXTS.requests.busy);
    expect((await server.client().call('listOrganizations')).status).toBe(200);
  } finally {
    limits.requests.release(others);
  }
});

test('where many addresses hold all requests, one whose body has stalled makes way for a newcomer', async () => {
  const { limits } = server.running.services;
  const { port } = new URL(server.url);
  const stalled = connect({ host: '127.0.0.1', port: Number(port), localAddress: '127.0.0.3' });
  const head = 'Content-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue';
  stalled.write(`POST /api/applications HTTP/1.1\r\nHost: localhost:${port}\r\n${head}\r\n\r\n`);
  expect(String(await once(stalled, 'data'))).toMatch(/^HTTP\/1\.1 100 /);
  stalled.write('{');
  const others = Array.from({ length: BUDGETS.requests.most }, (_, n) => placeholder(`other ${n}`));
  for (const other of others) limits.requests.hold(other, 1);
  try {
    const answered = once(stalled, 'data');
    await vi.waitUntil(async () => (await fetch(`${server.url}/api/organizations`)).status === 200, { timeout: 3000 });
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 503 /);
  } finally {
    stalled.destroy();
    for (const other of others) limits.requests.release(other);
  }
});

test('pages that listen and looking after the process take none of the requests, however their path is written', async () => {
  const { limits } = server.running.services;
  const others = placeholder('127.0.0.1');
  while (limits.requests.hold(others, 1));
  try {
    for (const path of [
      '/api/live?once=true',
      '/api/live/?once=true',
      '/API/live?once=true',
      '/healthz',
      '/healthz/',
    ]) {
      expect((await school.staff.Owner.raw({ method: 'GET', path })).status, path).toBe(200);
    }
    expect((await fetch(`${server.url}/api/batches`)).status).toBe(503);
  } finally {
    limits.requests.release(others);
  }
});

test('connections beyond the budget of their address are refused, and other addresses are served', async () => {
  const { limits } = server.running.services;
  const { port } = new URL(server.url);
  const others = placeholder('127.0.0.2');
  while (limits.connections.hold(others, 1));
  try {
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: '127.0.0.2' });
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 [\s\S]*^Retry-After: \d+\r$/m);
    socket.destroy();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  } finally {
    limits.connections.release(others);
  }
});

/** Returns everything that a new connection from the address receives until it closes. */
async function exchange(localAddress: string, requests: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port), localAddress });
  let answers = '';
  socket.on('data', (data) => {
    answers += data;
  });
  socket.on('error', () => {}).write(requests);
  await new Promise((resolve) => socket.once('close', resolve));
  return answers;
}
const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
const LAST_HEALTH = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

test('where many addresses hold all connections, one without a request makes way for a newcomer', async () => {
  const { limits } = server.running.services;
  const silent = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port), localAddress: '127.0.0.3' });
  silent.on('error', () => {}).write('GET / HT');
  await vi.waitUntil(() => limits.connections.heldBy('127.0.0.3') === 1);
  const others = Array.from({ length: BUDGETS.connections.most }, (_, n) => placeholder(`other ${n}`));
  for (const other of others) limits.connections.hold(other, 1);
  try {
    await vi.waitUntil(async () => (await exchange('127.0.0.4', LAST_HEALTH)).startsWith('HTTP/1.1 200 '), {
      timeout: 3000,
    });
  } finally {
    silent.destroy();
    for (const other of others) limits.connections.release(other);
  }
});

test('a connection that sends on without awaiting its answers is closed, and eight requests at a time pass', async () => {
  const answered = async (requests: string) =>
    (await exchange('127.0.0.5', requests)).match(/HTTP\/1\.1 200 /g)?.length ?? 0;
  expect(await answered(HEALTH.repeat(7) + LAST_HEALTH)).toBe(8);
  expect(await answered(HEALTH.repeat(1000) + LAST_HEALTH)).toBeLessThan(9);
});

test('live streams beyond the budget of their address get Retry-After', async () => {
  const { limits } = server.running.services;
  let taken = 0;
  while (limits.listeners.reserve('127.0.0.1')) taken += 1;
  try {
    const { status, headers, problem } = await school.staff.Owner.call('live', { query: { once: 'true' } });
    expect([status, headers.get('retry-after'), problem.message]).toEqual([429, '2', TEXTS.requests.tooManyListeners]);
  } finally {
    limits.listeners.release('127.0.0.1', taken);
  }
  expect((await school.staff.Owner.call('live', { query: { once: 'true' } })).status).toBe(200);
});

test('an answer for which there is no room is refused, not cut', async () => {
  const { limits } = server.running.services;
  const held = { address: '127.0.0.1', stalledFrom: Number.POSITIVE_INFINITY, end: () => {} };
  while (limits.answers.hold(held, 16_384));
  try {
    const { status, headers } = await fetch(`${server.url}/api/openapi.json`);
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  } finally {
    limits.answers.release(held);
  }
  expect((await fetch(`${server.url}/api/openapi.json`)).status).toBe(200);
});

test('a visitor beyond its share is refused before its bodies are parsed, and a closed page leaves the queue', async () => {
  const environment = { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' };
  const other = await startTestServer({ environment });
  try {
    const statuses: number[] = [];
    const send = async (address: string, body: string, signal?: AbortSignal): Promise<number> => {
      const headers = { ...JSON_TYPE, 'X-Forwarded-For': address };
      const { status } = await fetch(`${other.url}/api/applications`, { method: 'POST', headers, body, signal });
      statuses.push(status);
      return status;
    };
    expect(await send('10.0.0.1', '{')).toBe(400);
    // The visitor at 10.0.0.2 exceeds its share.
    await Promise.all(Array.from({ length: 30 }, () => send('10.0.0.2', `{${' '.repeat(60_000)}`)));
    statuses.length = 0;
    expect(await send('10.0.0.1', '{')).toBe(400);
    const pages = new AbortController();
    const closed = Array.from({ length: 80 }, () => send('10.0.0.2', '{', pages.signal).catch(() => 0));
    await vi.waitUntil(() => statuses.includes(429), { timeout: 10_000 });
    pages.abort();
    await Promise.all(closed);
    await vi.waitUntil(() => other.running.services.limits.requests.heldBy('10.0.0.2') === 0, { timeout: 10_000 });
    expect(await send('10.0.0.2', '{')).toBe(400);
  } finally {
    await other.close();
  }
});
