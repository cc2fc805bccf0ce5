import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  ANY,
  BACKWARDS,
  END,
  type EventData,
  EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  type Position,
  STREAM_EXISTS,
  streamNameFilter,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type EventStoreDouble, startEventStoreDouble } from '../support/eventstore-double.ts';
import { type EventStoreServer, eventStoreSource } from '../support/eventstore-server.ts';

/**
 * Answers of a real server that the adapter relies on (docs/eventstore-facts.md), tested against the double and against
 * a real server if available.
 */
const source = eventStoreSource();
let server: EventStoreServer;
let client: EventStoreDBClient;
beforeAll(async () => {
  server = await source.start();
  client = EventStoreDBClient.connectionString(server.url);
});
afterAll(async () => {
  await client.dispose();
  await server.close();
});

const happened = (type = 'Happened', data: Record<string, unknown> = {}) => jsonEvent({ id: randomUUID(), type, data });
const several = (count: number, type?: string) => Array.from({ length: count }, () => happened(type));
const newStream = (prefix = 'facts') => `${prefix}-${randomUUID()}`;
const idsIn = async (stream: string) => {
  const ids: string[] = [];
  for await (const { event } of client.readStream(stream)) ids.push(event?.id ?? '');
  return ids;
};
const ids = (events: readonly EventData[]) => events.map(({ id }) => id);
async function taken<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
const revisionsOf = async (...read: Parameters<EventStoreDBClient['readStream']>) =>
  (await taken(client.readStream(...read))).map(({ event }) => Number(event?.revision));
