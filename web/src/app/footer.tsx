import { useEffect, useState } from 'react';
import { whenIdle } from '../shared/browser/idle.ts';
import { useOrganization } from '../shared/organization/organization.ts';
import { CountingNote } from './counting-note.tsx';
import classes from './shell.module.css';

/** Computed when the page is idle: the first use of time zones takes a phone 100 ms. */
function useZone(): string | null {
  const [zone, setZone] = useState<string | null>(null);
  useEffect(() => void whenIdle().then(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone)), []);
  return zone;
}

export function Footer() {
  const { data: organization } = useOrganization();
  const zone = useZone();
  return (
    <footer className={classes.footer}>
      <p className={classes.footerRow}>
        <span>{organization?.name ?? 'Enrollment portal'}</span>
        <CountingNote />
        {/* One text, because a full stop of its own would move when the zone comes. */}
        <span>{`Times are shown in your time zone${zone ? `, ${zone.replace(/_/g, ' ')}` : ''}.`}</span>
      </p>
    </footer>
  );
}
