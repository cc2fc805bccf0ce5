const queuesOf = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Queues work on one key of `owner` within this process, such as commands on one stream of a log, so that it does not race
 * itself into conflicts. Other processes are detected by the exact revision. `work` gets true if it had to wait.
 */
export function inQueue<Value>(
  owner: object,
  key: string,
  work: (hasWaited: boolean) => Promise<Value>,
): Promise<Value> {
  const queues = queuesOf.get(owner) ?? new Map<string, Promise<unknown>>();
  queuesOf.set(owner, queues);
  const last = queues.get(key);
  const next = () => work(true);
  const mine = last ? last.then(next, next) : work(false);
  queues.set(key, mine);
  const leave = () => {
    if (queues.get(key) === mine) queues.delete(key);
  };
  mine.then(leave, leave);
  return mine;
}
