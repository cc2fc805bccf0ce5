import type { Actor, Role } from './actor.ts';

/**
 * `own`: the applicant. `creator`: the flag alone. `creatorWithRole`: the flag and any role in the organization. The last
 * three: programs with an API token of that scope.
 */
export type Grantee =
  | 'anyone'
  | 'signedIn'
  | 'own'
  | 'ownUnlessReadOnly'
  | 'creator'
  | 'creatorWithRole'
  | 'Viewer'
  | 'Admin'
  | 'Owner'
  | 'eventsToken'
  | 'readToken'
  | 'writeToken';

export interface Rule {
  readonly label: string;
  readonly grants: readonly Grantee[];
  readonly notes?: Partial<Record<Grantee, string>>;
}

const ANYONE = ['anyone'] as const satisfies readonly Grantee[];
const SIGNED_IN = ['signedIn'] as const satisfies readonly Grantee[];
const MEMBERS = ['Viewer', 'Admin', 'Owner'] as const satisfies readonly Grantee[];
const ADMINS = ['Admin', 'Owner'] as const satisfies readonly Grantee[];
const OWNERS = ['Owner'] as const satisfies readonly Grantee[];
/** Writing includes reading. */
const READERS = ['readToken', 'writeToken'] as const satisfies readonly Grantee[];
const WRITERS = ['writeToken'] as const satisfies readonly Grantee[];
const ANY_TOKEN = ['eventsToken', 'readToken', 'writeToken'] as const satisfies readonly Grantee[];
const OPERATOR = [] as const satisfies readonly Grantee[];

