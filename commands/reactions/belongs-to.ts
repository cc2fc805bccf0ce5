import { organization } from '../../domain/organization/organization.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import { findAccount } from '../user/find-account.ts';

export interface Addressee {
  readonly organizationId: string;
  readonly email: string;
  /** True if the address has applied to the organization or is invited by it. */
  readonly isExpected?: boolean;
}

/**
 * An application counts only for an address without an account: anyone can apply with any email, and a proof would link
 * that application.
 */
export async function belongsTo(
  environment: Pick<Environment, 'log' | 'identity' | 'queries'>,
  { organizationId, email, isExpected = false }: Addressee,
): Promise<boolean> {
  const { queries } = environment;
  const { userId, state: account } = await findAccount(environment, email);
  if (account.exists) {
    const { state } = await load(environment, organization, organizationId);
    if (Object.hasOwn(state.members, userId)) return true;
    if (account.isEmailVerified) return false;
    const [linked, roles] = await Promise.all([queries.applicationsOfUser(userId), queries.rolesOfUser(userId)]);
    if (roles.length > 0 || linked.some((application) => application.organizationId !== organizationId)) return false;
  }
  if (isExpected) return true;
  const carrying = await queries.applicationsWithEmail(email);
  return carrying.some((application) => application.organizationId === organizationId);
}
