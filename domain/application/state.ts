import type { FieldValues, TrackingLink } from './events.ts';
import type { ApplicationStatus } from './statuses.ts';

export interface Comment {
  readonly _id: string;
  /** null once the applicant has been erased. */
  readonly message: string | null;
  readonly authorId: string | null;
  readonly postedDate: string;
}

/** An application as the decisions know it. */
export interface Application {
  readonly kind: 'application';
  readonly organizationId: string;
  readonly batchId: string;
  readonly status: ApplicationStatus;
  readonly createdAt: string;
  readonly trackingNumber: number;
  readonly tracking: TrackingLink;
  /** null once erased. */
  readonly email: string | null;
  /** All form values but the email. */
  readonly values: FieldValues;
  readonly userId: string | null;
  readonly adminAssigneeId: string | null;
  readonly selectedPaymentModelId: string | null;
  readonly comments: readonly Comment[];
  readonly calendlyEventUri: string | null;
  readonly calendlyStartTime: string | null;
  readonly calendlyJoinUrl: string | null;
  /** The other application's id. */
  readonly transferredFrom: string | null;
  readonly transferredTo: string | null;
  /** The person's words are gone: from the moment that their key is, a little before the erasure stands in the log. */
  readonly isErased: boolean;
  readonly erasedAt: string | null;
  /** When it last gave up its place: by CANCELLED, TRANSFERRED or erasure. */
  readonly releasedAt: string | null;
  /** Mails that staff have asked for. */
  readonly emailRequests: readonly {
    readonly requestId: string;
    readonly template: string;
    readonly isCancelled: boolean;
  }[];
  /** How the mails to this applicant went. */
  readonly mails: readonly { readonly outboxId: string; readonly template: string; readonly failure: string | null }[];
}

/** A stream of this category may also be nothing but the claim of another application to the place. */
export type ApplicationState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'claim'; readonly by: string; readonly at: string }
  | Application;

export const NOTHING: ApplicationState = { kind: 'nothing' };
