import { useState } from 'react';
import { isStaff } from '../../../domain/access/policy.ts';
import { countingServices, isCountedHere, optOut } from '../shared/analytics/analytics.ts';
import { useIsHydrated } from '../shared/browser/hydrated.ts';
import { useActor } from '../shared/session/session.ts';
import classes from './shell.module.css';

/** Says who counts visits, and takes whoever wants it out; nothing where nobody counts. */
export function CountingNote() {
  // The server that draws a page knows neither the visitor's browser nor what it asked for.
  const isKnown = useIsHydrated();
  const [isCounted, setIsCounted] = useState(isCountedHere);
  const isOfStaff = isStaff(useActor());
  if (!isKnown || countingServices.length === 0 || isOfStaff) return null;
  if (!isCounted) return <span role="status">Your visits are not counted.</span>;
  const leave = () => {
    optOut();
    setIsCounted(false);
  };
  return (
    <span>
      Visits are counted with {countingServices.join(' and ')}.{' '}
      <button type="button" className={classes.quiet} onClick={leave}>
        Leave me out
      </button>
    </span>
  );
}
