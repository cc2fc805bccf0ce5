import type { StoredEvent } from './port.ts';

/** An event in the log does not hold what was written: never answered as if it did, always named. */
export class DamagedEvent extends Error {
  override readonly name = 'DamagedEvent';
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  /** What is wrong, in words that end the sentence "The event … ". */
  readonly what: string;
  /** The log itself is damaged; else this program or this vault lacks what it takes to read the event. */
  readonly isAltered: boolean;
  constructor(
    { stream, revision, position }: Pick<StoredEvent, 'stream' | 'revision' | 'position'>,
    what: string,
    { isAltered = true, ...options }: ErrorOptions & { readonly isAltered?: boolean } = {},
  ) {
    super(`The event at revision ${revision} of ${stream} (position ${position}) ${what}`, options);
    this.stream = stream;
    this.revision = revision;
    this.position = position;
    this.what = what;
    this.isAltered = isAltered;
  }
}
