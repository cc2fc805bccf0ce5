import { onlyCourse } from '../batch/courses.ts';
import { grouped } from '../text/counted.ts';
import { addDays, daysBetween, monthName, shortDay } from '../values/days.ts';
import { type Bucket, bucketsOf, type Interval, type Range } from './buckets.ts';
import { arrivedSentence, compared, onDays } from './comparison.ts';
import type { Report, ReportColumn, ReportFilter, ReportRow } from './report.ts';

export const MOST_WEEKS = 52;

const DAY_MS = 86_400_000;
const RULE =
  'Each application counts once, on the day it was first sent, in its current course. Erased people are left out.';
const MONDAYS = 'Weeks start on Monday (ISO 8601).';
const SINCE_OPENING = 'Weeks have seven days, counted from the day each course opened.';

export interface CountedCourse {
  readonly _id: string;
  readonly name: string;
  /** ISO-8601; when it was created, if it has not opened. */
  readonly openedAt: string;
  readonly hasOpened: boolean;
}

/** How many applied to a course within one quarter of an hour. */
export interface Arrived {
  readonly batchId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly count: number;
}

/** How many had applied to a course by the day of its life that it has now, and to another by the same day of its own. */
export interface SinceOpening {
  readonly course: CountedCourse;
  readonly count: number;
  readonly former: { readonly name: string; readonly count: number } | null;
}

export interface OverviewQuestion {
  readonly courses: readonly CountedCourse[];
  readonly sinceOpening: SinceOpening | null;
  /** The courses' part of the address. */
  readonly chosen: string;
  readonly range: Range;
  /** False for All Time, which nothing precedes. */
  readonly isCompared: boolean;
  readonly interval: Interval;
  readonly completeOnly: boolean;
  readonly zone: string;
  readonly dayOf: (at: string | number) => string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly position: string;
}

export interface Overview {
  readonly trends: Report;
  readonly launch: Report;
  readonly courses: Report;
}

/** The days before a range, as many as it has. */
export const rangeBefore = ({ from, to }: Range): Range => ({
  from: addDays(from, -daysBetween(from, to)),
  to: addDays(from, -1),
});

/** The days of a range that have begun, because its other days cannot be compared. */
export const begunRange = (range: Range, today: string): Range =>
  range.from <= today && today < range.to ? { from: range.from, to: today } : range;

/** Null if no month or week of the range is complete. */
export function completeRange(range: Range, interval: Interval, today: string): Range | null {
  const complete = bucketsOf(range, interval, today).filter(({ isComplete }) => isComplete);
  const [first, last] = [complete[0], complete.at(-1)];
  return first && last ? { from: first.from, to: last.to } : null;
}

/** The week since the course opened, counted from 1; 0 or less before. Both are days. */
export const weekSince = (openedOn: string, day: string): number => Math.ceil(daysBetween(openedOn, day) / 7);

interface Tally {
  /** By course and bucket. */
  readonly trends: readonly number[][];
  /** By course and week, from 1. */
  readonly launch: readonly number[][];
  readonly totals: readonly number[];
  readonly before: readonly number[];
}

export function overviewOf(arrived: Iterable<Arrived>, question: OverviewQuestion): Overview {
  const today = question.dayOf(question.now);
  const range = question.completeOnly ? completeRange(question.range, question.interval, today) : question.range;
  const asked = { ...question, range: range ?? question.range, today, isEmpty: range === null };
  const buckets = range ? bucketsOf(range, question.interval, today) : [];
  const tally = tallied(arrived, asked, buckets);
  return {
    trends: trendsReport(asked, buckets, tally),
    launch: launchReport(asked, tally),
    courses: coursesReport(asked, tally),
  };
}

interface Asked extends OverviewQuestion {
  readonly today: string;
  readonly isEmpty: boolean;
}

type Opening = Pick<CountedCourse, 'openedAt'>;

/** When a course had been open as long as another has been now; milliseconds since the epoch. */
export const sameAge = ({ openedAt }: Opening, other: Opening, now: number): number =>
  Date.parse(openedAt) + now - Date.parse(other.openedAt);

/** The day since the opening: 1 on the first. */
export const dayOfCourse = ({ openedAt }: Opening, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(openedAt)) / DAY_MS)) + 1;

/** The two that opened last, the newest first. */
export const newestOf = (courses: readonly CountedCourse[]): readonly CountedCourse[] =>
  courses
    .filter(({ hasOpened }) => hasOpened)
    .toSorted((one, other) => other.openedAt.localeCompare(one.openedAt))
    .slice(0, 2);

