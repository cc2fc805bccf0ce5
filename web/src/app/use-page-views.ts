import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isStaff } from '../../../domain/access/policy.ts';
import { stopCounting, trackPageView } from '../shared/analytics/analytics.ts';
import { useActor, useUser } from '../shared/session/session.ts';

/** Counts what visitors and applicants open, never what staff do. */
export function usePageViews(): void {
  const { pathname } = useLocation();
  const user = useUser();
  const isOfStaff = isStaff(useActor());
  const isKnown = !user.isPending;
  useEffect(() => {
    if (!isKnown) return;
    if (isOfStaff) stopCounting();
    // Read here, because a program that is chosen changes the query, which opens no page.
    else trackPageView(pathname, location.search);
  }, [pathname, isKnown, isOfStaff]);
}
