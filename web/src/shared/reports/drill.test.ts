import { expect, test } from 'vitest';
import { drillTest } from './drill.ts';

const at = '2026-03-01T09:00:00.000Z';
const batches = ['java', 'stack'].map((_id) => ({ _id, name: _id, status: 'Open' as const, openedAt: at }));
const original = { _id: 'a', batchId: 'java', status: 'NEW', createdAt: at, transferredTo: 'b' };
const copy = { _id: 'b', batchId: 'stack', status: 'CANCELLED', createdAt: at, transferredFrom: 'a' };

test('a transferred application opens with a number until its copy exists, a cancelled copy until its original returns', () => {
  const counted = (...all: readonly (typeof original | typeof copy)[]) => {
    const filter = { from: '2026-03-01', to: '2026-03-01' };
    const isCounted = drillTest(filter, batches, (time) => time.slice(0, 10), {
      find: (id) => all.find(({ _id }) => _id === id),
      isWhole: true,
    });
    return all.filter(isCounted).map(({ _id }) => _id);
  };
  expect(counted({ ...original, status: 'TRANSFERRED' })).toEqual(['a']);
  expect(counted({ ...original, status: 'TRANSFERRED' }, copy)).toEqual(['b']);
  expect(counted(original, copy)).toEqual(['a']);
  expect(counted(original, { ...copy, status: 'NEW' })).toEqual(['a', 'b']);
  const third = { ...copy, _id: 'c', status: 'NEW' };
  expect(counted({ ...original, status: 'TRANSFERRED', transferredTo: 'c' }, copy, third)).toEqual(['c']);
});
