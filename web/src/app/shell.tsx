import { IconWifiOff } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { TEXTS } from '../../../domain/text/texts.ts';
import { SessionDialogs } from '../shared/session/session-dialogs.tsx';
import { DialogHost } from '../shared/ui/dialogs.tsx';
import { useIsOnline } from '../shared/ui/online.tsx';
import { PageSkeleton } from '../shared/ui/skeleton.tsx';
import { FactorGate } from './factor-gate.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './shell.module.css';
import { usePageViews } from './use-page-views.ts';
import { useSchoolOfStaff } from './use-school-of-staff.ts';
import { useScrollPlace } from './use-scroll-place.ts';

function OfflineBar() {
  const isOnline = useIsOnline();
  // Set on the root, because `:has` would be evaluated on each change of the page.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', !isOnline);
  }, [isOnline]);
  return (
    <div role="status" className={classes.offlineBar}>
      {!isOnline && (
        <div className={classes.offline}>
          <IconWifiOff size={18} style={{ flex: 'none' }} aria-hidden /> {TEXTS.portal.keptOffline}
        </div>
      )}
    </div>
  );
}

const ACTS = ['keydown', 'pointerdown', 'click'] as const;

function useHasActed() {
  const hasActed = useRef(false);
  useLayoutEffect(() => {
    const note = () => {
      hasActed.current = true;
    };
    for (const act of ACTS) addEventListener(act, note, { capture: true });
    return () => {
      for (const act of ACTS) removeEventListener(act, note, { capture: true });
    };
  }, []);
  return hasActed;
}

/** After a navigation, focuses the start of the new page; on the same page only if the focused link has disappeared. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const hasActed = useHasActed();
  const { pathname, key } = useLocation();
  const last = useRef({ pathname, key });
  // A layout effect: a key that is pressed as soon as the page is visible must not go to the former page.
  useLayoutEffect(() => {
    const isSamePage = last.current.pathname === pathname;
    const isLost = last.current.key !== key && document.activeElement === document.body;
    last.current = { pathname, key };
    // A redirect of the first page keeps the focus at the start of the document.
    if (!hasActed.current) return;
    if (!isSamePage || isLost) main.current?.focus({ preventScroll: true });
  }, [pathname, key, hasActed]);
  return main;
}

export function Shell({ isStaffArea, children }: { isStaffArea: boolean; children: ReactNode }) {
  const main = useFocusOnNavigation();
  usePageViews();
  useScrollPlace();
  useSchoolOfStaff(isStaffArea);
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <Header />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={isStaffArea ? `${classes.main} ${classes.wide}` : classes.main}
      >
        <Suspense fallback={<PageSkeleton />}>
          <FactorGate isStaffArea={isStaffArea}>{children}</FactorGate>
        </Suspense>
      </main>
      <Footer />
      <OfflineBar />
      <DialogHost />
      <SessionDialogs />
    </>
  );
}
