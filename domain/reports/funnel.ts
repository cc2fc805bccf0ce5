import { APPLICATION_STATUSES, type ApplicationStatus } from '../application/statuses.ts';
import { onlyCourse } from '../batch/courses.ts';
import { counted, grouped, percentOf } from '../text/counted.ts';
import { type FunnelTally, leftFrom } from './funnel-tally.ts';
import { currentStatus, hasEnded, hasSigned, isOpen, type Journey } from './journey.ts';
import { largestOf } from './largest.ts';
import { median, p90 } from './quantiles.ts';
import type { Table, TableColumn, TableRow } from './table.ts';
import { counting, plain, type Words } from './words.ts';

export const FUNNEL_RULE =
  'Each application counts once for every status that it was ever in. Skipped statuses and undone changes do not count. A transferred application counts only in its current course, with its whole history.';

/** In rank order, without those that end an application; a detour that ranks below NEW follows it. */
export const FUNNEL_STATUSES: readonly ApplicationStatus[] = [
  ...new Set<ApplicationStatus>(['NEW', ...APPLICATION_STATUSES]),
].filter((status) => !hasEnded(status));

const wasIn = ({ stays }: Journey, wanted: ApplicationStatus): boolean => stays.some(({ status }) => status === wanted);

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
  left: (status) => `Ended at ${status}`,
  passed: (status) => `Moved on from ${status}`,
  signedAfter: (status) => `Signed, and ever in ${status}`,
  open: () => 'Still open',
  signed: () => 'Signed',
  ended: () => 'Ended',
};
export const titleOfMembers = (group: MemberGroup, status: ApplicationStatus): string => GROUP_TITLES[group](status);

/** To a tenth of a day. */
const rounded = (days: number | null): number | null => (days === null ? null : Math.round(days * 10) / 10);

/** The course before, as it was when it had been open as long as the course has been now. */
export interface Before {
  readonly batchId: string;
  readonly name: string;
  readonly day: number;
  /** ISO-8601. */
  readonly until: string;
  /** Whether the reader may open its numbers, which are of the past. */
  readonly isListed: boolean;
  readonly tally: FunnelTally;
}

