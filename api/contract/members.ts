import { z } from 'zod';
import { ROLES } from '../../domain/access/actor.ts';
import { SENT_EMAIL_LIMIT } from '../../domain/text/text-limits.ts';
import { userSchema } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { published } from './published.ts';
import { email, id, messageSchema } from './values.ts';

const member = z.object({ orgId: id, userId: id });

export const addUserToOrg = endpoint({
  method: 'POST',
  path: '/api/addUserToOrg',
  capability: 'member.manage',
  confirmation: 'sometimes',
  summary:
    'Invites a person, who becomes a member on accepting. The answer does not reveal whether they have an account. 409 for a member.',
  body: z.object({
    orgId: id,
    email: published(z.string().trim().min(1).max(SENT_EMAIL_LIMIT), email),
    role: z.enum(ROLES),
  }),
  response: messageSchema,
});
export const changeRoleInOrganization = endpoint({
  method: 'POST',
  path: '/api/changeRoleInOrganization',
  capability: 'member.manage',
  confirmation: 'sometimes',
  summary: "Changes a member's role. Only Owners make Owners, and an Owner's role cannot be changed.",
  body: member.extend({ role: z.enum(ROLES) }),
  response: userSchema,
});
export const endMemberSessions = endpoint({
  method: 'POST',
  path: '/api/endMemberSessions',
  capability: 'member.manage',
  summary:
    "Logs a member out of this organization on all devices. Their sessions stay valid elsewhere. Only Owners end an Owner's.",
  body: member,
  response: messageSchema,
});
export const resetSecondFactors = endpoint({
  method: 'POST',
  path: '/api/resetSecondFactors',
  capability: 'member.resetFactors',
  confirmation: 'always',
  summary:
    "Removes a member's lost second factors, authenticator app and passkeys, ends all their sessions and notifies them by email. For Owners; not for one's own. Refused for a member of another school, which only the operator resets.",
  body: member,
  response: messageSchema,
});
export const revokeMemberCalendar = endpoint({
  method: 'POST',
  path: '/api/revokeMemberCalendar',
  capability: 'member.manage',
  summary:
    "Revokes the address of a member's calendar of interviews: it is refused from its next use on. Only Owners revoke an Owner's. 404 for a member who never had one.",
  body: member,
  response: messageSchema,
});
export const removeMemberFromOrg = endpoint({
  method: 'POST',
  path: '/api/removeMemberFromOrg',
  capability: 'member.manage',
  summary: 'Removes a member, who loses the role at once. Owners cannot be removed.',
  body: member,
  response: messageSchema,
});
