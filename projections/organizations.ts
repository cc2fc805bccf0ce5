import type { Role } from '../domain/access/actor.ts';
import type { Recorded } from '../domain/event-sourcing/event.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import { type DomainProof, servedDomain } from '../domain/organization/domain-proof.ts';
import type { OrganizationDetails, OrganizationEvent, OrganizationSecret } from '../domain/organization/events.ts';
import type { Invitation, Invitations } from '../domain/organization/invitations.ts';
import { organization } from '../domain/organization/organization.ts';
import { projection } from './engine/projection.ts';

export interface Member {
  readonly userId: string;
  readonly role: Role;
}

/** An invitation that was not revoked; an expired one stays until the next invitation. */
export interface InvitationEntry extends Invitation {
  readonly inviteId: string;
  readonly eventId: string;
}

export interface OrganizationDocument extends OrganizationDetails {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly version: number;
  readonly secrets: Readonly<Record<OrganizationSecret, string | null>>;
  readonly domain: DomainProof | null;
  readonly servedDomain: string | null;
  /** Documents of earlier versions of the read model lack it. */
  readonly secondFactorFrom?: string | null;
  readonly members: readonly Member[];
  readonly invitations: readonly InvitationEntry[];
  readonly linksKnownOutsideUntil: string | null;
}

/** Only people who manage members and invitations see them. */
export const withoutPeople = ({
  members: _members,
  invitations: _invitations,
  linksKnownOutsideUntil: _until,
  ...shown
}: OrganizationDocument) => shown;

function fold(
  document: OrganizationDocument | undefined,
  event: Recorded<OrganizationEvent>,
): OrganizationDocument | undefined {
  const state = organization.evolve(document ? stateOf(document) : organization.initial, event);
  if (!state.exists) return undefined;
  const eventIds = new Map(document?.invitations.map(({ linkId, eventId }) => [linkId, eventId]));
  if (event.type === 'MemberInvited' || event.type === 'InvitationRenewed') eventIds.set(event.data.linkId, event.id);
  return {
    ...state.details,
    _id: idOf(event.stream),
    version: event.revision,
    secrets: state.secrets,
    domain: state.domain,
    servedDomain: servedDomain(state),
    secondFactorFrom: state.secondFactorFrom,
    members: Object.entries(state.members).map(([userId, role]) => ({ userId, role })),
    invitations: Object.entries(state.invitations.byId).map(([inviteId, invitation]) => ({
      ...invitation,
      inviteId,
      eventId: eventIds.get(invitation.linkId) ?? '',
    })),
    linksKnownOutsideUntil: state.invitations.knownOutsideUntil,
  };
}

function stateOf(document: OrganizationDocument) {
  const {
    _id,
    _pos,
    version,
    secrets,
    domain,
    servedDomain: _served,
    secondFactorFrom = null,
    ...details
  } = withoutPeople(document);
  return {
    exists: true,
    details,
    secrets,
    domain,
    secondFactorFrom,
    members: Object.fromEntries(document.members.map(({ userId, role }) => [userId, role])),
    invitations: invitationsOf(document),
  };
}

/** The invitations as the organization's state has them. */
export const invitationsOf = ({
  invitations,
  linksKnownOutsideUntil,
}: Pick<OrganizationDocument, 'invitations' | 'linksKnownOutsideUntil'>): Invitations => ({
  byId: Object.fromEntries(invitations.map(({ inviteId, eventId: _eventId, ...invitation }) => [inviteId, invitation])),
  knownOutsideUntil: linksKnownOutsideUntil,
});

export const organizations = projection<OrganizationDocument, OrganizationEvent>({
  name: 'organizations',
  version: 8,
  digest: '4d9ea6bd4bc66893',
  indexes: ['slug', 'subdomain', 'servedDomain'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`organization-${id}`],
  on: {
    OrganizationCreated: fold,
    OrganizationDetailsChanged: fold,
    OrganizationSecretChanged: fold,
    DomainRequested: fold,
    DomainProven: fold,
    DomainProofMissing: fold,
    DomainLost: fold,
    MemberAdded: fold,
    MemberRoleChanged: fold,
    MemberRemoved: fold,
    MemberSessionsEnded: fold,
    FactorRequirementChanged: fold,
    MemberInvited: fold,
    InvitationRenewed: fold,
    InvitationRevoked: fold,
    InvitationAccepted: fold,
    InvitationDeclined: fold,
  },
});
