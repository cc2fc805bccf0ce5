import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, type ServerOptions as SecureServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeCertificate, makeCertificateOf } from '../../test/support/certificate.ts';
import { isPublicAddress } from './address-rules.ts';
import { createHttpClient, type HttpClientOptions } from './http-client.ts';

const servers: Server[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

const OK: RequestListener = (_, response) => void response.end('ok');

/** Without a host, at every address of this machine. */
async function serve(answer = OK, { host }: { readonly host?: string } = { host: '127.0.0.1' }) {
  let connections = 0;
  const server = createServer(answer).listen({ port: 0, host });
  server.on('connection', () => {
    connections += 1;
  });
  await once(server, 'listening');
  servers.push(server);
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const anywhere = (options: Partial<HttpClientOptions> = {}) =>
  createHttpClient({ isAllowed: () => true, bodyLimit: 4096, ...options });
const guarded = (options: Partial<HttpClientOptions> = {}) => anywhere({ isAllowed: isPublicAddress, ...options });

const failed = (failure: string) => ({ kind: 'failed', failure });
const loopback = { address: '127.0.0.1', family: 4 };
const publicOne = { address: '93.184.216.34', family: 4 };

/** In each notation that the URL parser, DNS or a network stack may read as this machine or its network. */
const HOSTS = [
  ...['127.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', 'api.localhost', '2130706433', '0x7f000001', '0x7f.1'],
  ...[
    '0177.0.0.1',
    '017700000001',
    '127.1',
    '127.0.1',
    '127.0.0.1.',
    '１２７.０.０.１',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
  ],
  ...[
    '0',
    '0.0.0.0',
    '0x0',
    '0.1.2.3',
    '10.0.0.1',
    '0xa000001',
    '012.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '3232235777',
  ],
  ...[
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
  ],
  ...['192.0.0.192', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1'],
  ...[
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
  ],
  ...[
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2001::1]',
  ],
  ...['[2001:db8::1]', '[3fff::1]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[fec0::1]', '[ff02::1]', '[100::1]'],
];

/** Where this process has tried to connect, whether a server was listening or not. */
const attempted: string[] = [];
const noteAttempts = (message: unknown) => {
  const { socket } = message as { readonly socket: Socket };
  socket.on('connectionAttempt', (address) => attempted.push(address));
};

describe('addresses of this machine and its network are never called', () => {
  beforeEach(() => {
    attempted.length = 0;
    subscribe('net.client.socket', noteAttempts);
  });
  afterEach(() => void unsubscribe('net.client.socket', noteAttempts));

  test('however they are written', async () => {
    const { port, connections } = await serve(OK, {});
    const client = guarded();
    expect(new Set(HOSTS).size).toBeGreaterThanOrEqual(60);
    for (const host of HOSTS) {
      const url = `http://${host}:${port}/`;
      expect([host, await client.send({ method: 'GET', url })]).toEqual([host, failed('blocked')]);
      expect([host, await client.check(url)]).toEqual([host, 'blocked']);
    }
    expect([connections(), attempted]).toEqual([0, []]);
    // A client without the rule connects.
    await anywhere().send({ method: 'GET', url: `http://127.0.0.1:${port}/` });
    expect([connections(), attempted]).toEqual([1, ['127.0.0.1']]);
  });

  test('nor by a name that resolves to them, alone or among others', async () => {
    const { port, connections } = await serve(OK, {});
    for (const found of [[loopback], [publicOne, loopback], [{ address: '::1', family: 6 }]]) {
      const client = guarded({ resolve: async () => found });
      const url = `http://innocent.example:${port}/`;
      expect(await client.send({ method: 'GET', url })).toEqual(failed('blocked'));
      expect(await client.check(url)).toBe('blocked');
    }
    expect([connections(), attempted]).toEqual([0, []]);
  });

  test('nor by a name that resolves to another address the second time', async () => {
    const { port, connections } = await serve(OK, {});
    let looks = 0;
    const client = guarded({
      resolve: async () => {
        looks += 1;
        return [looks === 1 ? publicOne : loopback];
      },
    });
    const url = `http://rebinding.example:${port}/`;
    expect(await client.check(url)).toBeNull();
    for (const call of [2, 3]) {
      expect([await client.send({ method: 'GET', url }), looks]).toEqual([failed('blocked'), call]);
    }
    expect([connections(), attempted]).toEqual([0, []]);
  });

  test.each([301, 302, 303, 307, 308])(
    'nor by a redirect with status %i, which is an answer like any other',
    async (status) => {
      const inner = await serve(OK, {});
      let location = '';
      const outer = await serve((_, response) => void response.writeHead(status, { Location: location }).end());
      const hosts = ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0'];
      for (const host of hosts) {
        location = `http://${host}:${inner.port}/`;
        const answer = await anywhere().send({ method: 'POST', url: `http://127.0.0.1:${outer.port}/`, body: '{}' });
        expect(answer).toMatchObject({ kind: 'answered', status, headers: { location } });
      }
      expect([inner.connections(), outer.connections(), attempted.length]).toEqual([0, hosts.length, hosts.length]);
    },
  );

  test('nor through a proxy of the environment', async () => {
    const proxy = await serve();
    const target = await serve();
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv('http_proxy', `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const answer = await anywhere().send({ method: 'GET', url: `http://127.0.0.1:${target.port}/` });
    expect(answer).toMatchObject({ kind: 'answered', status: 200 });
    expect([proxy.connections(), target.connections()]).toEqual([0, 1]);
  });
});

describe('failures of the other side are returned, never thrown', () => {
  const client = anywhere();
  const hurried = anywhere({ timeoutMs: 300 });
  const get = (port: number) => client.send({ method: 'GET', url: `http://127.0.0.1:${port}/` });

  test('its answer, of which a long or endless one is cut, and nothing is unpacked', async () => {
    const { port } = await serve((request, response) => {
      request.pipe(response.setHeader('X-Method', String(request.method)));
    });
    const url = `http://127.0.0.1:${port}/`;
    const answer = await client.send({ method: 'POST', url, body: 'ä'.repeat(100) });
    expect(answer).toMatchObject({ status: 200, body: 'ä'.repeat(100), headers: { 'x-method': 'POST' } });
    const long = await client.send({ method: 'POST', url, body: 'x'.repeat(1_000_000) });
    expect(long.kind === 'answered' && long.body.length).toBe(4096);
    const endless = await serve((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(10_000)));
        response.once('drain', more);
      };
      more();
    });
    expect(await get(endless.port)).toMatchObject({ status: 200, body: 'x'.repeat(4096) });
    const packed = gzipSync(Buffer.alloc(1_000_000));
    const bomb = await serve((_, response) => void response.setHeader('Content-Encoding', 'gzip').end(packed));
    const unread = await get(bomb.port);
    expect(unread.kind === 'answered' && unread.body.length).toBeLessThanOrEqual(packed.length);
  });

  test('its status, also if the body halts, drips or breaks off, however it is framed', async () => {
    const framings = [{}, { 'Content-Length': '1000' }, { 'Transfer-Encoding': 'identity', Connection: 'close' }];
    for (const framing of framings) {
      const halting = await serve((_, response) => void response.writeHead(200, framing).write('half'));
      const dripping = await serve((_, response) => {
        const drip = setInterval(() => response.write('.'), 20);
        response.writeHead(200, framing).once('close', () => clearInterval(drip));
      });
      const breaking = await serve((_, response) => {
        response.writeHead(200, framing).write('half', () => setTimeout(() => response.destroy(), 20));
      });
      for (const [body, { port }] of [
        ['half', halting],
        [/^\.+$/, dripping],
        ['half', breaking],
      ] as const) {
        const answer = await hurried.send({ method: 'GET', url: `http://127.0.0.1:${port}/` });
        const read = typeof body === 'string' ? body : expect.stringMatching(body);
        expect(answer).toMatchObject({ kind: 'answered', status: 200, body: read });
      }
    }
  });

  test('a timeout before the answer, also of headers that drip', async () => {
    const silent = await serve(() => {});
    const drippingHeaders = await serve(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('X-A: b\r\n'), 20);
      socket.once('close', () => clearInterval(drip));
    });
    for (const { port } of [silent, drippingHeaders]) {
      const url = `http://127.0.0.1:${port}/`;
      expect(await hurried.send({ method: 'GET', url })).toEqual(failed('timeout'));
    }
    const dead = anywhere({ timeoutMs: 300, resolve: () => new Promise(() => {}) });
    expect(await dead.send({ method: 'GET', url: 'http://dead.example/' })).toEqual(failed('timeout'));
  });

  test('headers without end', async () => {
    const { port } = await serve(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write(`X-Long: ${'x'.repeat(1000)}\r\n`));
        socket.once('drain', more);
      };
      more();
    });
    expect(await get(port)).toEqual(failed('too-large'));
  });

  test('interim answers without end', async () => {
    const { port } = await serve(({ socket }) => {
      const more = () => {
        while (!socket.destroyed && socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)));
        socket.once('drain', more);
      };
      more();
    });
    expect(await get(port)).toEqual(failed('too-large'));
    const polite = await serve((_, response) => {
      for (let n = 0; n < 20; n += 1) response.writeProcessing();
      response.end('ok');
    });
    expect(await get(polite.port)).toMatchObject({ status: 200, body: 'ok' });
  });

  test('no server, and a connection that breaks', async () => {
    const gone = await serve();
    const breaking = await serve((request) => void request.socket.destroy());
    servers
      .splice(
        servers.findIndex((server) => (server.address() as AddressInfo).port === gone.port),
        1,
      )[0]
      ?.close();
    expect(await get(gone.port)).toEqual(failed('refused'));
    expect(await get(breaking.port)).toEqual(failed('connection'));
  });

  test('an answer that switches to another protocol', async () => {
    const { port } = await serve((request) => {
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n');
    });
    const answer = await anywhere().send({ method: 'POST', url: `http://127.0.0.1:${port}/`, body: '{}' });
    expect(answer).toEqual(failed('connection'));
  });

  test('a name that is not found, which may be found later', async () => {
    for (const code of ['ENOTFOUND', 'ESERVFAIL', 'ETIMEOUT']) {
      const lost = guarded({ resolve: async () => Promise.reject(Object.assign(new Error(), { code })) });
      expect(await lost.send({ method: 'GET', url: 'https://nowhere.example' })).toEqual(failed('dns'));
      expect(await lost.check('https://nowhere.example')).toBeNull();
    }
    const empty = guarded({ resolve: async () => [] });
    expect(await empty.send({ method: 'GET', url: 'http://nowhere.example' })).toEqual(failed('dns'));
  });

  test('a certificate without a trusted issuer, whatever the environment says', async ({ skip }) => {
    const directory = mkdtempSync(join(tmpdir(), 'intake-certificate-'));
    const certificate = makeCertificate(directory);
    rmSync(directory, { recursive: true });
    if (!certificate) return skip('openssl is missing');
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const server = createSecureServer(certificate, (_, response) => void response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    const { port } = server.address() as AddressInfo;
    expect(await client.send({ method: 'GET', url: `https://127.0.0.1:${port}/` })).toEqual(failed('tls-chain'));
  });

  test('a certificate that has expired, with the time of its end, and one of another host', async ({ skip }) => {
    const answerOf = async (until: string, host: string) => {
      const directory = mkdtempSync(join(tmpdir(), 'intake-certificate-'));
      const certificate = makeCertificateOf(directory, '20200101000000Z', until);
      rmSync(directory, { recursive: true });
      if (!certificate) return null;
      const trusted = getCACertificates('default');
      setDefaultCACertificates([...trusted, String(certificate.cert)]);
      const server = createSecureServer(certificate, (_, response) => void response.end('ok')).listen(0, '127.0.0.1');
      await once(server, 'listening');
      servers.push(server);
      const { port } = server.address() as AddressInfo;
      const answer = await client.send({ method: 'GET', url: `https://${host}:${port}/` });
      setDefaultCACertificates(trusted);
      return answer;
    };
    const expired = await answerOf('20200503120000Z', 'localhost');
    if (!expired) return skip('openssl is missing');
    expect(expired).toEqual({ ...failed('tls-expired'), expiredAt: '2020-05-03T12:00:00.000Z' });
    expect(await answerOf('20990101000000Z', '127.0.0.1')).toEqual(failed('tls-name'));
    expect(await answerOf('20990101000000Z', 'localhost')).toMatchObject({ status: 200, body: 'ok' });
  });

  test('a handshake that a target makes expensive, or begins anew', async ({ skip }) => {
    const directory = mkdtempSync(join(tmpdir(), 'intake-certificate-'));
    const certificate = makeCertificate(directory);
    rmSync(directory, { recursive: true });
    if (!certificate) return skip('openssl is missing');
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, String(certificate.cert)]);
    const answerOf = async (options: SecureServerOptions, answer = OK) => {
      const server = createSecureServer({ ...certificate, maxVersion: 'TLSv1.2', ...options }, answer);
      servers.push(server);
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return client.send({ method: 'GET', url: `https://localhost:${(server.address() as AddressInfo).port}/` });
    };
    const anew: RequestListener = ({ socket }, response) =>
      void (socket as TLSSocket).renegotiate({}, (error) => void (error ?? response.end()));
    try {
      expect(await answerOf({})).toMatchObject({ status: 200 });
      expect(await answerOf({ ciphers: 'DHE-RSA-AES128-GCM-SHA256', dhparam: 'auto' })).toEqual(failed('connection'));
      expect(await answerOf({}, anew)).toEqual(failed('connection'));
    } finally {
      setDefaultCACertificates(trusted);
    }
  });

  test('and an invalid address', async () => {
    for (const url of ['', 'nonsense', 'ftp://example.org', 'file:///etc/passwd', 'https://user:secret@example.org']) {
      expect(await client.send({ method: 'GET', url })).toEqual(failed('invalid-address'));
      expect(await client.check(url)).toBe('invalid-address');
    }
  });
});