/** The only place that grants permissions; `npm run docs` prints it to `docs/permissions.md`. */
export const POLICY = {
  'service.read': {
    label: 'check the health of the service, read its API description',
    grants: [...ANYONE, ...ANY_TOKEN],
  },
  'account.enter': { label: 'sign up, log in, log out, ask for a password reset', grants: ANYONE },
  'account.manageOwn': {
    label: 'own account: password, sessions, invitations, drafts, preferences, export, deletion',
    grants: SIGNED_IN,
  },
  'organization.readPublic': {
    label: 'see name, description and branding of an organization',
    grants: [...ANYONE, ...ANY_TOKEN],
  },
  'batch.readOpen': { label: 'see Open batches', grants: [...ANYONE, ...ANY_TOKEN] },
  'process.readOpenForm': { label: "see an Open batch's form", grants: [...ANYONE, ...ANY_TOKEN] },
  'application.submit': { label: 'apply', grants: [...ANYONE, ...WRITERS] },
  'file.readPublic': {
    label: 'see pictures of organizations, batches and questions',
    grants: [...ANYONE, ...ANY_TOKEN],
  },
  'file.uploadAnswer': { label: "upload a file for a form's field", grants: ANYONE },
  'inboundWebhook.receive': { label: 'report results as an outside assessment provider', grants: ANYONE },

  'calendar.open': { label: 'read a calendar under its secret address', grants: ANYONE },

  'digest.end': { label: 'end a daily digest by the link in it', grants: ANYONE },

  'batch.readPrivate': { label: 'see private batch details', grants: ['signedIn', ...MEMBERS, ...READERS] },
  'live.follow': {
    label: 'receive live changes',
    grants: SIGNED_IN,
    notes: { signedIn: 'of what they may read' },
  },
  'application.listOwn': {
    label: 'list own applications',
    grants: [...SIGNED_IN, ...READERS],
    notes: { readToken: 'all of the school', writeToken: 'all of the school' },
  },
  'application.list': { label: "list an organization's applications", grants: [...MEMBERS, ...READERS] },
  'export.record': { label: 'record that a list was downloaded', grants: MEMBERS },
  'calendar.read': { label: 'follow the interviews in a calendar', grants: MEMBERS },
  'application.read': {
    label: 'read an application',
    grants: ['own', ...MEMBERS, ...READERS],
    notes: { own: 'less admin-only fields', Viewer: 'less admin-only data' },
  },
  'application.readPast': {
    label: 'read an earlier state of an application',
    grants: ['own', ...ADMINS, ...READERS],
    notes: { own: 'from when they own it' },
  },
  'application.readAdminOnly': {
    label: 'read admin-only fields, comments, plan and assignee',
    grants: [...ADMINS, ...READERS],
  },
  'application.completeSteps': { label: 'complete steps', grants: ['ownUnlessReadOnly', ...ADMINS] },
  'application.choosePlan': { label: 'choose a payment plan', grants: ['ownUnlessReadOnly', ...ADMINS] },
  'application.recordActivity': {
    label: 'record activity',
    grants: ['ownUnlessReadOnly', ...ADMINS],
    notes: { Admin: 'answered, never recorded', Owner: 'answered, never recorded' },
  },
  'application.addForOther': { label: 'add an applicant', grants: [...ADMINS, ...WRITERS] },
  'application.changeStatus': { label: 'change the status', grants: [...ADMINS, ...WRITERS] },
  'application.assign': { label: 'assign', grants: ADMINS },
  'application.comment': {
    label: 'comment',
    grants: [...ADMINS, ...WRITERS],
    notes: { Admin: 'deletes own', Owner: 'deletes own' },
  },
  'application.transfer': { label: 'transfer to another batch', grants: ADMINS },
  'application.sendTemplate': { label: 'send an email template', grants: ADMINS },
  'application.bulk': { label: 'change many applications at once', grants: ADMINS },
  'application.correctPersonalData': { label: "correct an applicant's email and staff fields", grants: ADMINS },
  'application.markAnswers': { label: 'mark answers for the applicant to correct', grants: ADMINS },
  'application.linkUser': {
    label: 'link an application to an account',
    grants: SIGNED_IN,
    notes: { signedIn: 'with its email and its claim, or its proven email' },
  },
  'solution.write': { label: 'start and submit solutions', grants: ['ownUnlessReadOnly'] },

  'batch.read': { label: 'read batches', grants: [...MEMBERS, ...READERS] },
  'assessment.read': {
    label: 'read assessments',
    grants: ['own', ...MEMBERS, ...READERS],
    notes: { own: 'those offered to them, without correct answers' },
  },
  'emailTemplate.read': { label: 'read email templates', grants: MEMBERS },
  'process.read': { label: 'read processes', grants: [...MEMBERS, ...READERS] },
  'organization.read': { label: 'read the organization', grants: [...MEMBERS, ...READERS] },
  'report.read': {
    label: 'read reports',
    grants: [...MEMBERS, ...READERS],
    notes: { Viewer: 'without admin-only data' },
  },
  'report.write': { label: 'save reports', grants: MEMBERS, notes: { Viewer: 'without admin-only data' } },
  'report.change': {
    label: 'change, pin and delete a saved report',
    grants: ['own', ...ADMINS],
    notes: { own: 'while a member of its school' },
  },
  'report.restore': { label: 'restore a version of a saved report', grants: ADMINS },
  'batch.write': { label: 'write batches', grants: ADMINS },
  'assessment.write': { label: 'write assessments', grants: ADMINS },
  'emailTemplate.write': { label: 'write email templates', grants: ADMINS },
  'process.write': { label: 'write processes', grants: ADMINS },
  'organization.write': { label: 'write the organization', grants: ADMINS },

  'history.read': { label: 'read the history', grants: [...ADMINS, ...READERS] },
  'audit.read': { label: 'read the audit log', grants: ADMINS },
  'member.read': { label: 'list members', grants: ADMINS },
  'member.manage': { label: 'add, change and remove members', grants: ADMINS, notes: { Admin: 'no Owners' } },
  'webhook.manage': { label: 'manage webhooks', grants: ['creatorWithRole', ...ADMINS] },
  'event.pull': { label: 'pull the events of the school', grants: ['creatorWithRole', ...ADMINS, 'eventsToken'] },
  'file.upload': {
    label: 'upload files',
    grants: ['ownUnlessReadOnly', ...ADMINS],
    notes: { ownUnlessReadOnly: 'the submission of a project' },
  },
  'file.delete': {
    label: 'delete files that are not in use',
    grants: ['ownUnlessReadOnly', ...ADMINS],
    notes: { ownUnlessReadOnly: "an application's own" },
  },
  'applicantFile.read': { label: "read an applicant's files", grants: ['own', ...ADMINS, ...READERS] },
  'invoice.read': { label: 'read a payment account', grants: ['own', ...ADMINS, ...READERS] },
  'invoice.manage': { label: 'mark invoices paid or void', grants: ADMINS },
  'paymentModel.read': {
    label: 'read payment models',
    grants: ['own', 'creatorWithRole', ...ADMINS, ...READERS],
    notes: { own: 'those offered to them' },
  },

  'paymentModel.write': { label: 'write payment models', grants: OWNERS },
  'member.makeOwner': { label: 'make Owners', grants: OWNERS },
  'member.resetFactors': { label: 'reset second factors of members', grants: OWNERS },
  'organization.writeSecrets': { label: 'write organization secrets', grants: OWNERS },
  'organization.requireFactors': { label: 'require a second factor of all staff', grants: OWNERS },
  'token.manage': { label: 'manage API tokens', grants: OWNERS },
  'securityLog.read': { label: 'read the security log', grants: OWNERS },
  'person.erase': { label: 'erase a person', grants: OWNERS },

  'projection.manage': { label: 'see and rebuild projections', grants: ['creator'] },
  'metrics.read': { label: 'read metrics (loopback or METRICS_TOKEN)', grants: OPERATOR },
  'organization.create': { label: 'create an organization', grants: OPERATOR },
  'member.removeOwner': { label: 'remove an Owner, never the last', grants: OPERATOR },
  'user.grantCreator': { label: 'grant the creator flag', grants: OPERATOR },
} as const satisfies Record<string, Rule>;

