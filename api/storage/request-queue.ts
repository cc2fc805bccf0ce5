import type { FileOutcome, SqliteWriter, UnitOutcome } from '../../commands/event-store/sqlite/writer.ts';
import type { Failed, Outcome } from './databases.ts';
import type { Request } from './requests.ts';

export interface StorageCalls extends SqliteWriter {
  /** Leaves nothing in the file but its live rows. Takes seconds for each GB, and needs as much disk space. */
  rewrite(file: string): Promise<FileOutcome>;
  /** Removes erased content from the disk; false if a reader prevented it. */
  truncateLogs(): Promise<boolean>;
}

export interface RequestQueue {
  readonly calls: StorageCalls;
  answer(id: number, outcome: Outcome): void;
  /** Answers all waiting and later requests with `unavailable`. */
  end(why: string): void;
}

export interface RequestBatch {
  readonly ids: readonly number[];
  readonly requests: readonly Request[];
}

interface Batch {
  readonly ids: number[];
  readonly requests: Request[];
}

interface Waiting {
  resolve(outcome: UnitOutcome): void;
  reject(error: Error): void;
}

/** This many urgent units are sent at once instead of at the end of the event loop's turn. */
const AHEAD = 8;

/** Sends the requests of one turn of the event loop together: one message, one transaction per file. */
export function createRequestQueue(send: (batch: RequestBatch) => void): RequestQueue {
  const waiting = new Map<number, Waiting>();
  const together: Batch = { ids: [], requests: [] };
  const ahead: Batch = { ids: [], requests: [] };
  let isScheduled = false;
  let lastId = 0;
  let ended: string | undefined;

  const flush = (batch: Batch) => {
    if (batch.ids.length > 0) send({ ids: batch.ids.splice(0), requests: batch.requests.splice(0) });
  };
  const flushAll = () => {
    isScheduled = false;
    flush(ahead);
    flush(together);
  };
  const request = (content: Request, batch = together) =>
    new Promise<UnitOutcome>((resolve, reject) => {
      if (ended !== undefined) return resolve({ status: 'unavailable', message: ended });
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      batch.ids.push(lastId);
      batch.requests.push(content);
      if (!isScheduled) setImmediate(flushAll);
      isScheduled = true;
      if (ahead.ids.length >= AHEAD) flush(ahead);
    });

  return {
    answer(id, outcome) {
      const caller = waiting.get(id);
      waiting.delete(id);
      if (outcome.status === 'failed') caller?.reject(failureOf(outcome));
      else caller?.resolve(outcome);
    },
    end(why) {
      ended ??= why;
      for (const { resolve } of waiting.values()) resolve({ status: 'unavailable', message: ended });
      waiting.clear();
    },
    calls: {
      open: async (file, options) => granted(await request({ kind: 'open', file, options })),
      write: (file, unit, { goesAhead = false, mayBeLost = false } = {}) =>
        request({ kind: 'write', file, unit, mayBeLost }, goesAhead ? ahead : together),
      remove: async (file) => granted(await request({ kind: 'remove', file })),
      rewrite: async (file) => granted(await request({ kind: 'rewrite', file })),
      async truncateLogs() {
        const outcome = await request({ kind: 'truncateLogs' });
        return outcome.status === 'done' && outcome.changes === 1;
      },
    },
  };
}

/** Errors lose their members when they are posted between threads. */
const failureOf = ({ message, errcode }: Failed): Error =>
  Object.assign(new Error(message), errcode === undefined ? {} : { code: 'ERR_SQLITE_ERROR', errcode });

function granted(outcome: UnitOutcome): FileOutcome {
  if (outcome.status === 'refused') throw new Error('The schema does not fit the content of the file');
  return outcome;
}
