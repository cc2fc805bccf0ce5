import type { Role } from '../access/actor.ts';
import { accept, type DecisionContext, type Result, reject } from '../event-sourcing/decision.ts';
import type { Happened } from '../event-sourcing/event.ts';
import { QUOTAS } from '../limits/quotas.ts';
import { TEXTS } from '../text/texts.ts';
import type { OrganizationEvent } from './events.ts';
import { ifAllowed, isHigher, refusalOfMember, roleOf } from './members.ts';
import type { OrganizationState } from './organization.ts';

export interface Invitation {
  readonly role: Role;
  readonly linkId: string;
  /** When the link was made; ISO-8601 UTC. */
  readonly at: string;
  readonly expiresAt: string;
  readonly acceptedBy: string | null;
}

export interface Invitations {
  readonly byId: Readonly<Record<string, Invitation>>;
  /** A former member may know links up to this time: only emailed links, which contain a proof, still work. */
  readonly knownOutsideUntil: string | null;
}

export const NO_INVITATIONS: Invitations = { byId: {}, knownOutsideUntil: null };

interface InviteMember {
  readonly inviteId: string;
  readonly role: Role;
  readonly linkId: string;
  readonly expiresAt: string;
  readonly replaces: readonly string[];
  /** Ids of all accounts with this email, existing or not. A member needs no invitation. */
  readonly accountIds: readonly string[];
}
interface RenewInvitation {
  readonly inviteId: string;
  readonly linkId: string;
  readonly expiresAt: string;
}
interface AcceptInvitation {
  readonly inviteId: string;
  readonly linkId: string;
  readonly userId: string;
  /** The link came from the email, which carries a proof that staff never see. */
  readonly hasProof: boolean;
}

interface DeclineInvitation {
  readonly inviteId: string;
  readonly linkId: string;
}

export type InvitationCommand =
  | { readonly type: 'InviteMember'; readonly data: InviteMember }
  | { readonly type: 'RenewInvitation'; readonly data: RenewInvitation }
  | { readonly type: 'RevokeInvitation'; readonly data: { readonly inviteId: string } }
  | { readonly type: 'AcceptInvitation'; readonly data: AcceptInvitation }
  | { readonly type: 'DeclineInvitation'; readonly data: DeclineInvitation };

type Decided = Result<readonly OrganizationEvent[]>;
type Of<Type> = Happened<Extract<OrganizationEvent, { type: Type }>>;

export const decideInvitations = {
  InviteMember: (
    { inviteId, role, linkId, expiresAt, replaces, accountIds }: InviteMember,
    state: OrganizationState,
    { actor, at }: DecisionContext,
  ): Decided => {
    if (find(state, inviteId)) return ifAllowed(state, actor, role, []);
    const standing = accountIds.map((id) => roleOf(state, id)).find((held) => held !== undefined);
    if (standing === 'Owner') return ifAllowed(state, actor, role, reject('refused', TEXTS.members.ownerIsFixed));
    if (standing) return ifAllowed(state, actor, role, reject('conflict', TEXTS.members.alreadyAMember));
    const replaced = replaces.filter((id) => {
      const before = pending(state, id);
      return before !== undefined && ifAllowed(state, actor, before.role, []).ok;
    });
    const { invitations: limit } = QUOTAS.organization;
    const open = Object.entries(state.invitations.byId).filter(
      ([id, { expiresAt: end, acceptedBy }]) => end > at && acceptedBy === null && !replaced.includes(id),
    );
    if (open.length >= limit) return ifAllowed(state, actor, role, reject('refused', TEXTS.quotas.invitations(limit)));
    return ifAllowed(state, actor, role, [
      ...replaced.map((id) => ({ type: 'InvitationRevoked' as const, data: { inviteId: id } })),
      { type: 'MemberInvited', data: { inviteId, role, linkId, expiresAt } },
    ]);
  },

  RenewInvitation: (renewed: RenewInvitation, state: OrganizationState, { actor }: DecisionContext): Decided => {
    const invitation = pending(state, renewed.inviteId);
    if (!invitation) return ifAllowed(state, actor, 'Viewer', notFound());
    if (invitation.linkId === renewed.linkId) return ifVisible(state, actor, invitation, []);
    return ifVisible(state, actor, invitation, [{ type: 'InvitationRenewed', data: renewed }]);
  },

  RevokeInvitation: (
    { inviteId }: { inviteId: string },
    state: OrganizationState,
    { actor }: DecisionContext,
  ): Decided => {
    const invitation = find(state, inviteId);
    if (!invitation) return ifAllowed(state, actor, 'Viewer', []);
    const revoked = ifVisible(state, actor, invitation, [{ type: 'InvitationRevoked', data: { inviteId } }]);
    const isAccepted = invitation.acceptedBy !== null;
    return isAccepted && revoked.ok ? reject('conflict', TEXTS.members.inviteAcceptedAlready) : revoked;
  },

  /** Decided in this stream, so that of several simultaneous attempts, or of an attempt and a removal, one wins. */
  AcceptInvitation: (
    { inviteId, linkId, userId, hasProof }: AcceptInvitation,
    state: OrganizationState,
    { at, actor }: DecisionContext,
  ): Decided => {
    const invitation = find(state, inviteId);
    if (actor.kind !== 'system' && (actor.kind !== 'user' || actor.id !== userId)) {
      return reject('forbidden', TEXTS.access.notAllowed);
    }
    if (invitation?.acceptedBy === userId) return accept([]);
    if (!invitation || !mayBeAccepted(state.invitations, inviteId, { linkId, at, hasProof })) {
      return reject('refused', TEXTS.accounts.linkInvalid);
    }
    const accepted = { type: 'InvitationAccepted', data: { inviteId, userId } } as const;
    const { role } = invitation;
    const standing = roleOf(state, userId);
    const full = standing === undefined ? refusalOfMember(state) : null;
    if (full) return full;
    if (standing === undefined) return accept([accepted, { type: 'MemberAdded', data: { userId, role } }]);
    // An invitation never lowers a role.
    if (!isHigher(role, standing)) return accept([accepted]);
    return accept([accepted, { type: 'MemberRoleChanged', data: { userId, role } }]);
  },

  DeclineInvitation: ({ inviteId, linkId }: DeclineInvitation, state: OrganizationState): Decided =>
    pending(state, inviteId)?.linkId === linkId
      ? accept([{ type: 'InvitationDeclined', data: { inviteId } }])
      : reject('refused', TEXTS.accounts.linkInvalid),
};

