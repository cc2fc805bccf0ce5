import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { LIMITS } from '../../../../../domain/limits/limits.ts';
import { call } from '../../../shared/api/calls.ts';
import type { LiveChange } from '../../../shared/live/live.ts';
import { useLiveChanges } from '../../../shared/live/live-changes.ts';
import { applicationsQuery } from '../../../shared/staff-queries/list-queries.ts';
import { mergeRows } from './merge-rows.ts';

/** Ids of one call; for more than MOST changed rows the whole list is refetched. */
const AT_ONCE = LIMITS.ids;
const MOST = 2000;
/** Retry interval until the list has loaded or the network is back. */
const AGAIN_MS = 500;

const IN_ROWS: ReadonlySet<LiveChange['kind']> = new Set(['application', 'activity', 'solutions']);

/** Refetches only the rows that others have changed, so that scroll position, selection, open rows and typed text stay. */
export function useLiveRows(isOn: boolean): void {
  const client = useQueryClient();
  const reader = useMemo(() => rowReader(client), [client]);
  useEffect(() => reader.stop, [reader]);
  useLiveChanges({ onChanges: reader.read, onLost: reader.forget }, isOn);
}

function rowReader(client: QueryClient) {
  const { queryKey } = applicationsQuery;
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;

  async function readWaiting(): Promise<void> {
    if (isReading || waiting.size === 0) return;
    const state = client.getQueryState(queryKey);
    // A pending list request may have been answered before the change.
    if (state?.fetchStatus === 'fetching') return again();
    if (state?.data === undefined) return waiting.clear();
    if (waiting.size > MOST) {
      waiting.clear();
      return void client.invalidateQueries({ queryKey });
    }
    const ids = [...waiting].slice(0, AT_ONCE);
    for (const id of ids) waiting.delete(id);
    isReading = true;
    try {
      const rows = await call('GET /api/applications', { query: { ids: ids.join() } });
      client.setQueryData(queryKey, (list) => list && [...mergeRows(list, ids, rows)]);
    } catch {
      for (const id of ids) waiting.add(id);
    } finally {
      isReading = false;
    }
    if (waiting.size > 0) again(waiting.has(ids[0] ?? '') ? AGAIN_MS * 10 : 0);
  }
  function again(ms = AGAIN_MS): void {
    clearTimeout(timer);
    timer = setTimeout(() => void readWaiting(), ms);
  }

  return {
    read(changes: readonly LiveChange[]) {
      const versions = new Map(client.getQueryData(queryKey)?.map(({ _id, version }) => [_id, version]));
      for (const { kind, id, version } of changes) {
        const isKnown = kind === 'application' && (versions.get(id) ?? -1) >= version;
        if (IN_ROWS.has(kind) && !isKnown) waiting.add(id);
      }
      void readWaiting();
    },
    forget: () => waiting.clear(),
    stop: () => clearTimeout(timer),
  };
}
