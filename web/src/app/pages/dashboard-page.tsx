import { DashboardPage as Page } from '../../features/dashboard/dashboard-page.tsx';
import { WithApplicationParts } from './application-parts.tsx';

export const DashboardPage = () => (
  <WithApplicationParts>
    <Page />
  </WithApplicationParts>
);
