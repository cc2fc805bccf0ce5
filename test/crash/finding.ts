/** The stores: embedded files, or EventStoreDB (its double) and MongoDB (FerretDB). */
export type Pair = 'embedded' | 'servers';

export interface Finding {
  readonly promise: string;
  readonly figure: string;
  /** Null if this machine cannot run the test; the figure says why. */
  readonly holds: boolean | null;
}

export interface Options {
  readonly pairs: readonly Pair[];
  readonly kills: number;
  /** Includes the scripts that need a log of a million events. */
  readonly isLong: boolean;
}

/** A repeatable, bounded script on loopback that ends what it starts; it may throw a broken promise. */
export type Script = (options: Options, say: (line: string) => void) => Promise<readonly Finding[]>;

export const isOn = ({ pairs }: Options, pair: Pair): boolean => pairs.includes(pair);
