import { type Bulk, bulk, phaseOf } from '../domain/bulk/bulk.ts';
import type { BulkEvent } from '../domain/bulk/events.ts';
import type { Recorded } from '../domain/event-sourcing/event.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import { projection } from './engine/projection.ts';

export interface BulkDocument extends Bulk {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly isOpen: boolean;
}

function fold(document: BulkDocument | undefined, event: Recorded<BulkEvent>): BulkDocument | undefined {
  const state = bulk.evolve(document ?? bulk.initial, event);
  if (state.kind !== 'bulk') return document;
  const { kind, organizationId, action, rows, startedAt, startedBy, finishedAt, undo } = state;
  const isOpen = ['running', 'undoing'].includes(phaseOf(state));
  const shown = { kind, organizationId, action, rows, startedAt, startedBy, finishedAt, undo };
  return { ...shown, _id: idOf(event.stream), isOpen };
}

export const bulks = projection<BulkDocument, BulkEvent>({
  name: 'bulks',
  version: 2,
  digest: '1c030b805656a064',
  indexes: ['organizationId', 'isOpen', 'startedAt'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`bulk-${id}`],
  on: {
    BulkChangeStarted: fold,
    BulkRowsAdded: fold,
    BulkChangeProgressed: fold,
    BulkUndoStarted: fold,
    BulkUndoProgressed: fold,
  },
});
