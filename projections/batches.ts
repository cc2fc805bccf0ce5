import { batch } from '../domain/batch/batch.ts';
import type { BatchDetails, BatchEvent } from '../domain/batch/events.ts';
import type { BatchStatus } from '../domain/batch/status.ts';
import type { Recorded } from '../domain/event-sourcing/event.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import { projection } from './engine/projection.ts';

export interface BatchDocument extends BatchDetails {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly version: number;
  readonly organizationId: string;
  readonly status: BatchStatus;
  readonly createdAt: string;
  readonly openedAt: string | null;
}

function fold(document: BatchDocument | undefined, event: Recorded<BatchEvent>): BatchDocument | undefined {
  const before = document ? { ...document, exists: true, details: detailsOf(document) } : batch.initial;
  const { exists, details, organizationId, status, createdAt, openedAt } = batch.evolve(before, event);
  if (!exists) return undefined;
  return {
    ...details,
    _id: idOf(event.stream),
    version: event.revision,
    organizationId,
    status,
    createdAt,
    openedAt,
  };
}

function detailsOf({ _id, _pos, version, organizationId, status, createdAt, openedAt, ...details }: BatchDocument) {
  return details;
}

export const batches = projection<BatchDocument, BatchEvent>({
  name: 'batches',
  version: 2,
  digest: 'b3bb8cc2b9df0589',
  indexes: ['organizationId', 'status', 'slug', 'processId', 'createdAt'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`batch-${id}`],
  on: { BatchCreated: fold, BatchDetailsChanged: fold, BatchStatusChanged: fold },
});
