import { z } from 'zod';
import { ROLES } from '../../domain/access/actor.ts';
import { PASSWORD_LIMIT, SENT_EMAIL_LIMIT, TEXT_LIMIT, TOKEN_LIMIT } from '../../domain/text/text-limits.ts';
import { DISPLAY_NAME_LIMIT, DISPLAY_NAME_PATTERN } from '../../domain/user/display-name.ts';
import { endpoint } from './endpoint.ts';
import { passkeyProof } from './passkeys.ts';
import { published } from './published.ts';
import { CODE_LIMIT } from './second-factors.ts';
import { asOfQuery, calendarDay, chosenPassword, instant, messageSchema, sentEmail } from './values.ts';

export const userSchema = z.object({
  _id: z.string(),
  email: z.string(),
  /** How colleagues see this person; null for their email. */
  name: z.string().nullable(),
  emailVerified: z.boolean(),
  orgRoles: z.array(z.object({ orgId: z.string(), role: z.enum(ROLES) })),
  isCreator: z.boolean(),
  /** Of one's own account: schools that require a second factor which it does not have, from that day on. */
  factorsDue: z
    .array(
      z.object({
        orgId: z.string(),
        name: z.string(),
        from: calendarDay,
        /** The day has begun in the school's time zone: calls of its staff are refused until there is a factor. */
        isDue: z.boolean(),
      }),
    )
    .optional(),
});
export type User = z.infer<typeof userSchema>;
export type FactorDue = NonNullable<User['factorsDue']>[number];

export const memberSchema = userSchema.extend({
  /** The last sign-in as a member of this organization, at whichever address; null if there was none since the portal records them. */
  lastSignInAt: instant.nullable(),
  /** When the address of their calendar was made; null without one, and in answers about the past. */
  calendarAddressAt: instant.nullable(),
  /** True with an authenticator app; false in answers about the past. */
  hasAuthenticator: z.boolean(),
  /** How many they have; 0 in answers about the past. */
  passkeys: z.int(),
  /** For Owners, of a member with a factor: who can reset it when it is lost. The operator, if they work at another school too. */
  factorsResetBy: z.enum(['owner', 'operator']).nullable(),
});
export type Member = z.infer<typeof memberSchema>;

/** `isCreator` is ignored. `token` belongs to an invitation, `proof` to the link in its email. */
const credentials = z.object({
  email: z.string().min(1).max(SENT_EMAIL_LIMIT),
  password: z.string().min(1).max(PASSWORD_LIMIT),
  isCreator: z.unknown().optional(),
  token: z.string().max(TOKEN_LIMIT).nullish(),
  proof: z.string().max(TOKEN_LIMIT).nullish(),
  /** For an account with an authenticator app: one of its codes, or a recovery code. */
  code: z.string().max(CODE_LIMIT).nullish(),
});

const displayName = published(z.string().max(TEXT_LIMIT), {
  type: 'string',
  maxLength: DISPLAY_NAME_LIMIT,
  pattern: DISPLAY_NAME_PATTERN,
});
/** On accepting an invitation; an empty one changes nothing. */
export const givenName = displayName.nullish();

