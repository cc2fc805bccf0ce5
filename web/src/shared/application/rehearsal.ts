import { createContext, use } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Solution } from '../../../../api/contract/solutions.ts';

/** Within a preview of an applicant's page: everything that the page would send goes here instead, and nothing is stored. */
export interface Rehearsal {
  readonly change: (changes: Readonly<Record<string, unknown>>) => ApplicationView;
  readonly solutions: readonly Solution[];
}

export const RehearsalContext = createContext<Rehearsal | null>(null);

/** Null on the applicant's own page. */
export const useRehearsal = (): Rehearsal | null => use(RehearsalContext);
