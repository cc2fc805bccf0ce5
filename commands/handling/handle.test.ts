import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SYSTEM } from '../../domain/access/actor.ts';
import { aggregate } from '../../domain/event-sourcing/aggregate.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { defineEvent, type EventOf } from '../../domain/event-sourcing/event.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { openTemporaryStores, type TemporaryStores } from '../../test/support/temporary-stores.ts';
import type { CommandContext } from '../context/context.ts';
import { createCodec } from '../event-store/codec.ts';
import { createEventLog } from '../event-store/encoded-event-log.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { createSubjectKeys } from '../vault/subject-keys.ts';
import { handle, load } from './handle.ts';

const Added = defineEvent({ type: 'Added', audience: null, data: z.object({ amount: z.number(), id: z.string() }) });
type Command = { type: 'Add'; data: { amount: number } } | { type: 'Rest'; data: null };

const sum = aggregate<{ total: number; at: readonly string[] }, EventOf<typeof Added>, Command>({
  category: 'sum',
  initial: { total: 0, at: [] },
  evolve: { Added: ({ total, at }, event) => ({ total: total + event.data.amount, at: [...at, event.at] }) },
  decide: {
    Add: ({ amount }, { total }, { newId }) =>
      total + amount > 1000
        ? reject('refused', 'Too much.')
        : accept([{ type: 'Added', data: { amount, id: newId('added') } }]),
    Rest: () => accept([]),
  },
});
const add = (amount: number): Command => ({ type: 'Add', data: { amount } });

function openLog({ store, vault }: Pick<TemporaryStores, 'store' | 'vault'>): EventLog {
  const keys = createSubjectKeys({ vault, masterKey: createSecretKey(randomBytes(32)) });
  return createEventLog({ store, codec: createCodec({ definitionOf: () => Added, keys }) });
}

const newContext = (given: Partial<CommandContext> = {}): CommandContext => ({
  at: '2026-03-02T09:30:00.000Z',
  actor: SYSTEM,
  organizationId: null,
  commandId: randomUUID(),
  commandHash: 'one input',
  correlationId: 'request-1',
  causationId: null,
  ...given,
});

/** Changes the stream before each append of this log. */
function interrupted(log: EventLog, interruptions: number, interrupt: () => Promise<unknown>): EventLog {
  let left = interruptions;
  return {
    ...log,
    async append(...append) {
      left -= 1;
      if (left >= 0) await interrupt();
      return log.append(...append);
    },
  };
}

test('commands are decided and appended together', async () => {
  await using stores = await openTemporaryStores();
  const log = openLog(stores);
  const handled = await handle({ log }, sum, '1', [add(1), add(2)], newContext());
  expect(handled).toMatchObject({ ok: true, value: { id: '1', state: { total: 3 }, revision: 1, position: 2n } });
  expect(await load({ log }, sum, '1')).toMatchObject({ state: { total: 3 }, revision: 1 });
  expect((await load({ log }, sum, '1', 0)).state.total).toBe(1);
});

test('a command is decided on what its caller has read, and again if that is outdated', async () => {
  await using stores = await openTemporaryStores();
  const log = openLog(stores);
  const loaded = await load({ log }, sum, '1');
  expect(await handle({ log }, sum, '1', [add(600)], newContext(), { loaded })).toMatchObject({ ok: true });
  // Outdated: this read alone would allow another 600.
  expect(await handle({ log }, sum, '1', [add(600)], newContext(), { loaded })).toMatchObject({ ok: false });
  expect(await handle({ log }, sum, '1', [add(400)], newContext(), { loaded })).toMatchObject({
    value: { state: { total: 1000 }, revision: 1 },
  });
});

test('what its caller has read does not count if others changed the stream before', async () => {
  await using stores = await openTemporaryStores();
  const log = openLog(stores);
  const loaded = await load({ log }, sum, '1');
  const appends: unknown[] = [];
  const counted: EventLog = {
    ...log,
    append: (...append) => {
      appends.push(append);
      return log.append(...append);
    },
  };
  await Promise.all([1, 2, 3].map((n) => handle({ log: counted }, sum, '1', [add(n)], newContext(), { loaded })));
  expect((await load({ log }, sum, '1')).state.total).toBe(6);
  expect(appends).toHaveLength(3);
});

test('one refusal refuses them all', async () => {
  await using stores = await openTemporaryStores();
  const log = openLog(stores);
  const refused = await handle({ log }, sum, '1', [add(1), add(1000)], newContext());
  expect(refused).toEqual(reject('refused', 'Too much.'));
  expect(await load({ log }, sum, '1')).toMatchObject({ revision: -1 });
});

test('a command that changes nothing appends nothing', async () => {
  await using stores = await openTemporaryStores();
  const log = openLog(stores);
  await handle({ log }, sum, '1', [add(1)], newContext());
  const rested = await handle({ log }, sum, '1', [{ type: 'Rest', data: null }], newContext());
  expect(rested).toMatchObject({ ok: true, value: { revision: 0, position: 1n, appended: [] } });
});

