import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import type { CommandContext } from '../context/context.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { type Attempt, Dispatcher } from './dispatcher.ts';
import { LANES, type Lane, retryDelay, schoolMailLane } from './lanes.ts';
import { type OutboxEntry, openOutbox } from './outbox.ts';
import { type Delivery, entriesFor, entryAskedFor, type Outcome, type Reaction } from './reaction.ts';

const NOW = Date.parse('2026-03-02T09:30:00.000Z');

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function openDispatching(
  carryOut: Reaction['carryOut'],
  {
    onProblem = (message) => expect.fail(message),
    onAttempt = () => {},
    settle,
  }: {
    onProblem?: (message: string) => void;
    onAttempt?: (attempt: Attempt) => void;
    settle?: NonNullable<Reaction['settle']>;
  } = {},
) {
  const clock = { now: NOW };
  const stores = await openTemporaryStores();
  cleanUp.push(async () => stores[Symbol.asyncDispose]());
  const outbox = openOutbox(stores.vault);
  let noted = 0;
  const start = () => {
    const dispatcher = new Dispatcher({
      outbox,
      reactions: [{ name: 'test', deliveriesFor: () => [], carryOut, ...(settle && { settle }) }],
      now: () => clock.now,
      random: () => 0.5,
      graceMs: 10,
      onProblem,
      onAttempt,
      isShared: false,
    });
    cleanUp.push(() => dispatcher.stop());
    dispatcher.wake();
    return dispatcher;
  };
  return {
    clock,
    outbox,
    start,
    async note(lane: Lane, count = 1): Promise<readonly string[]> {
      const entries = Array.from({ length: count }, () => {
        noted += 1;
        const context = { commandId: `c${noted}`, organizationId: null, correlationId: 'r' } as CommandContext;
        return entryAskedFor(
          { reaction: 'test', stream: 'application-1', delayMs: 0, lane },
          context,
          NOW - 1000 + noted,
        );
      });
      await Promise.all(entries.map((entry) => outbox.insert(entry)));
      return entries.map(({ _id }) => _id);
    },
    inState: async (state: string) => (await outbox.find({ state })).documents.map(({ _id }) => _id),
  };
}

const hang = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('backoff grows from five seconds to an hour, ± 20 %', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, random) => {
      const delay = retryDelay(LANES.mail, tries, random);
      expect(delay).toBeGreaterThanOrEqual(4000);
      expect(delay).toBeLessThanOrEqual(4_320_000);
      expect(retryDelay(LANES.mail, tries + 1, random)).toBeGreaterThanOrEqual(delay);
    }),
  );
  expect(retryDelay(LANES.mail, 1, 0.5)).toBe(5000);
  expect(retryDelay(LANES.mail, 3, 0.5)).toBe(20_000);
});

test('Retry-After is respected if it is longer than the backoff', async () => {
  const waits = new Map<string, number>();
  const { outbox, note, start } = await openDispatching(async ({ _id }) => ({
    kind: 'retry',
    reason: 'busy',
    afterMs: waits.get(_id) ?? 0,
  }));
  const [short = '', long = ''] = await note('mail', 2);
  waits.set(short, 1000).set(long, 90_000);
  start();
  await vi.waitUntil(
    async () =>
      (await outbox.find({ state: 'pending' })).documents.every(({ tries }) => tries === 1) &&
      (await outbox.count({ state: 'pending' })) === 2,
    10_000,
  );
  const pauseOf = async (id: string) => Date.parse((await outbox.get(id))?.nextTryAt ?? '') - NOW;
  expect([await pauseOf(short), await pauseOf(long)]).toEqual([5000, 90_000]);
});

