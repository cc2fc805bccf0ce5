export type SqlValue = string | number | bigint | null | Uint8Array;

export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  readonly expectedChanges?: number;
}

/**
 * `refused`: a constraint or expected change failed at that statement, and nothing was written. `unavailable`: the disk
 * is full or broken, the outcome is unknown, and the unit may be repeated.
 */
export type UnitOutcome =
  | { readonly status: 'done'; readonly changes: number; readonly lastRowid: number }
  | { readonly status: 'refused'; readonly statement: number }
  | { readonly status: 'unavailable'; readonly message: string };

export type FileOutcome = Exclude<UnitOutcome, { status: 'refused' }>;

export interface DatabaseOptions {
  /** FULL: durable when answered. NORMAL: consistent after a crash, but a power failure may lose the last writes. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** Overwrites deleted content with zeros. */
  readonly secureDelete: boolean;
  readonly schema: readonly string[];
}

/** A unit is atomic, answered after its commit. Units of one tick for one file share a transaction, in order. */
export interface SqliteWriter {
  open(file: string, options: DatabaseOptions): Promise<FileOutcome>;
  /** `goesAhead`: does not wait for the tick's other units. `mayBeLost` in a power failure: causes no sync. */
  write(
    file: string,
    statements: readonly Statement[],
    options?: { goesAhead?: boolean; mayBeLost?: boolean },
  ): Promise<UnitOutcome>;
  remove(file: string): Promise<FileOutcome>;
}
