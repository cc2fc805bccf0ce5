import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { createPasswords } from '../user/passwords.ts';
import { createHttpClient } from './http-client.ts';
import { createHostResolver } from './resolve-host.ts';

const HOSTS = 20;

test('while the DNS servers of twenty targets are silent, a password is checked', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const servers = [`127.0.0.1:${(silent.address() as AddressInfo).port}`];
  const asked = once(silent, 'message');
  const client = createHttpClient({
    isAllowed: () => true,
    bodyLimit: 4096,
    resolve: createHostResolver({ servers, timeoutMs: 60_000, tries: 1 }),
    timeoutMs: 60_000,
  });
  await using stores = await openTemporaryStores();
  const passwords = createPasswords({ vault: stores.vault, now: Date.now });
  const stopping = new AbortController();
  let ended = 0;
  const sends = Array.from({ length: HOSTS }, async (_, n) => {
    const answer = await client.send({ method: 'POST', url: `https://target${n}.example/` }, stopping.signal);
    ended += 1;
    return answer;
  });
  await asked;
  const kept = await passwords.keep('ada', 'difference-engine');
  expect(await passwords.matches(kept, 'difference-engine')).toBe(true);
  expect(ended).toBe(0);
  stopping.abort();
  for (const answer of await Promise.all(sends)) expect(answer).toEqual({ kind: 'failed', failure: 'timeout' });
  silent.close();
});
