import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { DatabaseOptions, Statement, UnitOutcome } from '../../commands/event-store/sqlite/writer.ts';
import { discard } from './discard.ts';

/** A damaged file or a bug, such as wrong SQL. `errcode` is SQLite's result code. */
export type Outcome = UnitOutcome | Failed;
export interface Failed {
  readonly status: 'failed';
  readonly message: string;
  readonly errcode?: number;
}

export interface Databases {
  open(file: string, options: DatabaseOptions): Outcome;
  /** One transaction for all units; a unit that fails or is refused is rolled back alone. `mayBeLost` skips the sync. */
  write(
    file: string,
    units: readonly (readonly Statement[])[],
    options?: { readonly mayBeLost?: boolean },
  ): readonly Outcome[];
  remove(file: string): void;
  rewrite(file: string): void;
  truncateLogs(): boolean;
  log(file: string): { readonly pages: number; readonly checkpointed: number };
  /** Checkpoints as far as readers allow; a log that is checkpointed to its end starts anew. */
  checkpoint(file: string): void;
  isDurable(file: string): boolean;
  close(): void;
}

/** Few, because rewriting a log syncs faster than extending one. */
export const CHECKPOINT_PAGES = 1000;
const MAX_IDLE_LOG_BYTES = 64 * 1024 * 1024;
const MAX_CACHED_STATEMENTS = 500;

/** SQLite result codes that say "not now" about the disk or a lock. */
const UNAVAILABLE = new Set([5, 6, 7, 8, 10, 13, 14, 15, 22]);
const CONSTRAINT = 19;
/** The same from the operating system when it creates a file. */
const FULL_OR_BROKEN = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO']);

export interface DatabasesOptions {
  /** Checkpoint in the commit that fills the log, before it is answered. */
  readonly checkpointsOnCommit?: boolean;
}

