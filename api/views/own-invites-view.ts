import type { InvitationLink } from '../../commands/vault/invitation-links.ts';
import { mayBeAccepted } from '../../domain/organization/invitations.ts';
import { invitationsOf, type OrganizationDocument } from '../../projections/organizations.ts';
import type { OwnInvite } from '../contract/invitations.ts';

export function ownInvitesView(
  links: readonly InvitationLink[],
  organizations: readonly OrganizationDocument[],
  at: string,
): OwnInvite[] {
  const byId = new Map(organizations.map((organization) => [organization._id, organization]));
  return links
    .flatMap(({ linkId, inviteId, organizationId, token }): OwnInvite[] => {
      const organization = byId.get(organizationId);
      const found = organization?.invitations.find((invitation) => invitation.inviteId === inviteId);
      if (!organization || !found) return [];
      if (!mayBeAccepted(invitationsOf(organization), inviteId, { linkId, at, hasProof: true })) return [];
      const { role, at: createdAt, expiresAt } = found;
      return [
        { _id: inviteId, roleToUse: role, organization: invitingView(organization), token, createdAt, expiresAt },
      ];
    })
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

export const invitingView = ({ _id, name, slug, logoFile, accentColor }: OrganizationDocument) => ({
  _id,
  name,
  slug,
  logoFile,
  accentColor,
});
