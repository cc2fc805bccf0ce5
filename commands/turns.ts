const turnsOf = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs commands on one stream of one log after each other within this process, so that people in a hurry do not race
 * each other into conflicts. Commands of other processes are met at the append, by the exact revision. `work` is told
 * whether it had to wait for others.
 */
export function inTurn<Value>(
  log: object,
  stream: string,
  work: (hasWaited: boolean) => Promise<Value>,
): Promise<Value> {
  const turns = turnsOf.get(log) ?? new Map<string, Promise<unknown>>();
  turnsOf.set(log, turns);
  const before = turns.get(stream);
  const next = () => work(true);
  const mine = before ? before.then(next, next) : work(false);
  turns.set(stream, mine);
  const leave = () => {
    if (turns.get(stream) === mine) turns.delete(stream);
  };
  mine.then(leave, leave);
  return mine;
}
