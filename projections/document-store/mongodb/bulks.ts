import type { Db } from 'mongodb';

export type Bulks = <Item, Answer>(
  items: readonly Item[],
  send: (part: readonly Item[]) => Promise<readonly Answer[]>,
) => Promise<readonly Answer[]>;

const FERRETDB_AT_ONCE = 10;

/**
 * FerretDB 1 holds one of 100 connections per replacement, deadlocks when none is left, and reads the whole collection
 * for each. So it gets small parts in sequence.
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
