import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, receiveJsonBody } from './json-body.ts';
import { createLimits } from './limits/limits.ts';
import { admitVisits, visitOf } from './visit.ts';

let server: Server;
let url: string;
const bodies: Body[] = [];
beforeAll(async () => {
  const app = express();
  app.use(admitVisits(createLimits(), () => false));
  app.post('/', async (request, response) => {
    const received = await receiveJsonBody(request, visitOf(response).body);
    bodies.push(received.ok ? received.parse() : received);
    response.end();
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

async function read(body: string | undefined, type = 'application/json'): Promise<Body> {
  const init = body === undefined ? {} : { body, headers: { 'Content-Type': type } };
  await fetch(url, { method: 'POST', ...init });
  return bodies.pop() as Body;
}
const statusOf = async (body: string, type?: string) => {
  const answer = await read(body, type);
  return answer.ok ? 200 : answer.problem.status;
};

test('what was sent is what is read, in every script', async () => {
  const value = { name: 'Zoë 🧑‍🚀', list: [1, [true, null]], nested: { a: 'b' } };
  expect(await read(JSON.stringify(value))).toEqual({ ok: true, value });
  expect(await read(JSON.stringify(value), 'application/json; charset=utf-8')).toEqual({ ok: true, value });
  expect(await read(undefined)).toEqual({ ok: true, value: undefined });
});

test('a __proto__ key is gone at every depth, whatever way it was spelt', async () => {
  const answer = await read('{"a":{"__proto__":{"x":1},"b":[{"\\u005f_proto__":2}]},"__proto__":3}');
  expect(JSON.stringify(answer)).toBe('{"ok":true,"value":{"a":{"b":[{}]}}}');
});

test('half surrogates and NUL are refused at their field', async () => {
  for (const [body, field] of [
    ['{"a":{"b":[1,"\\u0000"]}}', 'a.b[1]'],
    ['["\\u0000"]', '[0]'],
    ['{"a":{"\\u0000":1}}', 'a'],
    ['{"b\\u0000":1}', 'b\ufffd'],
    ['{"a":["x\\ud800y"]}', 'a[0]'],
    ['{"a":{"\\udc00":1}}', 'a'],
  ] as const) {
    const answer = await read(body);
    expect(answer).toMatchObject({ ok: false, problem: { status: 422, errors: [{ field }] } });
  }
});

test('32 levels are enough', async () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(await statusOf(nested(32))).toBe(200);
  expect(await statusOf(nested(33))).toBe(400);
  expect(await statusOf(nested(200_000))).toBe(400);
});

test('the limit is one MB to the byte, and JSON must say that it is JSON', async () => {
  const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
  expect(await statusOf(text(1_048_576))).toBe(200);
  expect(await statusOf(text(1_048_577))).toBe(413);
  expect(await statusOf('{}', 'text/plain')).toBe(415);
  expect(await statusOf('{}', 'application/jsonp')).toBe(415);
});
