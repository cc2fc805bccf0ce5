import { ACTIVITY_EVENTS } from '../../domain/activity/events.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { categoryOf, idOf } from '../../domain/event-sourcing/streams.ts';
import { PAYMENT_ACCOUNT_EVENTS } from '../../domain/payment-account/events.ts';
import type { ReportQuestion } from '../../domain/saved-report/details.ts';
import { SOLUTION_EVENTS } from '../../domain/solution/events.ts';
import { newSubject, type Part, type ReportShard, type Subject, shardOf } from './contributions.ts';
import { clockTime, factAfter, numberOf, partTime, valueAfter } from './event-values.ts';
import { holds, type Plan, planOf } from './plan.ts';

type Event = Recorded<AnyEvent>;

/** The data of a saved report's dynamic projection. */
export interface ReportData {
  readonly question: ReportQuestion;
  readonly definition: number;
}

/** Increment it when the folds make other documents of the same events: this rebuilds every saved report. */
export const REPORT_FOLDS_VERSION = 3;

const CATEGORIES = new Set(['application', 'solution', 'activity', 'paymentAccount', 'batch']);
const ENDS = new Set(['PersonalDataErased', 'ApplicationRemoved']);

/** Solutions, activity and payments have the id of their application. */
const subjectIdOf = ({ stream }: Event): string | null => (CATEGORIES.has(categoryOf(stream)) ? idOf(stream) : null);

export function foldsOf({ question, definition }: ReportData) {
  const plan = planOf(question);
  const wanted = new Set(typesOf(plan));
  const handler = {
    id(event: Event): readonly string[] {
      const id = subjectIdOf(event);
      return id === null || !(wanted.has(event.type) || isAboutCopies(event)) ? [] : [shardOf(id)];
    },
    fold(shard: ReportShard | undefined, event: Event, _id: string): ReportShard | undefined {
      const id = subjectIdOf(event);
      if (id === null) return shard;
      const subjects = shard?.subjects ?? [];
      const index = subjects.findIndex((one) => one.id === id);
      // It may be of another school.
      if (index === -1 && ENDS.has(event.type)) return shard;
      const before = subjects[index] ?? newSubject(id, plan.facts.length);
      const after = afterEvent(before, event, plan);
      if (after === before) return shard;
      const changed = Number(event.position);
      const others = index === -1 ? [...subjects, after] : subjects.with(index, after);
      return { _id, changed, definition, subjects: others };
    },
  };
  return {
    id: ({ stream }: Event) => shardOf(idOf(stream)),
    on: Object.fromEntries([...wanted, 'StatusChanged'].map((type) => [type, handler])),
    isPersonal: plan.facts.some(isAnswer),
  };
}

/** Answers are in the personal part of events. */
const isAnswer = (id: string): boolean => id.startsWith('answer.');

/** Whether a status change decides if a copy counts, or its original again. */
const isAboutCopies = ({ type, data }: Event): boolean => type === 'StatusChanged' && changesCopies(data as Move);
const changesCopies = ({ from, to }: Move): boolean =>
  from === 'TRANSFERRED' || from === 'CANCELLED' || to === 'CANCELLED';
interface Move {
  readonly from?: string;
  readonly to?: string;
}

/** Of the events that the question names, and of those that every report needs. */
export function typesOf({ question: { events, measure }, facts, usesActor }: Plan): readonly string[] {
  return [
    ...new Set([
      'ApplicationSubmitted',
      'ApplicationCopied',
      'ApplicationTransferred',
      ...ENDS,
      ...(facts.includes('application.status') ? ['StatusChanged'] : []),
      ...(facts.some(isAnswer) ? ['DetailsSaved'] : []),
      ...(usesActor ? ['UserLinked'] : []),
      ...(measure.kind === 'median' ? [measure.from.event] : []),
      ...events,
    ]),
  ];
}

const STREAMS_BESIDE = Object.entries({
  solution: SOLUTION_EVENTS,
  activity: ACTIVITY_EVENTS,
  paymentAccount: PAYMENT_ACCOUNT_EVENTS,
});

/** The categories of an application's streams that have such events. */
export function categoriesOf(plan: Plan): readonly string[] {
  const types = new Set(typesOf(plan).filter((type) => !ENDS.has(type)));
  const beside = STREAMS_BESIDE.filter(([, events]) => events.some(({ type }) => types.has(type)));
  return ['application', ...beside.map(([category]) => category)];
}

/** What the fold is given of one subject, in the order of the log. */
export function eventsOf(id: string, events: readonly Event[], plan: Plan): readonly Event[] {
  const types = new Set(typesOf(plan));
  return events
    .filter((event) => (types.has(event.type) || isAboutCopies(event)) && subjectIdOf(event) === id)
    .toSorted((one, other) => (one.position < other.position ? -1 : 1));
}

