import type { Role } from '../../domain/access/actor.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { OrganizationEvent } from '../../domain/organization/events.ts';
import { ifAllowed, isHigher, roleOf } from '../../domain/organization/members.ts';
import { type OrganizationState, organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, load } from '../handling/handle.ts';
import { namingOwner } from './naming-owner.ts';

export interface ChangeMemberRole {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
}

/** A higher role needs a proven email (rule 27): a stranger may have opened an unproven account. */
export async function changeMemberRole(
  environment: Environment,
  { organizationId, userId, role }: ChangeMemberRole,
  context: CommandContext,
): Promise<Result<Handled<OrganizationState, OrganizationEvent>>> {
  const { email, isEmailVerified } = (await load(environment, user, userId)).state;
  const changed = await handle(
    environment,
    organization,
    organizationId,
    ({ state }) => {
      const standing = roleOf(state, userId);
      const isRaised = standing !== undefined && isHigher(role, standing);
      if (isRaised && !isEmailVerified && ifAllowed(state, context.actor, role, []).ok) {
        return reject('refused', TEXTS.members.emailNotProven);
      }
      return accept([{ type: 'ChangeMemberRole' as const, data: { userId, role } }]);
    },
    { ...context, organizationId },
  );
  return namingOwner(changed, email);
}
