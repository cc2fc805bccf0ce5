import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALL_TIMEOUT_MS } from '../../commands/event-store/eventstoredb/connection.ts';
import { createEventStoreDb } from '../../commands/event-store/eventstoredb/event-store.ts';
import { NO_STREAM, StoreUnavailable } from '../../commands/event-store/port.ts';
import { makeCertificate } from '../support/certificate.ts';
import { type EventStoreDouble, startEventStoreDouble } from '../support/eventstore-double.ts';
import { happened, ids, newStream } from './event-store/open-log.ts';

const directory = mkdtempSync(join(tmpdir(), 'intake-certificate-'));
const pair = makeCertificate(directory);

describe.skipIf(!pair)('EventStoreDB over TLS and under a password (needs openssl)', () => {
  let double: EventStoreDouble;
  beforeAll(async () => {
    // By name: to an IP address, gRPC opens no TLS on Node 26.
    double = await startEventStoreDouble({ host: 'localhost', ...(pair ? { tls: pair } : {}), login: 'admin:s@same?' });
  });
  afterAll(async () => {
    await double.close();
    rmSync(directory, { recursive: true });
  });
  const url = (login: string, scheme = 'esdb', options = '') =>
    `${scheme}://${login}@localhost:${double.port}?tls=true${options}`;
  const authority = () => `&tlsCAFile=${encodeURIComponent(join(directory, 'cert.pem'))}`;

  test.each([
    ['one server', 'esdb'],
    ['a cluster that is asked for its leader', 'esdb+discover'],
  ])('is opened by a connection string that names %s', async (_, scheme) => {
    const store = await createEventStoreDb({ url: url('admin:s%40same%3F', scheme, authority()) });
    const [stream, event] = [newStream(), happened()];
    await store.append(stream, NO_STREAM, [event]);
    expect(ids(await store.readStream(stream))).toEqual([event.id]);
    await store.close();
  });

  test('a wrong password is reported at once, and the error does not contain it', async () => {
    const begunAt = performance.now();
    const opening = createEventStoreDb({ url: url('admin:sesame', 'esdb', authority()) });
    await expect(opening).rejects.toBeInstanceOf(TypeError);
    await expect(opening).rejects.toThrow('refuses the name and password of EVENTSTORE_URL');
    expect(performance.now() - begunAt).toBeLessThan(CALL_TIMEOUT_MS);
  });

  test('an unknown authority is reported', async () => {
    const opening = createEventStoreDb({ url: url('admin:s%40same%3F') });
    await expect(opening).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(opening).rejects.toThrow(/cannot be reached: .*certificate/i);
    await expect(opening).rejects.not.toThrow(/s@same|s%40same/);
  });
});

test('a cluster without an answering member is reported as unavailable', async () => {
  const opening = createEventStoreDb({
    url: 'esdb://admin:sesame@127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=2&discoveryInterval=1000',
  });
  await expect(opening).rejects.toBeInstanceOf(StoreUnavailable);
  await expect(opening).rejects.toThrow('cannot be reached: Failed to discover after 2 attempts.');
});

test('a store that is opened twice by one address keeps working until both are closed', async () => {
  const double = await startEventStoreDouble();
  const [one, other] = [await createEventStoreDb({ url: double.url }), await createEventStoreDb({ url: double.url })];
  expect(one.storeId).toBe(other.storeId);
  await one.close();
  await one.close();
  const stream = newStream();
  await other.append(stream, NO_STREAM, [happened()]);
  await expect(one.append(stream, 0, [happened()])).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await other.readStream(stream)).toHaveLength(1);
  await other.close();
  await double.close();
});

test('streams of the server’s own, and that which names the log, are not written to', async () => {
  const double = await startEventStoreDouble();
  const store = await createEventStoreDb({ url: double.url });
  for (const stream of ['$$settings', '$', 'intake-identity']) {
    await expect(store.append(stream, NO_STREAM, [happened()])).rejects.toBeInstanceOf(TypeError);
  }
  expect(await store.readStream('')).toEqual([]);
  expect(await store.readStream(newStream(), { limit: 0 })).toEqual([]);
  await store.close();
  await double.close();
});
