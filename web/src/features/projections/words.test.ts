import { expect, test } from 'vitest';
import { progressInWords, sizeInWords, standingOf, titleOf } from './words.ts';

const STATUS = {
  kind: 'portal',
  name: 'applications',
  state: 'catching-up',
  lag: 1204,
  eventsPerSecond: 0,
  movement: { stillForMs: 40_000, isStuck: true },
  rebuild: null,
  quarantined: { count: 0, documents: [] },
  events: { expected: 40, taken: 40 },
} as const;

test('a stuck read model says how far behind it is and since when, a moving one does not', () => {
  expect(standingOf(STATUS)).toEqual({ word: 'Stuck: 1,204 behind, 0 events/s for 40 s', meaning: 'problem' });
  const moving = { stillForMs: 0, isStuck: false };
  expect(standingOf({ ...STATUS, movement: moving }).word).toBe('1,204 behind');
  expect(standingOf({ ...STATUS, lag: 0, movement: moving }).word).toBe('Up to date');
  expect(standingOf({ ...STATUS, state: 'building', movement: moving }).word).toBe('Being built');
  expect(standingOf({ ...STATUS, state: 'faulted' }).word).toBe('Stopped');
  const holed = { ...STATUS, lag: 0, movement: moving, events: { expected: 40, taken: 37 } };
  expect(standingOf(holed)).toEqual({ word: '3 events missing', meaning: 'problem' });
  const quarantined = { count: 4, documents: [] };
  expect(standingOf({ ...STATUS, lag: 0, movement: moving, quarantined }).word).toBe('4 documents stopped');
});

test('a saved report shows no more than the beginning of its id', () => {
  expect(titleOf({ kind: 'report', name: 'report-1a2b3c4d-5e6f' })).toBe('Saved report 1a2b3c4d');
  expect(titleOf({ kind: 'file', name: 'file-workload' })).toBe('workload.ts');
});

test('sizes and progress are in plain words', () => {
  expect([0, 999, 4096, 18_300_000, 250_000_000].map(sizeInWords)).toEqual([
    '0 bytes',
    '999 bytes',
    '4.1 kB',
    '18.3 MB',
    '250 MB',
  ]);
  const progress = { share: 0.429, done: 2108, total: 4914, eventsPerSecond: 351, etaMs: 7990 };
  expect(progressInWords(progress)).toBe('42% · 2,108 of 4,914 events · 351/s, 8 s left');
});
