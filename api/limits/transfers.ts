import { Budget } from './budget.ts';

/** A body on its way in, or an answer on its way out. */
export interface Transfer {
  /** Of the client; see `network`. */
  readonly address: string;
  /** By `performance.now()`: from then on it may be ended for one that goes on. */
  readonly stalledFrom: number;
  end(): void;
}

/**
 * Bytes that transfers hold in memory. Where a transfer finds none free, stalled ones are ended for it, the longest stalled
 * first.
 */
export class Transfers {
  readonly #budget: Budget;
  readonly #held = new Map<Transfer, number>();

  constructor(bytes: number) {
    this.#budget = new Budget(bytes);
  }

  hold(transfer: Transfer, bytes: number): boolean {
    while (!this.#budget.take(transfer.address, bytes)) {
      const other = this.#longestStalled(transfer);
      if (!other) return false;
      this.release(other);
      other.end();
    }
    this.#held.set(transfer, (this.#held.get(transfer) ?? 0) + bytes);
    return true;
  }

  release(transfer: Transfer): void {
    const bytes = this.#held.get(transfer);
    if (bytes === undefined) return;
    this.#held.delete(transfer);
    this.#budget.give(transfer.address, bytes);
  }

  #longestStalled(except: Transfer): Transfer | undefined {
    let found: Transfer | undefined;
    for (const transfer of this.#held.keys()) {
      if (transfer === except || transfer.stalledFrom > (found?.stalledFrom ?? performance.now())) continue;
      found = transfer;
    }
    return found;
  }
}
