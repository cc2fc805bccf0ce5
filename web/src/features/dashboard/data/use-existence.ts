import { useEffect, useMemo, useState } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { inSlices } from '../../../shared/browser/in-slices.ts';
import { asksForExistence } from './column-filters.ts';
import type { DashboardColumn } from './columns.ts';

type Groups = ReadonlyMap<Batch, readonly ApplicationView[]>;
type ColumnsByBatch = ReadonlyMap<string, readonly DashboardColumn[]>;

const WAIT_MS = 300;

/** A generator, so that it can pause. */
function* existenceColumns(groups: Groups, columns: ColumnsByBatch): Generator<undefined, string> {
  const known = new Map<string, { column: DashboardColumn; lists: (readonly ApplicationView[])[] }>();
  for (const [{ _id }, applications] of groups) {
    for (const column of columns.get(_id) ?? []) {
      const entry = known.get(column.id) ?? { column, lists: [] };
      entry.lists.push(applications);
      known.set(column.id, entry);
    }
  }
  const found: string[] = [];
  for (const { column, lists } of known.values()) {
    if (yield* asksForExistence(column, lists.flat())) found.push(column.id);
  }
  return found.join();
}

export function useExistence(groups: Groups | null, columns: ColumnsByBatch): ReadonlySet<string> {
  // A text, so that a changed application leaves every table's columns unchanged.
  const [existing, setExisting] = useState('');
  useEffect(() => {
    if (!groups) return;
    return inSlices(existenceColumns(groups, columns), setExisting, WAIT_MS);
  }, [groups, columns]);
  return useMemo(() => new Set(existing.split(',')), [existing]);
}
