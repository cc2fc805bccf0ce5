import { useSearchParams } from 'react-router';
import { can } from '../../../../domain/access/policy.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { useActor } from '../session/session.ts';

export const AS_OF = 'asOf';
const POSITION = /^0x[0-9a-f]{32}$/;

const asOfIn = (params: URLSearchParams): string | null => {
  const position = params.get(AS_OF) ?? '';
  return POSITION.test(position) ? position : null;
};

/** A link to an application, as of the same position as the page. */
export const applicationLink = (applicationId: string, asOf: string | null): string =>
  `${pagePath('application', { applicationId })}${asOf === null ? '' : `?${AS_OF}=${asOf}`}`;

/** The position of the log that the page shows, for those who may read the history; null for now. */
export function useAsOf(organizationId: string | null): string | null {
  const [params] = useSearchParams();
  const mayRead = can(useActor(), 'history.read', { organizationId });
  return mayRead ? asOfIn(params) : null;
}