describe('a lane whose target hangs', () => {
  const hanging = schoolMailLane('hanging');

  /** Its attempts hang until the test ends. */
  const openHanging = async (then: (entry: OutboxEntry) => Promise<Outcome> = async () => ({ kind: 'delivered' })) => {
    const begun: string[] = [];
    const dispatching = await openDispatching(async (entry, signal) => {
      begun.push(entry._id);
      return entry.lane === hanging ? hang(signal) : then(entry);
    });
    return { ...dispatching, begun };
  };

  test('delays no other lane, however many of its entries are due earlier', async () => {
    const { note, start, inState, begun } = await openHanging();
    const stuck = await note(hanging, 200);
    const others = [
      ...(await note('mail', 20)),
      ...(await note('commands', 20)),
      ...(await note('calendly', 20)),
      ...(await note(schoolMailLane('other'), 20)),
    ];
    const dispatcher = start();
    await vi.waitUntil(async () => (await inState('delivered')).length === others.length, 10_000);
    expect((await inState('delivered')).toSorted()).toEqual(others.toSorted());
    expect(begun.filter((id) => stuck.includes(id))).toEqual(stuck.slice(0, LANES['school-mail'].atOnce));
    const [late] = await note('mail');
    dispatcher.wake();
    await vi.waitUntil(async () => (await inState('delivered')).includes(late ?? ''), 10_000);
  });

  test('has no more concurrent attempts than its kind allows over all lanes', async () => {
    const { note, start, begun, inState } = await openDispatchingMany();
    for (let school = 0; school < 20; school += 1) await note(schoolMailLane(`school-${school}`), 5);
    const mails = await note('mail', 10);
    start();
    await vi.waitUntil(async () => (await inState('delivered')).length === mails.length, 10_000);
    expect(begun()).toBe(LANES['school-mail'].inAll);
  });

  test('has one attempt at a time after a failure, so that nine such lanes do not delay a tenth of their kind', async () => {
    const firstTries = Promise.withResolvers<void>();
    let begun = 0;
    const { note, start, inState } = await openDispatching(async ({ lane }, signal) => {
      if (lane === schoolMailLane('other')) return { kind: 'delivered' };
      begun += 1;
      if (begun > LANES['school-mail'].inAll) return hang(signal);
      await firstTries.promise;
      return { kind: 'retry', reason: 'ETIMEDOUT' };
    });
    for (let school = 0; school < 9; school += 1) await note(schoolMailLane(`hanging-${school}`), 10);
    const dispatcher = start();
    const { atOnce, inAll } = LANES['school-mail'];
    await vi.waitUntil(() => begun === inAll, 10_000);
    firstTries.resolve();
    const haveFailed = inAll / atOnce;
    await vi.waitUntil(() => begun >= inAll + haveFailed + (9 - haveFailed) * atOnce, 10_000);
    const [id = ''] = await note(schoolMailLane('other'));
    dispatcher.wake();
    await vi.waitUntil(async () => (await inState('delivered')).includes(id), 10_000);
  });

  test.each<readonly [string, readonly Outcome[]]>([
    ['an email that is at fault itself', [{ kind: 'retry', reason: '550', fault: 'message' }]],
    ['a success after a failure', [{ kind: 'retry', reason: 'ETIMEDOUT' }, { kind: 'delivered' }]],
  ])('has all its attempts at a time after %s', async (_, outcomes) => {
    let next: Outcome | undefined;
    let begun = 0;
    const { outbox, note, start } = await openDispatching(async (_entry, signal) => {
      if (next) return next;
      begun += 1;
      return hang(signal);
    });
    const dispatcher = start();
    for (next of outcomes) {
      const [id = ''] = await note(hanging);
      dispatcher.wake();
      await vi.waitUntil(async () => (await outbox.get(id))?.tries === 1, 10_000);
    }
    next = undefined;
    const { atOnce } = LANES['school-mail'];
    await note(hanging, atOnce);
    dispatcher.wake();
    await vi.waitUntil(() => begun === atOnce, 10_000);
  });

  async function openDispatchingMany() {
    let hung = 0;
    const dispatching = await openDispatching(async ({ laneKind }, signal) => {
      if (laneKind !== 'school-mail') return { kind: 'delivered' };
      hung += 1;
      return hang(signal);
    });
    return { ...dispatching, begun: () => hung };
  }
});

test('an entry fails for good with the last attempt that its lane allows, and is never tried again', async () => {
  const tried: number[] = [];
  const { outbox, note, start, inState } = await openDispatching(async ({ tries }) => {
    tried.push(tries);
    return { kind: 'retry', reason: 'ETIMEDOUT' };
  });
  const { maxTries } = LANES.mail;
  const [last = '', earlier = ''] = await note('mail', 2);
  for (const [id, tries] of [
    [last, maxTries - 1],
    [earlier, maxTries - 2],
  ] as const) {
    await outbox.replace({ ...((await outbox.get(id)) as OutboxEntry), tries });
  }
  start();
  await vi.waitUntil(async () => (await outbox.get(earlier))?.tries === maxTries - 1, 10_000);
  await vi.waitUntil(async () => (await inState('failed')).length === 1, 10_000);
  expect(await outbox.get(last)).toMatchObject({ state: 'failed', tries: maxTries, reason: 'ETIMEDOUT' });
  expect(await outbox.get(earlier)).toMatchObject({ state: 'pending' });
  expect(tried.toSorted()).toEqual([maxTries - 1, maxTries - 2].toSorted());
});

