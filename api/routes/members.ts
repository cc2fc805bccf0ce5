import { revokeMemberCalendarFeed } from '../../commands/calendar-feed/revoke-member-calendar-feed.ts';
import { countEmails } from '../../commands/email/count-emails.ts';
import { addUserToOrganization } from '../../commands/invitation/add-user-to-organization.ts';
import { changeMemberRole } from '../../commands/organization/change-member-role.ts';
import { endMemberSessions } from '../../commands/organization/end-member-sessions.ts';
import { removeMember } from '../../commands/organization/remove-member.ts';
import { can } from '../../domain/access/policy.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { id } from '../contract/values.ts';
import { type Call, type Route, route, type Target, type UncheckedRequestWithBody } from '../http/route.ts';
import { resetSecondFactors } from '../sign-in/reset-second-factors.ts';
import { colleagueView } from '../views/user-view.ts';

export function memberRoutes(services: Services): readonly Route[] {
  const { environment, readModels, signIns } = services;
  const targetInBody = async ({ body, context }: UncheckedRequestWithBody): Promise<Target | undefined> => {
    const named = id.safeParse((body as { readonly orgId?: unknown } | null | undefined)?.orgId);
    // The schema refuses a missing id after the policy has been asked.
    if (!named.success) return { organizationId: context.organization?._id ?? null, isPublic: true };
    const organization = await readModels.organizations.get(named.data);
    return organization && { organizationId: organization._id, isPublic: true };
  };

  const makesOwner = ({
    body,
    context,
    target,
  }: Call<typeof ENDPOINTS.addUserToOrg | typeof ENDPOINTS.changeRoleInOrganization, Target>) =>
    body.role === 'Owner' && can(context.actor, 'member.makeOwner', target);

  return [
    route(ENDPOINTS.addUserToOrg, {
      targetInBody,
      needsConfirmation: makesOwner,
      emails: ({ context: { actor } }) => countEmails(environment, actor, 1),
      decide: ({ body: { orgId: organizationId, email, role }, command }) =>
        addUserToOrganization(environment, { organizationId, email, role }, command),
      view: ({ message }) => ({ message }),
    }),

    route(ENDPOINTS.changeRoleInOrganization, {
      targetInBody,
      needsConfirmation: makesOwner,
      decide: ({ body: { orgId: organizationId, userId, role }, command }) =>
        changeMemberRole(environment, { organizationId, userId, role }, command),
      view: async (_changed, { body: { orgId, userId } }) =>
        colleagueView(await readModels.users.written(userId), orgId),
    }),

    route(ENDPOINTS.endMemberSessions, {
      targetInBody,
      decide: ({ body: { orgId: organizationId, userId }, command }) =>
        endMemberSessions(environment, { organizationId, userId }, command),
      view: () => ({ message: TEXTS.members.sessionsEnded }),
    }),

    route(ENDPOINTS.resetSecondFactors, {
      targetInBody,
      handle: ({ body: { orgId: organizationId, userId }, context, response, command }) =>
        resetSecondFactors(services, { organizationId, userId }, { context, response }, command),
    }),

    route(ENDPOINTS.revokeMemberCalendar, {
      targetInBody,
      decide: ({ body: { orgId: organizationId, userId }, command }) =>
        revokeMemberCalendarFeed(environment, { organizationId, userId }, command),
      view: () => ({ message: TEXTS.members.calendarRevoked }),
    }),

    route(ENDPOINTS.removeMemberFromOrg, {
      targetInBody,
      async decide({ body: { orgId: organizationId, userId }, command }) {
        const removed = await removeMember(environment, { organizationId, userId }, command);
        if (removed.ok) await signIns.remove(userId, organizationId);
        return removed;
      },
      view: () => ({ message: TEXTS.members.removed }),
    }),
  ];
}
