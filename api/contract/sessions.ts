import { z } from 'zod';
import { CONFIRMED_MINUTES, EMAIL_PROVEN_MINUTES } from '../../domain/access/confirmation.ts';
import { PASSWORD_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';
import { passkeyProof } from './passkeys.ts';
import { CODE_LIMIT } from './second-factors.ts';
import { chosenPassword, id, instant, messageSchema } from './values.ts';

export const sessionSchema = z.object({
  _id: z.string(),
  createdAt: instant,
  /** Up to ten minutes before the last call. */
  lastUsedAt: instant,
  device: z.string().nullable(),
  /** Where the log-in came from: a /24 of IPv4, a /48 of IPv6. */
  network: z.string().nullable(),
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/password',
  capability: 'account.manageOwn',
  confirmation: 'sometimes',
  summary:
    'Changes the password, given the current one, and ends all other sessions. Needs a confirmation if the account has a second factor.',
  body: z.object({
    currentPassword: z.string().min(1).max(PASSWORD_LIMIT),
    newPassword: chosenPassword,
  }),
  response: messageSchema,
});
export const setFirstPassword = endpoint({
  method: 'POST',
  path: '/api/me/password',
  capability: 'account.manageOwn',
  confirmation: 'always',
  summary: 'Sets the password of an account that has none, and ends all other sessions. An email notifies the person.',
  body: z.object({ newPassword: chosenPassword }),
  response: messageSchema,
});
export const sendConfirmationCode = endpoint({
  method: 'POST',
  path: '/api/me/confirmation-code',
  capability: 'account.manageOwn',
  summary:
    'Emails a code for `POST /api/confirm`, valid in this session for 20 minutes; only for an account with neither a password, a second factor nor a role, or one whose school requires a second factor that it does not have.',
  response: messageSchema,
});
export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/confirm',
  capability: 'account.manageOwn',
  summary: `Confirms who the person is, for ${CONFIRMED_MINUTES} minutes in this session: by a passkey, a code of the authenticator app or a recovery code; if the account has no second factor, by the password, or by the code of \`POST /api/me/confirmation-code\`. So does a login, except by an emailed link, or by the password alone of an account that has a passkey. If a school requires a second factor that the account does not have, the emailed code confirms nothing but the email, for ${EMAIL_PROVEN_MINUTES} minutes.`,
  body: z.union([
    z.object({ password: z.string().min(1).max(PASSWORD_LIMIT) }),
    z.object({ code: z.string().min(1).max(CODE_LIMIT) }),
    z.object({ emailedCode: z.string().min(1).max(CODE_LIMIT) }),
    z.object({ passkey: passkeyProof }),
  ]),
  response: z.object({ confirmedUntil: instant }),
});
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  capability: 'account.manageOwn',
  summary: "The person's sessions, the last used first.",
  response: z.array(sessionSchema),
});
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/{id}',
  capability: 'account.manageOwn',
  confirmation: 'always',
  summary: 'Ends a session.',
  params: z.object({ id }),
  response: messageSchema,
});
export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/endOtherSessions',
  capability: 'account.manageOwn',
  confirmation: 'always',
  summary: 'Ends all sessions of the person but this one.',
  response: messageSchema,
});
