import { expect, test } from 'vitest';
import type { Bulk } from '../../../../../api/contract/bulk.ts';
import { isAtWorkFor } from './at-work.ts';

const MIA = { id: 'mia', email: null };
const JUN = { id: 'jun', email: null };
const bulk = (phase: Bulk['phase'], undoneBy: typeof MIA | null = null) =>
  ({ phase, startedBy: MIA, undo: undoneBy && { startedBy: undoneBy } }) as Bulk;

test('who loads the page anew finds what they have begun, or begun to undo, and nobody else’s', () => {
  expect(isAtWorkFor('mia', bulk('running'))).toBe(true);
  expect(isAtWorkFor('jun', bulk('running'))).toBe(false);
  expect(isAtWorkFor('mia', bulk('undoing', JUN))).toBe(false);
  expect(isAtWorkFor('jun', bulk('undoing', JUN))).toBe(true);
});

test('what is done is found no more', () => {
  expect(isAtWorkFor('mia', bulk('finished'))).toBe(false);
  expect(isAtWorkFor('mia', bulk('undone', MIA))).toBe(false);
});
