import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttpClient } from './http-client.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function serve(answer: RequestListener = (_, response) => void response.end('ok')) {
  let hits = 0;
  const server = createServer((request, response) => {
    hits += 1;
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  return { port, hits: () => hits };
}

const failed = (failure: string) => ({ kind: 'failed', failure });
const loopback = { address: '127.0.0.1', family: 4 };
const publicOne = { address: '93.184.216.34', family: 4 };

describe('addresses of this machine and its network are never called', () => {
  test('however they are written', async () => {
    const { port, hits } = await serve();
    const client = createHttpClient({ allowsPrivate: false });
    for (const host of [
      ...['127.0.0.1', 'localhost', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]'],
      ...['[::ffff:7f00:1]', '0.0.0.0', '[::]'],
    ]) {
      const answer = await client.send({ method: 'GET', url: `http://${host}:${port}/` });
      expect([host, answer]).toEqual([host, failed('private-address')]);
    }
    expect(hits()).toBe(0);
  });

  test('nor by a name that resolves to them, alone or among others', async () => {
    const { port, hits } = await serve();
    for (const found of [[loopback], [publicOne, loopback], [{ address: '::1', family: 6 }]]) {
      const client = createHttpClient({ allowsPrivate: false, resolve: async () => found });
      const answer = await client.send({ method: 'GET', url: `http://innocent.example:${port}/` });
      expect(answer).toEqual(failed('private-address'));
    }
    expect(hits()).toBe(0);
  });

  test('nor by a name that resolves to another address the second time: there is one lookup per call', async () => {
    const { port, hits } = await serve();
    let looks = 0;
    const resolve = async () => {
      looks += 1;
      return [loopback];
    };
    const open = createHttpClient({ allowsPrivate: true, resolve });
    for (const call of [1, 2, 3]) {
      await open.send({ method: 'GET', url: `http://rebinding.example:${port}/` });
      expect([looks, hits()]).toEqual([call, call]);
    }
  });

  test('nor by a redirect, which is an answer like any other', async () => {
    const inner = await serve();
    const outer = await serve((_, response) => {
      response.writeHead(302, { Location: `http://127.0.0.1:${inner.port}/` }).end();
    });
    const client = createHttpClient({ allowsPrivate: true });
    const answer = await client.send({ method: 'GET', url: `http://127.0.0.1:${outer.port}/` });
    expect(answer).toMatchObject({ kind: 'answered', status: 302 });
    expect(inner.hits()).toBe(0);
  });
});

describe('failures of the other side are returned, never thrown', () => {
  const client = createHttpClient({ allowsPrivate: true, timeoutMs: 300 });

  test('its answer, of which a long one is cut', async () => {
    const { port } = await serve((request, response) => {
      request.pipe(response.setHeader('X-Method', String(request.method)));
    });
    const url = `http://127.0.0.1:${port}/`;
    const answer = await client.send({ method: 'POST', url, body: 'ä'.repeat(100) });
    expect(answer).toMatchObject({ status: 200, body: 'ä'.repeat(100), headers: { 'x-method': 'POST' } });
    const long = await client.send({ method: 'POST', url, body: 'x'.repeat(1_000_000) });
    expect(long.kind === 'answered' && long.body.length).toBe(64 * 1024);
  });

  test('a timeout, before and within the answer', async () => {
    const silent = await serve(() => {});
    const halting = await serve((_, response) => void response.write('half'));
    for (const { port } of [silent, halting]) {
      const answer = await client.send({ method: 'GET', url: `http://127.0.0.1:${port}/` });
      expect(answer).toEqual(failed('time-out'));
    }
  });

  test('no server', async () => {
    const { port } = await serve((request) => void request.socket.destroy());
    expect(await client.send({ method: 'GET', url: `http://127.0.0.1:${port}/` })).toEqual(failed('unreachable'));
    const lost = createHttpClient({
      allowsPrivate: false,
      resolve: async () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    });
    expect(await lost.send({ method: 'GET', url: 'https://nowhere.example' })).toEqual(failed('unknown-host'));
    const empty = createHttpClient({ allowsPrivate: false, resolve: async () => [] });
    expect(await empty.send({ method: 'GET', url: 'http://nowhere.example' })).toEqual(failed('unknown-host'));
  });

  test('and an invalid address', async () => {
    for (const url of ['', 'nonsense', 'ftp://example.org', 'file:///etc/passwd', 'https://user:secret@example.org']) {
      expect(await client.send({ method: 'GET', url })).toEqual(failed('invalid-address'));
    }
  });
});