export const signup = endpoint({
  method: 'POST',
  path: '/api/signup',
  capability: 'account.enter',
  summary:
    'Creates an account and signs in; links the applications that this browser submitted with that email, and accepts the invitation of `token` under the display name `name`.',
  body: credentials.extend({ email: sentEmail, password: chosenPassword, name: givenName }),
  response: userSchema,
});
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  capability: 'account.enter',
  summary:
    'Signs in, and accepts the invitation of `token`. An account with an authenticator app also needs `code`: without it the answer is 401 with an error for `code`. Staff with a passkey and no app get 401 with an error for `passkey`: they log in with `POST /api/passkeys/login`.',
  body: credentials,
  response: userSchema,
});
export const loginWithPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys/login',
  capability: 'account.enter',
  summary:
    'Signs in with a passkey, which replaces email, password and code, and accepts the invitation of `token`. `isAfterPassword`: `POST /api/login` has just asked for it, so the security log forgets that the password was given without it.',
  body: z.object({
    passkey: passkeyProof,
    isAfterPassword: z.boolean().nullish(),
    token: z.string().max(TOKEN_LIMIT).nullish(),
    proof: z.string().max(TOKEN_LIMIT).nullish(),
  }),
  response: userSchema,
});
export const sendLoginLink = endpoint({
  method: 'POST',
  path: '/api/sendLoginLink',
  capability: 'account.enter',
  summary:
    'Emails a link and a code that log in without a password, for 20 minutes and in this browser only. The answer does not reveal whether the account exists; staff and accounts with a second factor are told by email to use their password.',
  body: z.object({ email: sentEmail }),
  response: messageSchema,
});
export const loginWithLink = endpoint({
  method: 'POST',
  path: '/api/login/link',
  capability: 'account.enter',
  summary:
    'Signs in with the link or the code of that email, in the browser that asked for it, and proves the email. Creates the account of a person who applied without one.',
  body: z.union([
    z.object({ token: z.string().min(1).max(TOKEN_LIMIT) }),
    z.object({ code: z.string().min(1).max(CODE_LIMIT) }),
  ]),
  response: userSchema,
});
export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  capability: 'account.enter',
  summary: 'Ends the session on the server as well.',
  response: messageSchema,
});
export const sendResetLink = endpoint({
  method: 'POST',
  path: '/api/sendResetLink',
  capability: 'account.enter',
  summary: 'Emails a link to set a new password. The answer does not reveal whether the account exists.',
  body: z.object({ email: sentEmail }),
  response: messageSchema,
});
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/resetPassword',
  capability: 'account.enter',
  summary: 'Uses that link: sets the password, verifies the email and ends all sessions of the account.',
  body: z.object({
    /** If sent, the link must be for this email. */
    email: z.string().max(SENT_EMAIL_LIMIT).nullish(),
    password: chosenPassword,
    token: z.string().min(1).max(TOKEN_LIMIT),
  }),
  response: messageSchema,
});
export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  capability: 'account.manageOwn',
  summary: 'The signed-in person; 401 when signed out.',
  response: userSchema,
});
export const changeName = endpoint({
  method: 'PUT',
  path: '/api/me/name',
  capability: 'account.manageOwn',
  summary: 'Changes the name that colleagues see instead of the email; an empty one removes it.',
  body: z.object({ name: displayName }),
  response: userSchema,
});
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  capability: 'member.read',
  pastCapability: 'history.read',
  summary:
    'Members of the current organization: all, Owners and Admins, or Viewers. `asOf` returns those of a time with their roles then.',
  query: asOfQuery.extend({ filter: z.enum(['admin', 'viewer']).optional() }),
  response: z.array(memberSchema),
});
export const sendVerification = endpoint({
  method: 'POST',
  path: '/api/sendVerification',
  capability: 'account.manageOwn',
  summary:
    "Emails the signed-in person another link to verify their account's email. The answer is the same if it is already verified.",
  response: messageSchema,
});
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/verifyEmail',
  capability: 'account.enter',
  summary:
    'Uses an emailed link: verifies the email and links its applications. Another person who opened an account with that email loses it.',
  body: z.object({ token: z.string().min(1).max(TOKEN_LIMIT) }),
  response: messageSchema.extend({
    applicationId: z.string().nullable(),
    /** For resetPassword: the account has no password yet. */
    setPasswordToken: z.string().nullable(),
    /** The email, if it has no account: after a sign-up with it, this browser can link the application. */
    emailWithoutAccount: z.string().nullable(),
    /** With emailWithoutAccount: another token for this call, which verifies the email of the account after that sign-up. */
    proof: z.string().nullable(),
  }),
});
