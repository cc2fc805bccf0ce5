import { expect, test, vi } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { Dispatcher } from '../outbox/dispatcher.ts';
import { openOutbox } from '../outbox/outbox.ts';
import { entryAskedFor, type Reaction } from '../outbox/reaction.ts';
import type { CommandContext } from './context.ts';
import { currentCorrelation, withCorrelation } from './correlation.ts';

test('work that follows from several requests is logged under the id of each, whichever request started it', async () => {
  await using stores = await openTemporaryStores();
  const outbox = openOutbox(stores.vault);
  const worked: unknown[] = [];
  const reaction: Reaction = {
    name: 'answer',
    deliveriesFor: () => [],
    async carryOut({ eventId }) {
      await outbox.count({});
      worked.push([eventId, currentCorrelation()]);
      return { kind: 'delivered' };
    },
  };
  const asked = { reaction: 'answer', lane: 'mail', stream: 'application-1', delayMs: 0 } as const;
  for (const id of ['one', 'two']) {
    const context = { commandId: id, organizationId: null, correlationId: `request ${id}` } as CommandContext;
    await outbox.insert(entryAskedFor(asked, context, 0));
  }
  const ended: unknown[] = [];
  const dispatcher = new Dispatcher({
    outbox,
    reactions: [reaction],
    now: () => 1,
    onProblem: (message) => expect.fail(message),
    onAttempt: ({ entry }) => ended.push([entry.eventId, currentCorrelation()]),
    isShared: false,
  });
  withCorrelation('request three', () => dispatcher.wake());
  await vi.waitUntil(() => ended.length === 2, 10_000);
  await dispatcher.stop();
  const expected = [
    ['one', 'request one'],
    ['two', 'request two'],
  ];
  expect([worked.sort(), ended.sort()]).toEqual([expected, expected]);
});
