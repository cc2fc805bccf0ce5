import { addUserToOrganization } from '../../commands/invitation/add-user-to-organization.ts';
import { changeMemberRole } from '../../commands/organization/change-member-role.ts';
import { removeMember } from '../../commands/organization/remove-member.ts';
import { accept } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { id } from '../contract/values.ts';
import { commandContextOf } from '../http/request-context.ts';
import { type Route, route, type Target, type UnjudgedWithBody } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { settle } from '../http/settle.ts';
import { colleagueView } from '../views/user-view.ts';

/** Who works for an organization; which one it is about says the body. */
export function memberRoutes({ environment, engine, readModels }: Services): readonly Route[] {
  const targetInBody = async ({ body, context }: UnjudgedWithBody): Promise<Target | undefined> => {
    const named = id.safeParse((body as { readonly orgId?: unknown } | null | undefined)?.orgId);
    // Without an id the schema refuses what follows, once whoever asks is known to be somebody here.
    if (!named.success) return { organizationId: context.organization?._id ?? null, isPublic: true };
    const organization = await readModels.organizations.get(named.data);
    return organization && { organizationId: organization._id, isPublic: true };
  };

  return [
    route(ENDPOINTS.addUserToOrg, {
      targetInBody,
      async handle({ body, context, response }) {
        const { orgId: organizationId, email, role } = body;
        const command = commandContextOf(context, body, organizationId);
        const added = await addUserToOrganization(environment, { organizationId, email, role }, command);
        if (!added.ok) return added;
        await settle(engine, response, added.value);
        return accept({ message: added.value.message });
      },
    }),

    route(ENDPOINTS.changeRoleInOrganization, {
      targetInBody,
      async handle({ body, context, response }) {
        const { orgId: organizationId, userId, role } = body;
        const command = commandContextOf(context, body, organizationId);
        const changed = await changeMemberRole(environment, { organizationId, userId, role }, command);
        if (!changed.ok) return changed;
        await settle(engine, response, changed.value);
        const user = await readModels.users.written(userId);
        return accept(colleagueView(user, organizationId));
      },
    }),

    route(ENDPOINTS.removeMemberFromOrg, {
      targetInBody,
      async handle({ body, context, response }) {
        const { orgId: organizationId, userId } = body;
        const command = commandContextOf(context, body, organizationId);
        const removed = await removeMember(environment, { organizationId, userId }, command);
        if (!removed.ok) return removed;
        await settle(engine, response, removed.value);
        return accept({ message: TEXTS.members.removed });
      },
    }),
  ];
}