export type Capability = keyof typeof POLICY;
export const CAPABILITIES = Object.keys(POLICY) as readonly Capability[];

export interface Resource {
  readonly organizationId?: string | null;
  readonly isOwn?: boolean;
  readonly isReadOnly?: boolean;
}

export function roleIn(actor: Pick<Actor, 'roles'>, organizationId: string | null | undefined): Role | null {
  if (organizationId === null || organizationId === undefined) return null;
  return actor.roles.find(({ orgId }) => orgId === organizationId)?.role ?? null;
}

/** A role, or a token of the organization. */
export const belongsTo = (actor: Actor, organizationId: string | null | undefined): boolean =>
  roleIn(actor, organizationId) !== null || (actor.token !== undefined && actor.token.orgId === organizationId);

export const isStaff = (actor: Pick<Actor, 'roles' | 'isCreator'>): boolean =>
  actor.isCreator || actor.roles.length > 0;

export const isGranted = (capability: Capability, grantee: Grantee): boolean =>
  POLICY[capability].grants.some((one: Grantee) => one === grantee);

export function can(actor: Actor, capability: Capability, resource: Resource = {}): boolean {
  if (actor.kind === 'system') return true;
  const role = roleIn(actor, resource.organizationId);
  const isSignedIn = actor.kind === 'user';
  const isOwn = isSignedIn && resource.isOwn === true;
  const { token } = actor;
  // What concerns no organization, such as the description of the API, is the same for all tokens.
  const isWithin = token !== undefined && (resource.organizationId ?? token.orgId) === token.orgId;
  const holds: Record<Grantee, boolean> = {
    anyone: actor.kind !== 'token',
    signedIn: isSignedIn,
    own: isOwn,
    ownUnlessReadOnly: isOwn && resource.isReadOnly !== true,
    creator: isSignedIn && actor.isCreator,
    creatorWithRole: isSignedIn && actor.isCreator && role !== null,
    Viewer: isSignedIn && role === 'Viewer',
    Admin: isSignedIn && role === 'Admin',
    Owner: isSignedIn && role === 'Owner',
    eventsToken: isWithin && token.scopes.includes('events'),
    readToken: isWithin && token.scopes.includes('read'),
    writeToken: isWithin && token.scopes.includes('write'),
  };
  return POLICY[capability].grants.some((grantee: Grantee) => holds[grantee]);
}

const OF_STAFF = ['Viewer', 'Admin', 'Owner', 'creatorWithRole'] as const satisfies readonly Grantee[];

/** Whether a call of staff is refused because the organization requires a second factor that the person does not have. */
export const needsFactor = (
  { rolesWithoutFactor = [] }: Actor,
  capability: Capability,
  { organizationId, isOwn }: Resource,
): boolean =>
  isOwn !== true &&
  roleIn({ roles: rolesWithoutFactor }, organizationId) !== null &&
  OF_STAFF.some((grantee) => isGranted(capability, grantee));
