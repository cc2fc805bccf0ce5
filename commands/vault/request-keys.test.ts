import { expect, test } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { createRequestKeys } from './request-keys.ts';

const HOUR = 3_600_000;

test.each([true, false])(
  'a key stands for one request, for a day (vault shared with other processes: %s)',
  async (isShared) => {
    await using stores = await openTemporaryStores();
    let clock = 0;
    const keys = createRequestKeys({ vault: stores.vault, now: () => clock, isShared });
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
  },
);

test.each([true, false])(
  'of requests that come at once under one key, the first is the one (vault shared: %s)',
  async (isShared) => {
    await using stores = await openTemporaryStores();
    const keys = createRequestKeys({ vault: stores.vault, now: () => 0, isShared });
    const taken = await Promise.all(['one', 'two', 'one', 'one'].map((hash) => keys.take('command', hash)));
    expect(taken).toEqual(['new', 'other', 'same', 'same']);
    await keys.release('command');
    expect(await keys.take('command', 'two')).toBe('new');
  },
);
