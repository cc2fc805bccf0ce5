import { expect, test } from 'vitest';
import type { Batch } from '../../../../api/contract/batches.ts';
import { placesOf } from './places-left.ts';

const placesIn = (status: Batch['status'], seatsTaken = 15) => placesOf({ status, seatsTaken, capacity: 1_200 });

test('a program says how many places are left, also before it opens', () => {
  expect(placesIn('Open')).toBe('1,185 of 1,200 places left');
  expect(placesIn('Draft', 0)).toBe('1,200 of 1,200 places left');
  expect(placesIn('Open', 1_300)).toBe('0 of 1,200 places left');
});

test('a program that takes no applications any more says how many places it has', () => {
  expect(placesIn('Closed')).toBe('1,200 places');
  expect(placesIn('Complete')).toBe('1,200 places');
});