const lastPosition = async () => {
  const [last] = await taken(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
  return last?.event?.position ?? { commit: 0n, prepare: 0n };
};

describe(`EventStoreDB (${source.name}): appending`, () => {
  test('answers with the last revision and the position of the last event', async () => {
    const stream = newStream();
    const events = several(3);
    const answer = await client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
    expect(answer).toEqual({ success: true, nextExpectedRevision: 2n, position: expect.anything() });
    const positions = (await taken(client.readStream(stream))).map(({ event }) => event?.position?.commit ?? 0n);
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => Number(a - b)));
    expect(answer.position).toEqual({ commit: positions.at(-1), prepare: positions.at(-1) });
    expect(answer.position).toEqual(await lastPosition());
  });

  test('stores 500 appends without awaiting each, in the order of their issue', async () => {
    const stream = newStream();
    const events = several(500);
    await Promise.all(
      events.map((event, n) =>
        client.appendToStream(stream, event, { expectedRevision: n === 0 ? NO_STREAM : BigInt(n - 1) }),
      ),
    );
    expect(await idsIn(stream)).toEqual(ids(events));
  });

  test('refuses a wrong revision by fields, not by message', async () => {
    const stream = newStream();
    await client.appendToStream(stream, several(2), { expectedRevision: NO_STREAM });
    const refused = (expectedRevision: bigint | 'no_stream' | 'stream_exists', name = stream) =>
      client.appendToStream(name, happened(), { expectedRevision }).catch((error: unknown) => error);
    const common = { type: 'wrong-expected-version', message: '', code: undefined, name: 'Error' };
    expect(await refused(7n)).toMatchObject({ ...common, streamName: stream, expectedVersion: 7n, actualVersion: 1n });
    expect(await refused(NO_STREAM)).toMatchObject({ ...common, expectedVersion: 'no_stream', actualVersion: 1n });
    const missing = newStream();
    expect(await refused(0n, missing)).toMatchObject({ ...common, expectedVersion: 0n, actualVersion: 'no_stream' });
    expect(await refused(STREAM_EXISTS, missing)).toMatchObject({ ...common, expectedVersion: 'stream_exists' });
  });

  test('lets one of 32 that create a stream win', async () => {
    const stream = newStream();
    const attempts = several(32).map((event) => client.appendToStream(stream, event, { expectedRevision: NO_STREAM }));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('answers the same ids at the same revision as the first time, also for a prefix of them', async () => {
    const stream = newStream();
    const events = several(3);
    const first = await client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
    await client.appendToStream(stream, several(2), { expectedRevision: 2n });
    expect(await client.appendToStream(stream, events, { expectedRevision: NO_STREAM })).toEqual(first);
    const beginning = await client.appendToStream(stream, events.slice(0, 2), { expectedRevision: NO_STREAM });
    expect(beginning.nextExpectedRevision).toBe(1n);
    expect(beginning.position?.commit).toBeLessThan(first.position?.commit ?? 0n);
    expect(await client.appendToStream(stream, events.slice(1), { expectedRevision: 0n })).toEqual(first);
    expect(await idsIn(stream)).toHaveLength(5);
  });

  test('writes nothing of old and new ids together', async () => {
    const stream = newStream();
    const [first, second] = several(2) as [EventData, EventData];
    await client.appendToStream(stream, [first, second], { expectedRevision: NO_STREAM });
    for (const mixed of [
      [first, happened()],
      [happened(), second],
      [first, second, happened()],
    ]) {
      await expect(client.appendToStream(stream, mixed, { expectedRevision: NO_STREAM })).rejects.toMatchObject({
        type: 'wrong-expected-version',
        actualVersion: 1n,
      });
    }
    expect(await idsIn(stream)).toEqual([first.id, second.id]);
  });

  test('checks the revision of an append without events', async () => {
    const stream = newStream();
    await client.appendToStream(stream, several(2), { expectedRevision: NO_STREAM });
    expect(await client.appendToStream(stream, [], { expectedRevision: 1n })).toMatchObject({ success: true });
    await expect(client.appendToStream(stream, [], { expectedRevision: 5n })).rejects.toMatchObject({
      type: 'wrong-expected-version',
    });
    const missing = newStream();
    const answer = await client.appendToStream(missing, [], { expectedRevision: NO_STREAM });
    expect(answer).toMatchObject({ success: true, nextExpectedRevision: 0n });
    await expect(idsIn(missing)).rejects.toMatchObject({ type: 'stream-not-found' });
  });

  test('accepts 1 MiB of types, data and metadata together, and refuses data beyond it', async () => {
    const frame = Buffer.byteLength('Happened') + Buffer.byteLength('{"text":""}');
    const text = 'x'.repeat(1_048_576 - frame);
    const stream = newStream();
    await client.appendToStream(stream, happened('Happened', { text }), { expectedRevision: NO_STREAM });
    const beyond = happened('Happened', { text: text + 'x'.repeat(frame) });
    await expect(client.appendToStream(newStream(), beyond, { expectedRevision: NO_STREAM })).rejects.toMatchObject({
      type: 'maximum-append-size-exceeded',
      maxAppendSize: 1_048_576,
    });
  });
});

describe(`EventStoreDB (${source.name}): reading`, () => {
  test('reports a missing stream while iterating', async () => {
    const stream = newStream();
    const read = client.readStream(stream);
    await expect(taken(read)).rejects.toMatchObject({ type: 'stream-not-found', streamName: stream });
  });

  test('begins with the revision named, both ways', async () => {
    const stream = newStream();
    await client.appendToStream(stream, several(5), { expectedRevision: NO_STREAM });
    expect(await revisionsOf(stream, { fromRevision: 2n })).toEqual([2, 3, 4]);
    expect(await revisionsOf(stream, { fromRevision: 2n, direction: BACKWARDS })).toEqual([2, 1, 0]);
    expect(await revisionsOf(stream, { fromRevision: 9n })).toEqual([]);
    expect(await revisionsOf(stream, { fromRevision: 9n, direction: BACKWARDS })).toEqual([4, 3, 2, 1, 0]);
    expect(await revisionsOf(stream, { direction: BACKWARDS })).toEqual([0]);
    expect(await revisionsOf(stream, { fromRevision: END, direction: BACKWARDS, maxCount: 2 })).toEqual([4, 3]);
    await expect(revisionsOf(stream, { maxCount: 0 })).rejects.toMatchObject({ type: 'unknown' });
    await expect(revisionsOf(stream, { fromRevision: END })).rejects.toMatchObject({ type: 'unknown' });
  });

  test('begins in the whole log with the position named, and backwards in front of it', async () => {
    const stream = newStream();
    await client.appendToStream(stream, several(3), { expectedRevision: NO_STREAM });
    const [first, second, third] = (await taken(client.readStream(stream))).map(({ event }) => event);
    const fromPosition = second?.position ?? END;
    const onwards = await taken(client.readAll({ fromPosition, maxCount: 2 }));
    expect(onwards.map(({ event }) => event?.id)).toEqual([second?.id, third?.id]);
    const back = await taken(client.readAll({ fromPosition, direction: BACKWARDS, maxCount: 1 }));
    expect(back.map(({ event }) => event?.id)).toEqual([first?.id]);
    const { commit } = await lastPosition();
    expect(await taken(client.readAll({ fromPosition: { commit: commit * 2n, prepare: commit * 2n } }))).toEqual([]);
    const invalid = client.readAll({ fromPosition: { commit: commit - 1n, prepare: commit }, direction: FORWARDS });
    await expect(taken(invalid)).rejects.toMatchObject({ type: 'unknown' });
  });

  test('finds events of the server’s own in every log', async () => {
    const [first] = await taken(client.readAll({ maxCount: 1 }));
    expect(first?.event?.type).toMatch(/^\$/);
  });
});

type Subscription = ReturnType<EventStoreDBClient['subscribeToAll']>;

/** What a subscription delivers, in order, up to `count` items. */
async function follow(subscription: Subscription, count: number) {
  const all: string[] = [];
  const received: string[] = [];
  subscription.on('confirmation', () => all.push('confirmation'));
  subscription.on('caughtUp', () => all.push('caughtUp'));
  subscription.on('error', (error) => all.push(String(error)));
  subscription.on('data', ({ event }) => {
    all.push('event');
    received.push(event?.id ?? '');
  });
  await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), { timeout: 20_000, interval: 10 });
  return { all, received };
}

