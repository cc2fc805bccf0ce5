import type { Notice } from './notices.ts';

const MOST = 5000;

interface Entry {
  readonly position: bigint;
  readonly at: number;
  readonly notices: readonly Notice[];
}

/** The newest notices, for clients that reconnect. */
export class Recent {
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

  add(position: bigint, notices: readonly Notice[], at: number): void {
    if (position > this.#position) this.#position = position;
    if (notices.length === 0) return;
    this.#entries.push({ position, at, notices });
    this.#count += notices.length;
    while (this.#count > MOST) {
      const oldest = this.#entries.shift() as Entry;
      this.#count -= oldest.notices.length;
      this.#since = oldest.position;
    }
  }

  clear(): void {
    this.#entries = [];
    this.#count = 0;
    this.#since = this.#position;
  }

  /** Null if notices may be missing. */
  after(position: bigint): readonly Notice[] | null {
    if (position < this.#since) return null;
    return this.#entries.filter((entry) => entry.position > position).flatMap(({ notices }) => notices);
  }

  from(at: number): readonly Notice[] {
    return this.#entries.filter((entry) => entry.at >= at).flatMap(({ notices }) => notices);
  }
}
