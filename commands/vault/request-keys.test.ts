import { expect, test } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { createRequestKeys } from './request-keys.ts';

const HOUR = 3_600_000;

test('a key stands for one request, for a day', async () => {
  await using stores = await openTemporaryStores();
  let clock = 0;
  const keys = createRequestKeys({ vault: stores.vault, now: () => clock });
  expect(await keys.take('command', 'one')).toBe('new');
  clock = 23 * HOUR;
  await keys.sweep();
  expect(await keys.take('command', 'one')).toBe('same');
  expect(await keys.take('command', 'two')).toBe('other');
  clock = 24 * HOUR;
  await keys.sweep();
  expect(await keys.take('command', 'two')).toBe('new');
  await keys.release('command');
  expect(await keys.take('command', 'three')).toBe('new');
});
