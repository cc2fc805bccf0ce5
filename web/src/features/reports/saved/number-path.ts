import type { SavedReportResult } from '../../../../../api/contract/saved-reports.ts';
import { membersPath } from '../../../shared/reports/members.ts';

/** The dashboard with the applications behind a number: at a bucket of each axis, null for all. */
export type NumberPath = (at: readonly (number | null)[] | 'open') => string;

/** Null for reports that count events of programs. */
export function numberPathOf({ report, table }: SavedReportResult, asOf: string | null): NumberPath | null {
  if (!table?.hasApplications) return null;
  const { position, axes } = table;
  const nameOf = (axis: number, place: number | null | undefined) => {
    const bucket = axes[axis]?.buckets[place ?? -1];
    if (!bucket) return undefined;
    return bucket.kind === 'value' ? `=${bucket.key}` : bucket.kind;
  };
  return (at) => {
    const [first, second] = at === 'open' ? [] : [nameOf(0, at[0]), nameOf(1, at[1])];
    const question = {
      savedReport: report._id,
      ...(asOf === null ? { position } : { asOf: position }),
      ...(at === 'open' && { open: '1' }),
      ...(first !== undefined && { first }),
      ...(second !== undefined && { second }),
    };
    return membersPath(question, asOf);
  };
}
