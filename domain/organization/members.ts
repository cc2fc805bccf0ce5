import type { Actor, ActorReference, Role } from '../access/actor.ts';
import { type Capability, can, isGranted } from '../access/policy.ts';
import { accept, type DecisionContext, type Result, reject } from '../event-sourcing/decision.ts';
import type { Happened } from '../event-sourcing/event.ts';
import { QUOTAS } from '../limits/quotas.ts';
import { TEXTS } from '../text/texts.ts';
import type { OrganizationEvent } from './events.ts';
import type { OrganizationState } from './organization.ts';

export type MemberCommand =
  | { readonly type: 'AddMember'; readonly data: { readonly userId: string; readonly role: Role } }
  | { readonly type: 'ChangeMemberRole'; readonly data: { readonly userId: string; readonly role: Role } }
  | { readonly type: 'RemoveMember'; readonly data: { readonly userId: string } }
  | { readonly type: 'EndMemberSessions'; readonly data: { readonly userId: string } };

type Decided = Result<readonly OrganizationEvent[]>;
type MemberEvent<Type> = Happened<Extract<OrganizationEvent, { type: Type }>>;

export const decideMembers = {
  AddMember: (
    { userId, role }: { userId: string; role: Role },
    state: OrganizationState,
    { actor }: DecisionContext,
  ): Decided =>
    roleOf(state, userId) === undefined
      ? ifAllowed(state, actor, role, refusalOfMember(state) ?? [{ type: 'MemberAdded', data: { userId, role } }])
      : changeRole(state, actor, userId, role),

  ChangeMemberRole: (
    { userId, role }: { userId: string; role: Role },
    state: OrganizationState,
    { actor }: DecisionContext,
  ): Decided =>
    roleOf(state, userId) === undefined
      ? ifAllowed(state, actor, role, reject('refused', TEXTS.members.notAMember))
      : changeRole(state, actor, userId, role),

  RemoveMember: ({ userId }: { userId: string }, state: OrganizationState, { actor }: DecisionContext): Decided => {
    const role = roleOf(state, userId);
    if (role === undefined) return ifAllowed(state, actor, 'Viewer', []);
    if (role === 'Owner' && !may(state, actor, 'member.removeOwner')) {
      return ifAllowed(state, actor, 'Viewer', reject('refused', TEXTS.members.ownerIsFixed));
    }
    if (role === 'Owner' && ownersOf(state).length === 1) return reject('refused', TEXTS.members.lastOwner);
    return ifAllowed(state, actor, 'Viewer', [{ type: 'MemberRemoved', data: { userId } }]);
  },

  /** An Owner's sessions are ended by Owners only. */
  EndMemberSessions: ({ userId }: { userId: string }, state: OrganizationState, { actor }: DecisionContext): Decided =>
    ifMayEnd(state, actor, userId, TEXTS.members.ownerSessions, [{ type: 'MemberSessionsEnded', data: { userId } }]),
};

/** Ends what a member has here; an Owner's is ended by Owners only, else the answer is `ofOwner`. */
function ifMayEnd(
  state: OrganizationState,
  actor: ActorReference,
  userId: string,
  ofOwner: string,
  answer: readonly OrganizationEvent[],
): Decided {
  const role = roleOf(state, userId);
  if (role === undefined) return ifAllowed(state, actor, 'Viewer', reject('refused', TEXTS.members.notAMember));
  if (role === 'Owner' && !may(state, actor, 'member.makeOwner')) {
    return ifAllowed(state, actor, 'Viewer', reject('forbidden', ofOwner));
  }
  return ifAllowed(state, actor, 'Viewer', answer);
}

/** Nothing to record if the actor may revoke the member's calendar address: it has its own stream. */
export const decideCalendarRevocation = (state: OrganizationState, actor: ActorReference, userId: string): Decided =>
  ifMayEnd(state, actor, userId, TEXTS.members.ownerCalendar, []);

/** For new members only: earlier versions had no limit. */
export const refusalOfMember = ({ members }: Pick<OrganizationState, 'members'>): Result<never> | null => {
  const limit = QUOTAS.organization.members;
  return Object.keys(members).length >= limit ? reject('refused', TEXTS.quotas.members(limit)) : null;
};

export const withMember = (
  state: OrganizationState,
  event: MemberEvent<'MemberAdded' | 'MemberRoleChanged'>,
): OrganizationState => {
  const { userId, role } = event.data;
  const followed = role === 'Viewer' && managesMembers(roleOf(state, userId)) ? closeKnownLinks(state, event) : state;
  return { ...followed, members: { ...followed.members, [userId]: role } };
};

export const withoutMember = (state: OrganizationState, event: MemberEvent<'MemberRemoved'>): OrganizationState => {
  const followed = managesMembers(roleOf(state, event.data.userId)) ? closeKnownLinks(state, event) : state;
  const { [event.data.userId]: _removed, ...members } = followed.members;
  return { ...followed, members };
};

/** A former manager of members may have kept the links of invitations. */
const closeKnownLinks = (state: OrganizationState, { at }: { readonly at: string }): OrganizationState => ({
  ...state,
  invitations: { ...state.invitations, knownOutsideUntil: at },
});

/** An Owner's role never changes, and only an Owner makes Owners (rule 26). */
function changeRole(state: OrganizationState, actor: ActorReference, userId: string, role: Role): Decided {
  const standing = roleOf(state, userId);
  if (standing === role) return ifAllowed(state, actor, role, []);
  if (standing === 'Owner') return ifAllowed(state, actor, 'Viewer', reject('refused', TEXTS.members.ownerIsFixed));
  return ifAllowed(state, actor, role, [{ type: 'MemberRoleChanged', data: { userId, role } }]);
}

/** Checks the current members: a role that was just lost gives no right. */
export function ifAllowed(
  state: OrganizationState,
  actor: ActorReference,
  role: Role,
  answer: readonly OrganizationEvent[] | Result<never>,
): Decided {
  if (!state.exists) return reject('not-found', TEXTS.access.notFound);
  if (!may(state, actor, 'member.manage')) return reject('forbidden', TEXTS.access.notAllowed);
  if (role === 'Owner' && !may(state, actor, 'member.makeOwner')) {
    return reject('forbidden', TEXTS.members.onlyOwnersMakeOwners);
  }
  return 'ok' in answer ? answer : accept(answer);
}

function may(state: OrganizationState, actor: ActorReference, capability: Capability): boolean {
  const role = actor.id === undefined ? undefined : roleOf(state, actor.id);
  const organizationId = 'this';
  const member: Actor = { ...actor, roles: role ? [{ orgId: organizationId, role }] : [], isCreator: false };
  return can(member, capability, { organizationId });
}

export const roleOf = ({ members }: Pick<OrganizationState, 'members'>, userId: string): Role | undefined =>
  Object.hasOwn(members, userId) ? members[userId] : undefined;
const RANK = { Viewer: 0, Admin: 1, Owner: 2 } as const satisfies Record<Role, number>;
export const isHigher = (role: Role, other: Role): boolean => RANK[role] > RANK[other];
const managesMembers = (role: Role | undefined): boolean => role !== undefined && isGranted('member.manage', role);
const ownersOf = ({ members }: OrganizationState) => Object.values(members).filter((role) => role === 'Owner');
