import type { CommandContext } from '../context/context.ts';
import type { Person } from './person.ts';

export interface Removed {
  /** Number of removed items. */
  readonly count: number;
  /** Of the last event, if any. */
  readonly position?: bigint;
}

/** Data of a person in one place: exported and erased by the same code, so that neither misses a place. */
export interface Found {
  /** For the export; empty if it is meaningless to people. */
  readonly held: readonly unknown[];
  /** Called when the keys are destroyed; repeatable. */
  readonly remove: (context: CommandContext) => Promise<Removed>;
}

/**
 * A place outside the log and the read models with data of a person. Data of the log is encrypted and erased with its
 * key, and read models blank it on `PersonalDataErased`; every other place is in `createPlaces`.
 */
export interface Place {
  /** Called while the person's data is readable. */
  readonly find: (person: Person) => Promise<Found>;
}
