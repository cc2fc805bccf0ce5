import type { Range } from './buckets.ts';

/** The applications that a number counts: the dashboard shows them when the number is opened. */
export interface ReportFilter extends Partial<Range> {
  /** As in the address of the reports (`domain/batch/courses.ts`). */
  readonly courses?: string;
  /** First and last week since the course opened, counted from 1. */
  readonly weeks?: readonly [number, number];
}

export interface ReportColumn {
  readonly key: string;
  readonly title: string;
  readonly filter: ReportFilter;
}

export interface ReportRow {
  readonly key: string;
  readonly title: string;
  readonly filter: ReportFilter;
  /** Why it is not comparable with the others: `so far, closes 30 Nov`. */
  readonly note: string | null;
  /** One per column; null without a value, such as a median of no cases. */
  readonly cells: readonly (number | null)[];
}

/**
 * Chart, table, CSV, sentence and drill-down derive from this answer alone. The filter of a number is the report's,
 * overridden by the row's and then the column's.
 */
export interface Report {
  readonly name: string;
  /** Increment it when the same events would give other numbers. */
  readonly version: number;
  readonly title: string;
  /** The title of the row column. */
  readonly rowTitle: string;
  /** The rule of counting. */
  readonly rule: string;
  /** How weeks are counted; null without weeks. */
  readonly weekRule: string | null;
  readonly zone: string;
  readonly range: Range;
  /** The position of the newest counted event. */
  readonly position: string;
  readonly filter: ReportFilter;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  readonly totals: readonly (number | null)[];
  readonly sentence: string;
}

export const filterOf = (report: Report, row?: ReportRow, column?: ReportColumn): ReportFilter => ({
  ...report.filter,
  ...row?.filter,
  ...column?.filter,
});

/** Null without any value. */
export const sumOf = (cells: readonly (number | null)[]): number | null =>
  cells.every((cell) => cell === null) ? null : cells.reduce<number>((sum, cell) => sum + (cell ?? 0), 0);

export const grandTotal = ({ totals }: Pick<Report, 'totals'>): number =>
  totals.reduce<number>((sum, count) => sum + (count ?? 0), 0);
