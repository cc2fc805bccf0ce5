import type { FileOutcome, UnitOutcome } from '../../commands/event-store/sqlite/writer.ts';
import type { StorageCalls } from './request-queue.ts';

const TRIAL = { sql: 'PRAGMA user_version = 0', params: [] };

/** Records for each durable file whether its last write failed, so that a full disk is reported before the next write. */
export function watchWrites(calls: StorageCalls): StorageCalls & { refusal(): Promise<string | null> } {
  const durable = new Set<string>();
  const refused = new Map<string, string>();
  const watched = <Outcome extends FileOutcome | UnitOutcome>(file: string, outcome: Outcome): Outcome => {
    if (outcome.status === 'unavailable' && durable.has(file)) refused.set(file, outcome.message);
    if (outcome.status === 'done') refused.delete(file);
    return outcome;
  };
  const write: StorageCalls['write'] = async (file, ...given) => watched(file, await calls.write(file, ...given));
  return {
    ...calls,
    async open(file, options) {
      if (options.synchronous === 'FULL') durable.add(file);
      return watched(file, await calls.open(file, options));
    },
    write,
    async refusal() {
      for (const file of [...refused.keys()]) await write(file, [TRIAL]);
      const [message = null] = refused.values();
      return message;
    },
  };
}
