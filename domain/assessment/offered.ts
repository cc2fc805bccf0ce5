import type { Facts } from '../process/conditions.ts';
import type { ProcessConfig } from '../process/config.ts';
import { isStepVisible } from '../process/steps.ts';

/** The assessments that the applicant may take: the batch's, and those of visible steps. */
export const offeredAssessments = (
  batch: { readonly assessmentIds: readonly string[] },
  config: Pick<ProcessConfig, 'applicationDetailsSteps'>,
  facts: Facts,
): ReadonlySet<string> =>
  new Set([
    ...batch.assessmentIds,
    ...config.applicationDetailsSteps
      .filter((step) => isStepVisible(step, facts))
      .flatMap(({ assessmentIds }) => assessmentIds ?? []),
  ]);
