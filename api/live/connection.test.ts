import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import express from 'express';
import { expect, test, vi } from 'vitest';
import type { UserDocument } from '../../projections/users.ts';
import type { Located } from './audience.ts';
import { Connection, type Ending } from './connection.ts';

const user = { _id: 'ana', email: 'ana@school.example' } as UserDocument;
const actor = { kind: 'user', id: 'ana', roles: [{ orgId: 'school', role: 'Owner' }], isCreator: false } as const;
const located = (id: string): Located => ({
  kind: 'batch',
  id,
  capability: 'batch.read',
  organizationId: 'school',
  applicationId: null,
  fields: null,
  lostBy: null,
  version: 1,
  actor: { kind: 'system' },
  application: null,
  isForAdmins: false,
  by: null,
});

/** A real server that hands out the connection, and a client that may refuse to read. */
async function opened(isStillAllowed: () => Promise<boolean> = async () => true) {
  const made = Promise.withResolvers<Connection>();
  const endings: Ending[] = [];
  const app = express();
  app.get('/', (_request, response) => {
    const audience = { actor, user, organizationId: 'school' };
    const options = { audience, response, idOf: String, isStillAllowed, beatMs: 20, isOnce: false };
    made.resolve(new Connection({ ...options, onEnd: (ending) => endings.push(ending), onProblem: () => {} }));
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const connection = await made.promise;
  let text = '';
  const read = () => client.setEncoding('utf8').on('data', (part) => (text += part));
  const close = () => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  };
  return { connection, endings, read, text: () => text, close };
}

test('a client that does not read is left behind instead of filling the memory', async () => {
  const { connection, endings, close } = await opened();
  connection.open([], 0n, { isLost: false });
  const many = Array.from({ length: 1500 }, (_, n) => located(`${'batch'.repeat(10)}${n}`));
  for (let n = 1; endings.length === 0 && n < 2000; n += 1) {
    connection.notify(many, BigInt(n));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(endings).toEqual(['slow']);
  close();
});

test('what arrives while it is being opened waits for what was missed, and comes behind it', async () => {
  const { connection, read, text, close } = await opened();
  read();
  connection.notify([located('late')], 7n);
  connection.open([located('missed')], 5n, { isLost: false });
  await vi.waitUntil(() => text().includes('late'));
  expect(text().indexOf('missed')).toBeLessThan(text().indexOf('late'));
  expect(text()).toContain('id: 7\nevent: changed');
  close();
});

test('a beat shows that the connection lives, and checks that it may', async () => {
  let isStillAllowed = true;
  const { connection, endings, read, text, close } = await opened(async () => isStillAllowed);
  read();
  connection.open([], 3n, { isLost: false });
  await vi.waitUntil(() => text().includes('event: beat'));
  isStillAllowed = false;
  await vi.waitUntil(() => endings.length > 0);
  expect(endings).toEqual(['rights']);
  await vi.waitUntil(() => text().includes('event: ended'));
  close();
});
