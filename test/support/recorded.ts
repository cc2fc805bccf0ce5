import type { ActorReference } from '../../domain/access/actor.ts';
import type { AnyEvent, EventMetadata } from '../../domain/event-sourcing/event.ts';
import { foldAsOf } from '../../projections/engine/as-of.ts';
import type { RecordedEvent } from '../../projections/engine/event-source.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { createRouter, type FoldedDocument } from '../../projections/engine/routing.ts';
import { MemoryLog } from './memory-log.ts';

export type Happening = readonly [
  stream: string,
  event: AnyEvent,
  actor?: ActorReference,
  metadata?: Partial<EventMetadata>,
];

/** `given(batches, ['batch-1', created]).document('1')`. */
export function given<Doc extends { readonly _id: string; readonly _pos?: bigint }>(
  projection: Projection<Doc, never>,
  ...happenings: readonly Happening[]
) {
  const log = new MemoryLog();
  const events = happenings.map(([stream, event, actor, metadata], n): RecordedEvent => {
    const recorded = log.append(stream, event, new Date(Date.UTC(2026, 2, 1, 9, 0, n)).toISOString());
    const acted = { ...recorded, ...(actor && { actor }), metadata: { ...recorded.metadata, ...metadata } };
    log.events[n] = acted;
    return acted;
  });
  const router = createRouter(projection);
  const documents = new Map<string, FoldedDocument>();
  const fold = (id: string, event: RecordedEvent, change: (document: FoldedDocument | undefined) => unknown) => {
    const next = change(documents.get(id)) as FoldedDocument | undefined;
    if (next) documents.set(id, next);
    else documents.delete(id);
    if (!next) return;
    const passedOn = projection.passesOn?.(next as unknown as Doc, event) ?? [];
    for (const other of passedOn) fold(other.id, event, other.fold as typeof change);
  };
  for (const event of events) for (const step of router(event)) fold(step.id, event, step.fold);
  return {
    document: (id: string) => documents.get(id) as Doc | undefined,
    count: documents.size,
    asOf: (id: string, n: number) => foldAsOf(log, projection, id, events[n - 1]?.position ?? 0n),
  };
}
