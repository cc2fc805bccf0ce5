import type { Role } from '../../domain/actor.ts';
import { accept, type Result, reject } from '../../domain/decision.ts';
import { isEmail } from '../../domain/email.ts';
import type { OrganizationEvent } from '../../domain/organization/events.ts';
import { type OrganizationState, organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/texts.ts';
import type { CommandContext } from '../context.ts';
import { type Handled, handle } from '../handle.ts';
import { addMember } from '../organization/add-member.ts';
import { namingOwner } from '../organization/naming-owner.ts';
import { findAccount } from '../user/find-account.ts';
import type { InvitationEnvironment } from './invitation-environment.ts';
import { admitInvitation, newLink } from './new-link.ts';

export interface AddUserToOrganization {
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
}

export interface UserAdded extends Pick<Handled<OrganizationState, OrganizationEvent>, 'position' | 'appended'> {
  /** What happened, for people. */
  readonly message: string;
}

/**
 * Makes somebody a member at once whose account has a proven e-mail; anybody else gets an invitation, which a reaction mails
 * (D13). Those to the same person before it end.
 */
export async function addUserToOrganization(
  environment: InvitationEnvironment,
  { organizationId, email: typed, role }: AddUserToOrganization,
  context: CommandContext,
): Promise<Result<UserAdded>> {
  const email = typed.trim();
  if (!isEmail(email)) {
    const message = TEXTS.accounts.emailInvalid;
    return reject('refused', message, [{ field: 'email', message }]);
  }
  const { userId, state } = await findAccount(environment, email);
  if (!state.isEmailVerified) return invite(environment, { organizationId, email, role }, context);

  const added = await addMember(environment, { organizationId, userId, role }, context);
  if (!added.ok) return namingOwner(added, state.email ?? email);
  const { appended, position } = added.value;
  const wasMember = appended.every(({ type }) => type !== 'MemberAdded');
  const { added: joined, changed, alreadyAMember } = TEXTS.members;
  const text = appended.length === 0 ? alreadyAMember : wasMember ? changed : joined;
  return accept({ appended, position, message: text(state.email ?? email, role) });
}

async function invite(
  environment: InvitationEnvironment,
  { organizationId, email, role }: AddUserToOrganization,
  context: CommandContext,
): Promise<Result<UserAdded>> {
  const admitted = await admitInvitation(environment, email, context);
  if (!admitted.ok) return admitted;
  const { invitationLinks } = environment;
  const before = await invitationLinks.ofEmail(email, organizationId);
  const link = await newLink(environment, { organizationId, email }, context);
  const { inviteId, linkId, expiresAt } = link;
  const replaces = [...new Set(before.map((earlier) => earlier.inviteId))].filter((id) => id !== inviteId);
  const invited = await handle(
    environment,
    organization,
    organizationId,
    [{ type: 'InviteMember', data: { inviteId, role, linkId, expiresAt, replaces } }],
    { ...context, organizationId },
  );
  const appended = invited.ok ? invited.value.appended : [];
  // Of what was refused, and of a retry of what was done, nobody comes to name the link.
  const isUsed = appended.some(({ type, data }) => type === 'MemberInvited' && data.linkId === linkId);
  const ended = new Set(appended.flatMap(({ type, data }) => (type === 'InvitationRevoked' ? [data.inviteId] : [])));
  const unused = [...before.filter((earlier) => ended.has(earlier.inviteId)), ...(isUsed ? [] : [link])];
  await Promise.all(unused.map((one) => invitationLinks.remove(one.linkId)));
  if (!invited.ok) return invited;
  return accept({ appended, position: invited.value.position, message: TEXTS.members.invited(email, role) });
}
