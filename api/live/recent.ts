import type { Tiding } from './tidings.ts';

const MOST = 5000;

interface Entry {
  readonly position: bigint;
  readonly at: number;
  readonly tidings: readonly Tiding[];
}

/** The newest tidings, for whoever was away for a moment; what is older has been forgotten. */
export class Recent {
  /** All that came behind it is here. */
  #since: bigint;
  #position: bigint;
  #entries: Entry[] = [];
  #count = 0;

  constructor(position: bigint) {
    this.#since = position;
    this.#position = position;
  }

  get position(): bigint {
    return this.#position;
  }

  add(position: bigint, tidings: readonly Tiding[], at: number): void {
    if (position > this.#position) this.#position = position;
    if (tidings.length === 0) return;
    this.#entries.push({ position, at, tidings });
    this.#count += tidings.length;
    while (this.#count > MOST) {
      const oldest = this.#entries.shift() as Entry;
      this.#count -= oldest.tidings.length;
      this.#since = oldest.position;
    }
  }

  forget(): void {
    this.#entries = [];
    this.#count = 0;
    this.#since = this.#position;
  }

  /** Null if it cannot be told any more. */
  after(position: bigint): readonly Tiding[] | null {
    if (position < this.#since) return null;
    return this.#entries.filter((entry) => entry.position > position).flatMap(({ tidings }) => tidings);
  }

  /** What came at that moment or later. */
  from(at: number): readonly Tiding[] {
    return this.#entries.filter((entry) => entry.at >= at).flatMap(({ tidings }) => tidings);
  }
}
