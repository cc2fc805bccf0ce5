import { useSearchParams } from 'react-router';
import { can } from '../../../../domain/access/policy.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { useActor } from '../session/session.ts';
import { AS_OF, asOfIn } from './as-of-address.ts';

/** A link to an application, as of the same position as the page. */
export const applicationLink = (applicationId: string, asOf: string | null): string =>
  `${pagePath('application', { applicationId })}${asOf === null ? '' : `?${AS_OF}=${asOf}`}`;

/** The position of the log that the page shows, for those who may read the history; null for now. */
export function useAsOf(organizationId: string | null): string | null {
  const [params] = useSearchParams();
  const mayRead = can(useActor(), 'history.read', { organizationId });
  return mayRead ? asOfIn(params) : null;
}
