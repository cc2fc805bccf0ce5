import type { SetMembers } from './core-fields.ts';
import type { CommentKind, FieldValues, TrackingLink } from './events.ts';
import type { ApplicationStatus } from './statuses.ts';

export interface CommentLog {
  readonly kind?: CommentKind;
  readonly followUpOn?: string;
}

export interface Comment extends CommentLog {
  readonly _id: string;
  /** null once the applicant has been erased. */
  readonly message: string | null;
  readonly authorId: string | null;
  readonly postedDate: string;
}

/** An answer that staff want corrected; `_id` is its field. The mark ends with the next save of the field. */
export interface Correction {
  readonly _id: string;
  readonly note: string;
}

export interface Application extends SetMembers {
  readonly kind: 'application';
  readonly organizationId: string;
  readonly batchId: string;
  readonly status: ApplicationStatus;
  readonly createdAt: string;
  readonly trackingNumber: number;
  readonly tracking: TrackingLink;
  readonly email: string | null;
  /** All form values except the email. */
  readonly values: FieldValues;
  readonly requestedCorrections: readonly Correction[];
  /** The fields that were marked and have been saved since, until the status changes or all are done and others are marked. */
  readonly correctedAnswers: readonly string[];
  readonly userId: string | null;
  readonly adminAssigneeId: string | null;
  readonly comments: readonly Comment[];
  readonly calendlyEventUri: string | null;
  readonly calendlyStartTime: string | null;
  readonly calendlyEndTime: string | null;
  readonly calendlyJoinUrl: string | null;
  readonly transferredFrom: string | null;
  readonly transferredTo: string | null;
  /** True once the person's key is destroyed, shortly before the erasure is in the log. */
  readonly isErased: boolean;
  readonly erasedAt: string | null;
  /** When it last released its place: CANCELLED, TRANSFERRED or erased. */
  readonly releasedAt: string | null;
  readonly emailRequests: readonly {
    readonly requestId: string;
    readonly template: string;
    readonly isCancelled: boolean;
  }[];
  /** Emails whose words staff wrote. */
  readonly writtenEmails: number;
  readonly mails: readonly { readonly outboxId: string; readonly template: string; readonly failure: string | null }[];
}

/** A stream of this category may hold only a claim of its place by another application. */
export type ApplicationState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'claim'; readonly by: string; readonly at: string }
  | Application;

export const NOTHING: ApplicationState = { kind: 'nothing' };
