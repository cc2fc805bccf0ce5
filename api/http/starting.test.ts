import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig, siteOf } from '../config/config.ts';
import { createStartingApp } from './starting.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
let server: ReturnType<ReturnType<typeof createStartingApp>['listen']>;
const ask = (path: string, accept: string, method = 'GET') =>
  fetch(`http://localhost:${(server.address() as AddressInfo).port}${path}`, { method, headers: { Accept: accept } });

beforeAll(async () => {
  const config = readConfig({ PORT: '0' });
  const starting = createStartingApp({ config, site: siteOf(config, 1), isDevelopment: false });
  server = starting.listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(() => void server.close());

test.each(['/', '/admin/batches?status=Open'])(
  'while the stores are opened, %s is a page that reloads itself',
  async (path) => {
    const answer = await ask(path, BROWSER);
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
      503,
      '1',
      'no-store',
    ]);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toMatch(/http-equiv="refresh"[\s\S]+Intake is starting/);
  },
);

test.each([
  ['/', 'application/json', 'GET'],
  ['/', '*/*', 'GET'],
  ['/api/batches', BROWSER, 'GET'],
  ['/api/sessions', BROWSER, 'POST'],
  ['/readyz', '*/*', 'GET'],
])('to programs it is a problem: %s, %s, %s', async (path, accept, method) => {
  const answer = await ask(path, accept, method);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.headers.has('content-security-policy')).toBe(true);
  expect(await answer.json()).toMatchObject({ status: 503, message: expect.stringContaining('is starting') });
});

test('the process is well meanwhile', async () => {
  expect((await ask('/healthz', '*/*')).status).toBe(200);
});
