import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import { expect, test } from 'vitest';
import { deriveFrom } from '../../commands/vault/derived-keys.ts';
import { createLimits } from './limits/limits.ts';
import { createAwaitMinPosition } from './min-position.ts';
import { createPositions } from './positions.ts';

const positions = createPositions(deriveFrom(randomBytes(32)));

const visit = { address: '192.0.2.1', limits: createLimits() };

test('a look at the log is shared by all who ask, and begins after they asked', async () => {
  const looks: ((head: bigint) => void)[] = [];
  const awaitMinPosition = createAwaitMinPosition({
    log: { head: () => new Promise((resolve) => looks.push(resolve)) },
    engine: { waitFor: async () => 'reached' },
  });
  const ask = async (position: bigint) => {
    const headers = new Map<string, string>();
    const setHeader = (name: string, value: string) => headers.set(name, value);
    await awaitMinPosition(
      { setHeader, locals: { positions, visit } } as unknown as Response,
      positions.seal(position),
    );
    return headers.get('X-Read-Model') ?? 'reached';
  };
  const first = ask(7n);
  // Another process appends 7 when that look has begun.
  const later = [7n, 7n, 8n].map(ask);
  expect(looks).toHaveLength(1);
  looks[0]?.(6n);
  expect(await first).toBe('stale');
  while (looks.length < 2) await nextTurn();
  looks[1]?.(7n);
  expect(await Promise.all(later)).toEqual(['reached', 'reached', 'stale']);
  expect(await ask(7n)).toBe('reached');
  expect(looks).toHaveLength(2);
});
