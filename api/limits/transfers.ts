import { Budget } from './budget.ts';

/** A body on its way in, an answer on its way out, or a connection. */
export interface Transfer {
  /** Of the client; see `network`. */
  readonly address: string;
  /** By `performance.now()`: from then on it may be ended for one that goes on. */
  readonly stalledFrom: number;
  end(): void;
}

/** An address that holds no more than this part is refused only while nearly everything is held. */
const MODEST_PART = 1 / 8;

/**
 * What transfers hold: bytes in memory, or places. Where a transfer finds none free, stalled ones are ended for it, the longest
 * stalled first. An address above the modest part ends only its own and those of addresses that hold as much: it is refused for its
 * own share, not because everything is used up.
 */
export class Transfers {
  readonly #budget: Budget;
  readonly #modest: number;
  readonly #held = new Map<Transfer, number>();

  constructor(most: number) {
    this.#budget = new Budget(most);
    this.#modest = most * MODEST_PART;
  }

  heldBy(address: string): number {
    return this.#budget.heldBy(address);
  }

  hold(transfer: Transfer, amount: number): boolean {
    while (!this.#budget.take(transfer.address, amount)) {
      const other = this.#longestStalled(transfer, this.#budget.heldBy(transfer.address) + amount);
      if (!other) return false;
      this.release(other);
      other.end();
    }
    this.#held.set(transfer, (this.#held.get(transfer) ?? 0) + amount);
    return true;
  }

  release(transfer: Transfer): void {
    const amount = this.#held.get(transfer);
    if (amount === undefined) return;
    this.#held.delete(transfer);
    this.#budget.give(transfer.address, amount);
  }

  /** The one to end for `wanting`, whose address would then hold so much. */
  #longestStalled(wanting: Transfer, amount: number): Transfer | undefined {
    let found: Transfer | undefined;
    for (const transfer of this.#held.keys()) {
      if (transfer === wanting || transfer.stalledFrom > (found?.stalledFrom ?? performance.now())) continue;
      const isFair =
        amount <= this.#modest ||
        transfer.address === wanting.address ||
        this.#budget.heldBy(transfer.address) >= amount;
      if (isFair) found = transfer;
    }
    return found;
  }
}
