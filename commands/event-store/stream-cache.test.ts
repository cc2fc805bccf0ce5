import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregate } from '../../domain/event-sourcing/aggregate.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { definitionOf } from '../../domain/events.ts';
import { newCommandContext } from '../../test/support/command-context.ts';
import { openTemporaryStores, type TemporaryStores } from '../../test/support/temporary-stores.ts';
import { uuidV5 } from '../context/identity.ts';
import { handle, load } from '../handling/handle.ts';
import { createSubjectKeys } from '../vault/subject-keys.ts';
import { createCodec } from './codec.ts';
import { createEventLog } from './encoded-event-log.ts';
import type { EventPage, EventStore } from './port.ts';
import { createStreamCache } from './stream-cache.ts';
import { createStreamHeads } from './stream-heads.ts';

interface State {
  readonly messages: readonly (string | null)[];
  readonly isErased: boolean;
}
type Said =
  | { type: 'CommentAdded'; data: { commentId: string }; personal: { message: string } | null }
  | { type: 'CommentDeleted'; data: { commentId: string } }
  | { type: 'PersonalDataErased'; data: Record<string, never> };
type Command =
  | { type: 'Say'; data: readonly string[] }
  | { type: 'DeleteLast'; data: null }
  | { type: 'Erase'; data: null };

const FULL = 12;

/** A refusal, and a change of nothing, may no longer hold once another process has said or deleted something. */
const talkIn = (category: string, full = FULL) =>
  aggregate<State, Said, Command>({
    category,
    initial: { messages: [], isErased: false },
    evolve: {
      CommentAdded: (state, { personal }) => ({ ...state, messages: [...state.messages, personal?.message ?? null] }),
      CommentDeleted: (state) => ({ ...state, messages: state.messages.slice(0, -1) }),
      PersonalDataErased: (state) => ({ ...state, isErased: true }),
    },
    decide: {
      Say: (said, { messages, isErased }) =>
        isErased || messages.length + said.length > full
          ? reject('refused', 'No more.')
          : accept(
              said.map((message) => ({ type: 'CommentAdded', data: { commentId: message }, personal: { message } })),
            ),
      DeleteLast: (_, { messages }) =>
        accept(messages.length === 0 ? [] : [{ type: 'CommentDeleted', data: { commentId: 'last' } }]),
      Erase: (_, { isErased }) => accept(isErased ? [] : [{ type: 'PersonalDataErased', data: {} }]),
    },
  });
const talk = talkIn('application');
const FEW = 3;
const briefTalk = talkIn('application', FEW);
const activity = talkIn('activity');

const masterKey = createSecretKey(randomBytes(32));

function openProcess(
  { store, vault }: Pick<TemporaryStores, 'store' | 'vault'>,
  { most = 1_000_000, clock = performance }: { most?: number; clock?: { now(): number } } = {},
) {
  const cache = createStreamCache(most, clock);
  const keys = createSubjectKeys({ vault, masterKey, onVoid: cache.evictSubject });
  // The clock of the commands in this file.
  const heads = createStreamHeads(() => Date.parse(newCommandContext().at));
  const decoded: string[] = [];
  const codec = createCodec({ definitionOf, keys });
  const inspect: typeof codec.inspect = (events) => {
    decoded.push(...events.map(({ id }) => id));
    return codec.inspect(events);
  };
  const log = createEventLog({ store, codec: { ...codec, inspect }, cache, heads });
  let seen = 0n;
  return {
    log,
    cache,
    keys,
    /** Ids of events that its subscription decoded. */
    decoded,
    /** As the subscription of each process; returns what it delivered. */
    async follow() {
      const delivered: Recorded<AnyEvent>[] = [];
      if (seen >= (await store.head())) return delivered;
      for await (const { events, position } of log.subscribe({ after: seen, signal: new AbortController().signal })) {
        seen = position;
        heads.delivered(events);
        delivered.push(...events);
        if (seen >= (await store.head())) break;
      }
      return delivered;
    },
  };
}

/** Without a cache, and with keys that nothing has been read with. */
function openFresh({ store, vault }: Pick<TemporaryStores, 'store' | 'vault'>) {
  const codec = createCodec({ definitionOf, keys: createSubjectKeys({ vault, masterKey }) });
  return { log: createEventLog({ store, codec }) };
}

