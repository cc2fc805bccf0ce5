import { useQueryClient } from '@tanstack/react-query';
import { Activity, lazy, type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import type { FactorDue } from '../../../api/contract/accounts.ts';
import { PAGES } from '../../../domain/values/pages.ts';
import { allBut, USER_KEY } from '../shared/api/keys.ts';
import { useIsHydrated } from '../shared/browser/hydrated.ts';
import { useOrganization } from '../shared/organization/organization.ts';
import { isFactorPutOff, putFactorOff, useUser } from '../shared/session/session.ts';
import { PageSkeleton } from '../shared/ui/skeleton.tsx';

const SetUpFactor = lazy(() =>
  import('../features/account/set-up-factor.tsx').then((m) => ({ default: m.SetUpFactor })),
);

/**
 * Shows the set-up of a second factor in place of the page, if a school requires one: in its staff's area, and on the home page,
 * where a log-in leads. The page behind keeps what was typed in it and goes on afterwards.
 */
export function FactorGate({ isStaffArea, children }: { isStaffArea: boolean; children: ReactNode }) {
  const client = useQueryClient();
  const { data: user } = useUser();
  const { data: organization } = useOrganization();
  // Only the browser knows who has put it off.
  const isHydrated = useIsHydrated();
  const isHome = useLocation().pathname === PAGES.home.path;
  /** While the recovery codes are shown: by then it is no longer due. */
  const [held, setHeld] = useState<FactorDue | null>(null);
  const [, redraw] = useState(0);
  const all = user?.factorsDue ?? [];
  const due = all.find(({ orgId }) => orgId === organization?._id) ?? (isHome ? all[0] : undefined);
  const mayPutOff = !(due?.isDue && isStaffArea);
  const isGated = isStaffArea || isHome;
  if (held && !isGated) setHeld(null);
  const isAsked = user && due && isGated && !(mayPutOff && isHydrated && isFactorPutOff(user));
  const shown = held ?? (isAsked ? due : undefined);
  const goOn = async () => {
    await client.refetchQueries({ queryKey: USER_KEY });
    setHeld(null);
    void client.invalidateQueries(allBut(USER_KEY));
  };
  return (
    <>
      {shown && !isHydrated && <PageSkeleton />}
      {user && shown && isHydrated && (
        <SetUpFactor
          user={user}
          due={shown}
          onCodes={() => setHeld(shown)}
          onLater={
            mayPutOff && !held
              ? () => {
                  putFactorOff(user);
                  redraw((count) => count + 1);
                  document.getElementById('main')?.focus();
                }
              : null
          }
          onAdded={() => void goOn()}
        />
      )}
      {isStaffArea ? <Activity mode={shown ? 'hidden' : 'visible'}>{children}</Activity> : !shown && children}
    </>
  );
}
