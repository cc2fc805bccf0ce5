export type Answer = 'reached' | 'stale';

interface Waiter {
  /** Undefined while there is still something to wait for. */
  readonly answer: () => Answer | undefined;
  readonly settle: (answer: Answer) => void;
}

/** As long as a timer goes: for who waits until it is so. */
export const FOR_EVER_MS = 2 ** 31 - 1;

/** Those who wait for read models: asked anew whenever one of these has moved, never by a clock. */
export class Waiters {
  readonly #waiting = new Set<Waiter>();
  readonly #onWait: () => void;

  /** `onWait` hears of everybody who has to wait. */
  constructor(onWait: () => void) {
    this.#onWait = onWait;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  async wait(answer: Waiter['answer'], timeoutMs: number): Promise<Answer> {
    const now = answer();
    if (now) return now;
    return new Promise((resolve) => {
      const waiter: Waiter = {
        answer,
        settle: (given) => {
          clearTimeout(timer);
          this.#waiting.delete(waiter);
          resolve(given);
        },
      };
      const timer = setTimeout(() => waiter.settle('stale'), timeoutMs);
      if (timeoutMs === FOR_EVER_MS) timer.unref();
      this.#waiting.add(waiter);
      this.#onWait();
    });
  }

  check(): void {
    for (const waiter of this.#waiting) {
      const answer = waiter.answer();
      if (answer) waiter.settle(answer);
    }
  }

  giveUp(): void {
    for (const waiter of this.#waiting) waiter.settle('stale');
  }
}
