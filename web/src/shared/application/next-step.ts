import type { ApplicationView, StepState } from '../../../../api/contract/applications.ts';
import { isLocked } from '../../../../domain/application/statuses.ts';
import type { ApplicantStep } from '../../../../domain/process/parts.ts';
import type { Process } from './process.ts';

export interface VisibleStep {
  readonly step: ApplicantStep;
  readonly state: StepState;
}

export function visibleSteps(process: Process, application: ApplicationView): VisibleStep[] {
  return (application.steps ?? []).flatMap((state) => {
    const step = process.applicationDetailsSteps?.[state.index];
    return step && state.isVisible ? [{ step, state }] : [];
  });
}

export const isAnswered = (value: unknown): boolean =>
  value !== null && value !== undefined && (typeof value !== 'string' || value.trim() !== '');

export const asksForBooking = ({ content }: ApplicantStep): boolean =>
  (content ?? []).some((block) => block?.integrations?.some(({ type }) => type === 'Calendly') ?? false);

/** The first step in which something required is left, optional answers not among it (rule 204). */
export function nextStepOf(process: Process, application: ApplicationView): VisibleStep | null {
  const { status } = application;
  if (isLocked(status) || status === 'COMPLETE') return null;
  return visibleSteps(process, application).find((one) => isRequiredOf(one, application)) ?? null;
}

function isRequiredOf({ step, state }: VisibleStep, application: ApplicationView): boolean {
  const { configuration, availablePaymentModels: plans = [], assessmentIds: assessments = [] } = step;
  const fields = configuration?.fields ?? [];
  // With nothing else to do, only the process's own condition completes a step (rule 63), such as a status past the interview.
  const isSettled = state.isComplete && fields.length + plans.length + assessments.length === 0;
  if (asksForBooking(step) && !application.calendlyEventUri && !isSettled) return true;
  if (state.isComplete) return false;
  if (fields.some(({ name, required }) => required && !isAnswered(application[name]))) return true;
  if (plans.length > 0 && !application.selectedPaymentModelId) return true;
  return assessments.length > 0;
}
