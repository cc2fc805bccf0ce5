import { z } from 'zod';
import { EMAIL_PROVEN_MINUTES, EMAILED_CODE_NEEDED_TYPE } from '../../domain/access/confirmation.ts';
import { PASSKEY_NAME_LIMIT, TRANSPORT_LIMIT, TRANSPORTS_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';
import { published } from './published.ts';
import { idParams, instant, messageSchema, seen } from './values.ts';

/** Base64url. */
const bytes = (limit: number) =>
  z
    .string()
    .max(limit)
    .regex(/^[\w-]*$/);
/** At most 1,023 bytes (WebAuthn Level 3, §5.1). */
const credentialId = bytes(1364).min(1);
const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** What `navigator.credentials.get` needs, as JSON. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Absent at a log-in: the browser shows the passkeys that it has for this site. */
  allowCredentials: z.array(descriptor).optional(),
});

/** What `navigator.credentials.create` needs, as JSON. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** An `AuthenticationResponseJSON` of WebAuthn. */
export const passkeyProof = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: bytes(128).optional(),
  }),
});
export type PasskeyProof = z.infer<typeof passkeyProof>;

/** A `RegistrationResponseJSON` of WebAuthn. */
const newPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(40_000),
    transports: z.array(z.string().max(TRANSPORT_LIMIT)).max(TRANSPORTS_LIMIT).optional(),
  }),
});

export const passkeySchema = z.object({
  _id: z.string(),
  name: z.string(),
  /** Where it works: this host and, below the base domain of the portal, all others of it. */
  host: z.string(),
  isUsableHere: z.boolean(),
  addedAt: instant,
  lastUsedAt: instant.nullable(),
  /** False: it exists on one device only. */
  isSynced: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** Of the calls that add a second factor. */
export const EMAILED_CODE_FIRST = `If a school requires a second factor that the account does not have, also needs the code of \`POST /api/me/confirmation-code\`, given to \`POST /api/confirm\` in this session within the last ${EMAIL_PROVEN_MINUTES} minutes; refused as ${EMAILED_CODE_NEEDED_TYPE} until then. A link from an email that proves the address does as well.`;

const name = published(z.string().trim().min(1).max(PASSKEY_NAME_LIMIT), seen(PASSKEY_NAME_LIMIT));

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/me/passkeys/begin',
  capability: 'account.manageOwn',
  confirmation: 'always',
  summary: `Begins to add a passkey: returns what the browser needs to create one, valid for five minutes. ${EMAILED_CODE_FIRST}`,
  response: creationOptions,
});
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/me/passkeys',
  capability: 'account.manageOwn',
  confirmation: 'always',
  summary: `Adds the passkey that the browser has created. An email notifies the person. ${EMAILED_CODE_FIRST}`,
  body: z.object({ name, passkey: newPasskey }),
  response: passkeySchema,
});
export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/api/me/passkeys/{id}',
  capability: 'account.manageOwn',
  summary: 'Renames a passkey.',
  params: idParams,
  body: z.object({ name }),
  response: passkeySchema,
});
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/me/passkeys/{id}',
  capability: 'account.manageOwn',
  confirmation: 'always',
  summary: 'Removes a passkey, which can no longer log in. An email notifies the person.',
  params: idParams,
  response: messageSchema,
});
export const beginPasskeyConfirmation = endpoint({
  method: 'POST',
  path: '/api/me/passkeys/challenge',
  capability: 'account.manageOwn',
  summary: 'Returns what the browser needs to confirm with a passkey who the person is, valid for five minutes.',
  response: requestOptions,
});
export const beginPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/passkeys/challenge',
  capability: 'account.enter',
  summary: 'Returns what the browser needs to log in with a passkey, valid for five minutes in this browser.',
  response: requestOptions,
});
