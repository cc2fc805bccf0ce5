import type { ApplicationView, StepState } from '../../../../api/contract/applications.ts';
import type { ApplicantStep } from '../../../../domain/process/parts.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { asksForBooking, isAnswered } from '../../shared/application/next-step.ts';

export type StepStatus = 'complete' | 'active' | 'pending';

/** `isOver`: the application has ended, or its program has. */
export const statusOf = ({ isComplete, isActive }: StepState, isOver = false): StepStatus =>
  isComplete ? 'complete' : isActive && !isOver ? 'active' : 'pending';

const NOT_DONE = 'Not done';

/** The text beside the card's title. Optional answers count for completeness (rule 63), so it says what is missing. */
export function stateWords(
  step: ApplicantStep,
  state: StepState,
  application: ApplicationView,
  isReadOnly = false,
): string {
  if (state.isComplete) return 'Done';
  const fields = step.configuration?.fields ?? [];
  if (fields.length === 0) {
    const isBooking = asksForBooking(step);
    const asksSomething = state.isActive || isBooking || step.availablePaymentModels || step.assessmentIds;
    if (isBooking && application.calendlyEventUri) return 'Booked';
    if (!asksSomething) return 'Information';
    return isReadOnly ? NOT_DONE : 'To do';
  }
  if (isReadOnly) return NOT_DONE;
  const open = fields.filter(({ name }) => !isAnswered(application[name]));
  const isRequiredOpen = open.some(({ required }) => required);
  if (!isRequiredOpen && open.length > 0) return TEXTS.applications.requiredAnswersDone(open.length);
  return open.length === fields.length ? 'To do' : `${fields.length - open.length} of ${fields.length} answered`;
}
