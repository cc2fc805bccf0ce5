import type { Condition } from '../process/conditions.ts';
import type { ProcessConfig } from '../process/config.ts';
import type { Path } from './tree.ts';

export type ConditionPurpose = 'visibility' | 'completion' | 'block';

/** A condition of a process and where it is. */
export interface ConditionPlace {
  readonly path: Path;
  readonly purpose: ConditionPurpose;
  readonly step: number;
  readonly condition: Condition;
}

/** Every condition, in the order of the steps. */
export const conditionsOf = (config: ProcessConfig): readonly ConditionPlace[] =>
  config.applicationDetailsSteps.flatMap((step, index): ConditionPlace[] => {
    const path: Path = ['applicationDetailsSteps', index];
    const at = (purpose: ConditionPurpose, own: Path, condition: Condition | null | undefined): ConditionPlace[] =>
      condition ? [{ path: [...path, ...own], purpose, step: index, condition }] : [];
    return [
      ...at('visibility', ['visibilityCondition'], step.visibilityCondition),
      ...at('completion', ['completionCondition'], step.completionCondition),
      ...(step.content ?? []).flatMap(({ condition }, block) =>
        at('block', ['content', block, 'condition'], condition),
      ),
    ];
  });

export const fieldsAskedBy = ({ terms }: Condition): readonly string[] =>
  terms.flatMap(({ target, targetDetails }) => (target === 'FIELD' && targetDetails ? [targetDetails] : []));

/** The conditions with a term about this field: "used by 2 conditions". */
export const conditionsAbout = (config: ProcessConfig, name: string): readonly ConditionPlace[] =>
  conditionsOf(config).filter(({ condition }) => fieldsAskedBy(condition).includes(name));
