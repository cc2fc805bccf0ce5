import type { EventLog } from '../../commands/event-store/event-log.ts';
import type { Pace } from '../../commands/transfer/pace.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { categoryOf, idOf, streamOf } from '../../domain/event-sourcing/streams.ts';
import type { ReportQuestion } from '../../domain/saved-report/details.ts';
import { auditPrefix } from '../../projections/audit.ts';
import { cursorBehind } from '../../projections/document-store/query-values.ts';
import { newSubject, type Subject } from '../../projections/report-folds/contributions.ts';
import { type Plan, planOf } from '../../projections/report-folds/plan.ts';
import { afterEvent, eventsOf, typesOf } from '../../projections/report-folds/report-folds.ts';
import type { ReadModels } from '../read-models/read-models.ts';

const PREVIEWED_EVENTS = 1000;
/** Applications that are read before other requests run. */
const AT_ONCE = 10;

export interface Preview {
  readonly subjects: readonly Subject[];
  readonly events: number;
  readonly since: string | null;
}

/**
 * Counts the school's newest events in the audit log. Reads whole streams, because values may come from earlier events.
 */
export async function previewOf(
  organizationId: string,
  question: ReportQuestion,
  {
    log,
    readModels,
    pace,
  }: {
    readonly log: Pick<EventLog, 'readStream'>;
    readonly readModels: Pick<ReadModels, 'audit'>;
    readonly pace: Pace;
  },
): Promise<Preview> {
  const plan = planOf(question);
  const types = new Set(typesOf(plan));
  const prefix = auditPrefix(organizationId);
  const cursor = cursorBehind({ _id: prefix }, undefined);
  const { documents } = await readModels.audit.find({}, { limit: PREVIEWED_EVENTS, cursor });
  const newest = documents.filter(({ _id }) => _id.startsWith(prefix));
  const concerned = newest.filter(({ type }) => types.has(type));
  const counted = new Set(concerned.map(({ eventId }) => eventId));
  const categories = new Set(['application', ...concerned.map(({ stream }) => categoryOf(stream))]);
  const subjects: Subject[] = [];
  for (const id of new Set(concerned.map(({ stream }) => idOf(stream)))) {
    const streams = [...categories].map((category) => log.readStream(streamOf(category, id)));
    subjects.push(subjectOf(id, (await Promise.all(streams)).flat(), plan, counted));
    if (subjects.length % AT_ONCE === 0) await pace();
  }
  return { subjects, events: newest.length, since: newest.at(-1)?.at ?? null };
}

function subjectOf(
  id: string,
  events: readonly Recorded<AnyEvent>[],
  plan: Plan,
  counted: ReadonlySet<string>,
): Subject {
  return eventsOf(id, events, plan).reduce(
    (subject, event) => {
      const after = afterEvent(subject, event, plan);
      return counted.has(event.id) ? after : { ...after, parts: after.isGone ? [] : subject.parts };
    },
    newSubject(id, plan.facts.length),
  );
}
