import { type BatchStatus, hasStarted } from '../batch/status.ts';
import type { ApplicationCommand } from './application.ts';
import { APPLICATION_STATUSES, type ApplicationStatus, isLocked } from './statuses.ts';

export type Party = 'applicant' | 'admin';

type When = 'any status' | 'unless locked' | 'never';

/** Locked (CANCELLED, WITHDRAWN, TRANSFERRED): Owners and Admins can make changes, but nothing can be scheduled. */
export const LIFECYCLE = {
  SaveDetails: { applicant: 'unless locked', admin: 'any status' },
  ChoosePaymentPlan: { applicant: 'unless locked', admin: 'any status' },
  ScheduleInterview: { applicant: 'unless locked', admin: 'unless locked' },
  RecordActivity: { applicant: 'unless locked', admin: 'unless locked' },
  StartSolution: { applicant: 'unless locked', admin: 'never' },
  SubmitSolution: { applicant: 'unless locked', admin: 'never' },
  LinkUser: { applicant: 'any status', admin: 'never' },
  MarkAnswers: { applicant: 'never', admin: 'any status' },
  CorrectEmail: { applicant: 'never', admin: 'any status' },
  ChangeStatus: { applicant: 'never', admin: 'any status' },
  AssignAdmin: { applicant: 'never', admin: 'any status' },
  AddComment: { applicant: 'never', admin: 'any status' },
  SetFollowUp: { applicant: 'never', admin: 'any status' },
  DeleteComment: { applicant: 'never', admin: 'any status' },
  Transfer: { applicant: 'never', admin: 'any status' },
} as const satisfies Partial<
  Record<ApplicationCommand['type'] | 'RecordActivity' | SolutionCommand, Record<Party, When>>
>;
type SolutionCommand = 'StartSolution' | 'SubmitSolution';
export type LifecycleCommand = keyof typeof LIFECYCLE;

export function allows(command: LifecycleCommand, status: ApplicationStatus, party: Party): boolean {
  const when: When = LIFECYCLE[command][party];
  return when === 'any status' || (when === 'unless locked' && !isLocked(status));
}

export const statusesAllowing = (command: LifecycleCommand, party: Party): readonly ApplicationStatus[] =>
  APPLICATION_STATUSES.filter((status) => allows(command, status, party));

/** Another person's application; a locked status; or the batch is Complete. */
export type ReadOnlyReason = 'foreign' | 'locked' | 'started';

/** Null if the viewer can write; staff who are neither admin nor the applicant cannot. */
export function readOnlyReason(
  application: { readonly status: ApplicationStatus; readonly batchStatus: BatchStatus },
  viewer: { readonly isAdmin: boolean; readonly isStaff: boolean; readonly isApplicant: boolean },
): ReadOnlyReason | null {
  if (viewer.isAdmin) return null;
  if (viewer.isStaff && !viewer.isApplicant) return 'foreign';
  if (isLocked(application.status)) return 'locked';
  return hasStarted(application.batchStatus) ? 'started' : null;
}
