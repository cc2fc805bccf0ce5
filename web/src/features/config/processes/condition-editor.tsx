import { Button, NativeSelect, TextInput } from '@mantine/core';
import { createContext, memo, use, useRef } from 'react';
import { APPLICATION_STATUSES } from '../../../../../domain/application/statuses.ts';
import type { Condition, ConditionTerm } from '../../../../../domain/process/conditions.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { definitionsOf } from '../../../../../domain/process/fields.ts';
import {
  type ConditionOperator,
  operatorsFor,
  optionsOf,
  type SubjectGroup,
  unaskedSubject,
} from '../../../../../domain/process-editing/condition-menus.ts';
import type { ConditionPurpose } from '../../../../../domain/process-editing/condition-places.ts';
import { type FieldWords, sentenceOf, textOfWords } from '../../../../../domain/process-editing/condition-sentences.ts';
import type { ConditionTruth, Truth } from '../../../../../domain/process-editing/condition-truth.ts';
import { change, insert, remove } from '../../../../../domain/process-editing/edits.ts';
import { listAt, type Path } from '../../../../../domain/process-editing/tree.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { AddButton } from './controls.tsx';
import { controlId, pathText, useEditing } from './editing.ts';
import classes from './processes.module.css';

/** What conditions say about the whole config, a moment behind the typing. */
export interface Conditions {
  readonly config: ProcessConfig;
  readonly fields: FieldWords;
  /** What a condition can be about. */
  readonly subjects: readonly SubjectGroup[];
  /** Fields that conditions name and the process no longer has. */
  readonly gone: readonly string[];
  readonly truthAt: (path: Path) => ConditionTruth | undefined;
}

export const ConditionsContext = createContext<Conditions | null>(null);

export function useConditions(): Conditions {
  const conditions = use(ConditionsContext);
  if (!conditions) throw new Error('This condition is outside of the process editor');
  return conditions;
}

export const VERDICTS: Readonly<Record<Truth['verdict'], string>> = {
  never: 'This can never be true',
  always: 'This is always true',
  doubtful: 'Please check this',
};

const NEW_TERM: ConditionTerm = {
  target: 'STATUS',
  operator: 'Greater than or equal',
  comparisonValue: 'INTERVIEW PENDING',
};

export function ConditionEditor({
  path,
  purpose,
  condition,
}: {
  /** Of the condition. */
  path: Path;
  purpose: ConditionPurpose;
  condition: Condition | undefined;
}) {
  const { edit, canWrite } = useEditing();
  const { truthAt, gone } = useConditions();
  const box = useRef<HTMLDivElement>(null);
  const terms = condition?.terms ?? [];
  const goneIndex = terms.findIndex(
    ({ target, targetDetails }) => target === 'FIELD' && gone.includes(targetDetails ?? ''),
  );
  const truth = truthAt(path);
  const parent = path.slice(0, -1);
  const member = String(path.at(-1));
  const add = () =>
    edit((config) =>
      condition
        ? insert(config, [...path, 'terms'], terms.length, NEW_TERM)
        : { ...change(config, parent, member, { logicalOperator: 'AND', terms: [NEW_TERM] }), key: undefined },
    );
  const removeTerm = (index: number) => {
    edit((config) =>
      terms.length === 1
        ? { ...change(config, parent, member, undefined), key: undefined }
        : remove(config, [...path, 'terms', index]),
    );
    box.current?.querySelector<HTMLElement>(':scope > button')?.focus();
  };
  return (
    <div ref={box} id={controlId(path)} className={classes.condition}>
      <p className={classes.sentence}>
        <Sentence condition={condition} purpose={purpose} isEnded={canWrite && goneIndex >= 0} />
        {canWrite && goneIndex >= 0 && <GoneTerm path={path} terms={terms} index={goneIndex} onRemove={removeTerm} />}
      </p>
      {truth?.whole && (
        <Notice meaning="attention">
          {VERDICTS[truth.whole.verdict]}: {truth.whole.reason}
        </Notice>
      )}
      {terms.length > 1 && (
        <NativeSelect
          id={controlId([...path, 'logicalOperator'])}
          label="It applies when"
          value={condition?.logicalOperator}
          disabled={!canWrite}
          data={[
            { value: 'AND', label: 'all of these are true' },
            { value: 'OR', label: 'any of these is true' },
          ]}
          onChange={({ currentTarget: { value } }) => edit((config) => change(config, path, 'logicalOperator', value))}
        />
      )}
      {terms.map((term, index) => (
        <Term
          // biome-ignore lint/suspicious/noArrayIndexKey: terms have no ids
          key={index}
          term={term}
          path={[...path, 'terms', index]}
          truth={truth?.whole ? null : (truth?.terms[index] ?? null)}
          onRemove={() => removeTerm(index)}
        />
      ))}
      {canWrite && <AddButton label="Add a condition" onClick={add} />}
    </div>
  );
}

