import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import type { Actor } from '../../../../domain/access/actor.ts';
import { can } from '../../../../domain/access/policy.ts';
import { type ReadOnlyReason, readOnlyReason } from '../../../../domain/application/lifecycle.ts';

export const READ_ONLY_WORDS: Readonly<Record<ReadOnlyReason, string>> = {
  foreign: 'You can read this application, but only the applicant and admins can change it.',
  locked: 'This application is closed, so its steps are locked.',
  started: 'This program has started, so applications can no longer be changed.',
};

export function whyReadOnly(actor: Actor, application: ApplicationView, batch: Batch): string | null {
  const { userId, organizationId, status } = application;
  const isApplicant = userId !== null && userId === actor.id;
  const isAdmin = can(actor, 'application.changeStatus', { organizationId });
  const viewer = { isAdmin, isApplicant, isStaff: !isApplicant };
  const reason = readOnlyReason({ status, batchStatus: batch.status }, viewer);
  return reason && READ_ONLY_WORDS[reason];
}
