import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withCorrelation } from '../../commands/context/correlation.ts';
import type { ServerName } from '../storage/server-writes.ts';
import type { Stores } from '../storage/stores.ts';

const RETRY_MS = 1000;
/** A night of reminders takes a small part of what a container's log keeps. */
const REMINDER_MS = 300_000;

/** Logs once that a server is unavailable and once that it is available again, in place of a line for each failure. */
export interface OutageLog {
  /** True if the error says that a server is unavailable: it is counted, and needs no line of its own. */
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
      // An outage is no part of the request that met it first.
      if (count === undefined) withCorrelation(null, () => follow(server, whole)).catch(() => {});
      return true;
    },
    close: () => closing.abort(),
  };
}
