import { Button } from '@mantine/core';
import type { ProcessImpact } from '../../../../../api/contract/processes.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { definitionsOf } from '../../../../../domain/process/fields.ts';
import { change, type Edit, insert } from '../../../../../domain/process-editing/edits.ts';
import type { Path } from '../../../../../domain/process-editing/tree.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { Notice, takeFocus } from '../../../shared/ui/notice.tsx';
import { useEditing } from './editing.ts';
import classes from './processes.module.css';

interface Line {
  readonly key: string;
  readonly words: string;
  /** A change that spares these applicants. */
  readonly milder?: { readonly label: string; readonly edit: (config: ProcessConfig) => Edit };
}

const people = (count: number): string => counted(count, 'applicant', 'applicants');

/** What a save would do to applicants in progress; empty if nobody is affected. */
export function impactLines(
  {
    removedFields,
    requiredFields,
    reusedFields,
    removedOptions,
    changedTypes,
    withdrawnPlans,
    withdrawnAssessments,
    steps,
  }: ProcessImpact,
  saved: ProcessConfig,
): readonly Line[] {
  return [
    ...removedFields
      .filter(({ applications }) => applications > 0)
      .map(({ name, label, applications }) => ({
        key: `removed ${name}`,
        words: `“${label}” is no longer asked. ${people(applications)} answered it; staff keep seeing the answers.`,
        milder: {
          label: 'Keep it as a column for staff',
          edit: (config: ProcessConfig) => {
            const dataType = definitionsOf(name, saved)[0]?.dataType ?? 'text';
            return insert(config, ['fields'], config.fields.length, { name, label, dataType, isAdminOnly: true });
          },
        },
      })),
    ...requiredFields
      .filter(({ applications }) => applications > 0)
      .map(({ name, label, applications }) => ({
        key: `required ${name}`,
        words: `“${label}” becomes required. ${people(applications)} did not answer it yet.`,
        milder: { label: 'Make it optional', edit: (config: ProcessConfig) => madeOptional(config, name) },
      })),
    ...reusedFields
      .filter(({ applications }) => applications > 0)
      .map(({ name, label, applications }) => ({
        key: `reused ${name}`,
        words: `“${label}” has the name of an earlier question: its ${counted(applications, 'answer', 'answers')} would appear here.`,
      })),
    ...removedOptions
      .filter(({ applications }) => applications > 0)
      .map(({ name, label, option, renamedTo, applications }) => ({
        key: `option ${name} ${option}`,
        words: `${people(applications)} chose “${option}” in “${label}”, which ${renamedTo === null ? 'is no longer offered' : `becomes “${renamedTo}”; their answers keep the former words`}.`,
      })),
    ...changedTypes
      .filter(({ applications }) => applications > 0)
      .map(({ name, label, applications, misfits }) => ({
        key: `type ${name}`,
        words: `“${label}” has another type. ${people(applications)} answered it; the new type refuses ${counted(misfits, 'answer', 'answers')}.`,
      })),
    ...withdrawnPlans
      .filter(({ applications }) => applications > 0)
      .map(({ _id, applications }) => ({
        key: `plan ${_id}`,
        words: `${people(applications)} chose a payment plan that is no longer offered. They keep it.`,
      })),
    ...withdrawnAssessments
      .filter(({ applications }) => applications > 0)
      .map(({ _id, applications }) => ({
        key: `assessment ${_id}`,
        words: `${people(applications)} began an assessment that is no longer offered.`,
      })),
    ...steps.flatMap(({ _id, title, change: what, open, appears, disappears, reopens }) => [
      ...(open > 0 && (what === 'changed' || what === 'removed')
        ? [{ key: `open ${_id}`, words: `“${title}” is the next step of ${people(open)}.` }]
        : []),
      ...(appears > 0 ? [{ key: `appears ${_id}`, words: `“${title}” appears for ${people(appears)}.` }] : []),
      ...(disappears > 0
        ? [
            {
              key: `disappears ${_id}`,
              words: `“${title}” ${what === 'removed' ? 'is removed' : 'disappears'} for ${people(disappears)}.`,
            },
          ]
        : []),
      ...(reopens > 0
        ? [{ key: `reopens ${_id}`, words: `“${title}” opens again for ${people(reopens)} who had completed it.` }]
        : []),
    ]),
  ];
}

function madeOptional(config: ProcessConfig, name: string): Edit {
  const paths: readonly Path[] = [
    ['applicationForm'],
    ...config.applicationDetailsSteps.map((_, index) => ['applicationDetailsSteps', index, 'configuration']),
  ];
  const forms = [config.applicationForm, ...config.applicationDetailsSteps.map(({ configuration }) => configuration)];
  return forms.reduce<Edit>(
    (edit, form, at) => {
      const index = form?.fields.findIndex((field) => field.name === name) ?? -1;
      return index < 0 ? edit : change(edit.config, [...(paths[at] ?? []), 'fields', index], 'required', false);
    },
    { config, name: 'make it optional', from: [], to: [] },
  );
}

export function ImpactNotice({
  lines,
  onSave,
  onBack,
}: {
  lines: readonly Line[];
  onSave: () => void;
  onBack: () => void;
}) {
  const { edit } = useEditing();
  return (
    <Notice meaning="attention" role="alert" ref={takeFocus}>
      <p>Saving this changes something for applicants in progress:</p>
      <ul className={classes.conflicts}>
        {lines.map(({ key, words, milder }) => (
          <li key={key}>
            <span dir="auto">{words}</span>{' '}
            {milder && (
              <Button size="compact-xs" variant="default" onClick={() => edit(milder.edit)}>
                {milder.label}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button size="compact-sm" onClick={onSave}>
          Save anyway
        </Button>
        <Button size="compact-sm" variant="default" onClick={onBack}>
          Go back
        </Button>
      </div>
    </Notice>
  );
}
