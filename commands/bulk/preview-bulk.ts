import type { Application } from '../../domain/application/state.ts';
import { releasesPlace } from '../../domain/application/statuses.ts';
import { type ActionPreview, type ChangeAction, previewAction } from '../../domain/bulk/action.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { findPlace } from '../application/place.ts';
import { hasApplied } from '../application/submit-application.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';

export type Previewed = ActionPreview & { readonly applicationId: string };

export async function previewRow(
  environment: Environment,
  action: ChangeAction,
  { applicationId, state }: { readonly applicationId: string; readonly state: Application },
  context: CommandContext,
): Promise<Previewed> {
  const preview = previewAction(action, state);
  const returns = action.kind === 'status' && releasesPlace(state.status) && !releasesPlace(action.status);
  if (preview.outcome !== 'changed' || !returns) return { applicationId, ...preview };
  const isTaken = await hasComeBack(environment, applicationId, state, context);
  return { applicationId, ...(isTaken ? { outcome: 'refused', reason: TEXTS.enroll.duplicate } : preview) };
}

/** Whether the person has applied to the batch again since. */
async function hasComeBack(
  environment: Environment,
  holderId: string,
  { userId, email, batchId }: Application,
  context: CommandContext,
): Promise<boolean> {
  if (userId !== null && (await hasApplied(environment, userId, batchId, holderId))) return true;
  if (email === null) return false;
  return (await findPlace(environment, { batchId, email, holderId }, context)).kind === 'held';
}
