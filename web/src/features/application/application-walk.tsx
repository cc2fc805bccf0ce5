import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { pagePath } from '../../../../domain/values/pages.ts';
import { useWalk } from '../../shared/pages/dashboard-walk.ts';
import classes from './application.module.css';

type Way = 'previous' | 'next';

/** Through the applications as the dashboard showed them. `titleId` names the application for a focused link. */
export function ApplicationWalk({ applicationId, titleId }: { applicationId: string; titleId: string }) {
  const place = useWalk(applicationId);
  if (!place || place.total < 2) return null;
  const { number, total, previous, next } = place;
  return (
    <nav className={classes.walk} aria-label="Applications on the dashboard">
      <Step way="previous" to={previous} titleId={titleId}>
        <IconChevronLeft size={16} aria-hidden /> Previous
      </Step>
      <p className={classes.walked}>
        {number.toLocaleString('en')} of {total.toLocaleString('en')}
      </p>
      <Step way="next" to={next} titleId={titleId}>
        Next <IconChevronRight size={16} aria-hidden />
      </Step>
    </nav>
  );
}

function Step({ way, to, titleId, children }: { way: Way; to: string | null; titleId: string; children: ReactNode }) {
  const { search, state } = useLocation();
  const link = useRef<HTMLAnchorElement>(null);
  const isPressed = state?.walked === way;
  // A new page moves the focus to its start; the pressed link takes it, so that the next press of the same key works.
  useEffect(() => {
    if (isPressed) link.current?.focus({ preventScroll: true });
  }, [isPressed]);
  if (to === null) {
    return <span aria-disabled>{children}</span>;
  }
  return (
    // Replaces the entry, so that Back leads to the dashboard at once.
    <Link
      ref={link}
      to={{ pathname: pagePath('application', { applicationId: to }), search }}
      state={{ walked: way }}
      replace
      aria-describedby={titleId}
    >
      {children}
    </Link>
  );
}
