import { z } from 'zod';
import { PASSWORD_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';
import { EMAILED_CODE_FIRST, passkeySchema } from './passkeys.ts';
import { instant, messageSchema } from './values.ts';

/** Long enough for a recovery code with spaces. */
export const CODE_LIMIT = 64;
const code = z.string().min(1).max(CODE_LIMIT);
const recoveryCodes = z.object({
  /** Shown once; each works once. */
  recoveryCodes: z.array(z.string()),
});

export const getSecondFactors = endpoint({
  method: 'GET',
  path: '/api/me/second-factors',
  capability: 'account.manageOwn',
  summary: 'How the signed-in person proves who they are, without any secrets.',
  response: z.object({
    hasPassword: z.boolean(),
    /** By `POST /api/me/confirmation-code`. */
    confirmsByEmail: z.boolean(),
    authenticatorAddedAt: instant.nullable(),
    recoveryCodesLeft: z.int(),
    /** The oldest first. */
    passkeys: z.array(passkeySchema),
  }),
});
export const beginAuthenticator = endpoint({
  method: 'POST',
  path: '/api/me/authenticator',
  capability: 'account.manageOwn',
  confirmation: 'sometimes',
  summary: `Begins to add an authenticator app (TOTP), given the password: returns its secret, also as the address for a QR code. Nothing changes until a code confirms it. Needs a confirmation if the account has a passkey. ${EMAILED_CODE_FIRST}`,
  body: z.object({ password: z.string().min(1).max(PASSWORD_LIMIT) }),
  response: z.object({ secret: z.string(), uri: z.string() }),
});
export const confirmAuthenticator = endpoint({
  method: 'POST',
  path: '/api/me/authenticator/confirm',
  capability: 'account.manageOwn',
  confirmation: 'sometimes',
  summary: `Adds the authenticator app, given one of its codes, and returns ten recovery codes. Needs a confirmation if the account has a passkey. ${EMAILED_CODE_FIRST}`,
  body: z.object({ code }),
  response: recoveryCodes,
});
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/me/recovery-codes',
  capability: 'account.manageOwn',
  summary: 'Creates ten new recovery codes, given a code; the old ones stop working.',
  body: z.object({ code }),
  response: recoveryCodes,
});
export const removeAuthenticator = endpoint({
  method: 'POST',
  path: '/api/me/authenticator/remove',
  capability: 'account.manageOwn',
  summary: 'Removes the authenticator app and the recovery codes, given one of their codes.',
  body: z.object({ code }),
  response: messageSchema,
});
