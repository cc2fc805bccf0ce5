import type { StoredEvent } from './port.ts';

/** An event in the log does not hold what was written: never answered as if it did, always named. */
export class DamagedEvent extends Error {
  override readonly name = 'DamagedEvent';
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  /** What is wrong, in words that end the sentence "The event … ". */
  readonly what: string;
  constructor(
    { stream, revision, position }: Pick<StoredEvent, 'stream' | 'revision' | 'position'>,
    what: string,
    options?: ErrorOptions,
  ) {
    super(`The event at revision ${revision} of ${stream} (position ${position}) ${what}`, options);
    this.stream = stream;
    this.revision = revision;
    this.position = position;
    this.what = what;
  }
}
