import { z } from 'zod';
import { ROLES } from '../../domain/access/actor.ts';
import { TOKEN_LIMIT } from '../../domain/text/text-limits.ts';
import { givenName, userSchema } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { fileReferenceSchema, idParams, instant, messageSchema } from './values.ts';

export const signupLinkSchema = z.object({
  _id: z.string(),
  email: z.string(),
  roleToUse: z.enum(ROLES),
  /**
   * Null if only the emailed link works, because a person who could read this one has lost that role, and of an Owner's
   * invitation in a session that has not confirmed who the person is.
   */
  token: z.string().nullable(),
  signupLink: z.string().nullable(),
  linkNeedsConfirmation: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
  mail: z.object({ state: z.enum(['pending', 'delivered', 'failed']), reason: z.string().nullable() }),
});
export type SignupLink = z.infer<typeof signupLinkSchema>;

const invitingOrganization = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  logoFile: fileReferenceSchema.nullable(),
  accentColor: z.string().nullable(),
});

const ownInviteSchema = z.object({
  _id: z.string(),
  roleToUse: z.enum(ROLES),
  organization: invitingOrganization,
  token: z.string(),
  createdAt: instant,
  expiresAt: instant,
});
export type OwnInvite = z.infer<typeof ownInviteSchema>;

const token = z.string().min(1).max(TOKEN_LIMIT);
const proof = z.string().max(TOKEN_LIMIT).nullish();

export const listSignupLinks = endpoint({
  method: 'GET',
  path: '/api/signupLinks',
  capability: 'member.manage',
  summary:
    'Pending invitations of the current organization, oldest first; those of Owners for Owners only, with their links after a confirmation.',
  response: z.array(signupLinkSchema),
});
export const deleteSignupLink = endpoint({
  method: 'DELETE',
  path: '/api/signupLinks/{id}',
  capability: 'member.manage',
  summary: 'Revokes an invitation.',
  params: idParams,
  response: messageSchema,
});
export const resendSignupLink = endpoint({
  method: 'POST',
  path: '/api/signupLinks/{id}/resend',
  capability: 'member.manage',
  confirmation: 'sometimes',
  summary:
    "Emails a new link for another 14 days; the previous one stops working. An Owner's invitation needs a confirmation.",
  params: idParams,
  response: signupLinkSchema,
});

export const getInvite = endpoint({
  method: 'GET',
  path: '/api/invites/{token}',
  secretParam: 'token',
  capability: 'account.enter',
  summary: 'The invitation of a link: person, school and role. Does not use the link.',
  params: z.object({ token }),
  query: z.object({ proof: z.string().max(TOKEN_LIMIT).optional() }),
  response: z.object({
    email: z.string(),
    roleToUse: z.enum(ROLES),
    organization: invitingOrganization,
    expiresAt: instant,
    /** The invitation has been accepted: the person signs in. */
    isAccepted: z.boolean(),
  }),
});
export const listOwnInvites = endpoint({
  method: 'GET',
  path: '/api/me/invites',
  capability: 'account.manageOwn',
  summary: 'Open invitations to the verified email of the account, newest first; none while it is not verified.',
  response: z.array(ownInviteSchema),
});
export const declineInvite = endpoint({
  method: 'POST',
  path: '/api/invites/decline',
  capability: 'account.enter',
  summary:
    'Declines an invitation. The invited person is signed in with that email verified, or has the `proof` from the email.',
  body: z.object({ token, proof }),
  response: messageSchema,
});
export const acceptInvite = endpoint({
  method: 'POST',
  path: '/api/invites/accept',
  capability: 'account.manageOwn',
  confirmation: 'sometimes',
  summary:
    'Accepts an invitation, signed in with the invited email: grants the role, with `proof` verifies the email, and sets the display name `name`. Needs a confirmation if the account has a second factor.',
  body: z.object({ token, proof, name: givenName }),
  response: userSchema,
});