interface Line {
  readonly key: string;
  readonly title: string;
  readonly group: 'applied' | 'reached' | 'open' | 'signed' | 'ended';
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

type Cell = (line: Line, tally: FunnelTally) => number | null;
interface Column extends TableColumn {
  readonly cell: Cell;
  /** How many applications a time rests on. */
  readonly cases?: Cell;
}

const ofLine: Cell = ({ group, status }, tally) =>
  group === 'reached' ? (status ? tally.in(status).reached : null) : tally[group];
const onStatus =
  (read: (tally: ReturnType<FunnelTally['in']>) => number | null): Cell =>
  ({ status }, tally) =>
    status ? read(tally.in(status)) : null;

const passed = onStatus(({ spent }) => spent.length);

/** What the columns of the table compare. */
export const GROUPINGS = ['status', 'batch', 'source'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const MEASURES = {
  reached: { title: 'Applications', unit: 'count', cell: ofLine },
  median: {
    title: 'Days to reach, median',
    unit: 'days',
    cell: onStatus(({ toReach }) => rounded(median(toReach))),
    cases: ofLine,
  },
  p90: {
    title: 'Days to reach, p90',
    unit: 'days',
    cell: onStatus(({ toReach }) => rounded(p90(toReach))),
    cases: ofLine,
  },
} as const satisfies Record<string, Pick<Column, 'title' | 'unit' | 'cell' | 'cases'>>;
export type Measure = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as readonly Measure[];

/** Counts, losses and times of all applications together, with the course before beside them. */
export function funnelTable(tally: FunnelTally, before: Before | null): Table {
  const columns: readonly Column[] = [
    { key: 'reached', title: 'Applications', unit: 'count', members: {}, cell: ofLine },
    {
      key: 'share',
      title: 'Of applied',
      unit: 'share',
      members: {},
      cell: (line) => (tally.applied === 0 ? null : (ofLine(line, tally) ?? 0) / tally.applied),
    },
    ...(before ? [beforeColumn(before)] : []),
    {
      key: 'here',
      title: 'Now in this status',
      unit: 'count',
      members: { group: 'here' },
      cell: onStatus(({ here }) => here),
    },
    {
      key: 'left',
      title: 'Ended at this status',
      unit: 'count',
      members: { group: 'left' },
      cell: onStatus(({ left }) => left),
    },
    { key: 'toReachMedian', ...MEASURES.median, members: {} },
    { key: 'toReachP90', ...MEASURES.p90, members: {} },
    {
      key: 'spentMedian',
      title: 'Days in this status, median',
      unit: 'days',
      members: { group: 'passed' },
      cell: onStatus(({ spent }) => rounded(median(spent))),
      cases: passed,
    },
    {
      key: 'spentP90',
      title: 'Days in this status, p90',
      unit: 'days',
      members: { group: 'passed' },
      cell: onStatus(({ spent }) => rounded(p90(spent))),
      cases: passed,
    },
  ];
  return {
    rowTitle: 'Status',
    columns: columns.map(({ cell: _cell, cases: _cases, ...column }) => column),
    rows: rowsOf(
      (line) => columns.map(({ cell }) => cell(line, tally)),
      (line) => columns.map(({ cases }) => cases?.(line, tally) ?? null),
    ),
  };
}

const beforeColumn = ({ batchId, name, day, until, isListed, tally }: Before): Column => ({
  key: 'before',
  title: `“${name}” on day ${grouped(day)}`,
  unit: 'count',
  members: isListed ? { courses: onlyCourse(batchId), until } : null,
  cell: (line) => ofLine(line, tally),
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
export function groupedTable(
  groups: readonly (Pick<Group, 'key' | 'title' | 'members'> & { readonly tally: FunnelTally })[],
  measure: Measure,
): Table {
  const { unit, cell, cases }: Pick<Column, 'unit' | 'cell' | 'cases'> = MEASURES[measure];
  return {
    rowTitle: 'Status',
    columns: groups.map(({ key, title, members }) => ({ key, title, unit, members })),
    rows: rowsOf(
      (line) => groups.map(({ tally }) => cell(line, tally)),
      (line) => groups.map(({ tally }) => cases?.(line, tally) ?? null),
    ),
  };
}

/** Of each column. A table of times counts no applicants, but says how many applications each time rests on. */
export function applicantsIn({ rows }: Pick<Table, 'rows'>): readonly number[] {
  const applied = rows.find(({ key }) => key === 'applied');
  return applied?.cells.map((count, place) => count ?? applied.cases?.[place] ?? 0) ?? [];
}

export const hasApplicants = (table: Pick<Table, 'rows'>): boolean => applicantsIn(table).some((count) => count > 0);

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
  const { shown, others } = largestOf(sorted);
  const groups = shown.map(
    ([key, all]): Group => ({
      key,
      title: all[0]?.source?.trim() ?? '',
      members: { source: key },
      journeys: all,
    }),
  );
  if (others.length > 0) {
    const title = `Other (${others.length})`;
    groups.push({ key: OTHER, title, members: { source: OTHER }, journeys: others.flatMap(([, all]) => all) });
  }
  if (none.length > 0) {
    groups.push({ key: NOT_GIVEN, title: 'Not given', members: { source: NOT_GIVEN }, journeys: none });
  }
  return groups;
}

/** Nobody waits in COMPLETE, however long it was until they left. */
const PASSED_THROUGH = FUNNEL_STATUSES.filter((status) => status !== 'COMPLETE');

/** "214 applied: 14 still open, 120 signed, 80 ended. Most ended at NEW (31). Slowest: …". */
export function funnelWords(tally: FunnelTally, before: Before | null): readonly Words[] {
  const all = tally.applied;
  if (all === 0) return before ? comparedWith(before, 0) : [];
  const words = (group: Exclude<Line['group'], 'reached'>, text: string) =>
    counting(tally[group], `${grouped(tally[group])} ${text}`, { group });
  const lost = most(FUNNEL_STATUSES.map((status) => [status, tally.in(status).left]));
  const slow = most(PASSED_THROUGH.map((status) => [status, rounded(median(tally.in(status).spent)) ?? 0]));
  return [
    ...[words('applied', 'applied'), plain(': '), words('open', 'still open'), plain(', ')],
    ...[words('signed', 'signed'), plain(', '), words('ended', 'ended'), plain('.')],
    ...(before ? [plain(' '), ...comparedWith(before, all)] : []),
    ...(lost
      ? [
          plain(` Most ended at ${lost[0]}: `),
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

function comparedWith({ batchId, name, day, until, isListed, tally }: Before, now: number): readonly Words[] {
  const then = tally.applied;
  const applied = { group: 'applied', courses: onlyCourse(batchId), until };
  return [
    plain(`On day ${grouped(day)}, `),
    isListed ? counting(then, grouped(then), applied) : plain(grouped(then)),
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
