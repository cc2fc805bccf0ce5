import type { CommandContext } from '../context/context.ts';
import type { Person } from './person.ts';

export interface Removed {
  readonly count: number;
  readonly position?: bigint;
}

/** The same code exports and erases, so that neither misses a place. */
export interface Found {
  /** For the export; empty if it is meaningless to people. */
  readonly held: readonly unknown[];
  readonly remove: (context: CommandContext) => Promise<Removed>;
}

/** A place outside the log and the read models, which erase with the key and `PersonalDataErased`. */
export interface Place {
  readonly find: (person: Person) => Promise<Found>;
}
