export type Answer = 'reached' | 'stale';

interface Waiter {
  /** Undefined while the condition does not hold. */
  readonly answer: () => Answer | undefined;
  readonly settle: (answer: Answer) => void;
}

/** The longest timer, for waits without an end. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class Waiters {
  readonly #waiting = new Set<Waiter>();
  readonly #onWait: () => void;

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
      if (timeoutMs === LONGEST_TIMER_MS) timer.unref();
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
