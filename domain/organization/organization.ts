import type { ActorReference, Role } from '../actor.ts';
import { aggregate } from '../aggregate.ts';
import { accept, type Result, reject } from '../decision.ts';
import { checkWanted, type Wanted } from '../field-rules.ts';
import { TEXTS } from '../texts.ts';
import { ORGANIZATION_RULES } from './details.ts';
import type { OrganizationDetails, OrganizationEvent, OrganizationSecret } from './events.ts';

export interface OrganizationState {
  readonly exists: boolean;
  readonly details: OrganizationDetails;
  /** Vault entries of the keys to outside services; null where none is set. */
  readonly secrets: Readonly<Record<OrganizationSecret, string | null>>;
  /** By user id. */
  readonly members: Readonly<Record<string, Role>>;
}

export type OrganizationCommand =
  | { readonly type: 'CreateOrganization'; readonly data: Pick<OrganizationDetails, 'name' | 'slug' | 'timeZone'> }
  | { readonly type: 'ChangeDetails'; readonly data: { readonly changes: Wanted<OrganizationDetails> } }
  | {
      readonly type: 'ChangeSecret';
      readonly data: { readonly name: OrganizationSecret; readonly secretId: string | null };
    }
  | { readonly type: 'AddMember'; readonly data: { readonly userId: string; readonly role: Role } }
  | { readonly type: 'ChangeMemberRole'; readonly data: { readonly userId: string; readonly role: Role } }
  | { readonly type: 'RemoveMember'; readonly data: { readonly userId: string } };

const BLANK: OrganizationDetails = {
  name: '',
  description: null,
  slug: '',
  subdomain: null,
  fullDomain: null,
  logoFile: null,
  iconFile: null,
  accentColor: null,
  timeZone: 'UTC',
  sendGridEmailAddress: null,
  googleAnalyticsId: null,
  facebookPixelId: null,
};

export const organization = aggregate<OrganizationState, OrganizationEvent, OrganizationCommand>({
  category: 'organization',
  initial: {
    exists: false,
    details: BLANK,
    secrets: { sendGridApiKey: null, calendlyAccessToken: null },
    members: {},
  },

  evolve: {
    OrganizationCreated: (state, { data }) => ({ ...state, exists: true, details: { ...state.details, ...data } }),
    OrganizationDetailsChanged: (state, { data }) => ({ ...state, details: { ...state.details, ...data.changes } }),
    OrganizationSecretChanged: (state, { data }) => ({
      ...state,
      secrets: { ...state.secrets, [data.name]: data.secretId },
    }),
    MemberAdded: (state, { data }) => withMember(state, data.userId, data.role),
    MemberRoleChanged: (state, { data }) => withMember(state, data.userId, data.role),
    MemberRemoved: (state, { data }) => {
      const { [data.userId]: _removed, ...members } = state.members;
      return { ...state, members };
    },
  },

  decide: {
    CreateOrganization: (wanted, state) => {
      if (state.exists) return reject('duplicate', TEXTS.organizations.exists);
      const checked = checkWanted(ORGANIZATION_RULES, wanted, BLANK);
      if (!checked.ok) return checked;
      const { name, slug, timeZone } = { ...BLANK, ...checked.value };
      return accept([{ type: 'OrganizationCreated', data: { name, slug, timeZone } }]);
    },

    ChangeDetails: ({ changes: wanted }, state) => {
      if (!state.exists) return notFound();
      const checked = checkWanted(ORGANIZATION_RULES, wanted, state.details);
      if (!checked.ok) return checked;
      if (Object.keys(checked.value).length === 0) return accept([]);
      return accept([{ type: 'OrganizationDetailsChanged', data: { changes: checked.value } }]);
    },

    ChangeSecret: ({ name, secretId }, state) => {
      if (!state.exists) return notFound();
      if (state.secrets[name] === secretId) return accept([]);
      return accept([{ type: 'OrganizationSecretChanged', data: { name, secretId } }]);
    },

    AddMember: ({ userId, role }, state, { actor }) =>
      roleOf(state, userId) === undefined
        ? ifAllowed(state, actor, role, [{ type: 'MemberAdded', data: { userId, role } }])
        : changeRole(state, actor, userId, role),

    ChangeMemberRole: ({ userId, role }, state, { actor }) =>
      roleOf(state, userId) === undefined
        ? ifAllowed(state, actor, role, reject('refused', TEXTS.members.notAMember))
        : changeRole(state, actor, userId, role),

    RemoveMember: ({ userId }, state, { actor }) => {
      const role = roleOf(state, userId);
      if (role === undefined) return ifAllowed(state, actor, 'Viewer', []);
      if (role === 'Owner' && actor.kind === 'system' && ownersOf(state).length === 1) {
        return reject('refused', TEXTS.members.lastOwner);
      }
      if (role === 'Owner' && actor.kind !== 'system') {
        return ifAllowed(state, actor, 'Viewer', reject('refused', TEXTS.members.ownerIsFixed));
      }
      return ifAllowed(state, actor, 'Viewer', [{ type: 'MemberRemoved', data: { userId } }]);
    },
  },
});

/** D14: an Owner's role stands, whoever asks; promoting to Owner is an Owner's. */
function changeRole(
  state: OrganizationState,
  actor: ActorReference,
  userId: string,
  role: Role,
): Result<readonly OrganizationEvent[]> {
  const standing = roleOf(state, userId);
  if (standing === role) return ifAllowed(state, actor, role, []);
  if (standing === 'Owner') return ifAllowed(state, actor, 'Viewer', reject('refused', TEXTS.members.ownerIsFixed));
  return ifAllowed(state, actor, role, [{ type: 'MemberRoleChanged', data: { userId, role } }]);
}

/** Decided on the members as they are now: a role lost a moment ago gives no right any more. */
function ifAllowed(
  state: OrganizationState,
  actor: ActorReference,
  role: Role,
  answer: readonly OrganizationEvent[] | Result<never>,
): Result<readonly OrganizationEvent[]> {
  if (!state.exists) return notFound();
  const own = actor.id === undefined ? undefined : roleOf(state, actor.id);
  if (actor.kind !== 'system') {
    if (actor.kind !== 'user' || (own !== 'Owner' && own !== 'Admin')) {
      return reject('forbidden', TEXTS.access.notAllowed);
    }
    if (role === 'Owner' && own !== 'Owner') return reject('forbidden', TEXTS.members.onlyOwnersMakeOwners);
  }
  return 'ok' in answer ? answer : accept(answer);
}

const notFound = () => reject('not-found', TEXTS.access.notFound);
const roleOf = ({ members }: OrganizationState, userId: string): Role | undefined =>
  Object.hasOwn(members, userId) ? members[userId] : undefined;
const ownersOf = ({ members }: OrganizationState) => Object.values(members).filter((role) => role === 'Owner');
const withMember = (state: OrganizationState, userId: string, role: Role): OrganizationState => ({
  ...state,
  members: { ...state.members, [userId]: role },
});