describe('a retry', () => {
  test('gets the first answer, also after others', async () => {
    await using stores = await openTemporaryStores();
    const log = openLog(stores);
    const context = newContext();
    const first = await handle({ log }, sum, '1', [add(1)], context);
    await handle({ log }, sum, '1', [add(5)], newContext());
    const again = await handle({ log }, sum, '1', [add(1)], { ...context, at: '2026-03-09T09:30:00.000Z' });
    expect(again).toEqual(first);
    expect((await load({ log }, sum, '1')).state.total).toBe(6);
  });

  test('with another input is refused', async () => {
    await using stores = await openTemporaryStores();
    const log = openLog(stores);
    const context = newContext();
    await handle({ log }, sum, '1', [add(1)], context);
    const other = await handle({ log }, sum, '1', [add(2)], { ...context, commandHash: 'another input' });
    expect(other).toMatchObject({ ok: false, rejection: { code: 'refused' } });
  });

  test('a hundred times at once has one effect and one answer', async () => {
    await using stores = await openTemporaryStores();
    const log = openLog(stores);
    const context = newContext();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        handle({ log }, sum, '1', [add(1)], { ...context, at: `2026-03-02T09:30:00.${String(n).padStart(3, '0')}Z` }),
      ),
    );
    expect((await load({ log }, sum, '1')).state.total).toBe(1);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('that meets another input in flight confuses neither', async () => {
    await using stores = await openTemporaryStores();
    const log = openLog(stores);
    const context = newContext();
    const answers = await Promise.all(
      [1, 2].map((n) => handle({ log }, sum, '1', [add(n)], { ...context, commandHash: `input ${n}` })),
    );
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  test('finds its event even after losing every race', async () => {
    await using stores = await openTemporaryStores();
    const log = openLog(stores);
    const context = newContext();
    let round = 0;
    const racing = interrupted(log, 3, () => {
      round += 1;
      return handle({ log }, sum, '1', [add(1)], round === 3 ? context : newContext());
    });
    const answer = await handle({ log: racing }, sum, '1', [add(1)], context);
    expect(answer).toMatchObject({ ok: true, value: { revision: 2 } });
  });
});

describe('concurrent writers', () => {
  test('of one process are queued', async () => {
    await using stores = await openTemporaryStores();
    const log = openLog(stores);
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => handle({ log }, sum, '1', [add(40)], newContext())),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(25);
    expect(answers.filter(({ ok }) => !ok)).toEqual(Array(7).fill(reject('refused', 'Too much.')));
    expect((await load({ log }, sum, '1')).state.total).toBe(1000);
  });

  test('of thirty-two processes are decided one by one, and none is lost', async () => {
    await using stores = await openTemporaryStores();
    const log = openLog(stores);
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => handle({ log: openLog(stores) }, sum, '1', [add(40)], newContext())),
    );
    const { state, events } = await load({ log }, sum, '1');
    const accepted = answers.filter(({ ok }) => ok);
    expect(state.total).toBe(accepted.length * 40);
    expect(accepted.length).toBeGreaterThanOrEqual(1);
    expect(events.map(({ revision }) => revision)).toEqual(accepted.map((_, index) => index));
    for (const answer of answers) {
      if (!answer.ok) expect(answer.rejection.code).toBe('conflict');
    }
  });

  test('that lose twice are decided again on the new state', async () => {
    await using stores = await openTemporaryStores();
    const log = openLog(stores);
    const racing = interrupted(log, 2, () => handle({ log }, sum, '1', [add(480)], newContext()));
    expect(await handle({ log: racing }, sum, '1', [add(40)], newContext())).toMatchObject({
      ok: true,
      value: { state: { total: 1000 }, revision: 2 },
    });
    const tooLate = interrupted(log, 1, () => handle({ log }, sum, '2', [add(990)], newContext()));
    expect(await handle({ log: tooLate }, sum, '2', [add(40)], newContext())).toEqual(reject('refused', 'Too much.'));
  });

  test('that lose three times get a conflict', async () => {
    await using stores = await openTemporaryStores();
    const log = openLog(stores);
    const racing = interrupted(log, 3, () => handle({ log }, sum, '1', [add(1)], newContext()));
    const lost = await handle({ log: racing }, sum, '1', [add(40)], newContext());
    expect(lost).toMatchObject({ ok: false, rejection: { code: 'conflict' } });
    expect((await load({ log }, sum, '1')).state.total).toBe(3);
  });
});

test('time never runs backwards in a stream, even if clocks do', async () => {
  await using stores = await openTemporaryStores();
  const log = openLog(stores);
  for (const at of ['2026-03-02T09:30:00.000Z', '2026-03-02T09:29:59.999Z', '2026-03-02T09:30:00.001Z']) {
    await handle({ log }, sum, '1', [add(1)], newContext({ at }));
  }
  expect((await load({ log }, sum, '1')).state.at).toEqual([
    '2026-03-02T09:30:00.000Z',
    '2026-03-02T09:30:00.000Z',
    '2026-03-02T09:30:00.001Z',
  ]);
});

test('one account changes one stream 1,000 times a day, while others and the next day are not affected', async () => {
  await using stores = await openTemporaryStores();
  const log = openLog(stores);
  const by = (id: string, at = '2026-03-02T09:30:00.000Z') =>
    newContext({ actor: { kind: 'user', id, roles: [], isCreator: false }, at });
  const many = Array.from({ length: 500 }, () => add(0));
  for (let n = 0; n < 2; n += 1) expect((await handle({ log }, sum, 'busy', many, by('ada'))).ok).toBe(true);
  expect(await handle({ log }, sum, 'busy', [add(0)], by('ada'))).toMatchObject({
    rejection: { code: 'too-many-requests', message: TEXTS.quotas.changesToday(1_000) },
  });
  expect((await handle({ log }, sum, 'busy', [{ type: 'Rest', data: null }], by('ada'))).ok).toBe(true);
  expect((await handle({ log }, sum, 'busy', [add(1)], by('ben'))).ok).toBe(true);
  expect((await handle({ log }, sum, 'busy', [add(1)], newContext())).ok).toBe(true);
  expect((await handle({ log }, sum, 'busy', [add(1)], by('ada', '2026-03-03T09:30:00.001Z'))).ok).toBe(true);
});
