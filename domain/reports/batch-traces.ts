import type { ApplicationStatus } from '../application/statuses.ts';
import { type SortedCases, sortedCases } from './comparable-cases.ts';
import {
  currentStay,
  hasSigned,
  isOpen,
  journeyOf,
  MOST_TRANSFERS,
  type RecordedJourney,
  upToTime,
} from './journey.ts';

/** The state of an application. */
export interface State {
  readonly status: ApplicationStatus;
  /** When the current stay began. */
  readonly since: number;
  /** The longest finished stay in each status, in milliseconds. */
  readonly stays: ReadonlyMap<ApplicationStatus, number>;
}

/** The state from a time on; null while the application does not count. */
interface Point {
  readonly at: number;
  readonly state: State | null;
}
export type Trace = readonly Point[];

/** What a course says about others. */
interface Evidence {
  readonly batchId: string;
  readonly size: number;
  readonly open: number;
  readonly decided: number;
  readonly signed: number;
  /** Of its applications, by each status that they were ever in. Those that are still open have not signed. */
  readonly cases: () => ReadonlyMap<ApplicationStatus, SortedCases>;
}

export interface BatchTraces {
  readonly batchId: string;
  /** ISO-8601. */
  readonly openedAt: string;
  readonly traces: readonly Trace[];
  /** After it nothing changes. */
  readonly lastAt: number;
  readonly lastEvidence: () => Evidence;
}

/** Every state that the application had, so that any moment of the past is a look-up. */
export function traceOf(recorded: RecordedJourney, byId: ReadonlyMap<string, RecordedJourney>): Trace {
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
    return { at: Date.parse(at), state: { status, since: Date.parse(from), stays } };
  });
}

export function batchTracesOf(
  { batchId, openedAt }: Pick<BatchTraces, 'batchId' | 'openedAt'>,
  traces: readonly Trace[],
): BatchTraces {
  const lastAt = traces.reduce((last, trace) => Math.max(last, trace.at(-1)?.at ?? 0), 0);
  let kept: Evidence | null = null;
  const lastEvidence = () => {
    kept ??= evidenceOf(batchId, statesAt(traces, lastAt));
    return kept;
  };
  return { batchId, openedAt, traces, lastAt, lastEvidence };
}

export const stateAt = (trace: Trace, time: number): State | null =>
  trace.findLast(({ at }) => at <= time)?.state ?? null;

export const statesAt = (traces: readonly Trace[], time: number): readonly State[] =>
  traces.flatMap((trace) => stateAt(trace, time) ?? []);

export const evidenceAt = (batch: BatchTraces, time: number): Evidence =>
  time >= batch.lastAt ? batch.lastEvidence() : evidenceOf(batch.batchId, statesAt(batch.traces, time));

function evidenceOf(batchId: string, states: readonly State[]): Evidence {
  const open = states.filter(({ status }) => isOpen(status)).length;
  let kept: ReturnType<Evidence['cases']> | null = null;
  return {
    batchId,
    size: states.length,
    open,
    decided: states.length - open,
    signed: states.filter(({ status }) => hasSigned(status)).length,
    cases() {
      kept ??= sortedByStatus(states);
      return kept;
    },
  };
}

function sortedByStatus(states: readonly State[]): ReadonlyMap<ApplicationStatus, SortedCases> {
  const cases = Map.groupBy(states.flatMap(casesOf), ({ status }) => status);
  return new Map([...cases].map(([status, all]) => [status, sortedCases(all)]));
}

function casesOf({ status: last, stays }: State) {
  const all = isOpen(last) ? new Map(stays).set(last, Number.POSITIVE_INFINITY) : stays;
  return [...all].map(([status, stayed]) => ({ status, stayed, isSigned: hasSigned(last) }));
}
