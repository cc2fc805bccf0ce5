import type { Role } from '../../domain/access/actor.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { OrganizationEvent } from '../../domain/organization/events.ts';
import { type OrganizationState, organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { isEmail } from '../../domain/values/email.ts';
import type { CommandContext } from '../context/context.ts';
import { type Handled, handle } from '../handling/handle.ts';
import { namingOwner } from '../organization/naming-owner.ts';
import type { InvitationEnvironment } from './invitation-environment.ts';
import { admitInvitation, newLink } from './new-link.ts';

export interface AddUserToOrganization {
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
}

export interface UserAdded extends Pick<Handled<OrganizationState, OrganizationEvent>, 'position' | 'appended'> {
  readonly message: string;
}

/** An erased account's id is never used again, so an email can have several. */
const MOST_ACCOUNTS = 16;

/**
 * A role needs the person's consent, and the answer does not reveal whether the account exists. A reaction emails the
 * link. Earlier invitations of the person end.
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
  const admitted = await admitInvitation(environment, email, context);
  if (!admitted.ok) return admitted;
  const { invitationLinks, identity } = environment;
  // Without a lookup, whose duration would reveal whether the account exists.
  const accountIds = Array.from({ length: MOST_ACCOUNTS }, (_, n) => identity.userId(email, n));
  const before = await invitationLinks.ofEmail(email, organizationId);
  const link = await newLink(environment, { organizationId, email }, context);
  const { inviteId, linkId, expiresAt } = link;
  const replaces = [...new Set(before.map((earlier) => earlier.inviteId))].filter((id) => id !== inviteId);
  const invited = await handle(
    environment,
    organization,
    organizationId,
    [{ type: 'InviteMember', data: { inviteId, role, linkId, expiresAt, replaces, accountIds } }],
    { ...context, organizationId },
  );
  const appended = invited.ok ? invited.value.appended : [];
  // A refused command or a retry does not use the new link.
  const isUsed = appended.some(({ type, data }) => type === 'MemberInvited' && data.linkId === linkId);
  const ended = new Set(appended.flatMap(({ type, data }) => (type === 'InvitationRevoked' ? [data.inviteId] : [])));
  const unused = [...before.filter((earlier) => ended.has(earlier.inviteId)), ...(isUsed ? [] : [link])];
  await Promise.all(unused.map((one) => invitationLinks.remove(one.linkId)));
  if (!invited.ok) return namingOwner(invited, email);
  return accept({ appended, position: invited.value.position, message: TEXTS.members.invited(email, role) });
}
