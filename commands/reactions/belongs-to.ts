import { organization } from '../../domain/organization/organization.ts';
import type { Environment } from '../environment.ts';
import { load } from '../handle.ts';
import { findAccount } from '../user/find-account.ts';

export interface Addressee {
  readonly organizationId: string;
  readonly email: string;
  /** True if the email address has applied to the organization or is invited there. */
  readonly isExpected?: boolean;
}

/**
 * Whether the account of an email belongs to an organization: it has a role there, or an application there is linked to it.
 * Without an account, and with an unproven one that belongs nowhere, an application there that carries the email counts too.
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
    const [linked, roles] = await Promise.all([queries.applicationsOfUser(userId), queries.rolesOfUser(userId)]);
    if (linked.some((application) => application.organizationId === organizationId)) return true;
    if (account.isEmailVerified || linked.length > 0 || roles.length > 0) return false;
  }
  if (isExpected) return true;
  const carrying = await queries.applicationsWithEmail(email);
  return carrying.some((application) => application.organizationId === organizationId);
}
