const turnsOf = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs commands on one stream of one log after each other within this process, so that people in a hurry do not race
 * each other into conflicts. Commands of other processes are met at the append, by the exact revision.
 */
export function inTurn<Value>(log: object, stream: string, work: () => Promise<Value>): Promise<Value> {
  const turns = turnsOf.get(log) ?? new Map<string, Promise<unknown>>();
  turnsOf.set(log, turns);
  const before = turns.get(stream) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(stream, mine);
  const leave = () => {
    if (turns.get(stream) === mine) turns.delete(stream);
  };
  mine.then(leave, leave);
  return mine;
}
