import { Budget } from './budget.ts';

/** A body on its way in, or an answer on its way out. */
export interface Transfer {
  /** Of the client; see `network`. */
  readonly address: string;
  /** By `performance.now()`: from then on it may be ended for one that goes on. */
  readonly stalledFrom: number;
  end(): void;
}

/** An address that holds no more than this part of the bytes is refused only while nearly all of them are held. */
const MODEST_PART = 1 / 8;

/**
 * Bytes that transfers hold in memory. Where a transfer finds none free, stalled ones are ended for it, the longest stalled
 * first. An address above the modest part ends only its own and those of addresses that hold as much: it is refused for its
 * own share, not because the bytes are used up.
 */
export class Transfers {
  readonly #budget: Budget;
  readonly #modest: number;
  readonly #held = new Map<Transfer, number>();

  constructor(bytes: number) {
    this.#budget = new Budget(bytes);
    this.#modest = bytes * MODEST_PART;
  }

  hold(transfer: Transfer, bytes: number): boolean {
    while (!this.#budget.take(transfer.address, bytes)) {
      const other = this.#longestStalled(transfer, this.#budget.heldBy(transfer.address) + bytes);
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

  /** The one to end for `wanting`, whose address would then hold so many bytes. */
  #longestStalled(wanting: Transfer, bytes: number): Transfer | undefined {
    let found: Transfer | undefined;
    for (const transfer of this.#held.keys()) {
      if (transfer === wanting || transfer.stalledFrom > (found?.stalledFrom ?? performance.now())) continue;
      const isFair =
        bytes <= this.#modest || transfer.address === wanting.address || this.#budget.heldBy(transfer.address) >= bytes;
      if (isFair) found = transfer;
    }
    return found;
  }
}
