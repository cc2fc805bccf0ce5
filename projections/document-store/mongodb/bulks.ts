import type { Db } from 'mongodb';

/** Sends items in parts as large as the server accepts; answers are in the order of the items. */
export type Bulks = <Item, Answer>(
  items: readonly Item[],
  send: (part: readonly Item[]) => Promise<readonly Answer[]>,
) => Promise<readonly Answer[]>;

const FERRETDB_AT_ONCE = 10;

/**
 * MongoDB accepts whole batches. FerretDB 1 holds one of a database's 100 connections per replacement until the command
 * ends, and deadlocks when none is left; so it gets small parts, one after the other. It also reads the whole
 * collection for each replacement, so a larger part could exceed every timeout and be retried endlessly.
 */
export function createBulks(database: Db): Bulks {
  let isFerretDb: boolean | undefined;
  let lane: Promise<unknown> = Promise.resolve();
  return async (items, send) => {
    isFerretDb ??= 'ferretdbVersion' in (await database.command({ buildInfo: 1 }));
    if (!isFerretDb) return send(items);
    const answers: (readonly Awaited<ReturnType<typeof send>>[number][])[] = [];
    for (let index = 0; index < items.length; index += FERRETDB_AT_ONCE) {
      const part = items.slice(index, index + FERRETDB_AT_ONCE);
      const sent = lane.then(() => send(part));
      lane = sent.catch(() => undefined);
      answers.push(await sent);
    }
    return answers.flat();
  };
}
