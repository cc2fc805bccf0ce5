import { APPLICATION_STATUSES, type ApplicationStatus } from '../application/statuses.ts';
import { counted, grouped } from '../text/counted.ts';
import { chances, convolved, shortestRange } from './chances.ts';
import { type Case, comparableCases } from './comparable-cases.ts';
import {
  currentStay,
  hasSigned,
  isOpen,
  journeyOf,
  MOST_TRANSFERS,
  type RecordedJourney,
  upToTime,
} from './journey.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Fewer decided applications of past courses give no range. */
export const LEAST_CASES = 30;
/** The chance that the number is in the range. */
const INSIDE = 0.8;
/** A past course is evidence once no more of its applications are still open. */
const MOST_OPEN = 0.1;
const MOST_WEEKS = 52;

export const FORECAST_RULE = `Each open application counts with the share that signed of the past applications that stayed in its status at least as long. A past course counts once at most ${MOST_OPEN * 100}% of its applications are open; those are left out. Signed means CONTRACT RECEIVED or beyond, and the signed are expected to stay. People who apply later are not forecast.`;

/** The state of an application from a time on; null while it does not count. */
interface Point {
  readonly at: number;
  readonly state: {
    readonly status: ApplicationStatus;
    /** When the current stay began. */
    readonly since: number;
    /** The longest finished stay in each status, in milliseconds. */
    readonly stays: ReadonlyMap<ApplicationStatus, number>;
  } | null;
}
type Trace = readonly Point[];

export interface Cohort {
  readonly batchId: string;
  /** ISO-8601. */
  readonly openedAt: string;
  readonly traces: readonly Trace[];
}

/** Every state that the application had, so that any moment of the past is a look-up. */
function traceOf(recorded: RecordedJourney, byId: ReadonlyMap<string, RecordedJourney>): Trace {
  const times = new Set<string>();
  for (let one: RecordedJourney | undefined = recorded, n = 0; one && n <= MOST_TRANSFERS; n += 1) {
    for (const { at, undone } of one.moves) {
      times.add(at);
      if (undone) times.add(undone.at);
    }
    for (const { at } of one.copies) times.add(at);
    one = byId.get(one.copiedFrom ?? '');
  }
  return [...times].toSorted().map((at) => {
    const journey = journeyOf(recorded, byId, upToTime(at));
    if (!journey) return { at: Date.parse(at), state: null };
    const stays = new Map<ApplicationStatus, number>();
    for (const { status, from, to } of journey.stays) {
      if (to !== null) stays.set(status, Math.max(stays.get(status) ?? 0, Date.parse(to) - Date.parse(from)));
    }
    const { status, from } = currentStay(journey);
    const state = { status, since: Date.parse(from), stays };
    return { at: Date.parse(at), state };
  });
}

export const cohortOf = (
  { batchId, openedAt }: Pick<Cohort, 'batchId' | 'openedAt'>,
  recorded: readonly RecordedJourney[],
  byId: ReadonlyMap<string, RecordedJourney>,
): Cohort => ({
  batchId,
  openedAt,
  traces: recorded.filter(({ isErased }) => !isErased).map((one) => traceOf(one, byId)),
});

const stateAt = (trace: Trace, time: number): Point['state'] => trace.findLast(({ at }) => at <= time)?.state ?? null;

const statesAt = ({ traces }: Cohort, time: number) => traces.flatMap((trace) => stateAt(trace, time) ?? []);

