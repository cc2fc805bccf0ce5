/** What SQLite can bind. */
export type SqlValue = string | number | bigint | null | Uint8Array;

export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  /** Another number of changed rows refuses the whole unit. */
  readonly expectedChanges?: number;
}

/**
 * `refused`: a constraint or an expected change did not hold at that statement; nothing of the unit was written.
 * `unavailable`: the disk is full or broken; the outcome is unknown and the same unit may be sent again.
 */
export type UnitOutcome =
  | { readonly status: 'done'; readonly changes: number; readonly lastRowid: number }
  | { readonly status: 'refused'; readonly statement: number }
  | { readonly status: 'unavailable'; readonly message: string };

/** Opening and removing refuse nothing. */
export type FileOutcome = Exclude<UnitOutcome, { status: 'refused' }>;

export interface DatabaseOptions {
  /** FULL: durable when answered. NORMAL: consistent after a crash, the last writes may be missing after a power cut. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** Overwrites deleted content with zeros. */
  readonly secureDelete: boolean;
  /** Repeatable statements (`IF NOT EXISTS`), run in one transaction. */
  readonly schema: readonly string[];
}

/**
 * Owns the writing connections. A unit is carried out all or nothing and answered only after its commit; units issued
 * in one turn of the event loop, for one file, share one transaction and keep their order.
 */
export interface SqliteWriter {
  /** Creates and opens a file; again for an open one to run further schema. */
  open(file: string, options: DatabaseOptions): Promise<FileOutcome>;
  /**
   * A unit that `goesAhead` need not wait for the others of its turn: many of them are prepared while the first are synced.
   * One that `mayBeLost` in a power cut, though it was answered, costs no sync by itself.
   */
  write(
    file: string,
    statements: readonly Statement[],
    options?: { goesAhead?: boolean; mayBeLost?: boolean },
  ): Promise<UnitOutcome>;
  /** Closes a file and deletes it with its write-ahead log. */
  remove(file: string): Promise<FileOutcome>;
}
