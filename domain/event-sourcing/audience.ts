import { type Capability, type Grantee, isGranted } from '../access/policy.ts';

type ReadBy = Readonly<Record<string, Capability | null>>;

/** A change has the application's id. */
const PARTS_OF_APPLICATIONS = {
  application: 'application.read',
  solutions: 'application.read',
  paymentAccount: 'invoice.read',
  activity: 'application.list',
  messages: 'history.read',
} as const satisfies ReadBy;

/** A change has the document's own id. */
const DOCUMENTS = {
  bulk: 'application.bulk',
  batch: 'batch.read',
  process: 'process.read',
  assessment: 'assessment.read',
  emailTemplate: 'emailTemplate.read',
  paymentModel: 'paymentModel.read',
  webhook: 'webhook.manage',
  apiToken: 'token.manage',
  report: 'report.read',
  organization: 'organization.read',
  /** The organization's id. */
  members: 'member.read',
  account: null,
} as const satisfies ReadBy;

const READ_BY = { ...PARTS_OF_APPLICATIONS, ...DOCUMENTS };

export type LiveKind = keyof typeof READ_BY;
export const LIVE_KINDS = Object.keys(READ_BY) as [LiveKind, ...LiveKind[]];

/** The receivers of an event: everyone who may read the document that it changes, or fewer. */
export interface Audience {
  readonly document: LiveKind;
  readonly restricted?: {
    readonly to: Capability;
    /** Members of the document that are absent for everyone else. */
    readonly members: readonly string[];
  };
}

/** Null: no page shows the change. Some events occur on applications and on accounts. */
export type EventAudience =
  | Audience
  | null
  | { readonly onApplication: Audience | null; readonly onUser: Audience | null };

/** The audience of an event on a stream of this category; null if its definition does not expect it. */
export function audienceOn(category: string, audience: EventAudience): Audience | null {
  if (audience === null || 'document' in audience) return audience;
  if (category === 'application') return audience.onApplication;
  return category === 'user' ? audience.onUser : null;
}

export const capabilityOf = ({ document, restricted }: Audience): Capability | null =>
  restricted?.to ?? READ_BY[document];

/** Whether every reader of the document receives the event and sees the members that it changes. */
export const isUnrestrictedFor = (grantee: Grantee, { restricted }: Audience): boolean =>
  restricted === undefined || isGranted(restricted.to, grantee);
