import { expect, test } from 'vitest';
import {
  copied,
  erased,
  type History,
  journeysFrom,
  moved,
  onDay,
  submitted,
  transferred,
} from '../../test/support/journeys.ts';
import type { ApplicationStatus } from '../application/statuses.ts';
import {
  applicantsIn,
  FUNNEL_STATUSES,
  funnelTable,
  funnelWords,
  groupedTable,
  groupsBySource,
  hasApplicants,
  inGroup,
  MEASURE_NAMES,
} from './funnel.ts';
import { FunnelTally } from './funnel-tally.ts';
import type { Journey } from './journey.ts';
import { median, p90 } from './quantiles.ts';
import { textOf } from './words.ts';

/** Of the counts of a funnel, those that are not 0. */
function countsOf(all: readonly Journey[]): Record<string, number> {
  const { columns, rows } = funnelTable(FunnelTally.of(all), null);
  const counts: Record<string, number> = {};
  for (const { key, cells } of rows) {
    for (const [index, column] of columns.entries()) {
      const cell = cells[index];
      const name = column.key === 'reached' ? key : `${key} ${column.key}`;
      if (column.unit === 'count' && cell) counts[name] = cell;
    }
  }
  return counts;
}

test('the funnel begins with NEW; a status that ranks below it follows', () => {
  expect(FUNNEL_STATUSES.slice(0, 3)).toEqual(['NEW', 'INCORRECT INFORMATION', 'INFORMATION SENT']);
});

const CASES: readonly (readonly [string, History, Record<string, number>])[] = [
  [
    'back and forth counts once, and the present status is where it is now',
    [
      [0, 'a', submitted('java')],
      [1, 'a', moved('NEW', 'INTERVIEW PENDING')],
      [2, 'a', moved('INTERVIEW PENDING', 'NEW')],
      [3, 'a', moved('NEW', 'INTERVIEW PENDING')],
    ],
    { applied: 1, NEW: 1, 'INTERVIEW PENDING': 1, 'INTERVIEW PENDING here': 1, open: 1 },
  ],
  [
    'a skipped status was not reached',
    [
      [0, 'a', submitted('java')],
      [1, 'a', moved('NEW', 'CONTRACT RECEIVED')],
    ],
    { applied: 1, NEW: 1, 'CONTRACT RECEIVED': 1, 'CONTRACT RECEIVED here': 1, signed: 1 },
  ],
  [
    'an undone change never happened, also after others that were undone before',
    [
      [0, 'a', submitted('java')],
      [1, 'a', moved('NEW', 'INFORMATION SENT')],
      [2, 'a', moved('INFORMATION SENT', 'CONTRACT SENT')],
      [3, 'a', moved('CONTRACT SENT', 'INFORMATION SENT', onDay(1))],
      [4, 'a', moved('INFORMATION SENT', 'WITHDRAWN')],
      [5, 'a', moved('WITHDRAWN', 'INFORMATION SENT', onDay(1))],
    ],
    { applied: 1, NEW: 1, 'INFORMATION SENT': 1, 'INFORMATION SENT here': 1, open: 1 },
  ],
  [
    'a transferred application counts once, under the copy, with its history',
    [
      [0, 'a', submitted('java')],
      [1, 'a', moved('NEW', 'DRILLS PENDING')],
      [2, 'a', transferred('DRILLS PENDING', 'stack', 'b')],
      [2, 'b', copied('a', 'stack', 'DRILLS PENDING')],
      [5, 'b', moved('DRILLS PENDING', 'CONTRACT SENT')],
    ],
    { applied: 1, NEW: 1, 'DRILLS PENDING': 1, 'CONTRACT SENT': 1, 'CONTRACT SENT here': 1, open: 1 },
  ],
  [
    'who returns from a transfer counts once, under the original, whether the return is an undo or not',
    [
      [0, 'a', submitted('java')],
      [1, 'a', transferred('NEW', 'stack', 'b')],
      [1, 'b', copied('a', 'stack', 'NEW')],
      [2, 'b', moved('NEW', 'CANCELLED')],
      [3, 'a', moved('TRANSFERRED', 'NEW', onDay(0))],
      [4, 'c', submitted('java')],
      [5, 'c', transferred('NEW', 'stack', 'd')],
      [5, 'd', copied('c', 'stack', 'NEW')],
      [6, 'c', moved('TRANSFERRED', 'DRILLS PENDING')],
      [7, 'd', moved('NEW', 'CANCELLED')],
    ],
    { applied: 2, NEW: 2, 'NEW here': 1, 'DRILLS PENDING': 1, 'DRILLS PENDING here': 1, open: 2 },
  ],
  [
    'who applies again after a cancellation is another application',
    [
      [0, 'a', submitted('java')],
      [1, 'a', moved('NEW', 'CANCELLED')],
      [2, 'b', submitted('java')],
    ],
    { applied: 2, NEW: 2, 'NEW here': 1, 'NEW left': 1, open: 1, ended: 1 },
  ],
  [
    'an erased person is nowhere',
    [
      [0, 'a', submitted('java')],
      [1, 'a', moved('NEW', 'COMPLETE')],
      [2, 'a', erased],
      [3, 'b', submitted('java')],
    ],
    { applied: 1, NEW: 1, 'NEW here': 1, open: 1 },
  ],
  [
    'one that waits is still open, not lost',
    [
      [0, 'a', submitted('java')],
      [1, 'a', moved('NEW', 'INFORMATION SENT')],
      [0, 'b', submitted('java')],
      [1, 'b', moved('NEW', 'INFORMATION SENT')],
      [9, 'b', moved('INFORMATION SENT', 'CONTRACT DECLINED')],
    ],
    {
      applied: 2,
      NEW: 2,
      'INFORMATION SENT': 2,
      'INFORMATION SENT here': 1,
      'INFORMATION SENT left': 1,
      open: 1,
      ended: 1,
    },
  ],
];

