import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { createEventStoreDb } from '../../commands/event-store/eventstoredb/event-store.ts';
import { type EventStore, NO_STREAM, StoreUnavailable } from '../../commands/event-store/port.ts';
import {
  type ClusterNode,
  type EventStoreCluster,
  startEventStoreCluster,
} from '../support/eventstore-double-cluster.ts';
import { expectInOrder, RECOVERY_MS, startConsumer } from './event-store/consumer.ts';
import { happened, ids, newStream } from './event-store/open-log.ts';

/** Concurrent tests each dispose what they opened. */
type Finish = (step: () => Promise<void>) => void;

async function openCluster(onTestFinished: Finish, options = '') {
  const cluster = await startEventStoreCluster();
  onTestFinished(() => cluster.close());
  return { cluster, ...(await openStore(onTestFinished, `${cluster.url}${options}`)) };
}

async function openStore(onTestFinished: Finish, url: string) {
  const store = await createEventStoreDb({ url });
  onTestFinished(() => store.close());
  const consuming = startConsumer(store);
  onTestFinished(() => consuming.end());
  return { store, following: consuming };
}

/** Retries until there is an answer. */
const inTheEnd = <T>(ask: () => Promise<T>) => vi.waitFor(ask, { timeout: RECOVERY_MS, interval: 10 });

