import type { Application } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import type { Actor } from '../../../../domain/actor.ts';
import { isLocked } from '../../../../domain/application/statuses.ts';
import { can } from '../../../../domain/policy.ts';

/** Why this person cannot change anything here, in words; null when they can (spec §4 "Read-only rule", D18). */
export function whyReadOnly(actor: Actor, application: Application, batch: Batch): string | null {
  const isOwn = application.userId !== null && application.userId === actor.id;
  const resource = { organizationId: application.organizationId, isOwn };
  if (can(actor, 'application.changeStatus', resource)) return null;
  if (!isOwn) return 'You can read this application, but only its applicant and admins can change it.';
  if (isLocked(application.status)) return 'This application is closed, so its steps are locked.';
  const isReadOnly = batch.status === 'Complete';
  if (can(actor, 'application.completeSteps', { ...resource, isReadOnly })) return null;
  return 'This program has started, so applications can no longer be changed.';
}
