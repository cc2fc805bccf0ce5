import type { ApplicationStatus } from '../application/statuses.ts';
import { onlyCourse, onlyCourses } from '../batch/courses.ts';
import { counted, grouped } from '../text/counted.ts';
import { type BatchTraces, evidenceAt, type State, stateAt, statesAt } from './batch-traces.ts';
import { shareOf } from './chances.ts';
import { comparableCases, type SortedCases, signedIn } from './comparable-cases.ts';
import { courseVariance } from './course-spread.ts';
import { FUNNEL_STATUSES } from './funnel.ts';
import { hasSigned, isOpen } from './journey.ts';
import { seatRange } from './seat-range.ts';
import { counting, plain, type Words } from './words.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Fewer decided applications of past courses give no range. */
export const LEAST_CASES = 30;
/** The chance that the number is in the range. */
const INSIDE = 0.8;
/** A past course is evidence once no more of its applications are still open. */
const MOST_OPEN = 0.1;
const MOST_WEEKS = 52;

export const FORECAST_RULE = `For each open application, we look at the past applications that stayed in its status at least as long, and take the share of them that signed. Courses differ, so we widen the range by how much past courses differed; with few past courses, we start from a typical difference. A past course counts once at most ${MOST_OPEN * 100}% of its applications are open; these count as not signed. Signed means CONTRACT RECEIVED or beyond, and we assume that applicants who signed will stay. The forecast does not include people who apply later. The ends of a range are estimates, not particular applications, so they open no list.`;

export interface StatusCases {
  readonly status: ApplicationStatus;
  /** Open applications of the course that are in it. */
  readonly here: number;
  /** Applications of past courses that were ever in it. */
  readonly cases: number;
  readonly signed: number;
  /** Expected to sign, of those that are here: from the past cases that stayed at least as long. */
  readonly share: number;
  /** Of such past cases, on average. */
  readonly comparable: number;
}

export interface Forecast {
  readonly signed: number;
  readonly open: number;
  /** Decided applications of past courses. */
  readonly cases: number;
  readonly statuses: readonly StatusCases[];
  /** How many will probably have signed; null if there are too few cases. */
  readonly range: { readonly low: number; readonly high: number } | null;
  /** The past courses that it rests on. */
  readonly from: readonly string[];
}

/** As it could be made at that time: nothing later is looked at. `time` in milliseconds since the epoch. */
export function forecastAt(course: BatchTraces, past: readonly BatchTraces[], time: number): Forecast {
  const states = statesAt(course.traces, time);
  const open = states.filter(({ status }) => isOpen(status));
  const signed = states.filter(({ status }) => hasSigned(status)).length;
  const settled = past
    .filter(({ batchId, openedAt }) => batchId !== course.batchId && openedAt < course.openedAt)
    .map((batch) => evidenceAt(batch, time))
    .filter((evidence) => evidence.size > 0 && evidence.open <= MOST_OPEN * evidence.size);
  const cases = settled.reduce((sum, { decided }) => sum + decided, 0);
  const usual = shareOf(
    settled.reduce((sum, one) => sum + one.signed, 0),
    settled.reduce((sum, { size }) => sum + size, 0),
  );
  const compared = FUNNEL_STATUSES.filter(isOpen).map((status) => {
    const ages = open.filter((one) => one.status === status).map(({ since }) => time - since);
    const courses = settled.flatMap((evidence) => evidence.cases().get(status) ?? []);
    return { courses, status, here: ages.length, ...comparableCases(courses, ages, usual) };
  });
  return {
    signed,
    open: open.length,
    cases,
    statuses: compared.map(({ courses: _, ...one }): StatusCases => one),
    range: cases < LEAST_CASES ? null : rangeOf(signed, compared),
    from: settled.map(({ batchId }) => batchId),
  };
}

function rangeOf(signed: number, compared: readonly (StatusCases & { readonly courses: readonly SortedCases[] })[]) {
  const waiting = compared
    .filter(({ here }) => here > 0)
    .map(({ courses, ...one }) => ({ ...one, variance: courseVariance(courses.map(courseCases)) }));
  const { low, high } = seatRange(waiting, INSIDE);
  return { low: signed + low, high: signed + high };
}

const courseCases = (one: SortedCases) => ({ cases: one.stayed.length, signed: signedIn(one) });

export interface Backtest {
  readonly held: number;
  readonly weeks: number;
  /** Batches; the API's name. */
  readonly cohorts: number;
  /** The mean number of seats from the lower to the upper end; null without weeks. */
  readonly width: number | null;
}

/** The end of a week while a past course was going on. */
interface PastWeek {
  readonly batch: BatchTraces;
  readonly origin: number;
  /** What became of each of its traces. */
  readonly final: readonly (State | null)[];
}

