const FREE = 0;
const TAKEN = 1;

/** Lets one of the storage threads through at a time. */
export interface Turnstile {
  /** What another thread needs to make the same one. */
  readonly shared: SharedArrayBuffer;
  /** Waits until the other is done, without its event loop. */
  alone<Value>(action: () => Value): Value;
}

export function createTurnstile(
  shared: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
): Turnstile {
  const state = new Int32Array(shared);
  return {
    shared,
    alone(action) {
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
