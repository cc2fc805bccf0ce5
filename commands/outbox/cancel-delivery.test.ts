import { expect, test } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import type { CommandContext } from '../context/context.ts';
import { cancelDelivery } from './cancel-delivery.ts';
import { openOutbox } from './outbox.ts';
import { entryAskedFor } from './reaction.ts';

test('a delivery that was dropped for another reason counts as not cancelled', async () => {
  await using stores = await openTemporaryStores();
  const outbox = openOutbox(stores.vault);
  const asked = { reaction: 'test', stream: 'application-1', delayMs: 0, lane: 'mail' } as const;
  const context = { commandId: 'c', organizationId: null, correlationId: 'r' } as CommandContext;
  const entry = entryAskedFor(asked, context, Date.parse('2026-03-02T09:30:00.000Z'));
  await outbox.insert({ ...entry, state: 'dropped', reason: 'This version does not have this reaction.' });
  expect(await cancelDelivery(outbox, entry)).toBe(false);
});
