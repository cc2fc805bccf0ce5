import { useIsHydrated } from '../shared/hydrated.ts';
import { useOrganization } from '../shared/organization.ts';
import { CountingNote } from './counting-note.tsx';
import classes from './shell.module.css';

/** White-labelled (D37): the organization's name, and nobody else's. */
export function Footer() {
  const { data: organization } = useOrganization();
  const isHydrated = useIsHydrated();
  return (
    <footer className={classes.footer}>
      <p className={classes.footerRow}>
        <span>{organization?.name ?? 'Enrollment portal'}</span>
        <CountingNote />
        <span>
          Times are shown in your time zone
          {isHydrated && `, ${Intl.DateTimeFormat().resolvedOptions().timeZone.replace(/_/g, ' ')}`}.
        </span>
      </p>
    </footer>
  );
}
