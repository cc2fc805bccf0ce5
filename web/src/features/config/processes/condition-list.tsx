import { useMemo } from 'react';
import {
  type ConditionPlace,
  conditionsAbout,
  conditionsOf,
} from '../../../../../domain/process-editing/condition-places.ts';
import { dependantsOf } from '../../../../../domain/process-editing/dependants.ts';
import { stepName } from '../../../../../domain/process-editing/places.ts';
import type { Path } from '../../../../../domain/process-editing/tree.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { Disclosure } from '../../../shared/editor/disclosure.tsx';
import { Sentence, useConditions, VERDICTS } from './condition-editor.tsx';
import { pathText, useEditing } from './editing.ts';
import classes from './processes.module.css';

/** Every condition of the process as a sentence, with those that can never be true or always are. */
export function AllConditions() {
  const { config, truthAt } = useConditions();
  const places = conditionsOf(config);
  if (places.length === 0) return null;
  const doubtful = places.filter(({ path }) => truthAt(path)?.whole).length;
  const summary = `All conditions (${places.length})${doubtful > 0 ? `, ${doubtful} to check` : ''}`;
  return (
    <Disclosure summary={summary}>
      <ConditionList places={places} />
    </Disclosure>
  );
}

/** The conditions that need this question. */
export function UsedByField({ name }: { name: string }) {
  const { config } = useConditions();
  return <UsedBy places={useMemo(() => conditionsAbout(config, name), [config, name])} />;
}

/** The conditions elsewhere that need a question of this step. */
export function UsedByStep({ path }: { path: Path }) {
  const { config } = useConditions();
  const text = pathText(path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: pathText identifies the path, whose array is new in each render
  const places = useMemo(() => dependantsOf(config, path).conditions, [config, text]);
  return <UsedBy places={places} />;
}

/** The conditions that count completed assessments, or ask for a chosen plan. */
export function UsedByFact({ fact }: { fact: 'assessments' | 'plan' }) {
  const { config } = useConditions();
  const places = useMemo(
    () =>
      fact === 'plan'
        ? conditionsAbout(config, 'selectedPaymentModelId')
        : conditionsOf(config).filter(({ condition }) =>
            condition.terms.some(({ target }) => target === 'ASSESSMENTS_COMPLETE'),
          ),
    [config, fact],
  );
  return <UsedBy places={places} />;
}

function UsedBy({ places }: { places: readonly ConditionPlace[] }) {
  if (places.length === 0) return null;
  return (
    <Disclosure summary={`Used by ${counted(places.length, 'condition', 'conditions')}`}>
      <ConditionList places={places} />
    </Disclosure>
  );
}

function ConditionList({ places }: { places: readonly ConditionPlace[] }) {
  const { goTo } = useEditing();
  const { config, truthAt } = useConditions();
  return (
    <ul className={classes.conflicts}>
      {places.map(({ path, purpose, step, condition }) => {
        const truth = truthAt(path)?.whole;
        return (
          <li key={pathText(path)}>
            <button
              type="button"
              className={classes.linkButton}
              onClick={() => goTo([...path, 'terms', 0, 'targetDetails'])}
            >
              {stepName(config, step)}
            </button>
            <Sentence condition={condition} purpose={purpose} />
            {truth && (
              <span className={classes.problem}>
                {' '}
                {VERDICTS[truth.verdict]}: {truth.reason}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
