import { createContext, useContext } from 'react';
import type { ReportCatalogue } from '../../../../../domain/report-catalogue/catalogue.ts';
import type { ReportQuestion } from '../../../../../domain/saved-report/details.ts';

interface Builder {
  readonly catalogue: ReportCatalogue;
  /** The current state of the form: the options of one control depend on the others. */
  readonly question: ReportQuestion;
}

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error('The controls of a report need a builder around them');
  return builder;
}

/** The fields that the chosen events can be grouped and filtered by, and those that can be added up. */
export function useFields() {
  const { catalogue, question } = useBuilder();
  const own = new Set(
    catalogue.events.filter(({ type }) => question.events.includes(type)).flatMap(({ fields }) => fields),
  );
  const offered = catalogue.fields.filter(({ id }) => !id.startsWith('data.') || own.has(id));
  return {
    groups: offered.filter(({ kind }) => kind !== 'number'),
    numbers: offered.filter(({ kind }) => kind === 'number'),
  };
}
