import { ApplicationPage as Page } from '../../features/application/application-page.tsx';
import { WithApplicationParts } from './application-parts.tsx';

export const ApplicationPage = () => (
  <WithApplicationParts>
    <Page />
  </WithApplicationParts>
);
