import { useLocation } from 'react-router';
import { matchPage, PAGES, pagePath, pagesThat } from '../../../../domain/values/pages.ts';

export const loginLink = (path: string): string => `${pagePath('login')}?next=${encodeURIComponent(path)}`;

/** Pages to which a log-in does not return: `/` is more useful to a signed-in person. */
const NO_RETURN = pagesThat(({ isReturnedTo = true }) => !isReturnedTo);

export function useLoginLink(): string {
  const { pathname, search } = useLocation();
  if (pathname === PAGES.login.path) return pathname + search;
  const isChoice = new URLSearchParams(search).has('batchId');
  return NO_RETURN.some((page) => matchPage(page, pathname) !== null) && !isChoice
    ? pagePath('login')
    : loginLink(pathname + search);
}
