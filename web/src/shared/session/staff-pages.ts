import { isStaff } from '../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { useActor } from './session.ts';

interface StaffPage {
  readonly to: string;
  readonly label: string;
  readonly about: string;
}

const STAFF_PAGES: readonly StaffPage[] = [
  { to: pagePath('dashboard'), label: 'Dashboard', about: TEXTS.portal.dashboardHelp },
  { to: pagePath('reports'), label: 'Reports', about: TEXTS.portal.reportsHelp },
  { to: pagePath('config'), label: 'Config', about: TEXTS.portal.configHelp },
];

export const useStaffPages = (): readonly StaffPage[] => (isStaff(useActor()) ? STAFF_PAGES : []);
