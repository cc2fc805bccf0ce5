import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { newerOf } from '../../../shared/staff-queries/merge-batches.ts';

const newestFirst = ({ createdAt: one }: ApplicationView, { createdAt: other }: ApplicationView): number =>
  one < other ? 1 : one > other ? -1 : 0;

export function mergeRows(
  list: readonly ApplicationView[],
  ids: readonly string[],
  rows: readonly ApplicationView[],
): readonly ApplicationView[] {
  const asked = new Set(ids);
  const now = new Map(rows.map((row) => [row._id, row]));
  const merged = list.flatMap((row) => {
    if (!asked.has(row._id)) return [row];
    const newer = now.get(row._id);
    now.delete(row._id);
    if (!newer) return [];
    return [newerOf(row, newer)];
  });
  if (now.size === 0) return merged;
  return [...now.values(), ...merged].sort(newestFirst);
}
