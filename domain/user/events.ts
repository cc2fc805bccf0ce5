import { z } from 'zod';
import { defineEvent, type EventOf } from '../event.ts';
import { EmailDelivered, EmailFailed } from '../mail/events.ts';
import { PersonalDataErased } from '../personal-data.ts';

/** `email` as typed, trimmed; it compares lower-cased (D3). */
export const UserSignedUp = defineEvent({
  type: 'UserSignedUp',
  data: z.object({}),
  personal: z.object({ email: z.string() }),
});
/** The person has shown that the e-mail is theirs, in one of the three ways of D10. */
export const EmailVerified = defineEvent({ type: 'EmailVerified', data: z.object({}) });
/** The hash stands in the vault; the log only knows that it changed. */
export const PasswordChanged = defineEvent({ type: 'PasswordChanged', data: z.object({}) });
export const CreatorGranted = defineEvent({ type: 'CreatorGranted', data: z.object({}) });

export const USER_EVENTS = [
  UserSignedUp,
  EmailVerified,
  PasswordChanged,
  CreatorGranted,
  PersonalDataErased,
  EmailDelivered,
  EmailFailed,
] as const;
export type UserEvent = EventOf<(typeof USER_EVENTS)[number]>;
