import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { OrganizationEvent } from '../../domain/organization/events.ts';
import { type OrganizationState, organization } from '../../domain/organization/organization.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';

export async function endMemberSessions(
  environment: Environment,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  context: CommandContext,
): Promise<Result<Handled<OrganizationState, OrganizationEvent>>> {
  const command = { type: 'EndMemberSessions', data: { userId } } as const;
  return handle(environment, organization, organizationId, [command], { ...context, organizationId });
}
