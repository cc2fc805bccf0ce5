const FIRST = 50;
const LEAST = 20;
const MOST = 1000;
const STEP_MS = 40;
/** A request waits for one step at most. */
const STEP_MS_BESIDE = 2;
const MOST_GROWTH = 2;

/** Of this thread. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * How many events one step reads and folds, from the processor time of the former one: on a busy machine a step may take
 * long because its thread waits, and smaller steps would only wait more often.
 */
export class StepSize {
  #size = FIRST;
  #begun = spentMs();

  get size(): number {
    return this.#size;
  }

  begin(): void {
    this.#begun = spentMs();
  }

  end(events: number, isBusy: boolean): void {
    const took = Math.max(0.1, spentMs() - this.#begun);
    const fitting = (events * (isBusy ? STEP_MS_BESIDE : STEP_MS)) / took;
    this.#size = Math.round(Math.min(MOST, this.#size * MOST_GROWTH, Math.max(LEAST, fitting)));
  }
}
