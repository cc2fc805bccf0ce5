import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import type { Actor } from '../../../../domain/access/actor.ts';
import { can } from '../../../../domain/access/policy.ts';
import { type ReadOnlyReason, readOnlyReason } from '../../../../domain/application/lifecycle.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';

export const READ_ONLY_WORDS: Readonly<Record<ReadOnlyReason, string>> = {
  foreign: TEXTS.myApplication.readOnly,
  locked: TEXTS.myApplication.closed,
  started: TEXTS.myApplication.started,
};

export function whyReadOnly(actor: Actor, application: ApplicationView, batch: Batch): string | null {
  const { userId, organizationId, status } = application;
  const isApplicant = userId !== null && userId === actor.id;
  const isAdmin = can(actor, 'application.changeStatus', { organizationId });
  const viewer = { isAdmin, isApplicant, isStaff: !isApplicant };
  const reason = readOnlyReason({ status, batchStatus: batch.status }, viewer);
  return reason && READ_ONLY_WORDS[reason];
}