interface TestedWeek {
  readonly batchId: string;
  readonly width: number;
  readonly isHeld: boolean;
}

/** The end of each week of each past course that is decided now. */
export function pastWeeks(past: readonly BatchTraces[], now: number): readonly PastWeek[] {
  return past.flatMap((batch) => {
    const final = batch.traces.map((trace) => stateAt(trace, now));
    const known = final.filter((state) => state !== null);
    if (known.filter(({ status }) => isOpen(status)).length > MOST_OPEN * known.length) return [];
    const opened = Date.parse(batch.openedAt);
    const count = Math.min(MOST_WEEKS, Math.floor((now - opened) / WEEK_MS));
    return Array.from({ length: Math.max(0, count) }, (_, n) => ({
      batch,
      origin: opened + (n + 1) * WEEK_MS,
      final,
    }));
  });
}

/** Forecasts the batch as of that week, and compares with the outcome; null without a range or without open applications. */
export function testedWeek({ batch, origin, final }: PastWeek, past: readonly BatchTraces[]): TestedWeek | null {
  const { range, open } = forecastAt(batch, past, origin);
  if (!range || open === 0) return null;
  const came = batch.traces.filter((trace, index) => {
    const then = stateAt(trace, origin);
    const end = final[index];
    return then && (isOpen(then.status) || hasSigned(then.status)) && end && hasSigned(end.status);
  }).length;
  const isHeld = came >= range.low && came <= range.high;
  return { batchId: batch.batchId, width: range.high - range.low, isHeld };
}

export function backtestOf(tested: readonly (TestedWeek | null)[]): Backtest {
  const weeks = tested.filter((week) => week !== null);
  const width = weeks.reduce((sum, week) => sum + week.width, 0);
  return {
    held: weeks.filter(({ isHeld }) => isHeld).length,
    weeks: weeks.length,
    cohorts: new Set(weeks.map(({ batchId }) => batchId)).size,
    width: weeks.length === 0 ? null : Math.round((width / weeks.length) * 10) / 10,
  };
}

/** "18 signed, 9 still open. Probably 20 to 24 will be signed, for 20 seats. Of 61 that were ever in …, 44 signed; …". */
export function forecastWords(
  { range, signed, open, cases, statuses, from }: Forecast,
  { batchId, capacity }: { readonly batchId: string; readonly capacity: number },
): readonly Words[] {
  const courses = onlyCourse(batchId);
  const now = [
    counting(signed, `${grouped(signed)} signed`, { courses, group: 'signed' }),
    plain(', '),
    counting(open, `${grouped(open)} still open`, { courses, group: 'open' }),
    plain('. '),
  ];
  if (!range) {
    const few = counted(cases, 'decided application', 'decided applications');
    return [...now, plain(`No forecast: past courses have ${few}, and a forecast needs at least ${LEAST_CASES}.`)];
  }
  const seats = counted(capacity, 'seat', 'seats');
  const span = range.low === range.high ? grouped(range.low) : `${grouped(range.low)} to ${grouped(range.high)}`;
  const most = statuses.reduce<StatusCases | null>(
    (best, one) => (one.here > 0 && one.cases > 0 && one.here > (best?.here ?? 0) ? one : best),
    null,
  );
  const isBeyond = range.high > capacity;
  const probably = plain(
    `Probably ${span} ${isBeyond ? `will be signed, for ${seats}` : `of ${seats} will be signed`}.`,
  );
  if (!most) return [...now, probably];
  const { status } = most;
  const past = onlyCourses(from);
  return [
    ...now,
    probably,
    plain(' Of '),
    counting(most.cases, grouped(most.cases), { courses: past, group: 'reached', status }),
    plain(` that were once in ${status}, `),
    counting(most.signed, `${grouped(most.signed)} signed`, { courses: past, group: 'signedAfter', status }),
    plain('; '),
    counting(most.here, grouped(most.here), { courses, group: 'here', status }),
    plain(` ${most.here === 1 ? 'is' : 'are'} in it now.`),
  ];
}

export const backtestSentence = ({ held, weeks, cohorts, width }: Backtest): string =>
  weeks === 0
    ? 'No past course could have been forecast yet, so we cannot say how accurate the ranges are.'
    : `We made this forecast for past courses at the end of each week, using only what was known then. The range was right in ${grouped(held)} of ${counted(weeks, 'week', 'weeks')}, ${counted(cohorts, 'course', 'courses')}, and ${grouped(width ?? 0)} seats wide on average. A range is wide while many applications are open and narrow when few are, so a range above can differ. It should be right in 80% of the weeks. Weeks of one course are not independent, and open applications count as not signed.`;
