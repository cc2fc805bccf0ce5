import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import type { CommandContext } from '../context.ts';
import { Dispatcher, retryDelay } from './dispatcher.ts';
import { openOutbox } from './outbox.ts';
import { entryAskedFor, type Reaction } from './reaction.ts';

test('pauses grow from five seconds to an hour, a fifth up or down', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, random) => {
      const delay = retryDelay(tries, random);
      expect(delay).toBeGreaterThanOrEqual(4000);
      expect(delay).toBeLessThanOrEqual(4_320_000);
      expect(retryDelay(tries + 1, random)).toBeGreaterThanOrEqual(delay);
    }),
  );
  expect(retryDelay(1, 0.5)).toBe(5000);
  expect(retryDelay(3, 0.5)).toBe(20_000);
});

test('what another side wants to be left alone for is waited for, if it is longer than the pause', async () => {
  await using stores = await openTemporaryStores();
  const outbox = openOutbox(stores.vault);
  const now = Date.parse('2026-03-02T09:30:00.000Z');
  const waits = { short: 1000, long: 90_000 };
  const reactions = Object.entries(waits).map(
    ([name, afterMs]): Reaction => ({
      name,
      answers: () => false,
      template: null,
      carryOut: async () => ({ kind: 'retry', reason: 'busy', afterMs }),
    }),
  );
  const context = { commandId: 'c', organizationId: null, correlationId: 'r' } as CommandContext;
  for (const reaction of Object.keys(waits)) {
    await outbox.insert(entryAskedFor({ reaction, stream: 'application-1', delayMs: 0 }, context, now));
  }
  const dispatcher = new Dispatcher({
    outbox,
    reactions,
    now: () => now,
    random: () => 0.5,
    record: async () => {},
    onProblem: (message) => expect.fail(message),
    onAttempt: () => {},
    isShared: false,
  });
  dispatcher.wake();
  const tried = await vi.waitUntil(async () => {
    const { documents } = await outbox.find({ state: 'pending' });
    return documents.every(({ tries }) => tries === 1) && documents;
  }, 10_000);
  await dispatcher.stop();
  const pauses = tried.map(({ reaction, nextTryAt }) => [reaction, Date.parse(nextTryAt) - now]);
  expect(Object.fromEntries(pauses)).toEqual({ short: 5000, long: 90_000 });
});
