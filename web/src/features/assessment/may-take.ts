import type { Application } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import type { Actor } from '../../../../domain/actor.ts';
import { allows } from '../../../../domain/application/lifecycle.ts';
import { can } from '../../../../domain/policy.ts';

export const isOwnApplication = ({ userId }: Pick<Application, 'userId'>, actor: Actor): boolean =>
  userId !== null && userId === actor.id;

/** Why this person cannot take the assessments of an application, in words; null when they can (D18, D26). */
export function whyNotTaken(
  actor: Actor,
  application: Pick<Application, 'userId' | 'organizationId' | 'status' | 'isErased'>,
  batch: Pick<Batch, 'status'>,
): string | null {
  const { organizationId, status, isErased } = application;
  const isOwn = isOwnApplication(application, actor);
  if (!isOwn) return 'Only its applicant can take this assessment. You can read what they have handed in.';
  if (isErased || !allows('SubmitSolution', status, 'applicant')) {
    return 'This application is closed, so its assessments are locked.';
  }
  const isReadOnly = batch.status === 'Complete';
  if (can(actor, 'solution.write', { organizationId, isOwn, isReadOnly })) return null;
  return 'This program has started, so its assessments can no longer be taken.';
}
