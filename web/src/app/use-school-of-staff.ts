import { useLocation } from 'react-router';
import { useOrganization } from '../shared/organization/organization.ts';
import { useSchoolOfPage } from '../shared/organization/school-of-page.ts';
import { useUser } from '../shared/session/session.ts';

/** Staff without a role in the shown school, such as the last one that they applied to, return to a school of their own. */
export function useSchoolOfStaff(isStaffArea: boolean): void {
  const { data: shown } = useOrganization();
  const { data: user } = useUser();
  const isNamed = new URLSearchParams(useLocation().search).has('organizationId');
  const own = user?.orgRoles.map(({ orgId }) => orgId) ?? [];
  const isElsewhere = isStaffArea && !isNamed && shown && !own.includes(shown._id);
  useSchoolOfPage(isElsewhere ? own[0] : undefined);
}