/** A condition in words; in red if a question that it is about was deleted. */
export function Sentence({
  condition,
  purpose,
  isEnded = false,
}: {
  condition: Condition | undefined;
  purpose: ConditionPurpose;
  /** Adds a full stop, because another sentence follows. */
  isEnded?: boolean;
}) {
  const { fields } = useConditions();
  const words = sentenceOf(condition, purpose, fields);
  const isGone = words.some(({ kind }) => kind === 'gone');
  const text = textOfWords(words);
  return (
    <>
      <span className={isGone ? classes.gone : undefined} dir="auto">
        {text}
      </span>
      {isEnded && !text.endsWith('…') && '.'}
    </>
  );
}

/** The two ways out for the first term whose question was deleted. */
function GoneTerm({
  path,
  terms,
  index,
  onRemove,
}: {
  path: Path;
  terms: readonly ConditionTerm[];
  index: number;
  onRemove: (index: number) => void;
}) {
  const { goTo } = useEditing();
  const { fields } = useConditions();
  const { text } = fields.words(terms[index]?.targetDetails ?? '');
  return (
    <>
      {' '}
      <button
        type="button"
        className={classes.inlineButton}
        aria-label={`Choose another question instead of ${text}`}
        onClick={() => goTo([...path, 'terms', index, 'targetDetails'])}
      >
        Choose another
      </button>
      {' · '}
      <button
        type="button"
        className={classes.inlineButton}
        aria-label={`Remove the condition on ${text}`}
        onClick={() => onRemove(index)}
      >
        Remove
      </button>
    </>
  );
}

const subjectKey = ({ target, targetDetails }: Pick<ConditionTerm, 'target' | 'targetDetails'>): string =>
  target === 'FIELD' ? `FIELD ${targetDetails ?? ''}` : target;

function Term({
  term,
  path,
  truth,
  onRemove,
}: {
  term: ConditionTerm;
  path: Path;
  truth: Truth | null;
  onRemove: () => void;
}) {
  const { edit, canWrite, errors } = useEditing();
  const { config, fields, subjects: groups } = useConditions();
  const subjects = groups.flatMap((group) => group.subjects);
  const unasked = unaskedSubject(term, config);
  const isGone = !unasked && !subjects.some((subject) => subjectKey(subject) === subjectKey(term));
  const operators = operatorsFor(term, config);
  const chosen = operators.find(({ operator }) => operator === term.operator);
  const parent = path.slice(0, -1);
  const index = Number(path.at(-1));
  const set = (next: ConditionTerm) =>
    edit((newest) => ({
      ...change(newest, parent.slice(0, -1), 'terms', listAt(newest, parent).with(index, next)),
      key: undefined,
    }));
  const own = pathText(path);
  const errorAt = (member: string) => errors.get(`${own}.${member}`);
  return (
    <fieldset id={controlId(path)} className={classes.term}>
      <legend className={classes.legend}>Condition {index + 1}</legend>
      <NativeSelect
        id={controlId([...path, 'targetDetails'])}
        label="What"
        value={subjectKey(term)}
        disabled={!canWrite}
        description={unasked && TEXTS.processEditor.notAsked}
        error={
          isGone
            ? TEXTS.processEditor.questionDeleted
            : (errorAt('targetDetails') ?? errorAt('target') ?? errors.get(own))
        }
        onChange={({ currentTarget: { value } }) => {
          const subject = subjects.find((one) => subjectKey(one) === value);
          if (subject) set(termAbout(subject, config));
        }}
      >
        {isGone && <option value={subjectKey(term)}>{fields.words(term.targetDetails ?? '').text}</option>}
        {unasked && <option value={subjectKey(term)}>{unasked.label}</option>}
        {groups.map((group) => (
          <SubjectOptions key={group.label} group={group} />
        ))}
      </NativeSelect>
      {!isGone && (
        <NativeSelect
          id={controlId([...path, 'operator'])}
          label="How"
          value={term.operator}
          disabled={!canWrite}
          error={errorAt('operator')}
          data={[
            ...operators.map(({ operator, label }) => ({ value: operator, label })),
            ...(chosen ? [] : [{ value: term.operator, label: 'Other' }]),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const operator = operators.find((one) => one.operator === value);
            if (operator) set({ ...termWith(term, operator, config) });
          }}
        />
      )}
      {!isGone && chosen?.value && (
        <ValueControl
          term={term}
          path={path}
          kind={chosen.value}
          error={errorAt('comparisonValue')}
          onValue={(comparisonValue) => edit((newest) => change(newest, path, 'comparisonValue', comparisonValue))}
        />
      )}
      {truth && (
        <p className={classes.problem}>
          {VERDICTS[truth.verdict]}: {truth.reason}
        </p>
      )}
      {canWrite && (
        <Button variant="default" size="compact-sm" onClick={onRemove} aria-label={`Remove condition ${index + 1}`}>
          Remove
        </Button>
      )}
    </fieldset>
  );
}

