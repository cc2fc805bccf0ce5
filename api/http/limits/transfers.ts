import { Budget } from './budget.ts';

export interface Transfer {
  readonly address: string;
  /** By `performance.now()`: from then on it may be ended for one that makes progress. */
  readonly stalledFrom: number;
  end(): void;
}

/** An address that holds less than this part is refused only when nearly everything is held. */
const MODEST_PART = 1 / 8;
/** Each waiting transfer may hold 128 kB outside the budget. */
const MOST_WAITING = 64;
/** Twice the time after which a transfer counts as stalled. */
const WAIT_MS = 1000;
const LOOK_EVERY_MS = 50;

interface Waiting {
  readonly transfer: Transfer;
  readonly amount: number;
  readonly toCome: number;
  readonly until: number;
  readonly answer: (isHeld: boolean) => void;
}

/** Bytes or places. If none is free, stalled transfers are ended; an address above the modest part ends none of a smaller one's. */
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
    while (!this.#budget.reserve(transfer.address, amount)) {
      const other = this.#longestStalled(transfer, this.#budget.heldBy(transfer.address) + amount);
      if (!other) return false;
      this.release(other);
      other.end();
    }
    this.#held.set(transfer, (this.#held.get(transfer) ?? 0) + amount);
    return true;
  }

  /**
   * Waits for room, so that a flood refuses nothing before its transfers count as stalled. The transfer with the least to come is
   * served first, because it releases its room soonest. False if no room was found in time or too many wait.
   */
  holdSoon(transfer: Transfer, amount: number, toCome: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiting = { transfer, amount, toCome, until: performance.now() + WAIT_MS, answer: resolve };
    this.#waiting = [...this.#waiting, waiting].sort((one, other) => one.toCome - other.toCome);
    if (this.#waiting.length > MOST_WAITING) this.#leave(isFirstToLeave(this.#waiting));
    this.#looking ??= setInterval(() => this.#serve(), LOOK_EVERY_MS).unref();
    return promise;
  }

  release(transfer: Transfer): void {
    this.#leave((waiting) => waiting.transfer === transfer);
    const amount = this.#held.get(transfer);
    if (amount === undefined) return;
    this.#held.delete(transfer);
    this.#budget.release(transfer.address, amount);
  }

  #serve(): void {
    for (const waiting of this.#waiting) {
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

  /** If all holders wait for more, those of the address that holds the most are ended. */
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

function isFirstToLeave(waiting: readonly Waiting[]): (one: Waiting) => boolean {
  const byAddress = Map.groupBy(waiting, ({ transfer }) => transfer.address);
  const crowd = [...byAddress.values()].sort(
    (one, other) => other.length - one.length || toComeLast(other) - toComeLast(one),
  )[0];
  const first = crowd?.at(-1);
  return (one) => one === first;
}
const toComeLast = (waiting: readonly Waiting[]): number => waiting.at(-1)?.toCome ?? 0;