describe(`EventStoreDB (${source.name}): subscribing`, () => {
  test('confirms, delivers existing events, reports caught up, and continues', async () => {
    const stream = newStream('order');
    const events = several(20);
    await client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
    const subscription = client.subscribeToAll({ filter: streamNameFilter({ prefixes: [stream] }) });
    const caughtUp = once(subscription, 'caughtUp');
    const following = follow(subscription, 21);
    await caughtUp;
    const live = happened();
    await client.appendToStream(stream, live, { expectedRevision: 19n });
    const { all, received } = await following;
    expect(all).toEqual(['confirmation', ...events.map(() => 'event'), 'caughtUp', 'event']);
    expect(received).toEqual([...ids(events), live.id]);
    await subscription.unsubscribe();
  });

  test('leaves out and repeats nothing while others write', async () => {
    const prefix = newStream('many');
    const start = await lastPosition();
    const write = (count: number) =>
      Promise.all(
        several(count).map((event) =>
          client.appendToStream(`${prefix}-${event.id}`, event, { expectedRevision: NO_STREAM }),
        ),
      );
    await write(500);
    const received: string[] = [];
    const errors: unknown[] = [];
    let subscription = subscribe(start);
    /** A server drops a live subscription that falls behind: the client resubscribes from its last event. */
    function subscribe(fromPosition: Position): Subscription {
      let last = fromPosition;
      let isDropped = false;
      const opened = client.subscribeToAll({ fromPosition, filter: streamNameFilter({ prefixes: [prefix] }) });
      // After the error, the client still delivers its buffer, which the new subscription repeats.
      opened.on('data', ({ event }) => {
        if (!event || isDropped) return;
        last = event.position;
        received.push(event.id);
      });
      opened.on('error', (error) => {
        isDropped = true;
        if ((error as { type?: unknown }).type === 'timeout') subscription = subscribe(last);
        else errors.push(error);
      });
      return opened;
    }
    for (let n = 0; n < 25; n += 1) await write(100);
    await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(3000), { timeout: 20_000, interval: 10 });
    const inLog = (await taken(client.readAll({ fromPosition: start })))
      .filter(({ event }) => event?.streamId.startsWith(prefix))
      .map(({ event }) => event?.id);
    expect(errors).toEqual([]);
    expect(received).toEqual(inLog);
    await subscription.unsubscribe();
  });

  test('begins after the given position, or with the next event at and beyond the end', async () => {
    const stream = newStream('start');
    await client.appendToStream(stream, several(3), { expectedRevision: NO_STREAM });
    const [, second, third] = (await taken(client.readStream(stream))).map(({ event }) => event);
    const filter = streamNameFilter({ prefixes: [stream] });
    const behind = client.subscribeToAll({ fromPosition: second?.position ?? END, filter });
    expect((await follow(behind, 1)).received).toEqual([third?.id]);
    const { commit } = await lastPosition();
    const beyond = client.subscribeToAll({ fromPosition: { commit: commit * 2n, prepare: commit * 2n }, filter });
    const live = client.subscribeToAll({ fromPosition: END, filter });
    const following = [follow(beyond, 1), follow(live, 1)];
    await Promise.all([once(beyond, 'caughtUp'), once(live, 'caughtUp')]);
    const event = happened();
    await client.appendToStream(stream, event, { expectedRevision: 2n });
    for (const one of following) expect((await one).received).toEqual([event.id]);
    await Promise.all([behind, beyond, live].map((subscription) => subscription.unsubscribe()));
  });

  test.each([
    ['prefixes of streams', (tag: string) => streamNameFilter({ prefixes: [`a${tag}`, `b${tag}`] }), ['a', 'b']],
    ['a pattern of streams', (tag: string) => streamNameFilter({ regex: `^[bc]${tag}` }), ['b', 'c']],
    ['a prefix of types', (tag: string) => eventTypeFilter({ prefixes: [`Ta${tag}`] }), ['a']],
    ['types that are not the server’s', () => excludeSystemEvents(), ['a', 'b', 'c']],
  ])('filters by %s', async (_, filterFor, expected) => {
    const tag = randomUUID();
    const start = await lastPosition();
    for (const name of ['a', 'b', 'c']) {
      await client.appendToStream(`${name}${tag}`, happened(`T${name}${tag}`), { expectedRevision: NO_STREAM });
    }
    const subscription = client.subscribeToAll({ fromPosition: start, filter: filterFor(tag) });
    const streams: string[] = [];
    subscription.on('data', ({ event }) => void streams.push(event?.streamId ?? ''));
    await once(subscription, 'caughtUp');
    expect(streams).toEqual(expected.map((name) => `${name}${tag}`));
    await subscription.unsubscribe();
  });

  test('says how far it has come after so many events looked at, while catching up and live', async () => {
    const start = await lastPosition();
    const stream = newStream('checkpoints');
    await client.appendToStream(stream, several(130), { expectedRevision: NO_STREAM });
    const positions: bigint[] = [];
    const filter = streamNameFilter({
      prefixes: ['none-'],
      maxSearchWindow: 32,
      checkpointInterval: 2,
      checkpointReached: (_, { commit }) => void positions.push(commit),
    });
    const subscription = client.subscribeToAll({ fromPosition: start, filter });
    subscription.on('data', () => undefined);
    await once(subscription, 'caughtUp');
    const whileCatchingUp = positions.length;
    expect(whileCatchingUp).toBe(2);
    for (let n = 0; n < 70; n += 1)
      await client.appendToStream(stream, happened(), { expectedRevision: BigInt(129 + n) });
    await vi.waitFor(() => expect(positions.length).toBe(3), 20_000);
    expect(positions).toEqual(positions.toSorted((a, b) => Number(a - b)));
    await subscription.unsubscribe();
  });
});

