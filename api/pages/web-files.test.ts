import { once } from 'node:events';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express, { type ErrorRequestHandler } from 'express';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig, siteOf } from '../config/config.ts';
import { createLimits } from '../http/limits/limits.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { admitVisits } from '../http/visit.ts';
import { serveWebFiles } from './web-files.ts';

/** More than the kernel takes for a connection. */
const LARGE_BYTES = 33_554_432;
const limits = createLimits();

let root: string;
let server: Server;
let url: string;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'intake-web-'));
  root = join(folder, '.dotted', 'web');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(root, 'index.html'), '<p>page</p>');
  await writeFile(join(root, 'index.html.br'), brotliCompressSync('<p>page</p>'));
  await writeFile(join(root, 'assets/main-1a2b.js'), 'code()');
  await writeFile(join(root, 'assets/removed.js'), 'code()');
  await writeFile(join(root, 'assets/logo.svg'), '<svg/>');
  await writeFile(join(root, 'assets/large.js'), '');
  await truncate(join(root, 'assets/large.js'), LARGE_BYTES);
  await writeFile(join(root, '.sources'), 'secret');
  await writeFile(join(folder, 'outside.txt'), 'secret');
  const app = express();
  app.use(admitVisits(limits, () => false));
  app.use(securityHeaders(siteOf(readConfig({}), 3000), { isDevelopment: false }));
  app.use(serveWebFiles(root));
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(root, { recursive: true, force: true });
});

test('a visitor who leaves before the answer causes no error', async () => {
  const failures: unknown[] = [];
  const gone = new Promise<void>((resolve) => {
    const app = express();
    app.use(admitVisits(createLimits(), () => false));
    app.use((request, response, next) => {
      response.once('close', () => setTimeout(resolve, 50));
      next();
      request.socket.destroy();
    });
    app.use(serveWebFiles(root));
    app.use(((error, _request, _response, _next) => void failures.push(error)) satisfies ErrorRequestHandler);
    const leaving = createServer(app).listen(0, '127.0.0.1');
    leaving.once('listening', () => {
      const { port } = leaving.address() as AddressInfo;
      connect(port, '127.0.0.1')
        .once('close', () => leaving.close())
        .end('GET /assets/main-1a2b.js HTTP/1.1\r\nHost: x\r\n\r\n');
    });
  });
  await gone;
  expect(failures).toEqual([]);
});

test('assets are immutable, pages are revalidated, both are compressed ahead of time', async () => {
  const asset = await fetch(`${url}/assets/main-1a2b.js`);
  expect(await asset.text()).toBe('code()');
  expect(asset.headers.get('cache-control')).toContain('immutable');
  const page = await fetch(`${url}/`, { headers: { 'Accept-Encoding': 'br' } });
  expect(await page.text()).toBe('<p>page</p>');
  expect(page.headers.get('content-encoding')).toBe('br');
  expect(page.headers.get('vary')).toBe('Accept-Encoding');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const plain = await fetch(`${url}/`, { headers: { 'Accept-Encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
});

test('code has no headers of documents, which would be sent with each of its files', async () => {
  const [code, page, icon] = await Promise.all(
    ['/assets/main-1a2b.js', '/', '/assets/logo.svg'].map(async (path) => (await fetch(url + path)).headers),
  );
  const ofDocuments = ['content-security-policy', 'x-frame-options', 'permissions-policy', 'referrer-policy'];
  for (const name of ofDocuments) {
    expect(code?.get(name), name).toBeNull();
    expect(page?.get(name), name).not.toBeNull();
    expect(icon?.get(name), name).not.toBeNull();
  }
  expect(code?.get('x-content-type-options')).toBe('nosniff');
  expect(code?.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(code?.get('last-modified')).toBeNull();
  expect(page?.get('last-modified')).not.toBeNull();
});

test('every address of a page leads to the client, which finds its way itself', async () => {
  for (const path of [
    '/enroll',
    '/apply/bagwis/full-stack',
    '/application/7f-8',
    '/admin/config/emails/7f-8.signUpInvitation',
  ]) {
    expect(await (await fetch(url + path)).text()).toBe('<p>page</p>');
  }
});

test('an address that cannot be decoded is a bad request, no page that fails on it', async () => {
  for (const path of ['/application/%', '/apply/bagwis/%ff', '/%E0%A4%A']) {
    const answer = await fetch(url + path);
    expect([path, answer.status]).toEqual([path, 400]);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  }
});

test('nothing else is served: no missing asset as a page, no hidden file, nothing outside, nothing by POST', async () => {
  for (const path of ['/assets/gone.js', '/.sources', '/index.html.br', '/%2e%2e/outside.txt', '/..%2foutside.txt']) {
    expect((await fetch(url + path)).status, path).toBe(404);
  }
  expect((await fetch(`${url}/enroll`, { method: 'POST' })).status).toBe(404);
});

test('a file that another build has removed since the start is not found, and no browser keeps that', async () => {
  await rm(join(root, 'assets/removed.js'));
  const answer = await fetch(`${url}/assets/removed.js`, { headers: { 'Accept-Encoding': 'identity' } });
  expect(answer.status).toBe(404);
  expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
});

test('a client that does not read a large file is cut off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /assets/large.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await once(socket, 'readable');
    await vi.advanceTimersByTimeAsync(15_000 + LARGE_BYTES / 16);
    let received = 0;
    socket
      .on('error', () => {})
      .on('data', ({ length }) => {
        received += length;
      });
    await once(socket, 'close');
    expect(received).toBeLessThan(LARGE_BYTES);
  } finally {
    vi.useRealTimers();
  }
});
