import type { EventLog } from '../../commands/event-store/event-log.ts';
import { application } from '../../domain/application/application.ts';
import { documentOf } from '../../domain/application/document.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import { type ApplicationState, NOTHING } from '../../domain/application/state.ts';
import type { AnyEvent, Recorded } from '../../domain/event.ts';
import type { PaymentAccountEvent } from '../../domain/payment-account/events.ts';
import { paymentAccount } from '../../domain/payment-account/payment-account.ts';
import type { HistoryEntry } from '../contract/applications.ts';
import type { ReadModels } from '../read-models.ts';
import { accountChanges } from './account-history.ts';

type Change = HistoryEntry['changes'][number];
type Emails = ReadonlyMap<string, string | null>;

/** Who changed what of an application and its payment account, when (D5): told from their streams, for staff who may see all. */
export async function historyView(
  id: string,
  { log, readModels }: { log: EventLog; readModels: ReadModels },
): Promise<HistoryEntry[]> {
  const events = (await log.readStream(`${application.category}-${id}`)) as readonly Recorded<ApplicationEvent>[];
  const payments = (await log.readStream(
    `${paymentAccount.category}-${id}`,
  )) as readonly Recorded<PaymentAccountEvent>[];
  const steps = foldSteps(events);
  const emails = await emailsOf(peopleIn([...events, ...payments], steps), readModels);
  const told = [
    ...steps.map(({ event, before, after }) => ({
      event,
      changes: changesBetween(membersOf(id, before, emails), membersOf(id, after, emails)),
    })),
    ...accountChanges(payments),
  ];
  return told
    .toSorted((one, other) => (one.event.position < other.event.position ? -1 : 1))
    .map(({ event: { type, at, actor }, changes }) => ({
      type,
      at,
      actor: {
        kind: actor.kind,
        id: actor.id ?? null,
        email: actor.id === undefined ? null : (emails.get(actor.id) ?? null),
      },
      changes,
    }));
}

interface Step {
  readonly event: Recorded<ApplicationEvent>;
  readonly before: ApplicationState;
  readonly after: ApplicationState;
}

function foldSteps(events: readonly Recorded<ApplicationEvent>[]): readonly Step[] {
  let state: ApplicationState = NOTHING;
  return events.map((event) => {
    const before = state;
    state = application.evolve(state, event);
    return { event, before, after: state };
  });
}

function peopleIn(events: readonly Recorded<AnyEvent>[], steps: readonly Step[]): ReadonlySet<string> {
  const people = new Set(events.flatMap(({ actor }) => actor.id ?? []));
  for (const { after } of steps) {
    if (after.kind !== 'application') continue;
    if (after.adminAssigneeId) people.add(after.adminAssigneeId);
    for (const { authorId } of after.comments) if (authorId) people.add(authorId);
  }
  return people;
}

async function emailsOf(people: ReadonlySet<string>, { users }: ReadModels): Promise<Emails> {
  return new Map((await users.getMany([...people])).map(({ _id, email }) => [_id, email]));
}

/** What people can tell apart: values and members side by side, others by email. */
function membersOf(id: string, state: ApplicationState, emails: Emails): Readonly<Record<string, unknown>> {
  if (state.kind !== 'application') return {};
  const {
    _id,
    version,
    values,
    adminAssignee,
    adminComments,
    assessmentScores,
    completedAssessmentIds,
    isErased,
    createdAt,
    ...members
  } = documentOf(id, 0, state);
  return {
    ...values,
    ...members,
    adminAssignee: adminAssignee && { ...adminAssignee, userEmail: emails.get(adminAssignee.userId) ?? null },
    adminComments: adminComments.map((comment) => ({
      ...comment,
      authorEmail: comment.authorId === null ? null : (emails.get(comment.authorId) ?? null),
    })),
  };
}

function changesBetween(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Change[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field) => {
    const [was, is] = [before[field] ?? null, after[field] ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return field === 'adminComments' ? commentChanges(asList(was), asList(is)) : [{ field, before: was, after: is }];
  });
}

type Element = { readonly _id: string };
const asList = (value: unknown): readonly Element[] => (Array.isArray(value) ? (value as readonly Element[]) : []);

/** Lists change by element: one came, went or reads differently now. */
function commentChanges(before: readonly Element[], after: readonly Element[]): Change[] {
  const ids = [...new Set([...before, ...after].map(({ _id }) => _id))];
  return ids.flatMap((id) => {
    const was = before.find(({ _id }) => _id === id) ?? null;
    const is = after.find(({ _id }) => _id === id) ?? null;
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field: 'adminComments', before: was, after: is }];
  });
}
