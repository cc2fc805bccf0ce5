import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { OrganizationEvent } from '../../domain/organization/events.ts';
import { type OrganizationState, organization } from '../../domain/organization/organization.ts';
import type { CommandContext } from '../context/context.ts';
import { type Handled, handle } from '../handling/handle.ts';
import type { InvitationEnvironment } from './invitation-environment.ts';

export async function revokeInvitation(
  environment: InvitationEnvironment,
  { organizationId, inviteId }: { readonly organizationId: string; readonly inviteId: string },
  context: CommandContext,
): Promise<Result<Handled<OrganizationState, OrganizationEvent>>> {
  let linkId: string | undefined;
  const revoked = await handle(
    environment,
    organization,
    organizationId,
    ({ state }) => {
      linkId = Object.hasOwn(state.invitations.byId, inviteId) ? state.invitations.byId[inviteId]?.linkId : undefined;
      return { ok: true, value: [{ type: 'RevokeInvitation' as const, data: { inviteId } }] };
    },
    { ...context, organizationId },
  );
  const isGone = revoked.ok && !Object.hasOwn(revoked.value.state.invitations.byId, inviteId);
  if (isGone && linkId !== undefined) await environment.invitationLinks.remove(linkId);
  return revoked;
}
