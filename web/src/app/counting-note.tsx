import { useState } from 'react';
import { isStaff } from '../../../domain/access/policy.ts';
import { TEXTS } from '../../../domain/text/texts.ts';
import { countingServices, isCountedHere, optOut } from '../shared/analytics/analytics.ts';
import { useIsHydrated } from '../shared/browser/hydrated.ts';
import { useActor } from '../shared/session/session.ts';
import classes from './shell.module.css';

/** Names the services that count visits, with a button to opt out; nothing if there are none. */
export function CountingNote() {
  // The prerendering server does not know the visitor's browser.
  const isKnown = useIsHydrated();
  const [isCounted, setIsCounted] = useState(isCountedHere);
  const isOfStaff = isStaff(useActor());
  if (!isKnown || countingServices.length === 0 || isOfStaff) return null;
  if (!isCounted) return <span role="status">{TEXTS.portal.notCounted}</span>;
  const leave = () => {
    optOut();
    setIsCounted(false);
  };
  return (
    <span>
      Visits are counted with {countingServices.join(' and ')}.{' '}
      <button type="button" className={classes.quiet} onClick={leave}>
        Stop counting my visits
      </button>
    </span>
  );
}
