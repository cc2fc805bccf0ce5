import { isStaff } from '../../../../domain/access/policy.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { useActor } from './session.ts';

interface StaffPage {
  readonly to: string;
  readonly label: string;
  readonly about: string;
}

const STAFF_PAGES: readonly StaffPage[] = [
  { to: pagePath('dashboard'), label: 'Dashboard', about: 'All applications and what needs to be done.' },
  { to: pagePath('reports'), label: 'Reports', about: 'Applications over time, by course and by status.' },
  { to: pagePath('config'), label: 'Config', about: 'Set up your school, its programs and processes.' },
];

export const useStaffPages = (): readonly StaffPage[] => (isStaff(useActor()) ? STAFF_PAGES : []);
