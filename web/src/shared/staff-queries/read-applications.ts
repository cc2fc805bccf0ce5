import { notifyManager, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { dashboardOrder, FIRST_BATCHES } from '../../../../domain/batch/on-dashboard.ts';
import { LIMITS } from '../../../../domain/limits/limits.ts';
import { call, keyOf } from '../api/calls.ts';
import { mergeBatches } from './merge-batches.ts';

const ROWS_AT_ONCE = 1000;

type List = readonly ApplicationView[];
export const LIST_KEY = [...keyOf('/api/applications'), 'organization'];

/** The batches whose applications have not been read yet during the first load. */
export const awaitedQuery = queryOptions<ReadonlySet<string>>({
  queryKey: [...LIST_KEY, 'awaited'],
  queryFn: skipToken,
  structuralSharing: false,
});

const DRAWN_KEY = [...LIST_KEY, 'drawn'];
/** The longest wait for the first table: on the board, or in the background, none is drawn. */
const MOST_MS = 500;

/** Lets loading continue once a table shows its rows. */
export function noteDrawn(client: QueryClient): void {
  if (!client.getQueryData(DRAWN_KEY)) client.setQueryData(DRAWN_KEY, true);
}

const untilDrawn = (client: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      leave();
      resolve();
    };
    const timer = setTimeout(end, MOST_MS);
    const leave = client.getQueryCache().subscribe(() => client.getQueryData(DRAWN_KEY) && end());
  });

interface Reading {
  readonly client: QueryClient;
  readonly signal: AbortSignal;
}

/** Reads a few batches at a time, visible ones first. In a list that exists, only changed rows are replaced. */
export async function readApplications({ client, signal }: Reading, batches: readonly Batch[]): Promise<List> {
  const rest = new Set(dashboardOrder(batches, new URLSearchParams(location.search)));
  const known = client.getQueryData<List>(LIST_KEY);
  if (!known) client.setQueryData(awaitedQuery.queryKey, new Set(rest));
  const ask = (size: number) => {
    const ids = [...rest].slice(0, size);
    for (const id of ids) rest.delete(id);
    return { ids, answer: call('GET /api/applications', { query: { batchIds: ids.join() }, signal }) };
  };
  let read = 0;
  let isBegun = known !== undefined;
  let next: ReturnType<typeof ask> | null = ask(FIRST_BATCHES);
  while (next) {
    const { ids } = next;
    const rows: List = await next.answer;
    signal.throwIfAborted();
    read += rows.length;
    const each = read / (batches.length - rest.size);
    const size = Math.max(1, Math.min(2 * ids.length, Math.floor(ROWS_AT_ONCE / each), LIMITS.ids));
    // The first rows are rendered before more is read. Later reads overlap with rendering.
    const isBeginning = !isBegun && rows.length > 0;
    if (isBeginning) {
      take(client, ids, rows);
      await untilDrawn(client);
      isBegun = true;
    }
    next = rest.size > 0 ? ask(size) : null;
    next?.answer.catch(() => undefined);
    if (!isBeginning) take(client, ids, rows);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return client.getQueryData<List>(LIST_KEY) ?? [];
}

function take(client: QueryClient, ids: readonly string[], rows: List): void {
  notifyManager.batch(() => {
    // A list that was left before the last batches arrived is stale, so the next visit reads on.
    client.setQueryData<List>(LIST_KEY, (list = []) => mergeBatches(list, ids, rows), { updatedAt: 0 });
    client.setQueryData(awaitedQuery.queryKey, (awaited) => awaited && without(awaited, ids));
  });
}

function without(awaited: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const rest = new Set(awaited);
  for (const id of ids) rest.delete(id);
  return rest;
}
