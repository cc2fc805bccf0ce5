import type { EventLog } from '../../commands/event-store/event-log.ts';
import { inParts } from '../../commands/in-parts.ts';
import type { AnyEvent, Recorded } from '../../domain/event.ts';
import { categoryOf, subjectOf } from '../../domain/streams.ts';
import type { HistoryEntry } from '../contract/applications.ts';
import type { ReadModels } from '../read-models.ts';
import { AUDITED, type Audited } from './audited.ts';
import { actorView, changesBetween, type Emails } from './changes.ts';

/** One event with what it made of its stream. */
export interface PastStep {
  readonly event: Recorded<AnyEvent>;
  readonly audited: Audited<unknown>;
  readonly before: unknown;
  readonly after: unknown;
  /** Whom the stream is about has been erased since. */
  readonly isErased: boolean;
}

/** What happened in a stream, step by step; nothing where nobody tells of its category. */
export async function stepsOf(log: Pick<EventLog, 'readStream'>, stream: string): Promise<readonly PastStep[]> {
  const audited = AUDITED.get(categoryOf(stream));
  if (!audited) return [];
  const events = await log.readStream(stream);
  const subject = subjectOf(stream);
  const ofSubject = subject === null || subject === stream ? events : await log.readStream(subject);
  const isErased = ofSubject.some(({ type }) => type === 'PersonalDataErased');
  const { initial, evolve } = audited.aggregate;
  let state = initial;
  return events.map((event) => {
    const before = state;
    state = evolve(state, event as Recorded<never>);
    return { event, audited, before, after: state, isErased };
  });
}

/** Of one step, as `inParts` weighs work: the states before and after may be long. */
const STEP_WEIGHT = 32_768;

/** The same in words for people: who, when, and each thing that changed, before and after. */
export async function entriesOf(
  steps: readonly PastStep[],
  { users }: Pick<ReadModels, 'users'>,
): Promise<HistoryEntry[]> {
  const people = new Set<string>();
  for (const { event, audited, before, after } of steps) {
    if (event.actor.id !== undefined) people.add(event.actor.id);
    for (const state of [before, after]) for (const id of audited.peopleIn?.(state) ?? []) people.add(id);
  }
  const known = await users.getMany([...people]);
  const everybody: Emails = new Map(known.map(({ _id, email }) => [_id, email]));
  /** An erased person may have an account still, which must not lead back to them: only staff are named then. */
  const staffOf = (organizationId: string | null): Emails =>
    new Map(
      known.flatMap(({ _id, email, orgRoles }) =>
        orgRoles.some(({ orgId }) => orgId === organizationId) ? [[_id, email] as const] : [],
      ),
    );
  const staff = new Map<string | null, Emails>();
  return inParts(
    steps,
    () => STEP_WEIGHT,
    ({ event, audited: { membersOf }, before, after, isErased }) => {
      const { organizationId } = event.metadata;
      const emails = isErased ? (staff.get(organizationId) ?? staffOf(organizationId)) : everybody;
      if (isErased) staff.set(organizationId, emails);
      const { id } = event.actor;
      const isNamed = id === undefined || !isErased || emails.has(id);
      const changes = changesBetween(membersOf(before, emails), membersOf(after, emails));
      return {
        type: event.type,
        at: event.at,
        actor: actorView(isNamed ? event.actor : { kind: event.actor.kind }, emails),
        changes: isErased ? changes.filter(({ field }) => field !== 'userId') : changes,
      };
    },
  );
}
