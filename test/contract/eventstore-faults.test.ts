import { type AllStreamSubscription, EventStoreDBClient, type Filter } from '@eventstore/db-client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CALL_TIMEOUT_MS } from '../../commands/event-store/eventstoredb/connection.ts';
import { createEventStoreDb } from '../../commands/event-store/eventstoredb/event-store.ts';
import {
  type EventStore,
  type EventToStore,
  NO_STREAM,
  START,
  StoreUnavailable,
} from '../../commands/event-store/port.ts';
import { startEventStoreDouble } from '../support/eventstore-double.ts';
import { startEventStoreProcess } from '../support/eventstore-double-child.ts';
import { startNarrowNetwork } from '../support/narrow-network.ts';
import { expectInOrder, RECOVERY_MS, startConsumer } from './event-store/consumer.ts';
import { happened, ids, newStream, readOn, several } from './event-store/open-log.ts';

/** Includes tolerance for a busy machine. */
const SOON_MS = 4 * CALL_TIMEOUT_MS;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function openDouble() {
  const double = await startEventStoreDouble();
  cleanUp.push(() => double.close());
  return { double, ...(await openStore(double.url)) };
}

async function openProcess() {
  const server = await startEventStoreProcess();
  cleanUp.push(() => server.close());
  return { server, ...(await openStore(server.url)) };
}

async function openStore(url: string) {
  const problems: string[] = [];
  const store = await createEventStoreDb({
    url,
    onProblem: (message, error) => void problems.push(`${message}: ${error}`),
  });
  cleanUp.push(() => store.close());
  return { store, problems };
}

function consumer(store: EventStore) {
  const consuming = startConsumer(store);
  cleanUp.push(() => consuming.end());
  return consuming;
}

describe('EventStoreDB killed again and again under 32 writers', () => {
  test('loses nothing that it acknowledged and keeps nothing twice, and subscriptions go on', async () => {
    const { server, store } = await openProcess();
    const following = consumer(store);
    const acknowledged = new Map<string, { id: string; revision: number }[]>();
    let isOver = false;
    let retries = 0;
    const write = async () => {
      const stream = newStream();
      const written: { id: string; revision: number }[] = [];
      acknowledged.set(stream, written);
      let event = happened();
      let isAnswered = true;
      // An append without an answer may be stored: repeat it until there is one, also after the last kill.
      while (!isOver || !isAnswered) {
        try {
          const { revision } = await store.append(stream, written.length - 1, [event]);
          written.push({ id: event.id, revision });
          event = happened();
          isAnswered = true;
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          retries += 1;
          isAnswered = false;
        }
      }
    };
    const writers = Array.from({ length: 32 }, write);
    const total = () => [...acknowledged.values()].reduce((sum, written) => sum + written.length, 0);
    for (let kill = 0; kill < 5; kill += 1) {
      const before = total();
      await vi.waitFor(() => expect(total()).toBeGreaterThan(before + 200), { timeout: 20_000, interval: 5 });
      await server.kill();
      await server.restart();
    }
    isOver = true;
    await Promise.all(writers);

    const log = await readOn(store, START, 1000);
    const byStream = Map.groupBy(log, ({ stream }) => stream);
    for (const [stream, written] of acknowledged) {
      const stored = byStream.get(stream) ?? [];
      expect(stored.map(({ id, revision }) => ({ id, revision }))).toEqual(written);
    }
    expect(total()).toBe(log.length);
    await following.has(log.length);
    expect(ids(following.received)).toEqual(ids(log));
    console.log(`5 kills: ${total()} acknowledged, ${retries} failed because the store was away, 0 lost, 0 twice`);
  });
});

