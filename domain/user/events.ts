import { z } from 'zod';
import { EmailDelivered, EmailFailed, EmailRetryRequested } from '../email/events.ts';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';
import { PersonalDataErased } from '../values/personal-data.ts';

/**
 * `email`: trimmed, case kept. `passwordId`: vault entry of the hash, null until a password is set. The stream decides
 * between two simultaneous sign-ups.
 */
export const UserSignedUp = defineEvent({
  type: 'UserSignedUp',
  audience: { document: 'account' },
  data: z.object({ passwordId: z.string().nullable() }),
  personal: z.object({ email: z.string() }),
});
/** The person has proven the email by an emailed link: verification, password reset or invitation. */
export const EmailVerified = defineEvent({
  type: 'EmailVerified',
  audience: { document: 'account' },
  data: z.object({}),
});
/**
 * `passwordId` is the new vault entry; the former password no longer works. Null removes a password that was set before
 * the email was proven.
 */
export const PasswordChanged = defineEvent({
  type: 'PasswordChanged',
  audience: { document: 'account' },
  data: z.object({ passwordId: z.string().nullable() }),
});
/** How staff are called instead of by their email; null for no name. */
export const DisplayNameChanged = defineEvent({
  type: 'DisplayNameChanged',
  audience: { document: 'account' },
  data: z.object({}),
  personal: z.object({ name: z.string().nullable() }),
});
/** The time zone in which this member of staff gets a daily email of what is new, overdue and planned; null for none. */
export const DailyDigestChanged = defineEvent({
  type: 'DailyDigestChanged',
  audience: { document: 'account' },
  data: z.object({}),
  personal: z.object({ timeZone: z.string().nullable() }),
});
/** The daily email of `day` (`YYYY-MM-DD`, in the person's time zone) is sent, if there is something to tell since `since`. */
export const DailyDigestIssued = defineEvent({
  type: 'DailyDigestIssued',
  audience: { document: 'account' },
  data: z.object({ day: z.string(), since: z.string() }),
});
export const CreatorGranted = defineEvent({
  type: 'CreatorGranted',
  audience: { document: 'account' },
  data: z.object({}),
});

export const USER_EVENTS = [
  UserSignedUp,
  EmailVerified,
  PasswordChanged,
  CreatorGranted,
  DisplayNameChanged,
  DailyDigestChanged,
  DailyDigestIssued,
  PersonalDataErased,
  EmailDelivered,
  EmailFailed,
  EmailRetryRequested,
] as const;
export type UserEvent = EventOf<(typeof USER_EVENTS)[number]>;
