import type { Actor } from '../../domain/access/actor.ts';
import { roleIn } from '../../domain/access/policy.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { Target } from '../http/route.ts';
import type { ReadModels } from '../read-models/read-models.ts';

/**
 * An application as it was at an instant, if it was this account's then. What somebody may see today they could not see at
 * that instant unless they were the applicant already.
 */
export async function ownApplicationThen(
  { kind, id }: Actor,
  applicationId: string,
  at: string,
  { applications }: Pick<ReadModels, 'applications'>,
): Promise<ApplicationDocument | undefined> {
  if (kind !== 'user' || id === undefined) return undefined;
  const then = await applications.asOf(applicationId, at);
  return then?.userId === id ? then : undefined;
}

/** Staff read past states of all that they read today. An applicant reads those since the application became theirs. */
export async function mayReadPast(
  { isOwn = false, organizationId = null }: Target,
  actor: Actor,
  { applicationId, asOf }: { readonly applicationId: string; readonly asOf: string | undefined },
  readModels: Pick<ReadModels, 'applications'>,
): Promise<boolean> {
  if (asOf === undefined || !isOwn || roleIn(actor, organizationId) !== null) return true;
  return (await ownApplicationThen(actor, applicationId, asOf, readModels)) !== undefined;
}
