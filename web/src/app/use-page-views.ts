import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isStaff } from '../../../domain/policy.ts';
import { stopCounting, trackPageView } from '../shared/analytics.ts';
import { useActor, useUser } from '../shared/session.ts';

/** Counts what visitors and applicants open, never what staff do (D37); parameters that only the page changes are no visit. */
export function usePageViews(): void {
  const { pathname, search } = useLocation();
  const user = useUser();
  const isOfStaff = isStaff(useActor());
  const isKnown = !user.isPending;
  useEffect(() => {
    if (!isKnown) return;
    if (isOfStaff) stopCounting();
    else trackPageView(pathname, search);
    // biome-ignore lint/correctness/useExhaustiveDependencies: choosing a program changes the query, not the page
  }, [pathname, isKnown, isOfStaff]);
}
