import { expect, test } from 'vitest';
import { ACTIVITY_ACTIONS } from '../domain/activity/actions.ts';
import { given, type Happening } from '../test/support/recorded.ts';
import { activity, partIdsOf, shownActivity } from './activity.ts';

const did = (n: number): Happening => [
  'activity-1',
  {
    type: 'ActivityRecorded',
    data: { action: ACTIVITY_ACTIONS[n % 2 ? 1 : 0], timestamp: '2026-01-01T00:00:00.000Z' },
    personal: { actionDetails: `Ana ${n}` },
  },
];
const erased: Happening = ['application-1', { type: 'PersonalDataErased', data: {} }];

function shown(...story: readonly Happening[]) {
  const documents = given(activity, ...story);
  const own = documents.document('1');
  if (!own) throw new Error('Nothing was recorded');
  const parts = partIdsOf(own).map((id) => documents.document(id) ?? { from: 0, entries: [] });
  return { ...shownActivity(own.counts, parts), parts, count: documents.count };
}

test('the newest 5,000 entries are shown, earlier ones are counted, and no document holds more than 100', () => {
  const { entries, earlier, parts, count } = shown(...Array.from({ length: 5_230 }, (_, n) => did(n)));
  expect(entries).toHaveLength(5_000);
  expect([entries[0]?.actionDetails, entries.at(-1)?.actionDetails]).toEqual(['Ana 230', 'Ana 5229']);
  expect(earlier).toEqual(ACTIVITY_ACTIONS.slice(0, 2).map((action) => ({ action, count: 115 })));
  expect(Math.max(...parts.map((part) => part.entries.length))).toBe(100);
  expect(count).toBe(52);
});

test('a few entries are all shown, and none are counted', () => {
  const { entries, earlier } = shown(did(0), did(1), did(2));
  expect(entries.map(({ actionDetails }) => actionDetails)).toEqual(['Ana 0', 'Ana 1', 'Ana 2']);
  expect(earlier).toEqual([]);
});

test('an erasure blanks every part', () => {
  const { entries, parts } = shown(...Array.from({ length: 5_050 }, (_, n) => did(n)), erased);
  expect(parts).toHaveLength(51);
  expect(new Set(entries.map(({ actionDetails }) => actionDetails))).toEqual(new Set([null]));
});
