import type { CommandContext } from '../context.ts';
import type { Person } from './person.ts';

export interface Removed {
  /** How much there was. */
  readonly count: number;
  /** Of the last event that it led to, where it led to any. */
  readonly position?: bigint;
}

/** What one place holds of a person: shown by their export, removed by their erasure, so neither forgets what the other knows. */
export interface Found {
  /** For the export; empty where it says nothing to anybody. */
  readonly held: readonly unknown[];
  /** Once the keys are gone: removes it; repeating it changes nothing. */
  readonly remove: (context: CommandContext) => Promise<Removed>;
}

/**
 * Somewhere beside the log and the read models where something of a person may stand. The log's part is sealed and goes with
 * its key, and read models blank it by `PersonalDataErased`; every other place stands in `createPlaces`.
 */
export interface Place {
  /** Looks while the person's data can still be read. */
  readonly find: (person: Person) => Promise<Found>;
}
