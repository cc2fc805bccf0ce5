import { expect, test } from 'vitest';
import type { Bulk } from '../../../../../api/contract/bulk.ts';
import { isAtWorkFor } from './at-work.ts';

const MIA = { id: 'mia', email: null };
const JUN = { id: 'jun', email: null };
const bulk = (phase: Bulk['phase'], undoneBy: typeof MIA | null = null) =>
  ({ phase, startedBy: MIA, undo: undoneBy && { startedBy: undoneBy } }) as Bulk;

test("a reload finds the person's own running bulk change or undo, and no other", () => {
  expect(isAtWorkFor('mia', bulk('running'))).toBe(true);
  expect(isAtWorkFor('jun', bulk('running'))).toBe(false);
  expect(isAtWorkFor('mia', bulk('undoing', JUN))).toBe(false);
  expect(isAtWorkFor('jun', bulk('undoing', JUN))).toBe(true);
});

test('a finished one is not found', () => {
  expect(isAtWorkFor('mia', bulk('finished'))).toBe(false);
  expect(isAtWorkFor('mia', bulk('undone', MIA))).toBe(false);
});
