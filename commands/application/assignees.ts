import { can } from '../../domain/access/policy.ts';
import type { Environment } from '../handling/environment.ts';

export async function mayBeAssigned(
  { queries }: Pick<Environment, 'queries'>,
  userId: string,
  organizationId: string,
): Promise<boolean> {
  const roles = await queries.rolesOfUser(userId);
  return can({ kind: 'user', id: userId, roles, isCreator: false }, 'application.assign', { organizationId });
}
