import { APPLICATION_STATUSES, type ApplicationStatus } from '../application/statuses.ts';
import { onlyCourse } from '../batch/courses.ts';
import { counted, grouped, percentOf } from '../text/counted.ts';
import { currentStatus, hasEnded, hasSigned, isOpen, type Journey } from './journey.ts';
import { median, p90 } from './quantiles.ts';
import type { Table, TableColumn, TableRow } from './table.ts';
import { counting, plain, type Words } from './words.ts';

const DAY_MS = 86_400_000;

export const FUNNEL_RULE =
  'A status counts each application that was ever in it, once: skipped statuses and undone changes do not count, and a transferred application counts only where it is now, with its whole history.';

/** In rank order, without those that end an application. */
export const FUNNEL_STATUSES: readonly ApplicationStatus[] = APPLICATION_STATUSES.filter((status) => !hasEnded(status));

const wasIn = ({ stays }: Journey, wanted: ApplicationStatus): boolean => stays.some(({ status }) => status === wanted);

/** The last status before it ended; null if it has not ended. */
export function leftFrom(journey: Journey): ApplicationStatus | null {
  if (!hasEnded(currentStatus(journey))) return null;
  return journey.stays.findLast(({ status }) => !hasEnded(status))?.status ?? 'NEW';
}

/** The groups of applications that reports count, for the numbers and for the lists behind them. */
export const MEMBER_GROUPS = {
  applied: () => true,
  reached: wasIn,
  here: (journey, status) => currentStatus(journey) === status,
  left: (journey, status) => leftFrom(journey) === status,
  /** Has been in the status and moved on from it. */
  passed: ({ stays }, wanted) => stays.some(({ status, to }) => status === wanted && to !== null),
  signedAfter: (journey, status) => wasIn(journey, status) && hasSigned(currentStatus(journey)),
  open: (journey) => isOpen(currentStatus(journey)),
  signed: (journey) => hasSigned(currentStatus(journey)),
  ended: (journey) => hasEnded(currentStatus(journey)),
} as const satisfies Record<string, (journey: Journey, status: ApplicationStatus) => boolean>;
export type MemberGroup = keyof typeof MEMBER_GROUPS;
export const MEMBER_GROUP_NAMES = Object.keys(MEMBER_GROUPS) as readonly MemberGroup[];

export const inGroup = (journey: Journey, group: MemberGroup, status: ApplicationStatus): boolean =>
  (MEMBER_GROUPS[group] as (journey: Journey, status: ApplicationStatus) => boolean)(journey, status);

const GROUP_TITLES: Readonly<Record<MemberGroup, (status: ApplicationStatus) => string>> = {
  applied: () => 'Applied',
  reached: (status) => `Reached ${status}`,
  here: (status) => `Now in ${status}`,
  left: (status) => `Ended from ${status}`,
  passed: (status) => `Moved on from ${status}`,
  signedAfter: (status) => `Signed, and ever in ${status}`,
  open: () => 'Still open',
  signed: () => 'Signed',
  ended: () => 'Ended',
};
export const titleOfMembers = (group: MemberGroup, status: ApplicationStatus): string => GROUP_TITLES[group](status);

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** From applying to the first time in the status. */
export const daysToReach = (journeys: readonly Journey[], wanted: ApplicationStatus): readonly number[] =>
  journeys.flatMap(({ appliedAt, stays }) => {
    const first = stays.find(({ status }) => status === wanted);
    return first ? [daysBetween(appliedAt, first.from)] : [];
  });

/** In the status until it was left, summed over several stays; a stay that lasts is not finished and does not count. */
export const daysSpent = (journeys: readonly Journey[], wanted: ApplicationStatus): readonly number[] =>
  journeys.flatMap(({ stays }) => {
    const over = stays.flatMap(({ status, from, to }) =>
      status === wanted && to !== null ? [daysBetween(from, to)] : [],
    );
    return over.length > 0 ? [over.reduce((sum, days) => sum + days, 0)] : [];
  });

/** To a tenth of a day. */
const rounded = (days: number | null): number | null => (days === null ? null : Math.round(days * 10) / 10);

const countOf = (journeys: readonly Journey[], group: MemberGroup, status: ApplicationStatus = 'NEW'): number =>
  journeys.reduce((count, journey) => count + (inGroup(journey, group, status) ? 1 : 0), 0);

/** The course before, as it was when it had been open as long as the course has been now. */
export interface Before {
  readonly batchId: string;
  readonly name: string;
  readonly day: number;
  /** ISO-8601. */
  readonly until: string;
  /** Whether the reader may open its numbers, which are of the past. */
  readonly isListed: boolean;
  readonly journeys: readonly Journey[];
}

