import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withCorrelation } from '../../commands/context/correlation.ts';
import type { ServerName } from '../storage/server-writes.ts';
import type { Stores } from '../storage/stores.ts';

const RETRY_MS = 1000;
/** Reminders of a whole night stay a small part of a container's log. */
const REMINDER_MS = 300_000;

/** Logs the begin and end of an outage instead of each failure. */
export interface OutageLog {
  /** True if the error is part of an outage: it is counted and needs no line of its own. */
  covers(error: unknown): boolean;
  close(): void;
}

export function createOutageLog(
  { stores, logger }: { stores: Pick<Stores, 'awayOf' | 'tryWriting'>; logger: Logger },
  { retryMs = RETRY_MS, reminderMs = REMINDER_MS } = {},
): OutageLog {
  const failures = new Map<ServerName, number>();
  const closing = new AbortController();
  const follow = async (store: ServerName, reason: string) => {
    const began = performance.now();
    logger.error({ store, reason }, 'a store is unavailable');
    const line = () => ({
      store,
      seconds: Math.round((performance.now() - began) / 1000),
      failures: failures.get(store),
    });
    let reminded = began;
    do {
      await pause(retryMs, null, { signal: closing.signal, ref: false });
      if (performance.now() - reminded < reminderMs) continue;
      reminded = performance.now();
      logger.error(line(), 'a store is still unavailable');
    } while (!(await stores.tryWriting(store)));
    if (closing.signal.aborted) return;
    logger.info(line(), 'a store is available again');
    failures.delete(store);
  };
  return {
    covers(error) {
      const away = stores.awayOf(error);
      if (away === null) return false;
      const { server, whole } = away;
      const count = failures.get(server);
      failures.set(server, (count ?? 0) + 1);
      // Without the id of the request that failed first.
      if (count === undefined) withCorrelation(null, () => follow(server, whole)).catch(() => {});
      return true;
    },
    close: () => closing.abort(),
  };
}
