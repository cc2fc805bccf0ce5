import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isStaff } from '../../../domain/access/policy.ts';
import { stopCounting, trackPageView } from '../shared/analytics/analytics.ts';
import { useActor, useUser } from '../shared/session/session.ts';

/** Counts page views of visitors and applicants, not of staff. */
export function usePageViews(): void {
  const { pathname } = useLocation();
  const user = useUser();
  const isOfStaff = isStaff(useActor());
  const isKnown = !user.isPending;
  useEffect(() => {
    if (!isKnown) return;
    if (isOfStaff) stopCounting();
    // Not a dependency: choosing a program changes the query and opens no page.
    else trackPageView(pathname, location.search);
  }, [pathname, isKnown, isOfStaff]);
}
