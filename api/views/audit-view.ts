import type { EventLog } from '../../commands/event-store/event-log.ts';
import { nameOfApplicant } from '../../domain/application/applicant-name.ts';
import { bulk } from '../../domain/bulk/bulk.ts';
import { categoryOf, idOf, subjectOf } from '../../domain/event-sourcing/streams.ts';
import { type AuditDocument, auditId } from '../../projections/audit.ts';
import type { AuditEntry } from '../contract/audit.ts';
import type { Positions } from '../http/positions.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { emailsOf } from './changes.ts';
import { entriesOf, lastName, type PastStep, pastOf, stepsIn } from './past-steps.ts';

/** Joins each entry with its document and its changes, as far as they can still be read. */
export async function auditView(
  entries: readonly AuditDocument[],
  { log, readModels, positions }: { log: EventLog; readModels: ReadModels; positions: Positions },
): Promise<AuditEntry[]> {
  const streams = [...new Set(entries.map(({ stream }) => stream))];
  const byStream = new Map(
    await Promise.all(
      streams.map(async (stream) => {
        const past = await pastOf(log, stream);
        return [stream, past ? stepsIn(past) : []] as const;
      }),
    ),
  );
  const byEvent = new Map([...byStream.values()].flatMap((steps) => steps.map((step) => [step.event.id, step])));
  const names = new Map([...byStream].map(([stream, steps]) => [stream, lastName(steps)]));
  const found = entries.flatMap((entry) => {
    const steps = byStream.get(entry.stream) ?? [];
    const step = byEvent.get(entry.eventId);
    const last = steps.at(-1);
    if (!step || !last) return [];
    return [
      { entry, step, name: names.get(entry.stream) ?? null, calledBy: last.audited.calledBy?.(last.after) ?? null },
    ];
  });
  const [details, applicants, bulks, emails] = await Promise.all([
    entriesOf(
      found.map(({ step }) => step),
      readModels,
    ),
    applicantsOf(streams, readModels),
    bulksOf(entries, readModels),
    emailsOf(
      found.flatMap(({ calledBy }) => calledBy ?? []),
      readModels,
    ),
  ]);
  return found.flatMap(({ entry: { stream }, step: { event }, name, calledBy }, index) => {
    const one = details[index];
    if (!one) return [];
    const applicant = applicants.get(idOf(stream)) ?? null;
    const rows = categoryOf(stream) === bulk.category ? bulks.get(idOf(stream)) : undefined;
    return [
      {
        _id: entryId(event, positions),
        kind: categoryOf(stream),
        documentId: idOf(stream),
        name: name ?? applicant?.name ?? (calledBy === null ? null : (emails.get(calledBy) ?? null)),
        applicant,
        ...one,
        ...(rows === undefined
          ? {}
          : { bulk: { _id: idOf(stream), applications: rows, isUndo: event.type === 'BulkUndoStarted' } }),
      },
    ];
  });
}

type Applicant = NonNullable<AuditEntry['applicant']>;

async function applicantsOf(
  streams: readonly string[],
  { applications }: Pick<ReadModels, 'applications'>,
): Promise<ReadonlyMap<string, Applicant>> {
  const isApplicants = (stream: string) => subjectOf(stream)?.startsWith('application-') === true;
  const found = await applications.getMany([...new Set(streams.filter(isApplicants).map(idOf))]);
  return new Map(
    found.map(({ _id, userId, email, values, isErased }) => [
      _id,
      isErased
        ? { userId: null, email: null, name: null }
        : { userId, email, name: nameOfApplicant({ values, email }) },
    ]),
  );
}

async function bulksOf(
  entries: readonly AuditDocument[],
  { bulks }: Pick<ReadModels, 'bulks'>,
): Promise<ReadonlyMap<string, number>> {
  const ids = entries.filter(({ stream }) => categoryOf(stream) === bulk.category).map(({ stream }) => idOf(stream));
  return new Map((await bulks.getMany([...new Set(ids)])).map(({ _id, rows }) => [_id, rows.length]));
}

const ENTRY_ID = /^(\d{13})\.(0x\w+)$/;

/** An entry's public id: sortable by time, with its position in the log encrypted. */
const entryId = ({ at, position }: Pick<PastStep['event'], 'at' | 'position'>, positions: Positions): string =>
  `${Date.parse(at).toString().padStart(13, '0')}.${positions.name(position)}`;

export function auditIdOf(text: string, organizationId: string, positions: Positions): string | undefined {
  const [, ms, token = ''] = ENTRY_ID.exec(text) ?? [];
  const position = positions.open(token);
  if (ms === undefined || position === undefined) return undefined;
  return auditId({ organizationId, at: Number(ms), position });
}
