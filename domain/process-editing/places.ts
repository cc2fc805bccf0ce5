import type { Form, ProcessConfig } from '../process/config.ts';
import { conditionsOf } from './condition-places.ts';
import { type FieldWords, sentenceOf, textOfWords } from './condition-sentences.ts';
import type { Path } from './tree.ts';

/** Something in a process that people look for by its words. */
export interface Place {
  /** Of the control that edits its words. */
  readonly path: Path;
  readonly kind: 'step' | 'question' | 'column' | 'text' | 'condition';
  readonly label: string;
  /** Where it is: "Step 3: Interview". */
  readonly within: string;
}

/** Every step, question, text, condition and column, in the order in which applicants meet them. */
export function placesOf(config: ProcessConfig, fields: FieldWords): readonly Place[] {
  const steps = config.applicationDetailsSteps;
  const conditions = Map.groupBy(conditionsOf(config), ({ step }) => step);
  const inSteps = steps.flatMap((step, index): Place[] => {
    const path: Path = ['applicationDetailsSteps', index];
    const within = stepName(config, index);
    return [
      {
        path: [...path, 'title'],
        kind: 'step',
        label: step.title.trim() || 'Untitled step',
        within: `Step ${index + 1}`,
      },
      ...(step.content ?? []).map(
        ({ markdown }, block): Place => ({
          path: [...path, 'content', block, 'markdown'],
          kind: 'text',
          label: markdown.trim() || 'Empty text',
          within,
        }),
      ),
      ...questionsOf(step.configuration, [...path, 'configuration'], within),
      ...(conditions.get(index) ?? []).map(
        ({ path: own, purpose, condition }): Place => ({
          path: [...own, 'terms', 0, 'targetDetails'],
          kind: 'condition',
          label: textOfWords(sentenceOf(condition, purpose, fields)),
          within,
        }),
      ),
    ];
  });
  const columns = config.fields.map(
    ({ label, name }, index): Place => ({
      path: ['fields', index, 'label'],
      kind: 'column',
      label: label.trim() || name,
      within: 'Dashboard columns',
    }),
  );
  return [...questionsOf(config.applicationForm, ['applicationForm'], 'Application form'), ...inSteps, ...columns];
}

export function stepName(config: ProcessConfig, index: number): string {
  const title = config.applicationDetailsSteps[index]?.title.trim();
  return title ? `Step ${index + 1}: ${title}` : `Step ${index + 1}`;
}

const questionsOf = (form: Form | undefined, path: Path, within: string): readonly Place[] =>
  (form?.fields ?? []).map(({ label, name }, index) => ({
    path: [...path, 'fields', index, 'label'],
    kind: 'question',
    label: label.trim() || name,
    within,
  }));

/** At most `most` places with every word of the text, those whose label begins with it first. */
export function findPlaces(places: readonly Place[], text: string, most: number): readonly Place[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const words = wanted.split(/\s+/);
  const found = places.filter(({ label, within, kind }) => {
    const own = `${label} ${within} ${kind}`.toLowerCase();
    return words.every((word) => own.includes(word));
  });
  const isFirst = ({ label }: Place) => label.toLowerCase().startsWith(wanted);
  return [...found.filter(isFirst), ...found.filter((place) => !isFirst(place))].slice(0, most);
}
