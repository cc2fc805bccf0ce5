import type { Role } from '../../../../../domain/access/actor.ts';
import { can } from '../../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { useActor } from '../../../shared/session/session.ts';

/** What a role may do, for the person who gives it. */
export const ABOUT_ROLES: Readonly<Record<Role, string>> = {
  Owner: 'does everything, including payment models, secrets and other Owners',
  Admin: 'works on applications and sets up the school',
  Viewer: 'reads the dashboard and the configuration, without comments, plans and admin-only fields',
};

/** The roles that this person may give: only Owners make Owners. */
export function useRolesToGive(organizationId: string): readonly Role[] {
  const makesOwners = can(useActor(), 'member.makeOwner', { organizationId });
  return makesOwners ? ['Owner', 'Admin', 'Viewer'] : ['Admin', 'Viewer'];
}

/** Resolves to false if the person thinks better of it. */
export const ownerQuestion = (email: string): string => TEXTS.memberPages.confirmOwner(email);
