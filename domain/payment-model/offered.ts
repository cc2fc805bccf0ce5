import type { ProcessConfig, Step } from '../process/config.ts';

/** The payment models that these steps, or all steps of the process, offer. */
export const offeredModels = (
  config: Pick<ProcessConfig, 'applicationDetailsSteps'>,
  isCounted: (step: Step) => boolean = () => true,
): ReadonlySet<string> =>
  new Set(config.applicationDetailsSteps.filter(isCounted).flatMap((step) => step.availablePaymentModels ?? []));
