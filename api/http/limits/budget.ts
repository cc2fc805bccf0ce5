/**
 * A quantity that all clients of a process share. An address may hold at most as much as is still free, so that a few addresses
 * cannot use up everything. No fixed figure suits both a phone and a university's gateway (Choudhury and Hahn, Dynamic Queue
 * Length Thresholds, 1998).
 */
export class Budget {
  readonly #capacity: number;
  readonly #held = new Map<string, number>();
  #used = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  heldBy(address: string): number {
    return this.#held.get(address) ?? 0;
  }

  reserve(address: string, amount = 1): boolean {
    const held = this.heldBy(address) + amount;
    const used = this.#used + amount;
    if (held > this.#capacity - used) return false;
    this.#held.set(address, held);
    this.#used = used;
    return true;
  }

  release(address: string, amount = 1): void {
    const held = this.heldBy(address) - amount;
    if (held > 0) this.#held.set(address, held);
    else this.#held.delete(address);
    this.#used -= amount;
  }
}