test('an outcome that cannot be recorded is recorded later, and the delivery is not repeated', async () => {
  let attempts = 0;
  const problems: string[] = [];
  const asRecorded: OutboxEntry[] = [];
  const { clock, outbox, note, start, inState } = await openDispatching(
    async () => {
      attempts += 1;
      return { kind: 'delivered' };
    },
    {
      onProblem: (message) => void problems.push(message),
      async settle({ _id }) {
        asRecorded.push((await outbox.get(_id)) as OutboxEntry);
        if (asRecorded.length === 1) throw new Error('away');
      },
    },
  );
  const [id] = await note('mail');
  const former = start();
  await vi.waitUntil(() => problems.length === 1, 10_000);
  await former.stop();
  clock.now += 30_001;
  start();
  await vi.waitUntil(async () => (await inState('delivered')).length === 1, 10_000);
  expect(attempts).toBe(1);
  expect(problems).toEqual([`The outcome of ${id} could not be recorded; it will be retried`]);
  expect(asRecorded.map(({ state }) => state)).toEqual(['settling', 'settling']);
});

test('an outcome that is recorded after a restart tells a refused recipient from used-up attempts', async () => {
  const attempts: Attempt[] = [];
  const { outbox, note, start } = await openDispatching(async () => ({ kind: 'delivered' }), {
    onAttempt: (attempt) => void attempts.push(attempt),
  });
  const [usedUp = '', refused = ''] = await note('mail', 2);
  for (const [id, tries] of [
    [usedUp, LANES.mail.maxTries],
    [refused, 1],
  ] as const) {
    const noted = (await outbox.get(id)) as OutboxEntry;
    await outbox.replace({ ...noted, state: 'settling', reason: '550', tries });
  }
  start();
  await vi.waitUntil(() => attempts.length === 2, 10_000);
  expect(new Map(attempts.map(({ entry, isRefused }) => [entry._id, isRefused]))).toEqual(
    new Map([
      [usedUp, false],
      [refused, true],
    ]),
  );
});

test('an entry whose target has changed is tried in the other lane, and no attempt is counted', async () => {
  const own = schoolMailLane('org');
  const { outbox, note, start, inState } = await openDispatching(async ({ lane }) =>
    lane === own ? { kind: 'delivered' } : { kind: 'move', lane: own },
  );
  const [id = ''] = await note('mail');
  const noted = (await outbox.get(id)) as OutboxEntry;
  await outbox.replace({ ...noted, dueAt: new Date(NOW - 3_600_000).toISOString() });
  start();
  await vi.waitUntil(async () => (await inState('delivered')).length === 1, 10_000);
  const dueAt = new Date(NOW).toISOString();
  expect(await outbox.get(id)).toMatchObject({ lane: own, laneKind: 'school-mail', tries: 1, dueAt });
});

test('entries of an earlier version without a lane are also tried', async () => {
  const tried: (string | undefined)[] = [];
  let atOnce = 0;
  const { outbox, note, start, inState } = await openDispatching(async ({ lane }) => {
    tried.push(lane);
    atOnce += 1;
    expect(atOnce).toBeLessThanOrEqual(LANES.mail.atOnce);
    await outbox.count({});
    atOnce -= 1;
    return { kind: 'delivered' };
  });
  for (const id of await note('mail', 30)) {
    const { lane: _lane, laneKind: _kind, dueAt: _due, ...earlier } = (await outbox.get(id)) as OutboxEntry;
    await outbox.replace(earlier);
  }
  start();
  await vi.waitUntil(async () => (await inState('delivered')).length === 30, 10_000);
  expect(new Set(tried)).toEqual(new Set(['mail']));
});

