import type { EventLog } from '../../commands/event-store/event-log.ts';
import { categoryOf, idOf } from '../../domain/event-sourcing/streams.ts';
import { type AuditDocument, auditId } from '../../projections/audit.ts';
import type { AuditEntry } from '../contract/audit.ts';
import type { Positions } from '../http/positions.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { entriesOf, type PastStep, pastOf, stepsIn } from './past-steps.ts';

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
  const found = entries.flatMap((entry) => {
    const steps = byStream.get(entry.stream) ?? [];
    const step = byEvent.get(entry.eventId);
    const last = steps.at(-1);
    return step && last ? [{ entry, step, name: last.audited.nameOf?.(last.after) ?? null }] : [];
  });
  const details = await entriesOf(
    found.map(({ step }) => step),
    readModels,
  );
  return found.flatMap(({ entry: { stream }, step: { event }, name }, index) => {
    const one = details[index];
    return one
      ? [{ _id: entryId(event, positions), kind: categoryOf(stream), documentId: idOf(stream), name, ...one }]
      : [];
  });
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
