import { z } from 'zod';
import { ROLES } from '../access/actor.ts';
import { STATUS_LIMIT } from '../application/status-limits.ts';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';
import { FILE_REFERENCE } from '../file/file-reference.ts';

/** The public details of an organization; null is *not set*. */
export const ORGANIZATION_DETAILS = z.object({
  name: z.string(),
  description: z.string().nullable(),
  slug: z.string(),
  subdomain: z.string().nullable(),
  fullDomain: z.string().nullable(),
  logoFile: FILE_REFERENCE.nullable(),
  iconFile: FILE_REFERENCE.nullable(),
  accentColor: z.string().nullable(),
  timeZone: z.string(),
  sendGridEmailAddress: z.string().nullable(),
  googleAnalyticsId: z.string().nullable(),
  facebookPixelId: z.string().nullable(),
  /** Markdown: how applicants reach the school. */
  contactText: z.string().nullable(),
  /** Markdown: what to do with the contract, shown while it waits for the applicant's signature. */
  contractText: z.string().nullable(),
  /** Markdown: how to pay. */
  paymentText: z.string().nullable(),
  /** In rank order of the statuses; a status without a limit is never overdue. */
  statusLimits: z.array(STATUS_LIMIT),
});
export type OrganizationDetails = z.infer<typeof ORGANIZATION_DETAILS>;

/** Keys of outside services; their values are sealed in the vault. */
export const ORGANIZATION_SECRETS = ['sendGridApiKey', 'calendlyAccessToken'] as const;
export type OrganizationSecret = (typeof ORGANIZATION_SECRETS)[number];

export const OrganizationCreated = defineEvent({
  type: 'OrganizationCreated',
  audience: { document: 'organization' },
  data: ORGANIZATION_DETAILS.pick({ name: true, slug: true, timeZone: true }),
});
/** Only what changed; null clears. */
export const OrganizationDetailsChanged = defineEvent({
  type: 'OrganizationDetailsChanged',
  audience: { document: 'organization' },
  data: z.object({ changes: ORGANIZATION_DETAILS.partial() }),
});
/** `secretId` is the new vault entry; null when the secret was removed. */
export const OrganizationSecretChanged = defineEvent({
  type: 'OrganizationSecretChanged',
  audience: { document: 'organization', restricted: { to: 'organization.write', members: [] } },
  data: z.object({ name: z.enum(ORGANIZATION_SECRETS), secretId: z.string().nullable() }),
});
const DOMAIN = z.object({ domain: z.string() });
/** Precedes the change of the details that sets a `fullDomain`. The domain is not served until it is proven. */
export const DomainRequested = defineEvent({
  type: 'DomainRequested',
  audience: { document: 'organization' },
  data: DOMAIN,
});
/** The organization's record was found in DNS, for the first time or again. */
export const DomainProven = defineEvent({ type: 'DomainProven', audience: { document: 'organization' }, data: DOMAIN });
/** A check no longer finds the record of a proven domain. The domain is served for a grace period. */
export const DomainProofMissing = defineEvent({
  type: 'DomainProofMissing',
  audience: { document: 'organization' },
  data: DOMAIN,
});
/** The grace period ended without the record. The domain is pending again, and any organization can prove it. */
export const DomainLost = defineEvent({ type: 'DomainLost', audience: { document: 'organization' }, data: DOMAIN });
export const MemberAdded = defineEvent({
  type: 'MemberAdded',
  audience: { document: 'members' },
  data: z.object({ userId: z.string(), role: z.enum(ROLES) }),
});
export const MemberRoleChanged = defineEvent({
  type: 'MemberRoleChanged',
  audience: { document: 'members' },
  data: z.object({ userId: z.string(), role: z.enum(ROLES) }),
});
export const MemberRemoved = defineEvent({
  type: 'MemberRemoved',
  audience: { document: 'members' },
  data: z.object({ userId: z.string() }),
});

/** The member's sessions that began before give no role in this organization; others and other organizations are unaffected. */
export const MemberSessionsEnded = defineEvent({
  type: 'MemberSessionsEnded',
  audience: { document: 'members' },
  data: z.object({ userId: z.string() }),
});

/**
 * From the beginning of the day `from` (`YYYY-MM-DD`, in the organization's time zone) the roles in this organization count only
 * for people with a second factor. Null: not required.
 */
export const FactorRequirementChanged = defineEvent({
  type: 'FactorRequirementChanged',
  audience: { document: 'organization' },
  data: z.object({ from: z.string().nullable() }),
});

/** A person was invited by a link. `linkId` is the vault entry with the link and the email: the log names no person. */
export const MemberInvited = defineEvent({
  type: 'MemberInvited',
  audience: { document: 'members' },
  data: z.object({ inviteId: z.string(), role: z.enum(ROLES), linkId: z.string(), expiresAt: z.string() }),
});
/** A new link replaces the former one. */
export const InvitationRenewed = defineEvent({
  type: 'InvitationRenewed',
  audience: { document: 'members' },
  data: z.object({ inviteId: z.string(), linkId: z.string(), expiresAt: z.string() }),
});
export const InvitationRevoked = defineEvent({
  type: 'InvitationRevoked',
  audience: { document: 'members' },
  data: z.object({ inviteId: z.string() }),
});
/** If it gave a role, the adjacent event says which. */
export const InvitationAccepted = defineEvent({
  type: 'InvitationAccepted',
  audience: { document: 'members' },
  data: z.object({ inviteId: z.string(), userId: z.string() }),
});

/** The invited person declined; the log does not name them. */
export const InvitationDeclined = defineEvent({
  type: 'InvitationDeclined',
  audience: { document: 'members' },
  data: z.object({ inviteId: z.string() }),
});

export const ORGANIZATION_EVENTS = [
  OrganizationCreated,
  OrganizationDetailsChanged,
  OrganizationSecretChanged,
  DomainRequested,
  DomainProven,
  DomainProofMissing,
  DomainLost,
  MemberAdded,
  MemberRoleChanged,
  MemberRemoved,
  MemberSessionsEnded,
  FactorRequirementChanged,
  MemberInvited,
  InvitationRenewed,
  InvitationRevoked,
  InvitationAccepted,
  InvitationDeclined,
] as const;
export type OrganizationEvent = EventOf<(typeof ORGANIZATION_EVENTS)[number]>;
