export type Answer = 'reached' | 'stale';

interface Waiter {
  /** Undefined while there is still something to wait for. */
  readonly answer: () => Answer | undefined;
  readonly settle: (answer: Answer) => void;
}

/** Those who wait for read models: asked anew whenever one of these has moved, never by a clock. */
export class Waiters {
  readonly #waiting = new Set<Waiter>();

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
      this.#waiting.add(waiter);
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
