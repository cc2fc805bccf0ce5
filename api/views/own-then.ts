import type { Actor } from '../../domain/actor.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { ReadModels } from '../read-models.ts';

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
