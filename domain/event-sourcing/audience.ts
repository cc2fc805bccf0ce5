import { type Capability, type Grantee, isGranted } from '../access/policy.ts';

/** The capability that reads a document; null: only the account itself reads it. */
const READ_BY = {
  application: 'application.read',
  solutions: 'application.read',
  paymentAccount: 'invoice.read',
  activity: 'application.list',
  messages: 'history.read',
  bulk: 'application.bulk',
  batch: 'batch.read',
  process: 'process.read',
  assessment: 'assessment.read',
  emailTemplate: 'emailTemplate.read',
  paymentModel: 'paymentModel.read',
  webhook: 'webhook.manage',
  organization: 'organization.read',
  members: 'member.read',
  account: null,
} as const satisfies Readonly<Record<string, Capability | null>>;

/** Documents whose changes pages are told of. The first five carry an application's id, `members` the organization's. */
export type LiveKind = keyof typeof READ_BY;
export const LIVE_KINDS = Object.keys(READ_BY) as [LiveKind, ...LiveKind[]];

/** Who may know of an event: everybody who may read the document that it changes, or fewer. */
export interface Audience {
  readonly document: LiveKind;
  readonly restricted?: {
    readonly to: Capability;
    /** Members of the document that are absent for everybody else. */
    readonly members: readonly string[];
  };
}

/** Null: no page shows what the event changes, so it is announced to nobody. Some events happen to applications and accounts alike. */
export type EventAudience =
  | Audience
  | null
  | { readonly onApplication: Audience | null; readonly onUser: Audience | null };

/** The audience of an event on a stream of that category; null where its definition does not expect it. */
export function audienceOn(category: string, audience: EventAudience): Audience | null {
  if (audience === null || 'document' in audience) return audience;
  if (category === 'application') return audience.onApplication;
  return category === 'user' ? audience.onUser : null;
}

/** What one must be allowed to do to know of the event; null: it is for the account itself. */
export const capabilityOf = ({ document, restricted }: Audience): Capability | null =>
  restricted?.to ?? READ_BY[document];

/** Whether one who may read the document may also know of the event, and get the members that it changes. */
export const isUnrestrictedFor = (grantee: Grantee, { restricted }: Audience): boolean =>
  restricted === undefined || isGranted(restricted.to, grantee);