export interface StatusCases {
  readonly status: ApplicationStatus;
  /** Open applications of the course that are in it. */
  readonly here: number;
  /** Decided applications of past courses that were ever in it. */
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
export function forecastAt(course: Cohort, past: readonly Cohort[], time: number): Forecast {
  const states = statesAt(course, time);
  const open = states.filter(({ status }) => isOpen(status));
  const signed = states.filter(({ status }) => hasSigned(status)).length;
  const settled = past
    .filter(({ batchId, openedAt }) => batchId !== course.batchId && openedAt < course.openedAt)
    .map((cohort) => ({ batchId: cohort.batchId, states: statesAt(cohort, time) }))
    .filter(
      ({ states: all }) =>
        all.length > 0 && all.filter(({ status }) => isOpen(status)).length <= MOST_OPEN * all.length,
    );
  const decided = settled.flatMap(({ states: all }) => all.filter(({ status }) => !isOpen(status)));
  const statuses = APPLICATION_STATUSES.filter(isOpen).map((status): StatusCases => {
    const ages = open.filter((one) => one.status === status).map(({ since }) => time - since);
    return { status, here: ages.length, ...comparableCases(casesIn(status, decided), ages) };
  });
  return {
    signed,
    open: open.length,
    cases: decided.length,
    statuses,
    range: decided.length < LEAST_CASES ? null : rangeOf(signed, statuses),
    from: settled.map(({ batchId }) => batchId),
  };
}

type State = NonNullable<Point['state']>;

function casesIn(status: ApplicationStatus, decided: readonly State[]): readonly Case[] {
  return decided.flatMap((state) => {
    const stayed = state.stays.get(status);
    return stayed === undefined ? [] : [{ stayed, isSigned: hasSigned(state.status) }];
  });
}

/** The sum of a beta-binomial for each status, because the rates themselves are estimates. */
function rangeOf(signed: number, statuses: readonly StatusCases[]) {
  const total = statuses
    .filter(({ here }) => here > 0)
    .map(({ here, share, comparable }) => chances(here, share, comparable))
    .reduce(convolved, [1]);
  const { low, high } = shortestRange(total, INSIDE);
  return { low: signed + low, high: signed + high };
}

export interface Backtest {
  readonly held: number;
  readonly weeks: number;
  readonly cohorts: number;
  /** The mean number of seats from the lower to the upper end; null without weeks. */
  readonly width: number | null;
}

/** The end of a week while a past course was going on. */
interface PastWeek {
  readonly cohort: Cohort;
  readonly origin: number;
  /** What became of each of its traces. */
  readonly final: readonly Point['state'][];
}

interface TestedWeek {
  readonly batchId: string;
  readonly width: number;
  readonly isHeld: boolean;
}

/** The end of each week of each past course that is decided now. */
export function pastWeeks(past: readonly Cohort[], now: number): readonly PastWeek[] {
  return past.flatMap((cohort) => {
    const final = cohort.traces.map((trace) => stateAt(trace, now));
    const known = final.filter((state) => state !== null);
    if (known.filter(({ status }) => isOpen(status)).length > MOST_OPEN * known.length) return [];
    const opened = Date.parse(cohort.openedAt);
    const count = Math.min(MOST_WEEKS, Math.floor((now - opened) / WEEK_MS));
    return Array.from({ length: Math.max(0, count) }, (_, n) => ({
      cohort,
      origin: opened + (n + 1) * WEEK_MS,
      final,
    }));
  });
}

/** Forecasts the course as of that week, and compares with what came; null if there was no range or nobody was open. */
export function testedWeek({ cohort, origin, final }: PastWeek, past: readonly Cohort[]): TestedWeek | null {
  const { range, open } = forecastAt(cohort, past, origin);
  if (!range || open === 0) return null;
  const came = cohort.traces.filter((trace, index) => {
    const then = stateAt(trace, origin);
    const end = final[index];
    return then && (isOpen(then.status) || hasSigned(then.status)) && end && hasSigned(end.status);
  }).length;
  const isHeld = came >= range.low && came <= range.high;
  return { batchId: cohort.batchId, width: range.high - range.low, isHeld };
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

/** "18 to 24 of 20 seats. Of 61 that were in INTERVIEW COMPLETED, 44 signed." */
export function forecastSentence({ range, signed, open, cases, statuses }: Forecast, capacity: number): string {
  const now = `${grouped(signed)} signed, ${grouped(open)} still open.`;
  if (!range) {
    return `${now} No forecast: past courses have ${counted(cases, 'decided application', 'decided applications')}, and fewer than ${LEAST_CASES} say too little.`;
  }
  const seats = counted(capacity, 'seat', 'seats');
  const span = range.low === range.high ? grouped(range.low) : `${grouped(range.low)} to ${grouped(range.high)}`;
  const most = statuses.reduce<StatusCases | null>(
    (best, one) => (one.here > 0 && one.cases > 0 && one.here > (best?.here ?? 0) ? one : best),
    null,
  );
  const reason = most
    ? ` Of ${grouped(most.cases)} that were ever in ${most.status}, ${grouped(most.signed)} signed; ${grouped(most.here)} are there now.`
    : '';
  return `${now} Probably ${span} of ${seats} will be signed.${reason}`;
}

export const backtestSentence = ({ held, weeks, cohorts, width }: Backtest): string =>
  weeks === 0
    ? 'No past course that is weighed could have been forecast yet, so nothing tells how good the ranges are.'
    : `Made for past courses at the end of each week, with only what was known then, the range held in ${grouped(held)} of ${counted(weeks, 'week', 'weeks')}, ${counted(cohorts, 'course', 'courses')}; it was ${grouped(width ?? 0)} seats wide on average. It is meant to hold in 80%. Weeks of one course are not independent, and who is still open counts as not signed.`;
