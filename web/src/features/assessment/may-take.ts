import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import type { Actor } from '../../../../domain/access/actor.ts';
import { type ReadOnlyReason, readOnlyReason } from '../../../../domain/application/lifecycle.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';

export const isOwnApplication = ({ userId }: Pick<ApplicationView, 'userId'>, actor: Actor): boolean =>
  userId !== null && userId === actor.id;

const WORDS: Readonly<Record<ReadOnlyReason, string>> = {
  foreign: TEXTS.assessing.applicantOnly,
  locked: TEXTS.assessing.closed,
  started: TEXTS.assessing.started,
};

export function whyNotTaken(
  actor: Actor,
  application: Pick<ApplicationView, 'userId' | 'status' | 'isErased'>,
  batch: Pick<Batch, 'status'>,
): string | null {
  const isApplicant = isOwnApplication(application, actor);
  if (isApplicant && application.isErased) return WORDS.locked;
  // Only the applicant takes assessments, so an admin counts as other staff here.
  const viewer = { isAdmin: false, isApplicant, isStaff: !isApplicant };
  const reason = readOnlyReason({ status: application.status, batchStatus: batch.status }, viewer);
  return reason && WORDS[reason];
}
