import type { ActorReference } from '../../domain/actor.ts';
import type { Capability } from '../../domain/policy.ts';
import { categoryOf, idOf } from '../../domain/streams.ts';
import type { RecordedEvent } from '../../projections/engine/event-source.ts';
import type { LiveKind } from '../contract/live.ts';

/** That an event changed a document, and what one must be allowed to do in its organization to hear of it. */
export interface Tiding {
  readonly kind: LiveKind;
  readonly id: string;
  /** Null for an account's own affairs, which are told to nobody else. */
  readonly capability: Capability | null;
  /** Null where the application's document tells. */
  readonly organizationId: string | null;
  readonly applicationId: string | null;
  /** Names of the answers that were changed, where these alone say who may know of it. */
  readonly fields: readonly string[] | null;
  /** The account that loses the document by this event, so that its pages stop showing the document. */
  readonly lostBy: string | null;
  readonly version: number;
  readonly actor: ActorReference;
}

type Rule = readonly [LiveKind, Capability];

/** By the stream's category; what is not here (files, names in the registry) changes no document that a page shows. */
const OF_CATEGORY: Readonly<Record<string, Rule>> = {
  application: ['application', 'application.read'],
  solution: ['solutions', 'application.read'],
  paymentAccount: ['paymentAccount', 'invoice.read'],
  activity: ['activity', 'application.list'],
  bulk: ['bulk', 'application.bulk'],
  batch: ['batch', 'batch.read'],
  process: ['process', 'process.read'],
  assessment: ['assessment', 'assessment.read'],
  emailTemplate: ['emailTemplate', 'emailTemplate.read'],
  paymentModel: ['paymentModel', 'paymentModel.read'],
  webhook: ['webhook', 'webhook.manage'],
  organization: ['organization', 'organization.read'],
};

const MESSAGES: Rule = ['messages', 'history.read'];
const MEMBERS: Rule = ['members', 'member.read'];

/** Events that fewer people may know of than of the others on their stream, or that change another document. */
const OF_TYPE: Readonly<Record<string, Rule | null>> = {
  AdminAssigned: ['application', 'application.readAdminOnly'],
  CommentAdded: ['application', 'application.readAdminOnly'],
  CommentDeleted: ['application', 'application.readAdminOnly'],
  PaymentPlanChosen: ['application', 'invoice.read'],
  PlaceClaimed: null,
  EmailRequested: MESSAGES,
  EmailCancelled: MESSAGES,
  EmailDelivered: MESSAGES,
  EmailFailed: MESSAGES,
  EmailRetryRequested: MESSAGES,
  OrganizationSecretChanged: ['organization', 'organization.write'],
  MemberAdded: MEMBERS,
  MemberRoleChanged: MEMBERS,
  MemberRemoved: MEMBERS,
  MemberInvited: MEMBERS,
  InvitationRenewed: MEMBERS,
  InvitationRevoked: MEMBERS,
  InvitationDeclined: MEMBERS,
  InvitationAccepted: MEMBERS,
};

const OF_APPLICATIONS = new Set(['application', 'solution', 'paymentAccount', 'activity']);

/** What an event means to whoever has documents before them: nothing, one thing, or, for memberships, two. */
export function tidingsOf({ stream, type, data, revision, actor, metadata }: RecordedEvent): readonly Tiding[] {
  const category = categoryOf(stream);
  const id = idOf(stream);
  const of = ([kind, capability]: Rule): Tiding => ({
    kind,
    id,
    capability,
    organizationId: category === 'organization' ? id : metadata.organizationId,
    applicationId: OF_APPLICATIONS.has(category) ? id : null,
    fields: type === 'DetailsSaved' ? (data as { fields: readonly string[] }).fields : null,
    lostBy: type === 'UserLinked' ? ((data as { from?: string }).from ?? null) : null,
    version: revision,
    actor,
  });
  const account = (userId: string): Tiding => ({
    ...of(['account', 'account.manageOwn']),
    id: userId,
    capability: null,
  });
  if (category === 'user') return MESSAGES === OF_TYPE[type] ? [] : [account(id)];
  const rule = Object.hasOwn(OF_TYPE, type) ? OF_TYPE[type] : OF_CATEGORY[category];
  if (!rule) return [];
  const { userId } = data as { userId?: unknown };
  return rule === MEMBERS && typeof userId === 'string' ? [of(rule), account(userId)] : [of(rule)];
}
