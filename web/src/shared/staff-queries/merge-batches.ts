import type { ApplicationView } from '../../../../api/contract/applications.ts';

type List = readonly ApplicationView[];

/** The newer of two states of a row; of equal ones the first, so that nothing rerenders. */
export const newerOf = (known: ApplicationView, incoming: ApplicationView): ApplicationView =>
  incoming.version < known.version || JSON.stringify(incoming) === JSON.stringify(known) ? known : incoming;

/** The list with `rows` as the only rows of these batches; the same list if nothing changes. */
export function mergeBatches(list: List, batchIds: readonly string[], rows: List): List {
  const read = new Set(batchIds);
  const before = list.filter(({ batchId }) => read.has(batchId));
  if (before.length === 0) return rows.length > 0 ? [...list, ...rows] : list;
  const byId = new Map(before.map((row) => [row._id, row]));
  const merged = rows.map((row) => {
    const known = byId.get(row._id);
    return known ? newerOf(known, row) : row;
  });
  const now = new Set(merged);
  if (now.size === before.length && before.every((row) => now.has(row))) return list;
  return [...list.filter(({ batchId }) => !read.has(batchId)), ...merged];
}
