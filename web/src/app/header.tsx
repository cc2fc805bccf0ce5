import { useEffect } from 'react';
import { Link, NavLink } from 'react-router';
import { pagePath } from '../../../domain/values/pages.ts';
import { onThisDevice } from '../shared/browser/browser-storage.ts';
import { ANEW } from '../shared/browser/use-asked-anew.ts';
import { useOrganization } from '../shared/organization/organization.ts';
import { useLoginLink } from '../shared/session/login-link.ts';
import { useUser } from '../shared/session/session.ts';
import { useStaffPages } from '../shared/session/staff-pages.ts';
import { Bone } from '../shared/ui/skeleton.tsx';
import { Logo, useFavicon } from './logo.tsx';
import { NoticesLink } from './notices-link.tsx';
import { PaletteButton } from './palette-button.tsx';
import classes from './shell.module.css';
import { ThemeSwitch } from './theme-switch.tsx';
import { useLeave } from './use-leave.ts';

function Brand() {
  const organization = useOrganization();
  useFavicon(organization.data);
  return (
    <Link to={pagePath('home')} className={classes.brand}>
      {organization.isPending ? (
        <>
          <Bone width="2rem" height="2rem" />
          <Bone width="9rem" />
        </>
      ) : organization.data ? (
        <>
          <Logo key={organization.data._id} organization={organization.data} />
          <span>{organization.data.name}</span>
        </>
      ) : (
        <span>Enrollment</span>
      )}
    </Link>
  );
}

function Logout() {
  const { leave, isPending } = useLeave();
  return (
    <button type="button" className={classes.link} onClick={leave} disabled={isPending}>
      Logout
    </button>
  );
}

const SIGNED_IN = 'intake.isSignedIn';

/** The last known state until the session has loaded, so that the header on a phone has its two rows from the first paint. */
function useIsSignedIn(): boolean {
  const { data: user } = useUser();
  useEffect(() => {
    if (user) onThisDevice.write(SIGNED_IN, true);
    else if (user === null) onThisDevice.remove(SIGNED_IN);
  }, [user]);
  return user === undefined ? onThisDevice.read(SIGNED_IN) === true : user !== null;
}

export function Header() {
  const user = useUser();
  const staffPages = useStaffPages();
  const isForStaff = staffPages.length > 0;
  const loginLink = useLoginLink();
  const isFull = useIsSignedIn();
  return (
    <header className={isFull ? `${classes.header} ${classes.fullHeader}` : classes.header}>
      <Brand />
      <nav aria-label="Main" style={user.isPending ? { visibility: 'hidden' } : undefined}>
        <ul className={classes.nav}>
          {isForStaff && (
            <li className={classes.inCorner}>
              <PaletteButton />
            </li>
          )}
          {isForStaff && <NoticesLink />}
          <li>
            <NavLink to={pagePath('enroll')} className={classes.link}>
              Enroll
            </NavLink>
          </li>
          {staffPages.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} state={ANEW} className={classes.link}>
                {label}
              </NavLink>
            </li>
          ))}
          {user.data && !isForStaff && (
            <li>
              <NavLink to={pagePath('home')} className={classes.link}>
                My applications
              </NavLink>
            </li>
          )}
          {user.data && !isForStaff && (
            <li>
              <NavLink to={pagePath('payments')} className={classes.link}>
                Payments
              </NavLink>
            </li>
          )}
          {user.data && (
            <li>
              <NavLink to={pagePath('account')} className={classes.link} title={user.data.email}>
                My account
              </NavLink>
            </li>
          )}
          {user.data && (
            <li className={classes.inCorner}>
              <Logout />
            </li>
          )}
          {(user.data === null || user.isPending) && (
            <li>
              <NavLink to={loginLink} className={classes.link}>
                Login
              </NavLink>
            </li>
          )}
          <li className={classes.inCorner}>
            <ThemeSwitch />
          </li>
        </ul>
      </nav>
    </header>
  );
}
