import type { EventLog } from '../../commands/event-store/event-log.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { categoryOf, subjectOf } from '../../domain/event-sourcing/streams.ts';
import { inParts } from '../../timing/in-parts.ts';
import type { HistoryEntry } from '../contract/applications.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { AUDITED, type Audited, type Members } from './audited.ts';
import { actorView, changesBetween, type Emails, tokensAmong } from './changes.ts';

export interface PastStep {
  readonly event: Recorded<AnyEvent>;
  readonly audited: Audited<unknown>;
  readonly before: unknown;
  readonly after: unknown;
  readonly isErased: boolean;
}

export interface Past {
  readonly events: readonly Recorded<AnyEvent>[];
  readonly audited: Audited<unknown>;
  readonly isErased: boolean;
}

export async function pastOf(log: Pick<EventLog, 'readStream'>, stream: string): Promise<Past | null> {
  const audited = AUDITED.get(categoryOf(stream));
  if (!audited) return null;
  const events = await log.readStream(stream);
  const subject = subjectOf(stream);
  const ofSubject = subject === null || subject === stream ? events : await log.readStream(subject);
  const isErased = ofSubject.some(({ type }) => type === 'PersonalDataErased');
  return { events, audited, isErased };
}

/** Holds only the wanted steps of a long stream, because each has its own state. */
export function stepsIn(
  { events, audited, isErased }: Past,
  isWanted: (event: Recorded<AnyEvent>) => boolean = () => true,
): readonly PastStep[] {
  const { initial, evolve } = audited.aggregate;
  const steps: PastStep[] = [];
  let state = initial;
  for (const event of events) {
    const before = state;
    state = evolve(state, event as Recorded<never>);
    if (isWanted(event)) steps.push({ event, audited, before, after: state, isErased });
  }
  return steps;
}

/** Also of a deleted document, by its last name, except where a former name may be one that a person had erased. */
export function lastName(steps: readonly PastStep[]): string | null {
  const last = steps.at(-1);
  if (!last) return null;
  const former = subjectOf(last.event.stream) === null ? steps.toReversed() : [last];
  for (const { audited, after } of former) {
    const name = audited.nameOf?.(after) ?? null;
    if (name !== null) return name;
  }
  return null;
}

/** The weight of one step for `inParts`: its states may be long. */
const STEP_WEIGHT = 32_768;

export async function entriesOf(
  steps: readonly PastStep[],
  { users, apiTokens }: Pick<ReadModels, 'users' | 'apiTokens'>,
): Promise<HistoryEntry[]> {
  const people = new Set<string>();
  const read = new Set<unknown>();
  for (const { event, audited, before, after } of steps) {
    if (event.actor.id !== undefined) people.add(event.actor.id);
    for (const state of [before, after]) {
      if (read.has(state)) continue;
      read.add(state);
      for (const id of audited.peopleIn?.(state) ?? []) people.add(id);
    }
  }
  const known = await users.getMany([...people]);
  for (const { _id } of known) people.delete(_id);
  const tokens = await tokensAmong([...people], { apiTokens });
  const everybody: Emails = new Map([...known.map(({ _id, email }) => [_id, email] as const), ...tokens]);
  /** An erased person may still have an account, which must not identify them: only staff are named then. */
  const staffOf = (organizationId: string | null): Emails =>
    new Map([
      ...known.flatMap(({ _id, email, orgRoles }) =>
        orgRoles.some(({ orgId }) => orgId === organizationId) ? [[_id, email] as const] : [],
      ),
      ...tokens,
    ]);
  const staff = new Map<string | null, Emails>();
  const lastShown = new Map<
    Audited<unknown>,
    { readonly state: unknown; readonly emails: Emails; readonly members: Members }
  >();
  /** The state after one step is mostly the one before the next. */
  const membersOf = (audited: Audited<unknown>, state: unknown, emails: Emails): Members => {
    const last = lastShown.get(audited);
    if (last && last.state === state && last.emails === emails) return last.members;
    const members = audited.membersOf(state, emails);
    lastShown.set(audited, { state, emails, members });
    return members;
  };
  return inParts(
    steps,
    () => STEP_WEIGHT,
    ({ event, audited, before, after, isErased }) => {
      const { organizationId } = event.metadata;
      const emails = isErased ? (staff.get(organizationId) ?? staffOf(organizationId)) : everybody;
      if (isErased) staff.set(organizationId, emails);
      const { id } = event.actor;
      const isNamed = id === undefined || !isErased || emails.has(id);
      const changes = changesBetween(membersOf(audited, before, emails), membersOf(audited, after, emails));
      return {
        type: event.type,
        at: event.at,
        actor: actorView(isNamed ? event.actor : { kind: event.actor.kind }, emails),
        changes: isErased ? changes.filter(({ field }) => field !== 'userId') : changes,
      };
    },
  );
}
