const turnsOf = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Queues commands on one stream of one log within this process, so that they do not race each other into conflicts.
 * Commands of other processes are detected at the append, by the exact revision. `work` gets true if it had to wait.
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
