import type { FileOutcome, SqliteWriter, UnitOutcome } from '../../commands/event-store/sqlite/writer.ts';
import type { Outcome } from './databases.ts';
import type { Request } from './requests.ts';

export interface StorageCalls extends SqliteWriter {
  /** Empties the write-ahead logs of all open files, so that erased content is gone from the disk; false if a reader was in the way. */
  truncateLogs(): Promise<boolean>;
}

export interface RequestQueue {
  readonly calls: StorageCalls;
  answer(id: number, outcome: Outcome): void;
  /** Answers everything that waits, and all that comes later, with `unavailable`. */
  end(why: string): void;
}

interface Waiting {
  resolve(outcome: UnitOutcome): void;
  reject(error: Error): void;
}

/** Numbers requests, and hands those of one turn of the event loop to `send` together: one message, one transaction. */
export function createRequestQueue(send: (first: number, requests: readonly Request[]) => void): RequestQueue {
  const waiting = new Map<number, Waiting>();
  let turn: Request[] = [];
  let lastId = 0;
  let ended: string | undefined;

  const flush = () => {
    const requests = turn;
    turn = [];
    send(lastId - requests.length + 1, requests);
  };
  const request = (content: Request) =>
    new Promise<UnitOutcome>((resolve, reject) => {
      if (ended !== undefined) return resolve({ status: 'unavailable', message: ended });
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      if (turn.push(content) === 1) setImmediate(flush);
    });

  return {
    answer(id, outcome) {
      const caller = waiting.get(id);
      waiting.delete(id);
      if (outcome.status === 'failed') caller?.reject(new Error(outcome.message));
      else caller?.resolve(outcome);
    },
    end(why) {
      ended ??= why;
      for (const { resolve } of waiting.values()) resolve({ status: 'unavailable', message: ended });
      waiting.clear();
    },
    calls: {
      open: async (file, options) => granted(await request({ kind: 'open', file, options })),
      write: (file, unit) => request({ kind: 'write', file, unit }),
      remove: async (file) => granted(await request({ kind: 'remove', file })),
      async truncateLogs() {
        const outcome = await request({ kind: 'truncateLogs' });
        return outcome.status === 'done' && outcome.changes === 1;
      },
    },
  };
}

function granted(outcome: UnitOutcome): FileOutcome {
  if (outcome.status === 'refused') throw new Error('The schema contradicts what the file holds');
  return outcome;
}
