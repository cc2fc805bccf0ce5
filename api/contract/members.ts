import { z } from 'zod';
import { ROLES } from '../../domain/access/actor.ts';
import { SENT_EMAIL_LIMIT } from '../../domain/text/text-limits.ts';
import { userSchema } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { id, messageSchema } from './values.ts';

const member = z.object({ orgId: id, userId: id });

export const addUserToOrg = endpoint({
  method: 'POST',
  path: '/api/addUserToOrg',
  capability: 'member.manage',
  summary:
    'Invites somebody. The answer is the same whether they have an account or not; they become a member when they accept. 409 for a member.',
  body: z.object({ orgId: id, email: z.string().trim().min(1).max(SENT_EMAIL_LIMIT), role: z.enum(ROLES) }),
  response: messageSchema,
});
export const changeRoleInOrganization = endpoint({
  method: 'POST',
  path: '/api/changeRoleInOrganization',
  capability: 'member.manage',
  summary: "Changes a member's role; Owners are made by Owners, and stay Owners.",
  body: member.extend({ role: z.enum(ROLES) }),
  response: userSchema,
});
export const removeMemberFromOrg = endpoint({
  method: 'POST',
  path: '/api/removeMemberFromOrg',
  capability: 'member.manage',
  summary: 'Removes a member, who loses the role at once; Owners stay.',
  body: member,
  response: messageSchema,
});
