/** Repeated in each row of a CSV file, so that rows can be reordered; no column without notes. */
export const noteColumn = (notes: readonly string[]): Readonly<Record<string, string>> =>
  notes.length === 0 ? {} : { Notes: notes.join(' · ') };
