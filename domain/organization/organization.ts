import type { Role } from '../access/actor.ts';
import { checkWanted, type Wanted } from '../configuration/field-rules.ts';
import { withReadableName } from '../configuration/readable-name.ts';
import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, reject } from '../event-sourcing/decision.ts';
import { TEXTS } from '../text/texts.ts';
import { ORGANIZATION_RULES } from './details.ts';
import { type DomainCommand, type DomainProof, decideDomain, evolveDomain, withDetails } from './domain-proof.ts';
import type { OrganizationDetails, OrganizationEvent, OrganizationSecret } from './events.ts';
import { decideFactorRequirement, type FactorRequirementCommand } from './factor-requirement.ts';
import {
  decideInvitations,
  evolveInvitations,
  type InvitationCommand,
  type Invitations,
  NO_INVITATIONS,
} from './invitations.ts';
import { decideMembers, type MemberCommand, withMember, withoutMember } from './members.ts';

export interface OrganizationState {
  readonly exists: boolean;
  readonly details: OrganizationDetails;
  readonly secrets: Readonly<Record<OrganizationSecret, string | null>>;
  readonly domain: DomainProof | null;
  readonly members: Readonly<Record<string, Role>>;
  /** The day from which on its staff need a second factor; null if they need none. */
  readonly secondFactorFrom: string | null;
  readonly invitations: Invitations;
}

export type OrganizationCommand =
  | { readonly type: 'CreateOrganization'; readonly data: Pick<OrganizationDetails, 'name' | 'slug' | 'timeZone'> }
  | { readonly type: 'ChangeDetails'; readonly data: { readonly changes: Wanted<OrganizationDetails> } }
  | {
      readonly type: 'ChangeSecret';
      readonly data: { readonly name: OrganizationSecret; readonly secretId: string | null };
    }
  | DomainCommand
  | MemberCommand
  | FactorRequirementCommand
  | InvitationCommand;

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
  contactText: null,
  contractText: null,
  paymentText: null,
  statusLimits: [],
};

export const organization = aggregate<OrganizationState, OrganizationEvent, OrganizationCommand>({
  category: 'organization',
  initial: {
    exists: false,
    details: BLANK,
    secrets: { sendGridApiKey: null, calendlyAccessToken: null },
    domain: null,
    members: {},
    secondFactorFrom: null,
    invitations: NO_INVITATIONS,
  },

  evolve: {
    OrganizationCreated: (state, { data }) => ({
      ...state,
      exists: true,
      details: { ...state.details, ...withReadableName(data) },
    }),
    OrganizationDetailsChanged: (state, { data }) => ({
      ...state,
      details: { ...state.details, ...withReadableName(data.changes) },
      domain: withDetails(state, data.changes),
    }),
    OrganizationSecretChanged: (state, { data }) => ({
      ...state,
      secrets: { ...state.secrets, [data.name]: data.secretId },
    }),
    ...evolveDomain,
    MemberAdded: withMember,
    MemberRoleChanged: withMember,
    MemberRemoved: withoutMember,
    MemberSessionsEnded: (state) => state,
    FactorRequirementChanged: (state, { data }) => ({ ...state, secondFactorFrom: data.from }),
    ...evolveInvitations,
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
      const { fullDomain } = checked.value;
      return accept([
        ...(typeof fullDomain === 'string' ? [{ type: 'DomainRequested', data: { domain: fullDomain } } as const] : []),
        { type: 'OrganizationDetailsChanged', data: { changes: checked.value } },
      ]);
    },

    ChangeSecret: ({ name, secretId }, state) => {
      if (!state.exists) return notFound();
      if (state.secrets[name] === secretId) return accept([]);
      return accept([{ type: 'OrganizationSecretChanged', data: { name, secretId } }]);
    },

    ...decideDomain,
    ...decideMembers,
    ...decideFactorRequirement,
    ...decideInvitations,
  },
});

const notFound = () => reject('not-found', TEXTS.access.notFound);
