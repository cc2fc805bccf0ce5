const FREE = 0;
const TAKEN = 1;

export interface ThreadLock {
  readonly shared: SharedArrayBuffer;
  /** Blocks the thread until the lock is free. */
  runExclusively<Value>(action: () => Value): Value;
}

export function createThreadLock(
  shared: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
): ThreadLock {
  const state = new Int32Array(shared);
  return {
    shared,
    runExclusively(action) {
      while (Atomics.compareExchange(state, 0, FREE, TAKEN) !== FREE) Atomics.wait(state, 0, TAKEN);
      try {
        return action();
      } finally {
        Atomics.store(state, 0, FREE);
        Atomics.notify(state, 0);
      }
    },
  };
}
