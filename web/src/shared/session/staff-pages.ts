import { type Capability, can, isStaff } from '../../../../domain/access/policy.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { useOrganization } from '../organization/organization.ts';
import { useActor } from './session.ts';

interface StaffPage {
  readonly to: string;
  readonly label: string;
  readonly about: string;
  readonly capability?: Capability;
}

const STAFF_PAGES: readonly StaffPage[] = [
  { to: pagePath('dashboard'), label: 'Dashboard', about: 'All applications and what needs to be done.' },
  {
    to: pagePath('config'),
    label: 'Config',
    about: 'The payment models that you offer.',
    capability: 'paymentModel.read',
  },
];

export function useStaffPages(): readonly StaffPage[] {
  const actor = useActor();
  const organizationId = useOrganization().data?._id ?? null;
  if (!isStaff(actor)) return [];
  return STAFF_PAGES.filter(({ capability }) => !capability || can(actor, capability, { organizationId }));
}
