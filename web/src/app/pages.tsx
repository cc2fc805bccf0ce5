import { useLocation, useRoutes } from 'react-router';
import { ErrorBoundary } from './error-page.tsx';
import { pageAt } from './page-at.ts';
import { routes } from './router.tsx';
import { Shell } from './shell.tsx';

/** The page of the address in its shell. */
export function Pages() {
  const { pathname } = useLocation();
  const page = useRoutes(routes);
  return (
    <ErrorBoundary>
      <Shell isStaffArea={pageAt(pathname).handle.isStaffArea ?? false}>
        <ErrorBoundary>{page}</ErrorBoundary>
      </Shell>
    </ErrorBoundary>
  );
}