/** What the tally asks of a day, worked out once for each: there are many arrivals and few days. */
interface DayFacts {
  /** Counted from any one day. */
  readonly number: number;
  readonly bucket: number;
  readonly isInRange: boolean;
  readonly isBefore: boolean;
}

function factsReader(asked: Asked, buckets: readonly Bucket[]): (day: string) => DayFacts {
  const { range, isEmpty, isCompared, today } = asked;
  const former = rangeBefore(begunRange(range, today));
  const known = new Map<string, DayFacts>();
  return (day) => {
    const found = known.get(day);
    if (found) return found;
    const facts = {
      number: daysBetween(range.from, day),
      bucket: buckets.findIndex(({ from, to }) => day >= from && day <= to),
      isInRange: !isEmpty && day >= range.from && day <= range.to,
      isBefore: isCompared && day >= former.from && day <= former.to,
    };
    known.set(day, facts);
    return facts;
  };
}

function tallied(arrived: Iterable<Arrived>, asked: Asked, buckets: readonly Bucket[]): Tally {
  const { courses, range, dayOf, now, today } = asked;
  const trends = courses.map(() => buckets.map(() => 0));
  const launch = courses.map(() => Array<number>(MOST_WEEKS + 1).fill(0));
  const totals = courses.map(() => 0);
  const before = courses.map(() => 0);
  const factsOf = factsReader(asked, buckets);
  const places = new Map(
    courses.map(({ _id, openedAt }, place) => [_id, { place, openedOn: factsOf(dayOf(openedAt)).number }]),
  );
  // The last day of the current span is not over, so the last day of the former ends at the same time of day.
  const begun = begunRange(range, today);
  const formerEnd = begun.to === today ? now - daysBetween(begun.from, begun.to) * DAY_MS : Number.POSITIVE_INFINITY;
  for (const { batchId, at, count } of arrived) {
    const course = places.get(batchId);
    if (!course) continue;
    const { place, openedOn } = course;
    const { number, bucket, isInRange, isBefore } = factsOf(dayOf(at));
    if (isBefore && at < formerEnd) add(before, place, count);
    if (!isInRange) continue;
    add(totals, place, count);
    add(trends[place], bucket, count);
    const week = Math.ceil((number - openedOn + 1) / 7);
    if (week >= 1 && week <= MOST_WEEKS) add(launch[place], week, count);
  }
  return { trends, launch, totals, before };
}

