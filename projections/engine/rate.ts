const SECONDS = 10;

export class RateMeter {
  readonly #counts = new Array<number>(SECONDS).fill(0);
  #second = 0;

  add(count: number, nowMs: number): void {
    this.#turnTo(Math.floor(nowMs / 1000));
    const slot = this.#second % SECONDS;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + count;
  }

  perSecond(nowMs: number): number {
    this.#turnTo(Math.floor(nowMs / 1000));
    return this.#counts.reduce((sum, count) => sum + count, 0) / SECONDS;
  }

  #turnTo(second: number): void {
    for (let passed = Math.max(this.#second + 1, second - SECONDS + 1); passed <= second; passed += 1) {
      this.#counts[passed % SECONDS] = 0;
    }
    this.#second = Math.max(this.#second, second);
  }
}