/** The subject as of a position. What ends it counts whenever it happens: who is gone today is in no past figure. */
export const subjectAsOf = (id: string, events: readonly Event[], plan: Plan, until: bigint): Subject =>
  eventsOf(id, events, plan)
    .filter(({ type, position }) => position <= until || ENDS.has(type))
    .reduce((subject, event) => afterEvent(subject, event, plan), newSubject(id, plan.facts.length));

/** Returns the same object if the event changes nothing. */
export function afterEvent(subject: Subject, event: Event, plan: Plan): Subject {
  if (subject.isGone) return subject;
  if (ENDS.has(event.type)) return { ...newSubject(subject.id, 0), isGone: true };
  return withPart(withFacts(subject, event, plan), event, plan);
}

function withFacts(subject: Subject, event: Event, { facts, usesActor }: Plan): Subject {
  const data = event.data as { readonly copyId?: string; readonly userId?: string | null };
  const changes = facts.map((id) => factAfter(id, event));
  const next = {
    ...subject,
    ...(isAboutCopies(event) && afterMove(subject, event.data as Move)),
    ...(changes.some((value) => value !== undefined) && {
      facts: subject.facts.map((value, index) => (changes[index] === undefined ? value : (changes[index] ?? null))),
    }),
    ...(event.type === 'ApplicationTransferred' && { copyId: data.copyId ?? null }),
    ...(usesActor && LINKING.has(event.type) && { userId: data.userId ?? null }),
  };
  const isSame = next.facts === subject.facts && !isAboutCopies(event);
  return isSame && !CREATING.has(event.type) && !LINKING.has(event.type) ? subject : next;
}

function afterMove({ copyId, formerCopies = [] }: Subject, { from, to }: Move): Partial<Subject> {
  const hasReturned = from === 'TRANSFERRED' && copyId !== null;
  return {
    isCancelled: to === 'CANCELLED',
    ...(hasReturned && { copyId: null, formerCopies: [...formerCopies, copyId] }),
  };
}
const CREATING = new Set(['ApplicationSubmitted', 'ApplicationCopied', 'ApplicationTransferred']);
const LINKING = new Set(['ApplicationSubmitted', 'ApplicationCopied', 'UserLinked']);

function withPart(subject: Subject, event: Event, plan: Plan): Subject {
  const { measure, events } = plan.question;
  // An undo gives back an earlier status with its time: that status was counted when it began.
  if (measure.kind === 'median' && isUndo(event)) return subject;
  const started =
    measure.kind === 'median' && isStart(event, measure.from) ? withStart(subject, clockTime(event, plan)) : subject;
  if (!events.includes(event.type)) return started;
  if (!plan.conditionsAtEvent.every((one) => holds(one, valueAfter(one.field, event, started, plan)))) return started;
  const sum = measure.kind === 'sum' ? numberOf(measure.field, event) : 0;
  if (sum === null) return started;
  const values = plan.values.map((id) => valueAfter(id, event, started, plan));
  const part = { at: partTime(event, plan), values, n: 1, sum };
  const parts = measure.kind === 'median' ? withArrival(started, part) : added(started.parts, part);
  return { ...started, parts };
}

const isStart = ({ type, data }: Event, from: { event: string; status: string | null }): boolean =>
  type === from.event && (from.status === null || (data as { to?: string }).to === from.status);

const isUndo = ({ type, data }: Event): boolean =>
  type === 'StatusChanged' && (data as { since?: string }).since !== undefined;

function withStart(subject: Subject, start: number): Subject {
  return subject.start !== null && subject.start <= start ? subject : { ...subject, start };
}

/**
 * The first arrival after the start counts. Before a start is known, it is the first of all: an original may have started.
 * Others would make an application grow with each of its events.
 */
function withArrival({ parts, start }: Subject, part: Part): readonly Part[] {
  const all = [...parts, part];
  const first = (some: readonly Part[]) =>
    some.reduce<Part | null>((best, one) => (best === null || one.at < best.at ? one : best), null);
  const kept = new Set([first(all), start === null ? null : first(all.filter(({ at }) => at >= start))]);
  return all.filter((one) => kept.has(one));
}

function added(parts: readonly Part[], part: Part): readonly Part[] {
  const index = parts.findIndex(
    ({ at, values }) => at === part.at && values.every((value, place) => value === part.values[place]),
  );
  const before = parts[index];
  if (!before) return [...parts, part];
  return parts.with(index, { ...before, n: before.n + part.n, sum: before.sum + part.sum });
}
