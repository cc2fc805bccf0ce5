import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;
/** As long as sqlite3 waits for another connection. */
const BUSY_MS = 1000;

/**
 * The part of sqlite3's Database that emmett-sqlite uses. It works synchronously and answers in a later tick, as the
 * add-on does.
 */
class Database {
  #database;
  #statements = new Map();
  /** Calls on one connection run in order. */
  #last = Promise.resolve();

  constructor(file) {
    this.#database = new DatabaseSync(file);
    // Durable when answered, like the other side of the comparison.
    this.#database.exec('PRAGMA synchronous = FULL');
  }

  run(sql, ...rest) {
    this.#call(sql, rest, (statement, params) => statement.run(...params), true);
    return this;
  }

  all(sql, ...rest) {
    this.#call(sql, rest, (statement, params) => statement.all(...params));
    return this;
  }

  get(sql, ...rest) {
    this.#call(sql, rest, (statement, params) => statement.get(...params));
    return this;
  }

  close(done = () => {}) {
    this.#last = this.#last.then(() => this.#database.close()).then(() => done(null), done);
  }

  #call(sql, rest, work, isRun = false) {
    const done = typeof rest.at(-1) === 'function' ? rest.pop() : () => {};
    const params = (Array.isArray(rest[0]) ? rest[0] : rest).map(bindable);
    this.#last = this.#last
      .then(() => whenFree(() => work(this.#prepare(sql), params)))
      .then(
        (result) =>
          isRun ? done.call({ changes: result.changes, lastID: result.lastInsertRowid }, null) : done(null, result),
        (error) => done(Object.assign(error, { errno: error.errcode & 0xff, code: 'SQLITE_ERROR' })),
      );
  }

  #prepare(sql) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Like sqlite3, binds other values as their text. */
function bindable(value) {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && !ArrayBuffer.isView(value) ? String(value) : value;
}

/** Other connections of this thread can finish only in another tick. */
async function whenFree(work) {
  const end = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if ((error.errcode & 0xff) !== SQLITE_BUSY || performance.now() > end) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

export default { Database, OPEN_READWRITE: 2, OPEN_CREATE: 4, OPEN_URI: 64 };
