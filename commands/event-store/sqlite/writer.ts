export type SqlValue = string | number | bigint | null | Uint8Array;

export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  /** Any other number of changed rows refuses the whole unit. */
  readonly expectedChanges?: number;
}

/**
 * `refused`: a constraint or expected change failed at that statement; nothing of the unit was written. `unavailable`:
 * the disk is full or broken; the outcome is unknown, and the same unit may be sent again.
 */
export type UnitOutcome =
  | { readonly status: 'done'; readonly changes: number; readonly lastRowid: number }
  | { readonly status: 'refused'; readonly statement: number }
  | { readonly status: 'unavailable'; readonly message: string };

/** Opening and removing are never refused. */
export type FileOutcome = Exclude<UnitOutcome, { status: 'refused' }>;

export interface DatabaseOptions {
  /** FULL: durable when answered. NORMAL: consistent after a crash, but a power failure may lose the last writes. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** Overwrites deleted content with zeros. */
  readonly secureDelete: boolean;
  /** Repeatable statements (`IF NOT EXISTS`), run in one transaction. */
  readonly schema: readonly string[];
}

/**
 * Owns the writing connections. A unit is atomic and answered after its commit. Units issued in one turn of the event
 * loop for one file share a transaction and keep their order.
 */
export interface SqliteWriter {
  /** Creates and opens a file; for an open file it runs further schema. */
  open(file: string, options: DatabaseOptions): Promise<FileOutcome>;
  /**
   * A unit that `goesAhead` does not wait for the others of its turn: many are prepared while the first are synced. A
   * unit that `mayBeLost` in a power failure causes no sync of its own.
   */
  write(
    file: string,
    statements: readonly Statement[],
    options?: { goesAhead?: boolean; mayBeLost?: boolean },
  ): Promise<UnitOutcome>;
  /** Closes a file and deletes it with its write-ahead log. */
  remove(file: string): Promise<FileOutcome>;
}