test.each(CASES)('%s', (_, happenings, expected) => {
  expect(countsOf(journeysFrom(...happenings))).toEqual(expected);
});

test('each application is in exactly one status or has ended from one, and is open, signed or ended', () => {
  const all = CASES.flatMap(([, happenings], n) =>
    journeysFrom(...happenings).map((journey) => ({ ...journey, id: `${n}${journey.id}` })),
  );
  for (const journey of all) {
    const statuses = FUNNEL_STATUSES.filter(
      (status) => inGroup(journey, 'here', status) || inGroup(journey, 'left', status),
    );
    expect(statuses).toHaveLength(1);
    const fates = (['open', 'signed', 'ended'] as const).filter((group) => inGroup(journey, group, 'NEW'));
    expect(fates).toHaveLength(1);
  }
});

/** Applications that need `days[n]` days to their interview. */
const waiting = (...days: readonly number[]) =>
  journeysFrom(
    ...days
      .flatMap(
        (day, n): History => [
          [0, `w${n}`, submitted('java')],
          [day, `w${n}`, moved('NEW', 'INTERVIEW SCHEDULED')],
        ],
      )
      .toSorted(([one], [other]) => one - other),
  );
const cellOf = (all: readonly Journey[], row: ApplicationStatus, column: string) => {
  const { columns, rows } = funnelTable(FunnelTally.of(all), null);
  return rows.find(({ key }) => key === row)?.cells[columns.findIndex(({ key }) => key === column)];
};

test('times are exact: a gap without cases, no p90 below ten, and stays that last do not count', () => {
  const four = waiting(1, 2, 4, 100);
  expect(cellOf(four, 'INTERVIEW SCHEDULED', 'toReachMedian')).toBe(3);
  expect(cellOf(four, 'INTERVIEW SCHEDULED', 'toReachP90')).toBeNull();
  expect(cellOf(four, 'CONTRACT SENT', 'toReachMedian')).toBeNull();
  expect(cellOf(four, 'INTERVIEW SCHEDULED', 'spentMedian')).toBeNull();
  expect(cellOf(waiting(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 'INTERVIEW SCHEDULED', 'toReachP90')).toBe(9);
  expect([median([]), median([5]), p90([1, 2, 3, 4, 5, 6, 7, 8, 9])]).toEqual([null, 5, null]);
  expect(p90(Array.from({ length: 20 }, (_, n) => 20 - n))).toBe(18);
});

test('sources are one whole, spelled alike but for case, with the smallest as Other', () => {
  const sources = [null, 'Google', 'google ', 'Radio', ...Array.from({ length: 20 }, (_, n) => `flyer ${n}`)];
  const all = journeysFrom(...sources.map((source, n): History[number] => [n, `s${n}`, submitted('java', source)]));
  const groups = groupsBySource(all);
  expect(groups[0]).toMatchObject({ title: 'Google', journeys: [{}, {}] });
  expect(groups.at(-2)?.title).toBe('Other (8)');
  expect(groups.at(-1)?.title).toBe('Not given');
  const [applied] = groupedTable(
    groups.map(({ journeys, ...group }) => ({ ...group, tally: FunnelTally.of(journeys) })),
    'reached',
  ).rows;
  expect(applied?.cells.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(sources.length);
});

test('a comparison of times has applicants, although its first row counts none', () => {
  const compared = (all: readonly Journey[]) =>
    MEASURE_NAMES.map((measure) => {
      const tally = FunnelTally.of(all);
      return hasApplicants(groupedTable([{ key: 'java', title: 'Java', members: {}, tally }], measure));
    });
  expect(compared(waiting(1, 2))).toEqual([true, true, true]);
  expect(compared([])).toEqual([false, false, false]);
});

test('a comparison knows its columns without applicants, of counts and of times', () => {
  const groups = [waiting(1, 2), []].map((all, place) => ({
    key: `course ${place}`,
    title: '',
    members: {},
    tally: FunnelTally.of(all),
  }));
  for (const measure of MEASURE_NAMES) {
    expect([measure, ...applicantsIn(groupedTable(groups, measure))]).toEqual([measure, 2, 0]);
  }
});

test('the sentence names what is open, where most ended and what is slowest', () => {
  expect(textOf(funnelWords(FunnelTally.of(waiting(1, 3)), null))).toBe(
    '2 applied: 2 still open, 0 signed, 0 ended. Slowest: NEW, 2 days in the median.',
  );
  const left: History = [
    [0, 'a', submitted('java')],
    [2, 'a', moved('NEW', 'COMPLETE')],
    [60, 'a', moved('COMPLETE', 'WITHDRAWN')],
  ];
  expect(textOf(funnelWords(FunnelTally.of(journeysFrom(...left)), null))).toMatch(/Slowest: NEW, 2 days/);
});
