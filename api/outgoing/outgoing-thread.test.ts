import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutgoingThread } from './outgoing-thread.ts';

const undo: (() => unknown)[] = [];
const threads: Worker[] = [];
const noteThread = (worker: Worker) => void threads.push(worker);
beforeEach(() => {
  threads.length = 0;
  process.on('worker', noteThread);
});
afterEach(async () => {
  process.off('worker', noteThread);
  for (const one of undo.splice(0).reverse()) await one();
});

async function serve(answer: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

function open({
  privateRanges = ['127.0.0.0/8'],
  lookEveryMs,
}: {
  readonly privateRanges?: readonly string[];
  readonly lookEveryMs?: number;
} = {}) {
  const problems: string[] = [];
  const outgoing = createOutgoingThread({
    privateRanges,
    bodyLimit: 5,
    ...(lookEveryMs !== undefined && { lookEveryMs }),
    onProblem: (message) => void problems.push(message),
  });
  undo.push(() => outgoing.close());
  return { outgoing, problems };
}

test('a request and its answer pass through the thread as they are, the answer cut at the limit', async () => {
  const { url } = await serve((request, response) => {
    response.setHeader('x-asked', `${request.method} ${request.headers['x-own']}`);
    request.pipe(response.writeHead(202));
  });
  const { outgoing } = open();
  const answer = await outgoing.send({ method: 'POST', url, headers: { 'x-own': 'a' }, body: 'äbcdef' });
  expect(answer).toMatchObject({
    kind: 'answered',
    status: 202,
    headers: { 'x-asked': 'POST a' },
    body: 'äbcd',
  });
});

test('no thread starts before the first request, and one serves all', async () => {
  const { url } = await serve((_, response) => void response.end());
  const { outgoing } = open();
  expect(await outgoing.check(url)).toBeNull();
  expect(threads).toHaveLength(0);
  await Promise.all([1, 2, 3].map(() => outgoing.send({ method: 'GET', url })));
  expect(threads).toHaveLength(1);
});

test('the thread connects to no private address that is not allowed', async () => {
  let connections = 0;
  const { url, server } = await serve((_, response) => void response.end());
  server.on('connection', () => {
    connections += 1;
  });
  const { outgoing } = open({ privateRanges: [] });
  const named = url.replace('127.0.0.1', 'localhost');
  expect(await outgoing.send({ method: 'GET', url })).toEqual({ kind: 'failed', failure: 'blocked' });
  expect(await outgoing.send({ method: 'GET', url: named })).toEqual({ kind: 'failed', failure: 'blocked' });
  expect(connections).toBe(0);
});

test('a request that is given up ends at once, also at the target', async () => {
  const given = Promise.withResolvers<void>();
  const { url } = await serve((request, response) => {
    response.on('close', () => given.resolve());
    request.resume();
    stopping.abort();
  });
  const { outgoing } = open();
  const stopping = new AbortController();
  const sent = outgoing.send({ method: 'GET', url }, stopping.signal);
  expect(await sent).toEqual({ kind: 'failed', failure: 'timeout' });
  await given.promise;
  expect(await outgoing.send({ method: 'GET', url }, AbortSignal.abort())).toEqual({
    kind: 'failed',
    failure: 'timeout',
  });
});

test('if the thread ends, what it was sending has failed, and the next request is sent by another', async () => {
  let isHanging = true;
  const arrived = Promise.withResolvers<void>();
  const { url } = await serve((_, response) => {
    if (isHanging) arrived.resolve();
    else response.end('ok');
  });
  const { outgoing, problems } = open();
  const hanging = outgoing.send({ method: 'GET', url });
  await arrived.promise;
  isHanging = false;
  await threads[0]?.terminate();
  expect(await hanging).toEqual({ kind: 'failed', failure: 'connection' });
  expect(problems).toEqual(['The thread that sends webhooks has ended']);
  expect(await outgoing.send({ method: 'GET', url })).toMatchObject({ status: 200, body: 'ok' });
  await outgoing.close();
  expect(problems).toHaveLength(1);
});

test('if the thread hangs, what it was sending has failed, and the next request is sent by another', async () => {
  const arrived = Promise.withResolvers<void>();
  const { url } = await serve((request, response) => {
    if (request.url === '/ok') response.end('ok');
    else arrived.resolve();
  });
  const { outgoing, problems } = open({ lookEveryMs: 300 });
  const hanging = outgoing.send({ method: 'GET', url });
  await arrived.promise;
  expect(await hanging).toEqual({ kind: 'failed', failure: 'connection' });
  expect(problems).toEqual(['The thread that sends webhooks has ended']);
  expect(await outgoing.send({ method: 'GET', url: `${url}ok` })).toMatchObject({ status: 200, body: 'ok' });
  expect(threads).toHaveLength(2);
  expect(problems).toHaveLength(1);
});
