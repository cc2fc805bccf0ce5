import type { Role } from '../../domain/access/actor.ts';
import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { OrganizationEvent } from '../../domain/organization/events.ts';
import { type OrganizationState, organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, load } from '../handling/handle.ts';

export interface AddMember {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
}

export async function addMember(
  environment: Environment,
  { organizationId, userId, role }: AddMember,
  context: CommandContext,
): Promise<Result<Handled<OrganizationState, OrganizationEvent>>> {
  const { state } = await load(environment, user, userId);
  if (!state.isEmailVerified) return reject('refused', TEXTS.members.emailNotProven);
  const command = { type: 'AddMember', data: { userId, role } } as const;
  return handle(environment, organization, organizationId, [command], { ...context, organizationId });
}
