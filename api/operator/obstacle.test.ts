import { expect, test } from 'vitest';
import type { EngineStatus } from '../../projections/engine/status.ts';
import { obstacleOf } from './obstacle.ts';

/** Read models that something keeps from the log for so many looks, and which have caught up then. */
function keptFor(looks: number) {
  const ready = Promise.withResolvers<void>();
  let left = looks;
  const status = async () => {
    if (left === 0) ready.resolve();
    else left -= 1;
    return { error: left > 0 ? 'StoreUnavailable: away' : null } as EngineStatus;
  };
  return { status, whenReady: () => ready.promise };
}

test('a server that is away for a moment keeps nothing from the log', async () => {
  expect(await obstacleOf(keptFor(3), { areRemote: true })).toBeNull();
});

test('files of our own do not come back by themselves', async () => {
  expect(await obstacleOf(keptFor(3), { areRemote: false })).toBe('StoreUnavailable: away');
});
