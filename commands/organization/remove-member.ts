import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { OrganizationEvent } from '../../domain/organization/events.ts';
import { type OrganizationState, organization } from '../../domain/organization/organization.ts';
import { user } from '../../domain/user/user.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, load } from '../handling/handle.ts';
import { namingOwner } from './naming-owner.ts';

export interface RemoveMember {
  readonly organizationId: string;
  readonly userId: string;
}

export async function removeMember(
  environment: Environment,
  { organizationId, userId }: RemoveMember,
  context: CommandContext,
): Promise<Result<Handled<OrganizationState, OrganizationEvent>>> {
  const command = { type: 'RemoveMember', data: { userId } } as const;
  const removed = await handle(environment, organization, organizationId, [command], { ...context, organizationId });
  if (removed.ok) return removed;
  return namingOwner(removed, (await load(environment, user, userId)).state.email);
}
