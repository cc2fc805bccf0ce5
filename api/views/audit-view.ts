import type { EventLog } from '../../commands/event-store/event-log.ts';
import { categoryOf, idOf } from '../../domain/streams.ts';
import type { AuditDocument } from '../../projections/audit.ts';
import type { AuditEntry } from '../contract/audit.ts';
import type { ReadModels } from '../read-models.ts';
import { entriesOf, stepsOf } from './past-steps.ts';

/** Joins what the audit log refers to: whose document it is now, and what changed then, as far as it can still be read. */
export async function auditView(
  entries: readonly AuditDocument[],
  { log, readModels }: { log: EventLog; readModels: ReadModels },
): Promise<AuditEntry[]> {
  const streams = [...new Set(entries.map(({ stream }) => stream))];
  const byStream = new Map(
    await Promise.all(streams.map(async (stream) => [stream, await stepsOf(log, stream)] as const)),
  );
  const found = entries.flatMap((entry) => {
    const steps = byStream.get(entry.stream) ?? [];
    const step = steps.find(({ event }) => event.id === entry.eventId);
    const last = steps.at(-1);
    return step && last ? [{ entry, step, name: last.audited.nameOf?.(last.after) ?? null }] : [];
  });
  const told = await entriesOf(
    found.map(({ step }) => step),
    readModels,
  );
  return found.flatMap(({ entry: { _id, stream }, name }, index) => {
    const one = told[index];
    return one ? [{ _id, kind: categoryOf(stream), documentId: idOf(stream), name, ...one }] : [];
  });
}