describe('EventStoreDB killed again and again during an import', () => {
  test('has all events once and in their order', async () => {
    const { server, store } = await openProcess();
    const streams = Array.from({ length: 60 }, newStream);
    const appends = Array.from({ length: 12_000 }, (_, n) => ({
      stream: streams[n % streams.length] as string,
      expectedRevision: Math.floor(n / streams.length) - 1,
      events: several(1),
    }));
    let sent = 0;
    const send = async () => {
      while (sent < appends.length) {
        const page = appends.slice(sent, sent + 500);
        await store.appendInOrder(page).then(
          () => {
            sent += page.length;
          },
          (error: unknown) => {
            if (!(error instanceof StoreUnavailable)) throw error;
          },
        );
      }
    };
    const sending = send();
    for (let kill = 1; kill <= 6; kill += 1) {
      await vi.waitFor(() => expect(sent).toBeGreaterThanOrEqual(1500 * kill), { timeout: 20_000, interval: 1 });
      await new Promise((resolve) => setTimeout(resolve, 3 * kill));
      await server.kill();
      await server.restart();
    }
    await sending;
    expect(ids(await readOn(store, START, 1000))).toEqual(appends.flatMap(({ events }) => ids(events)));
  });
});

/** Repeats until there is an answer. */
async function appendInTheEnd(store: EventStore, stream: string, event: EventToStore) {
  for (;;) {
    try {
      return await store.append(stream, NO_STREAM, [event]);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}

describe('EventStoreDB frozen', () => {
  test('and killed while much waits to be sent, it has all of it once when it is back', async () => {
    const { server, store } = await openProcess();
    await store.append(newStream(), NO_STREAM, [happened()]);
    const payload = JSON.stringify({ text: 'x'.repeat(20_000) });
    server.freeze();
    const appends = Array.from({ length: 60 }, () => ({ stream: newStream(), event: happened(payload) }));
    const sending = appends.map(({ stream, event }) => appendInTheEnd(store, stream, event));
    await server.kill();
    await server.restart();
    await Promise.all(sending);
    for (const { stream, event } of appends) expect(ids(await store.readStream(stream))).toEqual([event.id]);
  });

  test('is reported soon, and everything continues when it thaws', async () => {
    const { server, store } = await openProcess();
    const stream = newStream();
    await store.append(stream, NO_STREAM, [happened()]);
    const following = consumer(store);
    await following.has(1);
    server.freeze();
    const frozenAt = performance.now();
    const event = happened();
    await expect(store.append(stream, 0, [event])).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.readStream(stream)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(performance.now() - frozenAt).toBeLessThan(2 * SOON_MS);
    server.thaw();
    const thawedAt = performance.now();
    expect(await store.append(stream, 0, [event])).toMatchObject({ revision: 1 });
    await following.has(2);
    expect(performance.now() - thawedAt).toBeLessThan(RECOVERY_MS);
    expect(ids(await store.readStream(stream))[1]).toBe(event.id);
    await expectInOrder(following.received, store);
  });
});

describe('EventStoreDB away', () => {
  test('makes opening fail soon with a clear error that shows no password', async () => {
    const { double } = await openDouble();
    await double.die();
    cleanUp.push(() => double.restart());
    const url = `esdb://admin:sesame@127.0.0.1:${double.port}?tls=false`;
    const opening = createEventStoreDb({ url });
    await expect(opening).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(opening).rejects.toThrow(/cannot be reached: .*ECONNREFUSED/);
    await expect(opening).rejects.not.toThrow(/sesame/);
  });

  test('for a short while is not noticed but by the clock', async () => {
    const { server, store } = await openProcess();
    const stream = newStream();
    await store.append(stream, NO_STREAM, [happened()]);
    await server.kill();
    const [appended] = await Promise.all([store.append(stream, 0, [happened()]), server.restart()]);
    expect(appended.revision).toBe(1);
  });

  test('for longer than its clients wait is back for them within seconds', async () => {
    const { server, store, problems } = await openProcess();
    const stream = newStream();
    await store.append(stream, NO_STREAM, [happened()]);
    const following = consumer(store);
    await following.has(1);
    await server.kill();
    for (let tries = 0; tries < 2; tries += 1) await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
    await server.restart();
    const backAt = performance.now();
    await store.append(stream, 0, [happened()]);
    await following.has(2);
    expect(performance.now() - backAt).toBeLessThan(RECOVERY_MS);
    expect(problems).toEqual([
      expect.stringMatching(/^The subscription to the event store was interrupted .*: 14 UNAVAILABLE/),
    ]);
  });

  test('does not trouble another store of the same process', async () => {
    const [one, other] = [await openDouble(), await openDouble()];
    one.double.answerAfter(200);
    other.double.freeze();
    const streams = Array.from({ length: 100 }, newStream);
    const waiting = streams.map((stream) => one.store.append(stream, NO_STREAM, several(2)));
    const lost = other.store.append(newStream(), NO_STREAM, [happened()]).catch((error: unknown) => error);
    await vi.waitFor(() => expect(one.double.events().length).toBeGreaterThan(0), 20_000);
    await other.double.die();
    expect(await Promise.all(waiting)).toHaveLength(streams.length);
    one.double.answerAfter(0);
    for (const stream of streams) expect(await one.store.readStream(stream)).toHaveLength(2);
    expect(await lost).toBeInstanceOf(StoreUnavailable);
    await other.double.restart();
  });
});

describe('an append whose answer is lost', () => {
  test('is repeated and stored once, with the first answer', async () => {
    const { double, store } = await openDouble();
    const stream = newStream();
    const events = several(3);
    await store.append(stream, NO_STREAM, several(1));
    double.loseAnswers(2);
    const appended = await store.append(stream, 0, events);
    expect(appended.revision).toBe(3);
    const stored = await store.readStream(stream, { from: 1 });
    expect(ids(stored)).toEqual(ids(events));
    expect(appended.position).toBe(stored.at(-1)?.position);
  });

  test('of many at once each finds its own', async () => {
    const { double, store } = await openDouble();
    const appends = Array.from({ length: 200 }, () => ({ stream: newStream(), event: happened() }));
    double.loseAnswers(3);
    await Promise.all(appends.map(({ stream, event }) => store.append(stream, NO_STREAM, [event])));
    const log = await readOn(store, START, 1000);
    expect(ids(log).toSorted()).toEqual(ids(appends.map(({ event }) => event)).toSorted());
  });

  test('by a server that is slow takes its time', async () => {
    const { double, store } = await openDouble();
    double.answerAfter(400);
    const stream = newStream();
    expect(await store.append(stream, NO_STREAM, [happened()])).toMatchObject({ revision: 0 });
    expect(await store.readStream(stream)).toHaveLength(1);
  });
});

describe('many appends at once', () => {
  test('are stored in the order in which they were issued, also by a client that has appended nothing before', async () => {
    const { double } = await openDouble();
    const { store } = await openStore(`${double.url}&connectionName=another`);
    const stream = newStream();
    const events = several(20);
    await Promise.all(events.map((event, n) => store.append(stream, n - 1, [event])));
    expect(ids(await store.readStream(stream))).toEqual(ids(events));
  });
});

describe('many large appends at once', () => {
  const large = () => happened(JSON.stringify({ text: 'x'.repeat(300_000) }));
  const total = 20;

  test('all get through a narrow network, those of one stream in their order', async () => {
    const { double } = await openDouble();
    const network = await startNarrowNetwork(double.port, 1_500_000);
    cleanUp.push(() => network.close());
    const { store } = await openStore(network.url);
    const stream = newStream();
    const begun = performance.now();
    const events = Array.from({ length: total }, large);
    const appended = await Promise.all(events.map((event, n) => store.append(stream, n - 1, [event])));
    expect(performance.now() - begun).toBeGreaterThan(CALL_TIMEOUT_MS);
    expect(appended.map(({ revision }) => revision)).toEqual(events.map((_, n) => n));
    expect(ids(await readOn(store, START, 1000))).toEqual(ids(events));
  });

  test('soon fail on a frozen server, also those that wait for others', async () => {
    const { double, store } = await openDouble();
    const appends = Array.from({ length: total }, () => ({ stream: newStream(), event: large() }));
    const sendAll = () =>
      Promise.allSettled(appends.map(({ stream, event }) => store.append(stream, NO_STREAM, [event])));
    double.freeze();
    const frozenAt = performance.now();
    for (const outcome of await sendAll()) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    }
    expect(performance.now() - frozenAt).toBeLessThan(2 * SOON_MS);
    double.thaw();
    await vi.waitFor(async () => expect((await sendAll()).every(({ status }) => status === 'fulfilled')).toBe(true), {
      timeout: 20_000,
    });
    expect(await readOn(store, START, 1000)).toHaveLength(total);
  });
});

describe('a subscription', () => {
  const write = async (store: EventStore, count: number, perAppend = 1) => {
    const events: EventToStore[] = several(count);
    for (let n = 0; n < count; n += perAppend) {
      await store.append(newStream(), NO_STREAM, events.slice(n, n + perAppend));
    }
    return events;
  };

  test.each<[string, (double: Awaited<ReturnType<typeof startEventStoreDouble>>) => unknown]>([
    ['dropped as too slow', (double) => double.dropSlowConsumers()],
    ['reset by a server that is being stopped', (double) => double.resetStreams()],
    ['whose connection is cut', (double) => double.cutConnections()],
    ['whose server dies and comes back', async (double) => double.die().then(() => double.restart())],
    ['that stalls in silence', (double) => double.stallSubscriptions()],
  ])('%s continues without gap or repeat', async (_, fault) => {
    const { double, store } = await openDouble();
    const following = consumer(store);
    await write(store, 50);
    await following.has(50);
    // Checkpoints arrive meanwhile, and must not move it past events that its consumer has not received.
    const release = following.hold();
    await write(store, 150);
    double.writeSystemEvents(600);
    await fault(double);
    await write(store, 150);
    release();
    await following.has(350);
    await expectInOrder(following.received, store);
  });

  test('counts a checkpoint only behind the events that the client still holds in front of it', async () => {
    const { double, store } = await openDouble();
    await write(store, 1);
    const { subscribeToAll } = EventStoreDBClient.prototype;
    let held: AllStreamSubscription | undefined;
    let hasCheckpoint = false;
    const subscribing = vi.spyOn(EventStoreDBClient.prototype, 'subscribeToAll').mockImplementationOnce(function (
      this: EventStoreDBClient,
      { filter, ...options } = {},
    ) {
      const reached = filter?.checkpointReached;
      const noticed = (...checkpoint: Parameters<NonNullable<typeof reached>>) => {
        hasCheckpoint = true;
        return reached?.(...checkpoint) ?? Promise.resolve();
      };
      held = subscribeToAll.call(this, { ...options, filter: { ...filter, checkpointReached: noticed } as Filter });
      return held.pause();
    });
    cleanUp.push(() => subscribing.mockRestore());
    const following = consumer(store);
    await vi.waitUntil(() => double.subscriptions === 1, 20_000);
    await write(store, 5);
    double.writeSystemEvents(600);
    await vi.waitUntil(() => hasCheckpoint && held?.readableLength === 5, { timeout: RECOVERY_MS });
    double.cutConnections();
    await following.has(6);
    await expectInOrder(following.received, store);
  });

  test('continues after an append that its server finds too large to deliver live', async () => {
    const { store } = await openDouble();
    const following = consumer(store);
    await write(store, 1);
    await following.has(1);
    await write(store, 2400, 1200);
    await following.has(2401);
    await expectInOrder(following.received, store);
  });

  test('with a consumer far behind leaves the rest in the store', async () => {
    const { store, problems } = await openDouble();
    const following = consumer(store);
    await write(store, 1);
    await following.has(1);
    const release = following.hold();
    await write(store, 6000, 50);
    release();
    await following.has(6001);
    await expectInOrder(following.received, store);
    expect(problems).toEqual([]);
  });

  test('is quiet where only the server writes, and reading finds the end behind all that', async () => {
    const { double, store } = await openDouble();
    const events = await write(store, 3);
    const head = await store.head();
    double.writeSystemEvents(5000);
    expect(await store.head()).toBe(head);
    expect(await store.readAll({ after: head, limit: 10 })).toMatchObject({ events: [], position: head });
    const [next] = await write(store, 1);
    const page = await store.readAll({ after: head, limit: 10 });
    expect(ids(page.events)).toEqual([next?.id]);
    const fresh = await openStore(double.url);
    expect(await fresh.store.head()).toBe(page.position);
    expect(ids(await readOn(fresh.store, START, 1))).toEqual(ids([...events, ...(next ? [next] : [])]));
  });
});
