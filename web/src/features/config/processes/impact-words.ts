import type { ProcessImpact } from '../../../../../api/contract/processes.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import type { OptionRename } from '../../../../../domain/process/impact.ts';
import { type Edit, namesOf } from '../../../../../domain/process-editing/edits.ts';
import {
  keepAsColumn,
  keepCondition,
  keepOffer,
  keepOption,
  keepStep,
  keepType,
  makeOptional,
  type Offer,
  type Rule,
  renameApart,
} from '../../../../../domain/process-editing/milder.ts';
import { counted, grouped } from '../../../../../domain/text/counted.ts';

/** A way that spares these applicants: another config, or other answers that follow the save. */
export type Milder = { readonly label: string } & (
  | { readonly edit: (config: ProcessConfig) => Edit }
  | { readonly renames: readonly OptionRename[] }
);

/** A sentence in which the number opens the applicants that it counts. */
export interface ImpactLine {
  readonly key: string;
  readonly before: string;
  readonly people: { readonly words: string; readonly count: number; readonly ids: readonly string[] };
  readonly after: string;
  readonly milder: readonly Milder[];
}

export interface ImpactSides {
  readonly saved: ProcessConfig;
  readonly edited: ProcessConfig;
  /** Chosen for this save. */
  readonly renames: readonly OptionRename[];
  /** The name of a payment plan or an assessment. */
  readonly nameOf: (id: string) => string | undefined;
}

type Concerned = Pick<ProcessImpact['removedFields'][number], 'applications' | 'applicationIds'>;

const people = ({ applications, applicationIds }: Concerned): ImpactLine['people'] => ({
  words: counted(applications, 'applicant', 'applicants'),
  count: applications,
  ids: applicationIds,
});

/** What a save would change for applicants in progress; empty if it affects none. */
export function impactLines(
  impact: ProcessImpact,
  { saved, edited, renames, nameOf }: ImpactSides,
): readonly ImpactLine[] {
  /** None where an edit would change nothing. */
  const milder = (label: string, edit: (config: ProcessConfig) => Edit | null): readonly Milder[] =>
    edit(edited) ? [{ label, edit: (config) => edit(config) ?? unchanged(config) }] : [];
  const withdrawn = (member: Offer, what: string, did: string, then: string) => (one: Concerned & { _id: string }) => {
    const name = nameOf(one._id);
    return {
      key: `${member} ${one._id}`,
      before: '',
      people: people(one),
      after: ` ${did} ${name === undefined ? what : `${what} “${name}”`}, which is no longer offered.${then}`,
      milder: milder('Keep offering it', (config) => keepOffer(config, saved, member, one._id)),
    };
  };
  const { removedFields, requiredFields, reusedFields, removedOptions, changedTypes } = impact;
  const lines: readonly ImpactLine[] = [
    ...removedFields.map(({ name, label, ...one }) => ({
      key: `removed ${name}`,
      before: `“${label}” is no longer asked. `,
      people: people(one),
      after: ' answered it; staff keep seeing the answers.',
      milder: milder('Keep it as a column for staff', (config) => keepAsColumn(config, saved, name, label)),
    })),
    ...requiredFields.map(({ name, label, ...one }) => ({
      key: `required ${name}`,
      before: `“${label}” becomes required. `,
      people: people(one),
      after: ' did not answer it yet.',
      milder: milder('Make it optional', (config) => makeOptional(config, name)),
    })),
    ...reusedFields.map(({ name, label, ...one }) => ({
      key: `reused ${name}`,
      before: `“${label}” has the short name of an earlier question. The answers of `,
      people: people(one),
      after: ' to that question would appear here.',
      milder: milder('Give it another short name', (config) =>
        renameApart(config, name, [...namesOf(config), ...impact.heldNames]),
      ),
    })),
    ...removedOptions.map(({ name, label, option, renamedTo, ...one }) => {
      const others = renames.filter((rename) => rename.name !== name || rename.from !== option);
      const isFollowed = others.length < renames.length;
      const fate = renamedTo === null ? 'is no longer offered' : `becomes “${renamedTo}”`;
      const follow = renamedTo !== null && [
        isFollowed
          ? { label: `Keep “${option}” in the answers`, renames: others }
          : {
              label: `Rename it in the ${one.applications === 1 ? 'answer' : `${grouped(one.applications)} answers`} too`,
              renames: [...renames, { name, from: option, to: renamedTo }],
            },
      ];
      return {
        key: `option ${name} ${option}`,
        before: '',
        people: people(one),
        after: ` chose “${option}” in “${label}”, which ${fate}. Their answers ${
          isFollowed ? 'change with it' : `keep “${option}”`
        }.`,
        milder: [
          ...(follow || []),
          ...milder(renamedTo === null ? 'Keep the option' : `Offer “${option}” too`, (config) =>
            keepOption(config, saved, name, option),
          ),
        ],
      };
    }),
    ...changedTypes.map(({ name, label, misfits, ...one }) => ({
      key: `type ${name}`,
      before: `“${label}” has another type. `,
      people: people(one),
      after: ` answered it; the new type refuses ${counted(misfits, 'answer', 'answers')}.`,
      milder: milder('Keep the previous type', (config) => keepType(config, saved, name)),
    })),
    ...impact.withdrawnPlans.map(withdrawn('availablePaymentModels', 'the payment plan', 'chose', ' They keep it.')),
    ...impact.withdrawnAssessments.map(withdrawn('assessmentIds', 'the assessment', 'completed', '')),
    ...impact.steps.flatMap((step) => stepLines(step, saved, milder)),
  ];
  return lines.filter(({ people: { count } }) => count > 0);
}

const unchanged = (config: ProcessConfig): Edit => ({ config, name: '', from: [], to: [] });

function stepLines(
  { _id, title, change, ...step }: ProcessImpact['steps'][number],
  saved: ProcessConfig,
  milder: (label: string, edit: (config: ProcessConfig) => Edit | null) => readonly Milder[],
): readonly ImpactLine[] {
  const rule = (label: string, which: Rule) => milder(label, (config) => keepCondition(config, saved, _id, which));
  const keepsShown = rule('Keep its previous condition', 'visibilityCondition');
  const isOpen = change === 'changed' || change === 'removed';
  const line = (
    effect: string,
    [applications, applicationIds]: readonly [number, readonly string[]],
    before: string,
    after: string,
    spared: readonly Milder[] = [],
  ): ImpactLine => ({
    key: `${effect} ${_id}`,
    before,
    people: people({ applications, applicationIds }),
    after,
    milder: spared,
  });
  return [
    line('open', [isOpen ? step.open : 0, step.openIds], `“${title}” is the next step of `, '.'),
    line('appears', [step.appears, step.appearsIds], `“${title}” appears for `, '.', keepsShown),
    change === 'removed'
      ? line(
          'disappears',
          [step.disappears, step.disappearsIds],
          `“${title}” is removed for `,
          '.',
          milder('Keep the step', (config) => keepStep(config, saved, _id)),
        )
      : line('disappears', [step.disappears, step.disappearsIds], `“${title}” disappears for `, '.', keepsShown),
    line(
      'reopens',
      [step.reopens, step.reopensIds],
      `“${title}” opens again for `,
      ' who had completed it.',
      rule('Keep its previous completion rule', 'completionCondition'),
    ),
  ];
}
