/** Which stores an installation stands on: its own files, or EventStoreDB (its double) and MongoDB (FerretDB). */
export type Pair = 'embedded' | 'servers';

/** How one promise under faults has held. */
export interface Finding {
  readonly promise: string;
  readonly figure: string;
  /** Null where it could not be tried on this machine; the figure says why. */
  readonly holds: boolean | null;
}

export interface Options {
  readonly pairs: readonly Pair[];
  readonly kills: number;
  /** Also what needs a log of a million events. */
  readonly isLong: boolean;
}

/** One repeatable script: bounded, on loopback, ends what it starts. A promise that it finds broken may be thrown, too. */
export type Script = (options: Options, say: (line: string) => void) => Promise<readonly Finding[]>;

export const isOn = ({ pairs }: Options, pair: Pair): boolean => pairs.includes(pair);