/** As on EventStoreDB, where positions have gaps. */
function withGaps(store: EventStore): EventStore {
  const GAP = 3n;
  const placed = <Event extends { readonly position: bigint }>(event: Event) => ({
    ...event,
    position: event.position * GAP,
  });
  const pageOf = ({ events, position, ...page }: EventPage) => ({
    ...page,
    events: events.map(placed),
    position: position * GAP,
  });
  return {
    ...store,
    arePositionsDense: false,
    append: async (...given) => placed(await store.append(...given)),
    readStream: async (...given) => (await store.readStream(...given)).map(placed),
    readAll: async ({ after, ...options }) => pageOf(await store.readAll({ after: after / GAP, ...options })),
    head: async () => (await store.head()) * GAP,
    async *subscribe({ after, ...options }) {
      for await (const page of store.subscribe({ after: after / GAP, ...options })) yield pageOf(page);
    },
  };
}

/** Unless they are compared, the other process keeps what it knew. */
const at = { process: fc.nat(1), id: fc.constantFrom('1', '2'), areCompared: fc.boolean() };
const operations = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ ...at, do: fc.constant('say' as const), count: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 2, arbitrary: fc.record({ ...at, do: fc.constant('both' as const) }) },
    { weight: 2, arbitrary: fc.record({ ...at, do: fc.constant('repeat' as const) }) },
    { weight: 4, arbitrary: fc.record({ ...at, do: fc.constant('delete' as const) }) },
    { weight: 1, arbitrary: fc.record({ ...at, do: fc.constant('erase' as const) }) },
    { weight: 1, arbitrary: fc.record({ ...at, do: fc.constant('evict' as const) }) },
    { weight: 2, arbitrary: fc.record({ ...at, do: fc.constant('read' as const) }) },
  ),
  { minLength: 4, maxLength: 30 },
);

test.each([true, false])(
  'what two processes know is what a fresh read gives, whatever they do in turn (dense positions: %s)',
  async (arePositionsDense) => {
    await using stores = await openTemporaryStores();
    const store = arePositionsDense ? stores.store : withGaps(stores.store);
    const openNow = () => openFresh({ ...stores, store });
    await fc.assert(
      fc.asyncProperty(operations, fc.constantFrom(2_500, 1_000_000), async (steps, most) => {
        const run = randomUUID();
        const both = [0, 1].map(() => openProcess({ ...stores, store }, { most })) as unknown as readonly [
          ReturnType<typeof openProcess>,
          ReturnType<typeof openProcess>,
        ];
        for (const step of steps) {
          const mine = both[step.process as 0 | 1];
          const id = `${run}-${step.id}`;
          const before = (await load(openNow(), briefTalk, id)).state;
          const mayStill = (count: number) => !before.isErased && before.messages.length + count <= FEW;
          const say = (count: number): Command[] => [
            { type: 'Say', data: Array.from({ length: count }, () => randomUUID()) },
          ];
          switch (step.do) {
            case 'say': {
              const told = await handle(mine, briefTalk, id, say(step.count), newCommandContext());
              expect(told.ok).toBe(mayStill(step.count));
              if (told.ok) expect(told.value.state).toEqual((await load(openNow(), briefTalk, id)).state);
              await mine.follow();
              if (!before.isErased) await handle(mine, activity, id, say(1), newCommandContext());
              break;
            }
            case 'both': {
              const answers = await Promise.all(
                both.map((process) => handle(process, briefTalk, id, say(1), newCommandContext())),
              );
              expect(answers.filter(({ ok }) => ok)).toHaveLength(mayStill(2) ? 2 : mayStill(1) ? 1 : 0);
              break;
            }
            case 'repeat': {
              const [context, commands] = [newCommandContext(uuidV5(randomUUID(), 'key')), say(2)];
              const first = await handle(mine, briefTalk, id, commands, context);
              const again = await handle(both[1 - step.process] ?? mine, briefTalk, id, commands, context);
              expect(again.ok).toBe(first.ok);
              if (first.ok && again.ok) expect(again.value.state).toEqual(first.value.state);
              break;
            }
            case 'delete': {
              const deleted = await handle(
                mine,
                briefTalk,
                id,
                [{ type: 'DeleteLast', data: null }],
                newCommandContext(),
              );
              expect(deleted).toMatchObject({ ok: true, value: await load(openNow(), briefTalk, id) });
              expect(deleted.ok && deleted.value.appended).toHaveLength(before.messages.length === 0 ? 0 : 1);
              break;
            }
            case 'erase':
              if (before.messages.length === 0) break;
              await mine.keys.erase(`application-${id}`, new Date().toISOString());
              await handle(mine, briefTalk, id, [{ type: 'Erase', data: null }], newCommandContext());
              break;
            case 'evict':
              mine.cache.evict(`application-${id}`);
              break;
            case 'read':
              await mine.log.readStream(`activity-${id}`);
          }
          if (!step.areCompared && step.do !== 'erase') continue;
          const fresh = openNow();
          const stream = `application-${id}`;
          const recentIs = async (process: typeof mine) => {
            const delivered = await process.follow();
            const from = (delivered[0]?.position ?? 0n) - 1n;
            const { events: stored } = await fresh.log.readAll({ after: from, limit: delivered.length });
            if (delivered.length > 0) expect(delivered).toEqual(stored);
            expect(await load({ log: process.log, onRecent: () => {} }, briefTalk, id)).toEqual(
              await load(fresh, briefTalk, id),
            );
          };
          await recentIs(both[1 - step.process] ?? mine);
          for (const process of both) {
            expect(await process.log.readStream(stream)).toEqual(await fresh.log.readStream(stream));
            await recentIs(process);
            const about = `activity-${id}`;
            expect(await process.log.readStream(about)).toEqual(await fresh.log.readStream(about));
          }
        }
      }),
      { numRuns: 12 },
    );
  },
  120_000,
);

