import type { Role } from '../domain/access/actor.ts';
import type { Recorded } from '../domain/event-sourcing/event.ts';
import { categoryOf, idOf } from '../domain/event-sourcing/streams.ts';
import type { OrganizationEvent } from '../domain/organization/events.ts';
import type { UserEvent } from '../domain/user/events.ts';
import { user } from '../domain/user/user.ts';
import { normalizeEmail } from '../domain/values/email.ts';
import { projection } from './engine/projection.ts';

export interface UserDocument {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly version: number;
  readonly email: string | null;
  readonly emailKey: string | null;
  readonly emailVerified: boolean;
  readonly passwordId: string | null;
  readonly isCreator: boolean;
  readonly isErased: boolean;
  readonly orgRoles: readonly { readonly orgId: string; readonly role: Role }[];
  readonly createdAt: string;
}

type MemberEvent = Extract<OrganizationEvent, { type: 'MemberAdded' | 'MemberRoleChanged' | 'MemberRemoved' }>;

/** Ignores events on applications, which have the same types. */
function fold(document: UserDocument | undefined, event: Recorded<UserEvent>): UserDocument | undefined {
  if (categoryOf(event.stream) !== user.category) return document;
  const before = document
    ? { ...user.initial, ...document, exists: true, isEmailVerified: document.emailVerified }
    : user.initial;
  const state = user.evolve(before, event);
  if (!state.exists) return document;
  return {
    _id: idOf(event.stream),
    version: event.revision,
    email: state.email,
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
    const orgRoles = event.type === 'MemberRemoved' ? others : [...others, { orgId, role: event.data.role }];
    return { ...document, orgRoles };
  },
};

export const users = projection<UserDocument, UserEvent | MemberEvent>({
  name: 'users',
  version: 1,
  digest: '36cffab819ac3acf',
  indexes: ['emailKey'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`user-${id}`],
  on: {
    UserSignedUp: fold,
    EmailVerified: fold,
    PasswordChanged: fold,
    CreatorGranted: fold,
    PersonalDataErased: fold,
    EmailDelivered: fold,
    EmailFailed: fold,
    EmailRetryRequested: fold,
    MemberAdded: member,
    MemberRoleChanged: member,
    MemberRemoved: member,
  },
});
