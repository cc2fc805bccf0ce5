import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { OrganizationEvent } from '../../domain/organization/events.ts';
import { type OrganizationState, organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { type Handled, handle } from '../handling/handle.ts';
import type { OpenInvitation } from './accept-invitation.ts';
import type { InvitationEnvironment } from './invitation-environment.ts';

/**
 * For the invited person, who has the emailed proof or a session with the proven email. Staff see only the token, so
 * they cannot decline.
 */
export async function declineInvitation(
  environment: InvitationEnvironment,
  { link, hasProof, acceptedBy }: Pick<OpenInvitation, 'link' | 'hasProof' | 'acceptedBy'>,
  context: CommandContext,
): Promise<Result<Handled<OrganizationState, OrganizationEvent>>> {
  if (!hasProof || acceptedBy !== null) return reject('refused', TEXTS.accounts.linkInvalid);
  const { inviteId, linkId, organizationId } = link;
  const declined = await handle(
    environment,
    organization,
    organizationId,
    [{ type: 'DeclineInvitation', data: { inviteId, linkId } }],
    { ...context, organizationId },
  );
  if (declined.ok) await environment.invitationLinks.remove(linkId);
  return declined;
}
