import type { StoredEvent } from './port.ts';

export class DamagedEvent extends Error {
  override readonly name = 'DamagedEvent';
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  /** Completes the sentence "The event … ". */
  readonly what: string;
  /** False: only this program or vault cannot read the event. */
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
