import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { offeredEvent } from '../../domain/saved-report/event-catalogue.ts';
import type { Subject } from './contributions.ts';
import type { Plan } from './plan.ts';

type Event = Recorded<AnyEvent>;
type Json = Readonly<Record<string, unknown>>;

const QUARTER_MS = 15 * 60_000;
/** An applicant's clock may be arbitrarily wrong. */
const CLOCKS_APART_MS = 86_400_000;

function membersAt(value: unknown, path: readonly string[]): readonly unknown[] {
  const [member, ...rest] = path;
  if (Array.isArray(value)) return value.flatMap((element) => membersAt(element, path));
  if (member === undefined) return [value];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return [];
  return membersAt((value as Json)[member], rest);
}

const pathOf = (id: string): readonly string[] => id.split('.').slice(1);

const asText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value) : null;

function actorOf({ actor }: Event, { userId }: Subject): string {
  if (actor.kind === 'system') return 'portal';
  if (actor.kind === 'provider' || actor.kind === 'token') return 'provider';
  return actor.kind === 'user' && actor.id !== userId ? 'staff' : 'applicant';
}

/** A field's value as after the event. */
export function valueAfter(id: string, event: Event, subject: Subject, { facts }: Plan): string | null {
  if (id === 'event') return event.type;
  if (id === 'actor') return actorOf(event, subject);
  if (!id.startsWith('data.')) return subject.facts[facts.indexOf(id)] ?? null;
  return asText(membersAt(event.data, pathOf(id))[0]);
}

/** Null if the event has no such number. */
export function numberOf(id: string, { data }: Event): number | null {
  const numbers = membersAt(data, pathOf(id)).filter((one) => typeof one === 'number');
  return numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0);
}

function happenedAt(event: Event): number {
  const recorded = Date.parse(event.at);
  const member = offeredEvent(event.type)?.happenedAt;
  const happened = member === undefined ? Number.NaN : Date.parse(String((event.data as Json)[member]));
  if (Number.isNaN(happened)) return recorded;
  return event.type === 'ActivityRecorded' && Math.abs(happened - recorded) > CLOCKS_APART_MS ? recorded : happened;
}

/** By the clock that the report groups by, in milliseconds. */
export const clockTime = (event: Event, { time }: Plan): number =>
  time?.clock === 'happened' ? happenedAt(event) : Date.parse(event.at);

/** The part's time in quarters of an hour, from which the day in every zone derives; of a median in milliseconds. */
export function partTime(event: Event, plan: Plan): number {
  const at = clockTime(event, plan);
  if (plan.question.measure.kind === 'median') return at;
  return plan.time ? Math.floor(at / QUARTER_MS) : 0;
}

export const instantOf = (at: number, { question }: Plan): number =>
  question.measure.kind === 'median' ? at : at * QUARTER_MS;

/** The value of a fact that the event changes; undefined if it does not. */
export function factAfter(id: string, { type, stream, data, personal }: Event): string | null | undefined {
  const known = data as Json;
  const isStart = type === 'ApplicationSubmitted' || type === 'ApplicationCopied';
  if (id === 'application.batch') {
    if (stream.startsWith('batch-')) return stream.slice('batch-'.length);
    return isStart ? asText(known.batchId) : undefined;
  }
  if (id === 'application.status') return statusAfter(type, known);
  if (id.startsWith('application.')) return isStart ? asText(membersAt(known.tracking, pathOf(id))[0]) : undefined;
  if (!isStart && type !== 'DetailsSaved') return undefined;
  const values = (personal as { values?: Json } | null | undefined)?.values;
  const name = id.slice('answer.'.length);
  return values && Object.hasOwn(values, name) ? asText(values[name]) : undefined;
}

function statusAfter(type: string, data: Json): string | null | undefined {
  if (type === 'ApplicationSubmitted') return 'NEW';
  if (type === 'ApplicationCopied') return asText(data.status);
  if (type === 'StatusChanged') return asText(data.to);
  return type === 'ApplicationTransferred' ? 'TRANSFERRED' : undefined;
}
