import { afterEach, expect, test } from 'vitest';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import type { Reaction } from './reaction.ts';
import { Reactor } from './reactor.ts';

const NOW = Date.parse('2026-03-02T09:30:00.000Z');
const TOLD: Reaction = {
  name: 'told',
  deliveriesFor: () => [{ lane: 'mail' }],
  carryOut: async () => ({ kind: 'delivered' }),
};

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function openReacting() {
  const stores = await openTemporaryStores();
  cleanUp.push(async () => stores[Symbol.asyncDispose]());
  const { vault } = stores;
  const log = new MemoryLog();
  const outbox = openOutbox(vault);
  return {
    log,
    outbox,
    open: (itsOutbox: Outbox = outbox, reactions: readonly Reaction[] = [TOLD]) =>
      new Reactor({ source: log, vault, outbox: itsOutbox, reactions, now: () => NOW }),
  };
}

/** Runs until it has stored entries, or until its first problem, and then ends like a killed process. */
async function runAndDie(reactor: Reactor): Promise<unknown> {
  const killed = new AbortController();
  let problem: unknown = null;
  await reactor.open();
  await reactor.run(
    killed.signal,
    () => killed.abort(),
    (error) => {
      problem = error;
      killed.abort();
    },
  );
  return problem;
}

test('a process that dies before the deliveries of an event are stored leaves the event to the next one', async () => {
  const { log, outbox, open } = await openReacting();
  await open().establish();
  const event = log.append('application-1', { type: 'Happened', data: {} });
  const away = new Error('The vault is away');
  const insert = () => Promise.reject(away);
  expect(await runAndDie(open({ ...outbox, insert }))).toBe(away);
  expect(await outbox.count({})).toBe(0);
  expect(await runAndDie(open())).toBeNull();
  expect((await outbox.find({})).documents).toMatchObject([{ _id: `${event.id}:told`, state: 'pending' }]);
});

test('a process that dies after them stores none twice', async () => {
  const { log, outbox, open } = await openReacting();
  await open().establish();
  log.append('application-1', { type: 'Happened', data: {} });
  await runAndDie(open());
  log.append('application-1', { type: 'Happened', data: {} });
  await runAndDie(open());
  expect(await outbox.count({})).toBe(2);
});

test('a new reaction does not answer events from before it', async () => {
  const { log, outbox, open } = await openReacting();
  await open().establish();
  log.append('application-1', { type: 'Happened', data: {} });
  const both = [TOLD, { ...TOLD, name: 'added' }];
  await runAndDie(open(outbox, both));
  log.append('application-1', { type: 'Happened', data: {} });
  await runAndDie(open(outbox, both));
  const { documents } = await outbox.find({});
  expect(documents.map(({ reaction }) => reaction).toSorted()).toEqual(['added', 'told', 'told']);
});
