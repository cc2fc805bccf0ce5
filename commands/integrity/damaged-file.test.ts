import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createInThreadWriter } from '../../api/storage/in-thread-writer.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { definitionOf } from '../../domain/events.ts';
import { newCommandContext } from '../../test/support/command-context.ts';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { type Codec, createCodec } from '../event-store/codec.ts';
import { DamagedEvent } from '../event-store/damaged-event.ts';
import { createEventLog } from '../event-store/encoded-event-log.ts';
import type { EventLog } from '../event-store/event-log.ts';
import type { EventStore } from '../event-store/port.ts';
import { createSqliteEventStore } from '../event-store/sqlite/event-store.ts';
import { createSubjectKeys } from '../vault/subject-keys.ts';
import { verify } from './verify.ts';

const STREAMS = Array.from({ length: 12 }, () => `application-${randomUUID()}`);
const ROUNDS = 8;
const DAMAGES = 1000;

async function fill(log: EventLog): Promise<void> {
  const last = new Map<string, Recorded<AnyEvent> | undefined>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(
      STREAMS.map(async (stream) => {
        const comment = { type: 'CommentAdded', data: { commentId: randomUUID() }, personal: { message: 'Hello' } };
        const { events } = await log.append(stream, last.get(stream), [comment], newCommandContext());
        last.set(stream, events[0]);
      }),
    );
  }
}

async function withStore<T>(file: string, use: (store: EventStore) => Promise<T>): Promise<T | Error> {
  const writer = createInThreadWriter();
  try {
    const store = await createSqliteEventStore({ file, writer });
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    return error as Error;
  } finally {
    await writer.close().catch(() => {});
  }
}

async function expectPrefixes(store: EventStore, codec: Codec, original: ReadonlyMap<string, readonly AnyEvent[]>) {
  const log = createEventLog({ store, codec });
  let isWhole = true;
  for (const [stream, events] of original) {
    const read = await log.readStream(stream).catch((error: unknown) => error as Error);
    if (read instanceof Error) {
      isWhole = false;
      continue;
    }
    expect(read.map(({ data, type }) => ({ data, type }))).toEqual(
      events.slice(0, read.length).map(({ data, type }) => ({ data, type })),
    );
    isWhole &&= read.length === events.length;
  }
  return isWhole;
}

const KINDS: readonly (readonly [string, (bytes: Buffer, at: number) => Buffer])[] = [
  ['a flipped bit', (bytes, at) => bytes.fill((bytes[at] ?? 0) ^ (1 << (at % 8)), at, at + 1)],
  ['a torn page', (bytes, at) => bytes.fill(0, at - (at % 512), at - (at % 512) + 512)],
  ['a file cut short', (bytes, at) => bytes.subarray(0, at)],
];

test.each(KINDS)('%s: a correct prefix or a detected error, never wrong data', async (_, damage) => {
  await using stores = await openTemporaryStores();
  const keys = createSubjectKeys({ vault: stores.vault, masterKey: createSecretKey(randomBytes(32)) });
  const codec = createCodec({ definitionOf, keys });
  const log = createEventLog({ store: stores.store, codec });
  await fill(log);
  const options = { codec, vault: stores.vault, arePositionsDense: true };
  expect(await verify({ ...options, store: stores.store })).toMatchObject({ isSound: true, events: 12 * ROUNDS });
  const original = new Map<string, readonly AnyEvent[]>();
  for (const stream of STREAMS) original.set(stream, await log.readStream(stream));
  await stores.storage.truncateLogs();
  const sound = readFileSync(stores.eventsFile);

  let found = 0;
  for (let n = 0; n < DAMAGES; n += 1) {
    const file = join(stores.directory, `damaged-${n}.sqlite`);
    const at = Math.floor((sound.length * (n + Math.random())) / DAMAGES);
    writeFileSync(file, damage(Buffer.from(sound), at));
    const isSaidToBeSound = await withStore(file, async (store) => {
      const isWhole = await expectPrefixes(store, codec, original);
      const { isSound } = await verify({ ...options, store });
      if (isSound) expect(isWhole).toBe(true);
      return isSound;
    });
    if (isSaidToBeSound instanceof Error && isSaidToBeSound.name === 'AssertionError') throw isSaidToBeSound;
    if (isSaidToBeSound !== true) found += 1;
    if (isSaidToBeSound instanceof DamagedEvent) throw new Error('verify reports damage, it does not throw it');
  }
  expect(found).toBeGreaterThan(DAMAGES / 4);
});
