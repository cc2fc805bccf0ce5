import { useLocation } from 'react-router';
import { PAGES, pagePath, pagePattern, pagesThat } from '../../../../domain/values/pages.ts';

/** Leads back to the page that asked for it. */
export const loginLink = (path: string): string => `${pagePath('login')}?next=${encodeURIComponent(path)}`;

/** Pages that nobody means to come back to: signed in, one's own enrollments on / say more. */
const NO_RETURN = pagesThat(({ isReturnedTo = true }) => !isReturnedTo).map(pagePattern);

/** The way to log in and come back here. */
export function useLoginLink(): string {
  const { pathname, search } = useLocation();
  if (pathname === PAGES.login.path) return pathname + search;
  const isChoice = new URLSearchParams(search).has('batchId');
  return NO_RETURN.some((pattern) => pattern.test(pathname)) && !isChoice
    ? pagePath('login')
    : loginLink(pathname + search);
}
