import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { handle, load } from '../handling/handle.ts';
import type { UserAdded } from './add-user-to-organization.ts';
import type { InvitationEnvironment } from './invitation-environment.ts';
import { admitInvitation, newLink } from './new-link.ts';

export interface RenewInvitation {
  readonly organizationId: string;
  readonly inviteId: string;
}

export async function renewInvitation(
  environment: InvitationEnvironment,
  { organizationId, inviteId }: RenewInvitation,
  context: CommandContext,
): Promise<Result<UserAdded>> {
  const { invitationLinks } = environment;
  const { state } = await load(environment, organization, organizationId);
  const current = Object.hasOwn(state.invitations.byId, inviteId) ? state.invitations.byId[inviteId] : undefined;
  const [before] = current ? await invitationLinks.getMany([current.linkId]) : [];
  if (!before) return reject('not-found', TEXTS.access.notFound);
  const { email } = before;
  const admitted = await admitInvitation(environment, email, context);
  if (!admitted.ok) return admitted;

  const link = await newLink(environment, { organizationId, email, inviteId }, context);
  const { linkId, expiresAt } = link;
  const renewed = await handle(
    environment,
    organization,
    organizationId,
    [{ type: 'RenewInvitation', data: { inviteId, linkId, expiresAt } }],
    { ...context, organizationId },
  );
  const isUsed = renewed.ok && renewed.value.state.invitations.byId[inviteId]?.linkId === linkId;
  await invitationLinks.remove(isUsed ? before.linkId : linkId);
  if (!renewed.ok) return renewed;
  const { appended, position } = renewed.value;
  return accept({ appended, position, message: TEXTS.members.invitedAgain(email) });
}
