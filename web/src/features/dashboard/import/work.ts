import { type Prepared, partsOf, prepareRows, type SentRow } from './prepare-rows.ts';
import type { Sheet } from './read-spreadsheet.ts';
import type { Mapping, Target } from './suggest-columns.ts';

/** A spreadsheet that is ready to be previewed or imported. */
export interface Work {
  readonly sheet: Sheet;
  readonly targets: readonly Target[];
  readonly prepared: Prepared;
  readonly parts: readonly (readonly SentRow[])[];
}

export function workOf(sheet: Sheet, mapping: Mapping, targets: readonly Target[]): Work {
  const prepared = prepareRows(sheet, mapping, targets);
  return { sheet, targets, prepared, parts: partsOf(prepared.rows) };
}