function add(counts: number[] | undefined, place: number, count: number): void {
  if (counts) counts[place] = (counts[place] ?? 0) + count;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const columnsOf = (courses: readonly CountedCourse[]): readonly ReportColumn[] =>
  courses.map(({ _id, name }) => ({ key: _id, title: name, filter: { courses: onlyCourse(_id) } }));

const common = ({ zone, range, position, chosen }: Asked, name: string) => ({
  name,
  version: 1,
  rule: RULE,
  zone,
  range,
  position,
  filter: { courses: chosen, ...range } satisfies ReportFilter,
});

const NOTHING_COMPLETE: Readonly<Record<Interval, string>> = {
  month: 'No month of this period is complete yet.',
  week: 'No week of this period is complete yet.',
};

const bucketTitle = ({ key, from }: Bucket, interval: Interval): string =>
  interval === 'month' ? `${monthName(from)} ${from.slice(0, 4)}` : key;

function bucketNote({ from, to, isComplete, closesOn }: Bucket, isFirst: boolean, today: string): string | null {
  if (isComplete) return null;
  if (from > today) return 'has not started';
  if (closesOn >= today && to >= today) {
    const since = isFirst && from.slice(8) !== '01' ? `from ${shortDay(from)}, ` : '';
    return `${since}so far, closes ${shortDay(closesOn)}`;
  }
  return from === to ? `${shortDay(from)} only` : `${shortDay(from)} to ${shortDay(to)} only`;
}

function trendsReport(asked: Asked, buckets: readonly Bucket[], { trends, totals, before }: Tally): Report {
  const { courses, interval, range, today, isCompared, isEmpty } = asked;
  const rows = buckets.map(
    (bucket, nth): ReportRow => ({
      key: bucket.key,
      title: bucketTitle(bucket, interval),
      filter: { from: bucket.from, to: bucket.to },
      note: bucketNote(bucket, nth === 0, today),
      cells: courses.map((_, course) => trends[course]?.[nth] ?? 0),
    }),
  );
  return {
    ...common(asked, 'applicationsOverTime'),
    title: 'Enrollment trends over time',
    rowTitle: interval === 'month' ? 'Month' : 'Week',
    weekRule: interval === 'week' ? MONDAYS : null,
    columns: columnsOf(courses),
    rows,
    totals,
    sentence: isEmpty
      ? NOTHING_COMPLETE[interval]
      : arrivedSentence(sum(totals), isCompared ? sum(before) : null, begunRange(range, today), today),
  };
}

function launchReport(asked: Asked, { launch }: Tally): Report {
  const { courses, range, today, dayOf, isCompared, completeOnly } = asked;
  // All Time begins with the first application, so weeks before it are counted as well.
  const hasAll = !isCompared && !completeOnly;
  const counted = courses.map((_, course) => sum((launch[course] ?? []).slice(1)));
  const weeks = courses.map(({ openedAt, hasOpened }, course) => ({
    first: hasAll ? 1 : Math.max(1, weekSince(dayOf(openedAt), range.from)),
    last: hasOpened || counted[course] ? Math.min(MOST_WEEKS, weekSince(dayOf(openedAt), range.to)) : 0,
  }));
  const last = Math.max(0, ...weeks.map((each) => each.last));
  const running = (week: number): readonly string[] =>
    courses.flatMap(({ name, openedAt, hasOpened }) => {
      if (!hasOpened) return [];
      const end = addDays(dayOf(openedAt), 7 * week - 1);
      return end >= today && weekSince(dayOf(openedAt), today) === week ? [name] : [];
    });
  const rows = Array.from({ length: asked.isEmpty ? 0 : last }, (_, index): ReportRow => {
    const week = index + 1;
    const open = running(week);
    return {
      key: String(week),
      title: `Week ${week}`,
      filter: { weeks: [week, week] },
      note: open.length === 0 ? null : `${open.length === 1 ? open[0] : `${open.length} courses`} so far`,
      // Weeks after today or outside the range have no count, which is not 0.
      cells: courses.map((_, course) => {
        const { first, last: end } = weeks[course] ?? { first: 1, last: 0 };
        return week < first || week > end ? null : (launch[course]?.[week] ?? 0);
      }),
    };
  });
  const base = common(asked, 'applicationsSinceOpening');
  return {
    ...base,
    title: 'Patterns relative to course launch',
    rowTitle: 'Week since opening',
    weekRule: SINCE_OPENING,
    filter: { ...base.filter, weeks: [1, MOST_WEEKS] },
    columns: columnsOf(courses),
    rows,
    totals: weeks.map(({ first, last: end }, course) => (first > end ? null : (counted[course] ?? 0))),
    sentence: launchSentence(asked),
  };
}

function launchSentence({ now, sinceOpening }: Asked): string {
  if (!sinceOpening) return '';
  const { course, count, former } = sinceOpening;
  const day = grouped(dayOfCourse(course, now));
  const start = `${count === 0 ? 'No one' : grouped(count)} had applied to ${course.name} by day ${day}`;
  if (!former) return `${start}.`;
  const { name, count: before } = former;
  const than = before === 0 ? 'and no one' : count === 0 ? grouped(before) : compared(count, before);
  return `${start}, ${than} to ${name} by its day ${day}.`;
}

function coursesReport(asked: Asked, { totals, before }: Tally): Report {
  const { courses, isCompared, range, isEmpty, interval, today } = asked;
  const total = sum(totals);
  return {
    ...common(asked, 'applicationsPerCourse'),
    title: 'Applications per course',
    rowTitle: 'Course',
    weekRule: null,
    columns: [{ key: 'applications', title: 'Applications', filter: {} }],
    rows: courses.map(({ _id, name }, course) => ({
      key: _id,
      title: name,
      filter: { courses: onlyCourse(_id) },
      note: null,
      cells: [totals[course] ?? 0],
    })),
    totals: [total],
    sentence: isEmpty ? NOTHING_COMPLETE[interval] : coursesSentence(),
  };

  function coursesSentence(): string {
    const most = totals.indexOf(Math.max(...totals));
    const top = courses[most];
    if (!top || total === 0) return `No one applied ${onDays(range)}.`;
    const shareOf = (count: number, all: number) => `${Math.round((count / all) * 100)}%`;
    const own = totals[most] ?? 0;
    const start = `${top.name} had the most: ${grouped(own)} of ${grouped(total)} (${shareOf(own, total)})`;
    const allBefore = sum(before);
    const { from, to } = begunRange(range, today);
    const days = daysBetween(from, to);
    if (!isCompared || allBefore === 0) return `${start}.`;
    const former = days === 1 ? 'on the day before' : `in the ${grouped(days)} days before`;
    return `${start}, against ${shareOf(before[most] ?? 0, allBefore)} ${former}.`;
  }
}