/** A key in a label changes one group, and each open condition offers all of them. */
const SubjectOptions = memo(
  function SubjectOptions({ group: { label, subjects } }: { group: SubjectGroup }) {
    return (
      <optgroup label={label}>
        {subjects.map((subject) => (
          <option key={subjectKey(subject)} value={subjectKey(subject)}>
            {subject.label}
          </option>
        ))}
      </optgroup>
    );
  },
  ({ group: one }, { group: other }) =>
    one.label === other.label &&
    one.subjects.length === other.subjects.length &&
    one.subjects.every((subject, index) => {
      const next = other.subjects[index];
      return next !== undefined && subject.label === next.label && subjectKey(subject) === subjectKey(next);
    }),
);

function termAbout(
  { target, targetDetails }: Pick<ConditionTerm, 'target'> & { readonly targetDetails?: string },
  config: ProcessConfig,
): ConditionTerm {
  const about = targetDetails === undefined ? { target } : { target, targetDetails };
  const [operator] = operatorsFor(about, config);
  return operator ? termWith(about, operator, config) : { ...about, operator: 'Exists' };
}

/** With a value to start from, so that a condition is complete as soon as it is chosen. */
function termWith(
  { target, targetDetails, comparisonValue }: Pick<ConditionTerm, 'target' | 'targetDetails' | 'comparisonValue'>,
  { operator, value }: ConditionOperator,
  config: ProcessConfig,
): ConditionTerm {
  const about = targetDetails === undefined || targetDetails === null ? { target } : { target, targetDetails };
  if (value === null) return { ...about, operator };
  const options = optionsOf(definitionsOf(targetDetails ?? '', config));
  const first = value === 'status' ? 'INTERVIEW PENDING' : value === 'number' ? 1 : (options[0] ?? '');
  return { ...about, operator, comparisonValue: comparisonValue ?? first };
}

function ValueControl({
  term,
  path,
  kind,
  error,
  onValue,
}: {
  term: ConditionTerm;
  path: Path;
  kind: NonNullable<ConditionOperator['value']>;
  error: string | undefined;
  onValue: (value: string | number) => void;
}) {
  const { canWrite } = useEditing();
  const { config } = useConditions();
  const id = controlId([...path, 'comparisonValue']);
  const value = String(term.comparisonValue ?? '');
  if (kind === 'number') {
    return (
      <TextInput
        id={id}
        label="Value"
        inputMode="decimal"
        value={value}
        readOnly={!canWrite}
        error={value.trim() === '' || Number.isNaN(Number(value)) ? 'Enter a number.' : error}
        onChange={({ currentTarget: { value: typed } }) =>
          onValue(typed.trim() !== '' && String(Number(typed)) === typed ? Number(typed) : typed)
        }
      />
    );
  }
  const choices: readonly string[] =
    kind === 'status' ? APPLICATION_STATUSES : optionsOf(definitionsOf(term.targetDetails ?? '', config));
  const isGone = !choices.includes(value);
  return (
    <NativeSelect
      id={id}
      label="Value"
      value={value}
      disabled={!canWrite}
      error={isGone ? TEXTS.processEditor.optionGone : error}
      data={[...(isGone ? [value] : []), ...choices]}
      onChange={({ currentTarget: { value: picked } }) => onValue(picked)}
    />
  );
}