test('a command that would change nothing, as far as this process knows, changes what another one has added', async () => {
  await using stores = await openTemporaryStores();
  const [mine, other] = [openProcess(stores), openProcess(stores)];
  const ask = (process: typeof mine, command: Command) => handle(process, talk, '1', [command], newCommandContext());
  const say: Command = { type: 'Say', data: ['hello'] };
  const deleteLast: Command = { type: 'DeleteLast', data: null };
  for (const command of [say, deleteLast]) await ask(mine, command);
  await ask(other, say);
  expect(await ask(mine, deleteLast)).toMatchObject({ ok: true, value: { revision: 3, state: { messages: [] } } });
});

test('no stream is read from its beginning twice, and a command that changes something reads nothing', async () => {
  await using stores = await openTemporaryStores();
  const read: [string, number][] = [];
  const store: EventStore = {
    ...stores.store,
    arePositionsDense: false,
    readStream(stream, options) {
      read.push([stream, options?.from ?? 0]);
      return stores.store.readStream(stream, options);
    },
  };
  const [mine, other] = [openProcess({ ...stores, store }), openProcess(stores)];
  const say = (process: typeof mine, count = 1) =>
    handle(
      process,
      talk,
      '1',
      [{ type: 'Say', data: Array.from({ length: count }, () => randomUUID()) }],
      newCommandContext(),
    );
  await say(mine);
  await say(mine);
  await say(mine);
  expect(read).toEqual([['application-1', 0]]);
  await say(other);
  await say(mine);
  expect(read.slice(1)).toEqual([['application-1', 3]]);
  expect(await say(mine, FULL)).toMatchObject({ ok: false });
  expect(read.slice(2)).toEqual([['application-1', 5]]);
});

test('a stream that no one has used for five minutes is read anew, and one that is used stays', async () => {
  await using stores = await openTemporaryStores();
  const clock = { minute: 1, now: () => clock.minute * 60_000 };
  const { cache, ...process } = openProcess(stores, { clock });
  const say = (id: string) => handle(process, talk, id, [{ type: 'Say', data: [randomUUID()] }], newCommandContext());
  await say('unused');
  await say('used');
  for (; clock.minute < 7; clock.minute += 1) await say('used');
  expect(cache.get('application-unused')).toBeUndefined();
  expect(cache.get('application-used')?.events).toHaveLength(7);
  expect(await say('unused')).toMatchObject({ ok: true, value: { revision: 1 } });
});

