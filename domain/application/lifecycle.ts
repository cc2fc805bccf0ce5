import { type BatchStatus, hasStarted } from '../batch/status.ts';
import type { ApplicationCommand } from './application.ts';
import { APPLICATION_STATUSES, type ApplicationStatus, isLocked } from './statuses.ts';

/** Those who act on an application: its applicant, or an Owner or Admin of its organization. */
export type Party = 'applicant' | 'admin';

type When = 'any status' | 'unless locked' | 'never';

/**
 * The lifecycle in one table: in which statuses a command is possible, and for whom. Locked are
 * CANCELLED, WITHDRAWN and TRANSFERRED; Owners and Admins still work on those, but nothing can be scheduled there.
 */
export const LIFECYCLE = {
  SaveDetails: { applicant: 'unless locked', admin: 'any status' },
  ChoosePaymentPlan: { applicant: 'unless locked', admin: 'any status' },
  ScheduleInterview: { applicant: 'unless locked', admin: 'unless locked' },
  RecordActivity: { applicant: 'unless locked', admin: 'unless locked' },
  StartSolution: { applicant: 'unless locked', admin: 'never' },
  SubmitSolution: { applicant: 'unless locked', admin: 'never' },
  LinkUser: { applicant: 'any status', admin: 'never' },
  CorrectEmail: { applicant: 'never', admin: 'any status' },
  ChangeStatus: { applicant: 'never', admin: 'any status' },
  AssignAdmin: { applicant: 'never', admin: 'any status' },
  AddComment: { applicant: 'never', admin: 'any status' },
  DeleteComment: { applicant: 'never', admin: 'any status' },
  Transfer: { applicant: 'never', admin: 'any status' },
} as const satisfies Partial<
  Record<ApplicationCommand['type'] | 'RecordActivity' | SolutionCommand, Record<Party, When>>
>;
type SolutionCommand = 'StartSolution' | 'SubmitSolution';
export type LifecycleCommand = keyof typeof LIFECYCLE;

/** Whether the status lets this party do it; the server obeys and the buttons ask. */
export function allows(command: LifecycleCommand, status: ApplicationStatus, party: Party): boolean {
  const when: When = LIFECYCLE[command][party];
  return when === 'any status' || (when === 'unless locked' && !isLocked(status));
}

/** The table written out, for documents and tests: the statuses in which the party may do it. */
export const statusesAllowing = (command: LifecycleCommand, party: Party): readonly ApplicationStatus[] =>
  APPLICATION_STATUSES.filter((status) => allows(command, status, party));

/** Of somebody else; closed by its status; or its batch has started. */
export type ReadOnlyReason = 'foreign' | 'locked' | 'started';

/**
 * Why the viewer can only read the application, or null: the batch is Complete, or the viewer is staff but neither admin nor
 * the applicant; a locked status locks everything for the applicant as well.
 */
export function readOnlyReason(
  application: { readonly status: ApplicationStatus; readonly batchStatus: BatchStatus },
  viewer: { readonly isAdmin: boolean; readonly isStaff: boolean; readonly isApplicant: boolean },
): ReadOnlyReason | null {
  if (viewer.isAdmin) return null;
  if (viewer.isStaff && !viewer.isApplicant) return 'foreign';
  if (isLocked(application.status)) return 'locked';
  return hasStarted(application.batchStatus) ? 'started' : null;
}
