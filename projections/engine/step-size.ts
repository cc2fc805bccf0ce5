const FIRST = 50;
const LEAST = 10;
const MOST = 1000;
const STEP_MS = 40;
/** A request waits for one step at most. */
const STEP_MS_BESIDE = 2;
const MOST_GROWTH = 2;

/** How many events one step reads and folds, from how long the former ones took. */
export class StepSize {
  #size = FIRST;
  #begun = performance.now();

  get size(): number {
    return this.#size;
  }

  begin(): void {
    this.#begun = performance.now();
  }

  end(events: number, isBusy: boolean): void {
    const took = Math.max(0.1, performance.now() - this.#begun);
    const fitting = (events * (isBusy ? STEP_MS_BESIDE : STEP_MS)) / took;
    this.#size = Math.round(Math.min(MOST, this.#size * MOST_GROWTH, Math.max(LEAST, fitting)));
  }
}
