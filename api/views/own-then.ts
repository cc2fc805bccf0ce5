import type { Actor } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { Target } from '../http/route.ts';
import type { ReadModels } from '../read-models/read-models.ts';

/** The application as of a position, if it belonged to this account then. */
export async function ownApplicationThen(
  { kind, id }: Actor,
  applicationId: string,
  at: bigint,
  { applications }: Pick<ReadModels, 'applications'>,
): Promise<ApplicationDocument | undefined> {
  if (kind !== 'user' || id === undefined) return undefined;
  const then = await applications.asOf(applicationId, at);
  return then?.userId === id ? then : undefined;
}

/** Readers of the history read all past states; an applicant those since the application became theirs. */
export async function mayReadPast(
  { isOwn = false, organizationId = null }: Target,
  actor: Actor,
  { applicationId, asOf }: { readonly applicationId: string; readonly asOf: bigint | undefined },
  readModels: Pick<ReadModels, 'applications'>,
): Promise<boolean> {
  if (asOf === undefined || !isOwn || can(actor, 'history.read', { organizationId })) return true;
  return (await ownApplicationThen(actor, applicationId, asOf, readModels)) !== undefined;
}
