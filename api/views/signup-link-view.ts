import type { OutboxEntry } from '../../commands/outbox/outbox.ts';
import { invitationEmailId } from '../../commands/reactions/invitation-reaction.ts';
import type { InvitationLink } from '../../commands/vault/invitation-links.ts';
import { mayBeAccepted } from '../../domain/organization/invitations.ts';
import { pagePath } from '../../domain/values/pages.ts';
import { invitationsOf, type OrganizationDocument } from '../../projections/organizations.ts';
import type { Site } from '../config/config.ts';
import { linkTo } from '../config/links.ts';
import type { SignupLink } from '../contract/invitations.ts';

interface Viewing {
  readonly site: Site;
  readonly at: string;
  readonly includesOwners: boolean;
  /** With the links of Owners' invitations, which make an Owner of anyone who opens them. */
  readonly opensOwners: boolean;
}

/** Without the proof that only the email carries. */
export function signupLinkViews(
  organization: OrganizationDocument,
  links: readonly InvitationLink[],
  mails: readonly OutboxEntry[],
  { site, at, includesOwners, opensOwners }: Viewing,
): SignupLink[] {
  const byId = new Map(links.map((link) => [link.linkId, link]));
  const emailById = new Map(mails.map((mail) => [mail._id, mail]));
  const invitations = invitationsOf(organization);
  return organization.invitations.flatMap((invitation) => {
    const { inviteId, role, linkId, at: createdAt, expiresAt, acceptedBy, eventId } = invitation;
    const link = byId.get(linkId);
    const isShown = acceptedBy === null && expiresAt > at && (role !== 'Owner' || includesOwners);
    if (!link || !isShown) return [];
    const isOpen = mayBeAccepted(invitations, inviteId, { linkId, at, hasProof: false });
    const linkNeedsConfirmation = isOpen && role === 'Owner' && !opensOwners;
    const token = isOpen && !linkNeedsConfirmation ? link.token : null;
    return [
      {
        _id: inviteId,
        email: link.email,
        roleToUse: role,
        token,
        signupLink: token === null ? null : linkTo(site, organization, `${pagePath('signup')}?token=${token}`),
        linkNeedsConfirmation,
        createdAt,
        expiresAt,
        mail: emailView(emailById.get(invitationEmailId(eventId))),
      },
    ];
  });
}

/** An email without an outbox entry is about to be sent. */
function emailView(mail: OutboxEntry | undefined): SignupLink['mail'] {
  if (mail?.state === 'delivered') return { state: 'delivered', reason: null };
  if (mail?.state === 'failed' || mail?.state === 'dropped') return { state: 'failed', reason: mail.reason };
  return { state: 'pending', reason: mail?.reason ?? null };
}