interface Line {
  readonly key: string;
  readonly title: string;
  readonly group: MemberGroup;
  readonly status?: ApplicationStatus;
}

const LINES: readonly Line[] = [
  { key: 'applied', title: 'Applied', group: 'applied' },
  ...FUNNEL_STATUSES.map((status): Line => ({ key: status, title: status, group: 'reached', status })),
  { key: 'open', title: 'Still open', group: 'open' },
  { key: 'signed', title: 'Signed', group: 'signed' },
  { key: 'ended', title: 'Ended', group: 'ended' },
];

const membersOfLine = ({ group, status }: Line) => ({ group, ...(status && { status }) });

type Cell = (line: Line, journeys: readonly Journey[]) => number | null;
interface Column extends TableColumn {
  readonly cell: Cell;
  /** How many applications a time rests on. */
  readonly cases?: Cell;
}

const ofLine: Cell = (line, journeys) => countOf(journeys, line.group, line.status);
const onStatus =
  (read: (journeys: readonly Journey[], status: ApplicationStatus) => number | null): Cell =>
  ({ status }, journeys) =>
    status ? read(journeys, status) : null;

const passed = onStatus((journeys, status) => countOf(journeys, 'passed', status));

/** What the columns of the table compare. */
export const GROUPINGS = ['status', 'batch', 'source'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const MEASURES = {
  reached: { title: 'Applications', unit: 'count', cell: ofLine },
  median: {
    title: 'Days to reach, median',
    unit: 'days',
    cell: onStatus((journeys, status) => rounded(median(daysToReach(journeys, status)))),
    cases: ofLine,
  },
  p90: {
    title: 'Days to reach, p90',
    unit: 'days',
    cell: onStatus((journeys, status) => rounded(p90(daysToReach(journeys, status)))),
    cases: ofLine,
  },
} as const satisfies Record<string, Pick<Column, 'title' | 'unit' | 'cell' | 'cases'>>;
export type Measure = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as readonly Measure[];

/** Counts, losses and times of all applications together, with the course before beside them. */
export function funnelTable(journeys: readonly Journey[], before: Before | null): Table {
  const columns: readonly Column[] = [
    { key: 'reached', title: 'Applications', unit: 'count', members: {}, cell: ofLine },
    {
      key: 'share',
      title: 'Of applied',
      unit: 'share',
      members: {},
      cell: (line) => (journeys.length === 0 ? null : (ofLine(line, journeys) ?? 0) / journeys.length),
    },
    ...(before ? [beforeColumn(before)] : []),
    {
      key: 'here',
      title: 'There now',
      unit: 'count',
      members: { group: 'here' },
      cell: onStatus((all, status) => countOf(all, 'here', status)),
    },
    {
      key: 'left',
      title: 'Ended from there',
      unit: 'count',
      members: { group: 'left' },
      cell: onStatus((all, status) => countOf(all, 'left', status)),
    },
    { key: 'toReachMedian', ...MEASURES.median, members: {} },
    { key: 'toReachP90', ...MEASURES.p90, members: {} },
    {
      key: 'spentMedian',
      title: 'Days there, median',
      unit: 'days',
      members: { group: 'passed' },
      cell: onStatus((all, status) => rounded(median(daysSpent(all, status)))),
      cases: passed,
    },
    {
      key: 'spentP90',
      title: 'Days there, p90',
      unit: 'days',
      members: { group: 'passed' },
      cell: onStatus((all, status) => rounded(p90(daysSpent(all, status)))),
      cases: passed,
    },
  ];
  return {
    rowTitle: 'Status',
    columns: columns.map(({ cell: _cell, cases: _cases, ...column }) => column),
    rows: rowsOf(
      (line) => columns.map(({ cell }) => cell(line, journeys)),
      (line) => columns.map(({ cases }) => cases?.(line, journeys) ?? null),
    ),
  };
}

const beforeColumn = ({ batchId, name, day, until, isListed, journeys }: Before): Column => ({
  key: 'before',
  title: `“${name}” on day ${grouped(day)}`,
  unit: 'count',
  members: isListed ? { courses: onlyCourse(batchId), until } : null,
  cell: (line) => ofLine(line, journeys),
});

type Cells = (line: Line) => readonly (number | null)[];

const rowsOf = (cells: Cells, cases: Cells): readonly TableRow[] =>
  LINES.map((line) => ({
    key: line.key,
    title: line.title,
    members: membersOfLine(line),
    cells: cells(line),
    cases: cases(line),
  }));

export interface Group {
  readonly key: string;
  readonly title: string;
  readonly members: Readonly<Record<string, string>>;
  readonly journeys: readonly Journey[];
}

/** One measure of several groups beside each other. */
export function groupedTable(groups: readonly Group[], measure: Measure): Table {
  const { unit, cell, cases }: Pick<Column, 'unit' | 'cell' | 'cases'> = MEASURES[measure];
  return {
    rowTitle: 'Status',
    columns: groups.map(({ key, title, members }) => ({ key, title, unit, members })),
    rows: rowsOf(
      (line) => groups.map(({ journeys }) => cell(line, journeys)),
      (line) => groups.map(({ journeys }) => cases?.(line, journeys) ?? null),
    ),
  };
}

/** Beyond, the smallest are *Other*. */
export const MOST_SOURCES = 14;
export const NOT_GIVEN = '-';
export const OTHER = '+';

/** Spelled alike but for case and outer blanks. */
export const sourceKey = (source: string | null): string => `=${source?.trim().toLowerCase() ?? ''}`;

/** The largest sources, then *Other* and *Not given*; together they are all applications. */
export function groupsBySource(journeys: readonly Journey[]): readonly Group[] {
  const bySource = Map.groupBy(journeys, ({ source }) => sourceKey(source));
  const none = bySource.get(sourceKey(null)) ?? [];
  bySource.delete(sourceKey(null));
  const sorted = [...bySource].toSorted(([oneKey, one], [otherKey, other]) =>
    one.length === other.length ? (oneKey < otherKey ? -1 : 1) : other.length - one.length,
  );
  const most = sorted.length > MOST_SOURCES + 1 ? MOST_SOURCES : sorted.length;
  const groups = sorted.slice(0, most).map(
    ([key, all]): Group => ({
      key,
      title: all[0]?.source?.trim() ?? '',
      members: { source: key },
      journeys: all,
    }),
  );
  const others = sorted.slice(most);
  if (others.length > 0) {
    const title = `Other (${others.length})`;
    groups.push({ key: OTHER, title, members: { source: OTHER }, journeys: others.flatMap(([, all]) => all) });
  }
  if (none.length > 0) {
    groups.push({ key: NOT_GIVEN, title: 'Not given', members: { source: NOT_GIVEN }, journeys: none });
  }
  return groups;
}

/** "214 applied: 14 still open, 120 signed, 80 ended. Most ended from NEW (31). Slowest: …". */
export function funnelWords(journeys: readonly Journey[], before: Before | null): readonly Words[] {
  if (journeys.length === 0) return before ? comparedWith(before, 0) : [];
  const all = journeys.length;
  const words = (group: MemberGroup, text: string) => {
    const count = countOf(journeys, group);
    return counting(count, `${grouped(count)} ${text}`, { group });
  };
  const lost = most(FUNNEL_STATUSES.map((status) => [status, countOf(journeys, 'left', status)]));
  const slow = most(FUNNEL_STATUSES.map((status) => [status, rounded(median(daysSpent(journeys, status))) ?? 0]));
  return [
    ...[words('applied', 'applied'), plain(': '), words('open', 'still open'), plain(', ')],
    ...[words('signed', 'signed'), plain(', '), words('ended', 'ended'), plain('.')],
    ...(before ? [plain(' '), ...comparedWith(before, all)] : []),
    ...(lost
      ? [
          plain(` Most ended from ${lost[0]}: `),
          counting(lost[1], grouped(lost[1]), { group: 'left', status: lost[0] }),
          plain(`, ${percentOf(lost[1], all)} of all.`),
        ]
      : []),
    ...(slow
      ? [
          plain(` Slowest: ${slow[0]}, `),
          counting(1, counted(slow[1], 'day', 'days'), { group: 'passed', status: slow[0] }),
          plain(' in the median.'),
        ]
      : []),
  ];
}

function comparedWith({ batchId, name, day, until, journeys }: Before, now: number): readonly Words[] {
  const then = journeys.length;
  return [
    plain(`On day ${grouped(day)}, `),
    counting(then, grouped(then), { group: 'applied', courses: onlyCourse(batchId), until }),
    plain(` had applied to “${name}”, `),
    counting(now, grouped(now), { group: 'applied' }),
    plain(' here.'),
  ];
}

const most = (pairs: readonly (readonly [ApplicationStatus, number])[]) =>
  pairs.reduce<readonly [ApplicationStatus, number] | null>(
    (best, pair) => (pair[1] > (best?.[1] ?? 0) ? pair : best),
    null,
  );
