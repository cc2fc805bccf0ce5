import { useLocation } from 'react-router';

/** Leads back to the page that asked for it. */
export const loginLink = (path: string): string => `/login?next=${encodeURIComponent(path)}`;

/** Pages that nobody means to come back to: signed in, one's own enrollments on / say more. */
const NO_RETURN: ReadonlySet<string> = new Set(['/', '/enroll', '/apply', '/signup', '/passwordReset', '/verifyEmail']);

/** The way to log in and come back here. */
export function useLoginLink(): string {
  const { pathname, search } = useLocation();
  if (pathname === '/login') return pathname + search;
  const isChoice = new URLSearchParams(search).has('batchId');
  return NO_RETURN.has(pathname) && !isChoice ? '/login' : loginLink(pathname + search);
}