test('a subscriber gets the events of its own process without decoding them, and decodes those of others', async () => {
  await using stores = await openTemporaryStores();
  const [mine, other] = [openProcess(stores), openProcess(stores)];
  const say = async (process: typeof mine) => {
    const said = await handle(process, talk, '1', [{ type: 'Say', data: ['hello'] }], newCommandContext());
    if (!said.ok) throw new Error('It was refused');
    return said.value.appended;
  };
  const own = [await say(mine), await say(mine)].flat();
  const others = await say(other);
  expect(await mine.follow()).toEqual([...own, ...others]);
  expect(mine.decoded).toEqual(others.map(({ id }) => id));
});

test('a subscriber that is behind gets nothing personal of a person whom another process has erased', async () => {
  await using stores = await openTemporaryStores();
  const [mine, other] = [openProcess(stores), openProcess(stores)];
  await handle(mine, talk, '1', [{ type: 'Say', data: ['hello'] }], newCommandContext());
  await other.keys.erase('application-1', new Date().toISOString());
  await handle(other, talk, '1', [{ type: 'Erase', data: null }], newCommandContext());
  expect(await mine.follow()).toMatchObject([{ personal: null }, { type: 'PersonalDataErased' }]);
});

test('a subscriber gets what is stored, also where a restored log has another event at the same place', async () => {
  await using stores = await openTemporaryStores();
  await using restored = await openTemporaryStores();
  let isRestored = false;
  const current = () => (isRestored ? restored.store : stores.store);
  const store: EventStore = {
    ...stores.store,
    head: () => current().head(),
    subscribe: (options) => current().subscribe(options),
  };
  const mine = openProcess({ ...stores, store });
  const other = openProcess({ store: restored.store, vault: stores.vault });
  const say = (process: typeof mine, message: string) =>
    handle(process, talk, '1', [{ type: 'Say', data: [message] }], newCommandContext());
  await say(mine, 'lost');
  await say(other, 'restored');
  isRestored = true;
  expect(await mine.follow()).toMatchObject([{ personal: { message: 'restored' } }]);
});

test('a log that has lost events on its server is read anew', async () => {
  await using stores = await openTemporaryStores();
  await using restored = await openTemporaryStores();
  let isRestored = false;
  const current = () => (isRestored ? restored.store : stores.store);
  const store: EventStore = {
    ...stores.store,
    append: (...given) => current().append(...given),
    readStream: (...given) => current().readStream(...given),
  };
  const process = openProcess({ ...stores, store });
  const say = () => handle(process, talk, '1', [{ type: 'Say', data: ['hello'] }], newCommandContext());
  await say();
  await say();
  isRestored = true;
  expect(await say()).toMatchObject({ ok: true, value: { revision: 0, state: { messages: ['hello'] } } });
});

test.each(['a read', 'a reading on', 'an append'] as const)(
  'nothing personal stays of a person who is erased during %s',
  async (work) => {
    await using stores = await openTemporaryStores();
    const paused = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    let isPausing = false;
    const late = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      const given = await answer;
      if (!isPausing) return given;
      isPausing = false;
      reached.resolve();
      await paused.promise;
      return given;
    };
    const store: EventStore = {
      ...stores.store,
      append: (...given) => late(stores.store.append(...given)),
      readStream: (...given) => late(stores.store.readStream(...given)),
    };
    const [mine, other] = [openProcess({ ...stores, store }), openProcess(stores)];
    const stream = 'application-1';
    const say = (process: typeof mine) =>
      handle(process, talk, '1', [{ type: 'Say', data: ['hello'] }], newCommandContext());
    await say(work === 'an append' ? mine : other);
    if (work === 'a reading on') await mine.log.readStream(stream);
    isPausing = true;
    const working = work === 'an append' ? say(mine) : mine.log.readStream(stream);
    await reached.promise;
    await mine.keys.erase(stream, new Date().toISOString());
    paused.resolve();
    const read = await working;
    if (work === 'a reading on') expect(read).toMatchObject([{ personal: null }]);
    expect(mine.cache.get(stream)?.events.filter(({ personal }) => personal !== null) ?? []).toEqual([]);
  },
);
