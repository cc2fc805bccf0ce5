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
/** Of transfers that wait for room. Each may keep 128 kB meanwhile that are in no budget. */
const MOST_WAITING = 64;
/** Twice as long as it takes until a transfer that stands still makes room. */
const WAIT_MS = 1000;
const LOOK_EVERY_MS = 50;

interface Waiting {
  readonly transfer: Transfer;
  readonly amount: number;
  readonly toCome: number;
  readonly until: number;
  readonly answer: (isHeld: boolean) => void;
}

/**
 * What transfers hold: bytes in memory, or places. Where a transfer finds none free, stalled ones are ended for it, the longest
 * stalled first. An address above the modest part ends only its own and those of addresses that hold as much: it is refused for its
 * own share, not because everything is used up.
 */
export class Transfers {
  readonly #budget: Budget;
  readonly #modest: number;
  readonly #held = new Map<Transfer, number>();
  #waiting: readonly Waiting[] = [];
  #looking: NodeJS.Timeout | undefined;

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

  /**
   * Waits for room, so that a flood refuses nobody in the moment before its transfers count as stalled. The one with the least
   * to come is served first: it gives its room back soonest. False where none was found in time, or where too many wait.
   */
  holdSoon(transfer: Transfer, amount: number, toCome: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiting = { transfer, amount, toCome, until: performance.now() + WAIT_MS, answer: resolve };
    this.#waiting = [...this.#waiting, waiting].sort((one, other) => one.toCome - other.toCome);
    if (this.#waiting.length > MOST_WAITING) this.#leave(isFirstToLeave(this.#waiting));
    this.#looking ??= setInterval(() => this.#serve(), LOOK_EVERY_MS).unref();
    return promise;
  }

  /** Whatever it holds or waits for. */
  release(transfer: Transfer): void {
    this.#leave((waiting) => waiting.transfer === transfer);
    const amount = this.#held.get(transfer);
    if (amount === undefined) return;
    this.#held.delete(transfer);
    this.#budget.give(transfer.address, amount);
  }

  #serve(): void {
    for (const waiting of this.#waiting) {
      // Not those that were ended for one before them.
      if (!this.#waiting.includes(waiting) || !this.#holdAtLast(waiting)) continue;
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      waiting.answer(true);
    }
    const now = performance.now();
    this.#leave(({ until }) => until <= now);
    if (this.#waiting.length > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  /** Where all that hold something wait for more of it, those are ended whose address holds the most. */
  #holdAtLast({ transfer, amount, until }: Waiting): boolean {
    while (!this.hold(transfer, amount)) {
      if (performance.now() < until - WAIT_MS / 2) return false;
      const [other] = this.#waiting
        .filter(
          (one) => this.#held.has(one.transfer) && this.heldBy(one.transfer.address) > this.heldBy(transfer.address),
        )
        .sort((one, two) => this.heldBy(two.transfer.address) - this.heldBy(one.transfer.address));
      if (!other) return false;
      this.release(other.transfer);
    }
    return true;
  }

  #leave(isOver: (waiting: Waiting) => boolean): void {
    const over = this.#waiting.filter(isOver);
    if (over.length === 0) return;
    this.#waiting = this.#waiting.filter((waiting) => !over.includes(waiting));
    for (const { answer } of over) answer(false);
  }

  /** The one to end for `wanting`, whose address would then hold so much. */
  #longestStalled(wanting: Transfer, amount: number): Transfer | undefined {
    const now = performance.now();
    let found: Transfer | undefined;
    for (const transfer of this.#held.keys()) {
      if (transfer === wanting || transfer.stalledFrom > (found?.stalledFrom ?? now)) continue;
      const isFair =
        amount <= this.#modest ||
        transfer.address === wanting.address ||
        this.#budget.heldBy(transfer.address) >= amount;
      if (isFair) found = transfer;
    }
    return found;
  }
}

/** Of the address that waits with the most transfers, the one with the most to come. */
function isFirstToLeave(waiting: readonly Waiting[]): (one: Waiting) => boolean {
  const byAddress = Map.groupBy(waiting, ({ transfer }) => transfer.address);
  const crowd = [...byAddress.values()].sort(
    (one, other) => other.length - one.length || toComeLast(other) - toComeLast(one),
  )[0];
  const first = crowd?.at(-1);
  return (one) => one === first;
}
const toComeLast = (waiting: readonly Waiting[]): number => waiting.at(-1)?.toCome ?? 0;