/** Writers that repeat each event until it is acknowledged. */
function startWriters(store: EventStore, count = 8) {
  const written = new Map<string, string[]>();
  let isOver = false;
  const writers = Array.from({ length: count }, async () => {
    const stream = newStream();
    const standing: string[] = [];
    written.set(stream, standing);
    for (let event = happened(); !isOver; ) {
      try {
        // Any other error is a failure, also a refusal: an append was stored twice or lost.
        await store.append(stream, standing.length - 1, [event]);
        standing.push(event.id);
        event = happened();
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    }
  });
  const total = () => [...written.values()].flat().length;
  return {
    written,
    total,
    /** Until each writer has another answer. */
    async goOn() {
      const before = new Map([...written].map(([stream, { length }]) => [stream, length]));
      const isAnswered = () => [...written].every(([stream, { length }]) => length > (before.get(stream) ?? 0));
      await vi.waitUntil(isAnswered, { timeout: RECOVERY_MS, interval: 5 });
    },
    async end() {
      isOver = true;
      await Promise.all(writers);
    },
  };
}

/** A fault of the leader; returns the function that repairs it. */
type Fault = (leader: ClusterNode, cluster: EventStoreCluster) => Promise<() => Promise<void>>;

const FAULTS: [string, Fault][] = [
  [
    'resigns before it is upgraded',
    async (leader, cluster) => {
      await cluster.resign();
      await leader.die();
      return leader.restart;
    },
  ],
  [
    'is stopped',
    async (leader) => {
      leader.resetStreams();
      await leader.die();
      return leader.restart;
    },
  ],
  [
    'is killed',
    async (leader) => {
      await leader.die();
      return leader.restart;
    },
  ],
];
const FREEZES: Fault = async (leader) => {
  leader.freeze();
  return async () => {
    await leader.thaw();
    await leader.restart();
  };
};

async function expectNothingLost(onTestFinished: Finish, fault: Fault) {
  const { cluster, store, following } = await openCluster(onTestFinished);
  const leader = await cluster.leader();
  await vi.waitUntil(() => leader.subscriptions === 1, RECOVERY_MS);
  const writers = startWriters(store);
  await writers.goOn();
  const repair = await fault(leader, cluster);
  await writers.goOn();
  await repair();
  await writers.goOn();
  await writers.end();
  for (const [stream, written] of writers.written) expect(ids(await store.readStream(stream))).toEqual(written);
  await following.has(writers.total());
  await expectInOrder(following.received, store);
}

describe('a cluster under writers, a consumer following', () => {
  test.for(FAULTS)(
    'whose leader %s loses nothing, stores nothing twice and continues',
    ([, fault], { onTestFinished }) => expectNothingLost(onTestFinished, fault),
  );
});

test('a command waits for the next leader, when the leader is killed', async ({ onTestFinished }) => {
  const { cluster, store } = await openCluster(onTestFinished);
  const stream = newStream();
  await store.append(stream, NO_STREAM, [happened()]);
  await (await cluster.leader()).die();
  expect(await store.append(stream, 0, [happened()])).toMatchObject({ revision: 1 });
});

test('a read asks the leader, and never a follower that lags behind what has been acknowledged', async ({
  onTestFinished,
}) => {
  const { cluster, store, following } = await openCluster(onTestFinished);
  const former = await cluster.leader();
  const stream = newStream();
  const first = happened();
  await store.append(stream, NO_STREAM, [first]);
  await following.has(1);
  await vi.waitUntil(() => former.subscriptions === 1, RECOVERY_MS);
  former.lag();
  await cluster.resign();
  // Another process, which has found the new leader.
  const other = await openStore(onTestFinished, `${cluster.url}&connectionName=other`);
  const second = happened();
  const { position } = await other.store.append(stream, 0, [second]);
  expect(ids(await store.readStream(stream))).toEqual(ids([first, second]));
  expect(await store.head()).toBe(position);
  expect((await store.readAll({ after: 0n, limit: 10 })).position).toBe(position);
  await following.has(2);
});

describe('the addresses of a cluster', () => {
  test.for(['esdb', 'esdb+discover'])(
    '%s:// are all tried, the first one may be away',
    async (scheme, { onTestFinished }) => {
      const cluster = await startEventStoreCluster();
      onTestFinished(() => cluster.close());
      const [first] = cluster.nodes;
      await first?.die();
      const { store } = await openStore(onTestFinished, cluster.url.replace('esdb', scheme));
      expect(await store.append(newStream(), NO_STREAM, [happened()])).toMatchObject({ revision: 0 });
    },
  );
});

test('the addresses of a cluster are tried within one command, where the first one is frozen', async ({
  onTestFinished,
}) => {
  const { cluster, store } = await openCluster(onTestFinished);
  const [follower] = await cluster.followers();
  const names = [follower, ...cluster.nodes.filter((node) => node !== follower)].map((node) => node?.port);
  const url = `esdb://${names.map((port) => `127.0.0.1:${port}`).join(',')}?tls=false`;
  follower?.freeze();
  // The client shuffles the addresses by this.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(async () => random.mockRestore());
  const other = await openStore(onTestFinished, url);
  expect(other.store.storeId).toBe(store.storeId);
});

// Concurrent, because each waits for seconds.
describe.concurrent('a command', () => {
  test('that was on its way to a leader that froze is taken once, by the next one', async ({ onTestFinished }) => {
    const { cluster, store } = await openCluster(onTestFinished);
    const stream = newStream();
    await store.append(stream, NO_STREAM, [happened()]);
    const leader = await cluster.leader();
    leader.freeze();
    const event = happened();
    expect(await inTheEnd(() => store.append(stream, 0, [event]))).toMatchObject({ revision: 1 });
    // Calls that waited for the frozen leader are not executed later.
    await leader.thaw();
    await leader.restart();
    expect(await inTheEnd(() => store.append(stream, 1, [happened()]))).toMatchObject({ revision: 2 });
    expect(ids(await store.readStream(stream))[1]).toBe(event.id);
  });

  test('is refused while only one node of three runs, and taken once a second one is back', async ({
    onTestFinished,
  }) => {
    const { cluster, store, following } = await openCluster(onTestFinished);
    await store.append(newStream(), NO_STREAM, [happened()]);
    await following.has(1);
    const stopped = await cluster.followers();
    for (const node of stopped) await node.die();
    const [stream, event] = [newStream(), happened()];
    await Promise.all([
      expect(store.append(stream, NO_STREAM, [event])).rejects.toThrow(/cannot be reached: .+/),
      expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable),
    ]);
    await stopped[0]?.restart();
    await inTheEnd(() => store.append(stream, NO_STREAM, [event]));
    await following.has(2);
  });

  test('and its consumers go on after all nodes have stopped one by one', async ({ onTestFinished }) => {
    // One search for a leader takes almost all of a command's time limit.
    const options = '&maxDiscoverAttempts=1&discoveryInterval=2500';
    const { cluster, store, following } = await openCluster(onTestFinished, options);
    const leader = await cluster.leader();
    await vi.waitUntil(() => leader.subscriptions === 1, RECOVERY_MS);
    const [stream, event] = [newStream(), happened()];
    for (const node of await cluster.followers()) await node.die();
    leader.answerAfter(100);
    const asking: Promise<unknown>[] = [];
    for (let n = 0; n < 10; n += 1) {
      asking.push(expect(store.readStream(stream)).rejects.toBeInstanceOf(StoreUnavailable));
      await pause(20);
    }
    await Promise.all(asking);
    await leader.die();
    leader.answerAfter(0);
    for (const node of cluster.nodes) await node.restart();
    await inTheEnd(() => store.append(stream, NO_STREAM, [event]));
    await following.has(1);
    await expectInOrder(following.received, store);
  });

  test('reports that all nodes must be named, if the only named one is not the leader', async ({ onTestFinished }) => {
    const { cluster } = await openCluster(onTestFinished);
    const [follower] = await cluster.followers();
    const open = () => createEventStoreDb({ url: `esdb://127.0.0.1:${follower?.port}?tls=false` });
    await inTheEnd(() => expect(open()).rejects.toThrow('is not the leader of its cluster'));
  });

  test('of many, with a consumer following, is neither lost nor stored twice while the leader freezes', ({
    onTestFinished,
  }) => expectNothingLost(onTestFinished, FREEZES));
});