test('a stop aborts a hanging attempt, releases its claim and counts no attempt', async () => {
  const begun = Promise.withResolvers<void>();
  const { outbox, note, start } = await openDispatching((_, signal) => {
    begun.resolve();
    return hang(signal);
  });
  const [id = ''] = await note('mail');
  const noted = await outbox.get(id);
  const dispatcher = start();
  await begun.promise;
  expect(await outbox.get(id)).toMatchObject({ state: 'sending' });
  await dispatcher.stop();
  await expect.poll(() => outbox.get(id)).toEqual(noted);
});

test('a stop does not wait for an attempt that cannot be aborted; its claim expires', async () => {
  const begun = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<Outcome>();
  const { outbox, note, start } = await openDispatching(() => {
    begun.resolve();
    return letGo.promise;
  });
  const [id = ''] = await note('mail');
  const dispatcher = start();
  await begun.promise;
  await dispatcher.stop();
  expect(await outbox.get(id)).toMatchObject({
    state: 'sending',
    nextTryAt: new Date(NOW + 30_000).toISOString(),
  });
  letGo.resolve({ kind: 'drop', reason: 'The test is over.' });
});

test('an attempt that outlasts its claim does not replace the result of the process that has taken over', async () => {
  const outcomes: ((outcome: Outcome) => void)[] = [];
  const { clock, note, start, inState } = await openDispatching(
    () => new Promise((resolve) => void outcomes.push(resolve)),
  );
  const ids = await note('mail');
  const former = start();
  await vi.waitUntil(() => outcomes.length === 1, 10_000);
  clock.now += 30_001;
  start();
  await vi.waitUntil(() => outcomes.length === 2, 10_000);
  outcomes[0]?.({ kind: 'retry', reason: 'It came late.' });
  await former.stop();
  outcomes[1]?.({ kind: 'delivered' });
  await vi.waitUntil(async () => (await inState('delivered')).length === 1, 10_000);
  expect(await inState('delivered')).toEqual(ids);
});

test('one reaction can request several deliveries of an event, in lanes of their own, each once', async () => {
  const stores = await openTemporaryStores();
  cleanUp.push(async () => stores[Symbol.asyncDispose]());
  const outbox = openOutbox(stores.vault);
  const event = { id: 'e', stream: 'application-1', revision: 3, metadata: {} } as Recorded<AnyEvent>;
  const deliveries: readonly Delivery[] = [
    { key: 'one', lane: schoolMailLane('one') },
    { key: 'two', lane: schoolMailLane('two'), delayMs: 1000 },
  ];
  const reactions = [
    { name: 'many', deliveriesFor: async () => deliveries },
    { name: 'none', deliveriesFor: () => [] },
  ];
  for (let again = 0; again < 2; again += 1) {
    for (const entry of await entriesFor(event, reactions, NOW)) await outbox.insert(entry);
  }
  const { documents } = await outbox.find({}, { sort: { by: 'nextTryAt' } });
  expect(documents).toMatchObject([
    { _id: 'e:many:one', key: 'one', lane: 'school-mail:one', laneKind: 'school-mail' },
    { _id: 'e:many:two', key: 'two', lane: 'school-mail:two', dueAt: new Date(NOW + 1000).toISOString() },
  ]);
});

test('an unavailable event store uses up no attempt, is reported once for all waiting entries, and loses nothing', async () => {
  let isAway = true;
  const problems: string[] = [];
  const dispatching = await openDispatching(
    async () => {
      if (isAway) throw new StoreUnavailable('The event store cannot be reached');
      return { kind: 'delivered' };
    },
    { onProblem: (message) => void problems.push(message) },
  );
  await dispatching.note('mail', 3);
  const dispatcher = dispatching.start();
  await vi.waitUntil(async () => problems.length > 0 && (await dispatching.inState('pending')).length === 3, 10_000);
  await dispatcher.stop();
  expect(problems).toEqual(['The outbox cannot be processed']);
  const waiting = await dispatching.outbox.find({ state: 'pending' });
  expect(waiting.documents.map(({ tries, nextTryAt }) => [tries, Date.parse(nextTryAt) - NOW])).toEqual(
    Array.from({ length: 3 }, () => [0, 5000]),
  );
  isAway = false;
  dispatching.clock.now += 5000;
  dispatching.start();
  await vi.waitUntil(async () => (await dispatching.inState('delivered')).length === 3, 10_000);
});