const withoutInvitation = (state: OrganizationState, inviteId: string): OrganizationState => {
  const { [inviteId]: _ended, ...left } = state.invitations.byId;
  return withInvitations(state, left);
};

export const evolveInvitations = {
  MemberInvited: (state: OrganizationState, { at, data }: Of<'MemberInvited'>): OrganizationState => {
    const { inviteId, role, linkId, expiresAt } = data;
    const living = Object.entries(state.invitations.byId).filter(([, { expiresAt: end }]) => end > at);
    const invitation = { role, linkId, at, expiresAt, acceptedBy: null };
    return withInvitations(state, { ...Object.fromEntries(living), [inviteId]: invitation });
  },
  InvitationRenewed: (state: OrganizationState, { at, data }: Of<'InvitationRenewed'>): OrganizationState => {
    const { inviteId, linkId, expiresAt } = data;
    const before = find(state, inviteId);
    if (!before) return state;
    return withInvitations(state, { ...state.invitations.byId, [inviteId]: { ...before, linkId, at, expiresAt } });
  },
  InvitationRevoked: (state: OrganizationState, { data }: Of<'InvitationRevoked'>): OrganizationState =>
    withoutInvitation(state, data.inviteId),
  InvitationDeclined: (state: OrganizationState, { data }: Of<'InvitationDeclined'>): OrganizationState =>
    withoutInvitation(state, data.inviteId),
  InvitationAccepted: (state: OrganizationState, { data }: Of<'InvitationAccepted'>): OrganizationState => {
    const before = find(state, data.inviteId);
    if (!before) return state;
    const accepted = { ...before, acceptedBy: data.userId };
    return withInvitations(state, { ...state.invitations.byId, [data.inviteId]: accepted });
  },
};

/** Whether this link still gives a role. */
export function mayBeAccepted(
  { byId, knownOutsideUntil }: Invitations,
  inviteId: string,
  { linkId, at, hasProof }: { readonly linkId: string; readonly at: string; readonly hasProof: boolean },
): boolean {
  const invitation = Object.hasOwn(byId, inviteId) ? byId[inviteId] : undefined;
  if (!invitation || invitation.acceptedBy !== null || invitation.linkId !== linkId) return false;
  if (invitation.expiresAt <= at) return false;
  return hasProof || knownOutsideUntil === null || invitation.at > knownOutsideUntil;
}

/** For Admins, invitations of Owners do not exist. */
function ifVisible(
  state: OrganizationState,
  actor: DecisionContext['actor'],
  { role }: Invitation,
  events: readonly OrganizationEvent[],
): Decided {
  const asManager = ifAllowed(state, actor, 'Viewer', events);
  return asManager.ok && !ifAllowed(state, actor, role, events).ok ? notFound() : asManager;
}

const find = ({ invitations }: OrganizationState, id: string): Invitation | undefined =>
  Object.hasOwn(invitations.byId, id) ? invitations.byId[id] : undefined;

function pending(state: OrganizationState, id: string): Invitation | undefined {
  const invitation = find(state, id);
  return invitation?.acceptedBy === null ? invitation : undefined;
}

const withInvitations = (state: OrganizationState, byId: Invitations['byId']): OrganizationState => ({
  ...state,
  invitations: { ...state.invitations, byId },
});
const notFound = () => reject('not-found', TEXTS.access.notFound);
