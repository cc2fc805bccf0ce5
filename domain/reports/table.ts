/** What a column's numbers are: applications, a share of 1, or days. */
export type Unit = 'count' | 'share' | 'days';

export interface TableColumn {
  readonly key: string;
  readonly title: string;
  readonly unit: Unit;
  /** Which applications a number of the column counts, as in `membersOf`; null if it counts none. */
  readonly members: Readonly<Record<string, string>> | null;
}

export interface TableRow {
  readonly key: string;
  readonly title: string;
  /** Overrides the columns' members. */
  readonly members: Readonly<Record<string, string>>;
  /** One for each column; null where there is no number, which is not 0. */
  readonly cells: readonly (number | null)[];
  /** Of each time, how many applications it rests on; null for other numbers. */
  readonly cases?: readonly (number | null)[] | undefined;
}

export interface Table {
  readonly rowTitle: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}