export function createDatabases({ checkpointsOnCommit = true }: DatabasesOptions = {}): Databases {
  const open = new Map<string, Connection>();
  return {
    open(file, options) {
      try {
        let connection = open.get(file);
        if (!connection) {
          connection = connect(file, options, checkpointsOnCommit ? CHECKPOINT_PAGES : 0);
          open.set(file, connection);
        }
        const statements = options.schema.map((sql) => ({ sql, params: [] }));
        return connection.transaction([statements])[0] ?? { status: 'done', changes: 0, lastRowid: 0 };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    write(file, units, { mayBeLost = false } = {}) {
      const connection = open.get(file);
      if (!connection) return units.map(() => ({ status: 'failed', message: `${file} was not opened for writing` }));
      return mayBeLost ? connection.unsynced(() => connection.transaction(units)) : connection.transaction(units);
    },
    remove(file) {
      open.get(file)?.close();
      open.delete(file);
      for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
      discard(file);
    },
    rewrite: (file) => open.get(file)?.rewrite(),
    truncateLogs: () => [...open.values()].map((connection) => connection.truncateLog()).every(Boolean),
    log: (file) => open.get(file)?.log() ?? { pages: 0, checkpointed: 0 },
    checkpoint: (file) => open.get(file)?.checkpoint(),
    isDurable: (file) => open.get(file)?.isDurable ?? false,
    close() {
      for (const connection of open.values()) connection.close();
      open.clear();
    },
  };
}

interface Connection {
  readonly isDurable: boolean;
  transaction(units: readonly (readonly Statement[])[]): Outcome[];
  unsynced<Value>(action: () => Value): Value;
  rewrite(): void;
  truncateLog(): boolean;
  log(): { readonly pages: number; readonly checkpointed: number };
  checkpoint(): void;
  close(): void;
}

interface Checkpoint {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

function connect(file: string, { synchronous, secureDelete }: DatabaseOptions, checkpointPages: number): Connection {
  createPrivately(file);
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec(`PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${synchronous};
      PRAGMA secure_delete = ${secureDelete ? 'ON' : 'OFF'};
      PRAGMA wal_autocheckpoint = ${checkpointPages};
      PRAGMA journal_size_limit = ${MAX_IDLE_LOG_BYTES};
      PRAGMA temp_store = MEMORY;`);
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = new LRUCache<string, StatementSync>({ max: MAX_CACHED_STATEMENTS });
  const prepare = (sql: string) => {
    const cached = statements.get(sql);
    if (cached) return cached;
    const prepared = database.prepare(sql);
    statements.set(sql, prepared);
    return prepared;
  };
  const checkpoint = (mode: string) => prepare(`PRAGMA wal_checkpoint(${mode})`).get() as unknown as Checkpoint;
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const savepoint = database.prepare('SAVEPOINT unit');
  const release = database.prepare('RELEASE unit');
  const rollbackUnit = database.prepare('ROLLBACK TO unit');

  const runTogether = (unit: readonly Statement[]): Outcome => {
    savepoint.run();
    const outcome = attempt(unit, prepare);
    if (database.isTransaction) {
      if (outcome.status !== 'done') rollbackUnit.run();
      release.run();
    }
    return outcome;
  };
  /** One statement is atomic; a savepoint would copy every page that it touches, a quarter of the time. */
  const runAlone = (unit: readonly Statement[]): Outcome => {
    const outcome = attempt(unit, prepare);
    if (outcome.status === 'refused' && outcome.changes > 0) throw new Overreached();
    return outcome;
  };
  const carryOut = (units: readonly (readonly Statement[])[], run: (unit: readonly Statement[]) => Outcome) => {
    begin.run();
    const outcomes: Outcome[] = [];
    for (const unit of units) {
      const outcome = run(unit);
      if (outcome.status === 'unavailable') throw new Unavailable(outcome.message);
      outcomes.push(outcome);
    }
    commit.run();
    return outcomes;
  };
  const rollback = () => {
    if (database.isTransaction) database.exec('ROLLBACK');
  };

  return {
    isDurable: synchronous === 'FULL',
    transaction(units) {
      try {
        try {
          return carryOut(units, (unit) => (unit.length === 1 ? runAlone(unit) : runTogether(unit)));
        } catch (error) {
          if (!(error instanceof Overreached)) throw error;
          rollback();
          return carryOut(units, runTogether);
        }
      } catch (error) {
        rollback();
        const outcome = outcomeOf(error);
        return units.map(() => outcome);
      }
    },
    unsynced(action) {
      if (synchronous === 'NORMAL') return action();
      database.exec('PRAGMA synchronous = NORMAL');
      try {
        return action();
      } finally {
        database.exec('PRAGMA synchronous = FULL');
      }
    },
    // SQLite leaves copies of rows that it moved between pages, also with `secure_delete`.
    rewrite: () => database.exec('VACUUM'),
    truncateLog() {
      try {
        return checkpoint('TRUNCATE').busy === 0;
      } catch {
        return false;
      }
    },
    log() {
      try {
        const { log: pages, checkpointed } = checkpoint('NOOP');
        return { pages, checkpointed };
      } catch {
        return { pages: 0, checkpointed: 0 };
      }
    },
    checkpoint() {
      try {
        checkpoint('PASSIVE');
      } catch {}
    },
    close: () => database.close(),
  };
}

class Unavailable extends Error {}
class Overreached extends Error {}

type Refused = Extract<Outcome, { status: 'refused' }>;
/** `changes`: the row count for which the statement was refused. */
type Attempt = Exclude<Outcome, Refused> | (Refused & { readonly changes: number });

function attempt(unit: readonly Statement[], prepare: (sql: string) => StatementSync): Attempt {
  let changes = 0;
  let lastRowid = 0;
  for (const [index, { sql, params, expectedChanges }] of unit.entries()) {
    try {
      const result = prepare(sql).run(...params);
      changes = Number(result.changes);
      lastRowid = Number(result.lastInsertRowid);
    } catch (error) {
      const outcome = outcomeOf(error);
      return outcome.status === 'refused' ? { status: 'refused', statement: index, changes: 0 } : outcome;
    }
    if (expectedChanges !== undefined && changes !== expectedChanges) {
      return { status: 'refused', statement: index, changes };
    }
  }
  return { status: 'done', changes, lastRowid };
}

export function outcomeOf(error: unknown): Exclude<Outcome, { status: 'done' }> {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Unavailable) return { status: 'unavailable', message };
  const { errcode, code } = error as { errcode?: number; code?: string };
  const primary = errcode === undefined ? undefined : errcode & 0xff;
  if (primary === CONSTRAINT) return { status: 'refused', statement: 0 };
  if (primary !== undefined && UNAVAILABLE.has(primary)) return { status: 'unavailable', message };
  if (code !== undefined && FULL_OR_BROKEN.has(code)) return { status: 'unavailable', message };
  return { status: 'failed', message, ...(errcode === undefined ? {} : { errcode }) };
}

/** Creates the file for this user only. It must not open an existing file, because closing it would drop SQLite's locks. */
export function createPrivately(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