describe('the double of EventStoreDB', () => {
  let double: EventStoreDouble;
  let toDouble: EventStoreDBClient;
  beforeAll(async () => {
    double = await startEventStoreDouble();
    toDouble = EventStoreDBClient.connectionString(double.url);
  });
  afterAll(async () => {
    await toDouble.dispose();
    await double.close();
  });
  const live = async () => {
    const subscription = toDouble.subscribeToAll({ fromPosition: END });
    const ended: string[] = [];
    subscription.on('data', () => undefined);
    for (const name of ['end', 'close']) subscription.on(name, () => ended.push(name));
    await once(subscription, 'caughtUp');
    return { subscription, ended };
  };

  test('drops a live consumer that 1,000 events reach at once', async () => {
    const { subscription } = await live();
    const dropped = once(subscription, 'error');
    await toDouble.appendToStream(newStream(), several(1000), { expectedRevision: NO_STREAM });
    expect((await dropped)[0]).toMatchObject({
      type: 'timeout',
      code: 10,
      message: '10 ABORTED: Consumer too slow to handle event while live. Client resubscription required.',
    });
  });

  test('ends its calls with a reset when it is being stopped', async () => {
    const { subscription } = await live();
    const reset = once(subscription, 'error');
    double.resetStreams();
    expect((await reset)[0]).toMatchObject({
      type: 'unknown',
      code: 13,
      message: '13 INTERNAL: Received RST_STREAM with code 0',
    });
  });

  test('killed, it fails subscriptions without ending them, and the same client continues when it is back', async () => {
    const stream = newStream();
    const events = several(2);
    const first = await toDouble.appendToStream(stream, events, { expectedRevision: NO_STREAM });
    const { subscription, ended } = await live();
    const failed = once(subscription, 'error');
    await double.die();
    expect((await failed)[0]).toMatchObject({ type: 'unavailable', code: 14 });
    expect(ended).toEqual([]);
    await expect(toDouble.appendToStream(stream, happened())).rejects.toMatchObject({ code: 14 });
    await double.restart();
    await vi.waitFor(() => toDouble.appendToStream(stream, events, { expectedRevision: NO_STREAM }), 20_000);
    expect(await toDouble.appendToStream(stream, events, { expectedRevision: NO_STREAM })).toEqual(first);
  });

  test('recognises an append with any revision until it is restarted, and then writes it twice', async () => {
    const stream = newStream();
    const event = happened();
    const append = () => toDouble.appendToStream(stream, event, { expectedRevision: ANY });
    const first = await append();
    expect(await append()).toEqual(first);
    await double.die();
    await double.restart();
    await vi.waitFor(append, 20_000);
    expect(await taken(toDouble.readStream(stream))).toHaveLength(2);
  });

  test('answers as the leader of a cluster of one', async () => {
    const cluster = EventStoreDBClient.connectionString(`esdb+discover://127.0.0.1:${double.port}?tls=false`);
    expect(await cluster.appendToStream(newStream(), happened())).toMatchObject({ success: true });
    await cluster.dispose();
  });
});
