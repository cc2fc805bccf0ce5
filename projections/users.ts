import type { Role } from '../domain/access/actor.ts';
import type { Recorded } from '../domain/event-sourcing/event.ts';
import { categoryOf, idOf } from '../domain/event-sourcing/streams.ts';
import type { OrganizationEvent } from '../domain/organization/events.ts';
import type { UserEvent } from '../domain/user/events.ts';
import { user } from '../domain/user/user.ts';
import { normalizeEmail } from '../domain/values/email.ts';
import { projection } from './engine/projection.ts';

export interface Membership {
  readonly orgId: string;
  readonly role: Role;
  /** Position of the event that made the person a member. */
  readonly begunIn: string;
  /** Sessions that began earlier do not give this role. */
  readonly sessionsEndedAt?: string;
}

export interface UserDocument {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly version: number;
  readonly email: string | null;
  /** Missing in documents of earlier versions. */
  readonly name?: string | null;
  readonly emailKey: string | null;
  readonly emailVerified: boolean;
  readonly passwordId: string | null;
  readonly isCreator: boolean;
  readonly isErased: boolean;
  readonly orgRoles: readonly Membership[];
  readonly createdAt: string;
}

type MemberEvent = Extract<
  OrganizationEvent,
  { type: 'MemberAdded' | 'MemberRoleChanged' | 'MemberRemoved' | 'MemberSessionsEnded' }
>;

/** Ignores events on applications, which have the same types. */
function fold(document: UserDocument | undefined, event: Recorded<UserEvent>): UserDocument | undefined {
  if (categoryOf(event.stream) !== user.category) return document;
  const before = document
    ? {
        ...user.initial,
        ...document,
        name: document.name ?? null,
        exists: true,
        isEmailVerified: document.emailVerified,
      }
    : user.initial;
  const state = user.evolve(before, event);
  if (!state.exists) return document;
  return {
    _id: idOf(event.stream),
    version: event.revision,
    email: state.email,
    name: state.name,
    emailKey: state.email === null ? null : normalizeEmail(state.email),
    emailVerified: state.isEmailVerified,
    passwordId: state.passwordId,
    isCreator: state.isCreator,
    isErased: state.isErased,
    orgRoles: document?.orgRoles ?? [],
    createdAt: document?.createdAt ?? event.at,
  };
}

const member = {
  id: ({ data }: Recorded<MemberEvent>) => data.userId,
  fold(document: UserDocument | undefined, event: Recorded<MemberEvent>): UserDocument | undefined {
    if (!document) return undefined;
    const orgId = idOf(event.stream);
    const others = document.orgRoles.filter((held) => held.orgId !== orgId);
    const standing = document.orgRoles.find((held) => held.orgId === orgId);
    const membership = membershipAfter(event, standing, orgId);
    return { ...document, orgRoles: membership ? [...others, membership] : others };
  },
};

function membershipAfter(
  event: Recorded<MemberEvent>,
  standing: Membership | undefined,
  orgId: string,
): Membership | undefined {
  if (event.type === 'MemberRemoved') return undefined;
  if (event.type === 'MemberSessionsEnded') return standing && { ...standing, sessionsEndedAt: event.at };
  return { begunIn: String(event.position), ...standing, orgId, role: event.data.role };
}

export const users = projection<UserDocument, UserEvent | MemberEvent>({
  name: 'users',
  version: 4,
  digest: '0cf97833867ccbd7',
  indexes: ['emailKey'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`user-${id}`],
  on: {
    UserSignedUp: fold,
    EmailVerified: fold,
    PasswordChanged: fold,
    CreatorGranted: fold,
    DisplayNameChanged: fold,
    PersonalDataErased: fold,
    EmailDelivered: fold,
    EmailFailed: fold,
    EmailRetryRequested: fold,
    MemberAdded: member,
    MemberRoleChanged: member,
    MemberRemoved: member,
    MemberSessionsEnded: member,
  },
});
