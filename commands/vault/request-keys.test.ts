import { expect, test } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { createRequestKeys } from './request-keys.ts';

const HOUR = 3_600_000;

test.each([true, false])(
  'a key belongs to one request for a day (vault shared with other processes: %s)',
  async (isShared) => {
    await using stores = await openTemporaryStores();
    let clock = 0;
    const keys = createRequestKeys({ vault: stores.vault, now: () => clock, isShared });
    expect(await keys.take('command', 'one', 'ada')).toBe('new');
    clock = 23 * HOUR;
    await keys.sweep();
    expect(await keys.take('command', 'one', 'ada')).toBe('same');
    expect(await keys.take('command', 'two', 'ada')).toBe('other');
    clock = 24 * HOUR;
    await keys.sweep();
    expect(await keys.take('command', 'two', 'ada')).toBe('new');
    await keys.release('command');
    expect(await keys.take('command', 'three', 'ada')).toBe('new');
  },
);

test.each([true, false])(
  'of simultaneous requests with one key the first one counts (vault shared: %s)',
  async (isShared) => {
    await using stores = await openTemporaryStores();
    const keys = createRequestKeys({ vault: stores.vault, now: () => 0, isShared });
    const taken = await Promise.all(['one', 'two', 'one', 'one'].map((hash) => keys.take('command', hash, 'ada')));
    expect(taken).toEqual(['new', 'other', 'same', 'same']);
    await keys.release('command');
    expect(await keys.take('command', 'two', 'ada')).toBe('new');
  },
);

test('an owner who sends ever new keys is refused for the day, and others are not', async () => {
  await using stores = await openTemporaryStores();
  let clock = 0;
  const keys = createRequestKeys({ vault: stores.vault, now: () => clock, isShared: false, perDay: 2 });
  expect(await keys.take('one', 'hash', 'ada')).toBe('new');
  expect(await keys.take('two', 'hash', 'ada')).toBe('new');
  expect(await keys.take('three', 'hash', 'ada')).toBe('too many');
  expect(await keys.take('three', 'hash', 'ben')).toBe('new');
  clock = 24 * HOUR;
  expect(await keys.take('four', 'hash', 'ada')).toBe('new');
});
