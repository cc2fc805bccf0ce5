import type { Person } from './person.ts';

/** What one place holds of a person: shown by their export, removed by their erasure, so neither forgets what the other knows. */
export interface Found {
  /** For the export; empty where it says nothing to anybody. */
  readonly held: readonly unknown[];
  /** Removes it and says how much there was; repeating it changes nothing. */
  readonly remove: () => Promise<number>;
}

/**
 * Somewhere beside the log and the read models where something of a person may stand. The log's part is sealed and goes with
 * its key, and read models blank it by `PersonalDataErased`; every other place stands in `createPlaces`.
 */
export interface Place {
  /** Looks while the person's data can still be read. */
  readonly find: (person: Person) => Promise<Found>;
}
