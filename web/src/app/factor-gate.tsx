import { useQueryClient } from '@tanstack/react-query';
import { Activity, lazy, type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import type { FactorDue } from '../../../api/contract/accounts.ts';
import { PAGES } from '../../../domain/values/pages.ts';
import { allBut, USER_KEY } from '../shared/api/keys.ts';
import { useOrganization } from '../shared/organization/organization.ts';
import { isFactorPutOff, putFactorOff, useUser } from '../shared/session/session.ts';

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
  const isHome = useLocation().pathname === PAGES.home.path;
  /** From the start of the set-up until the person has saved the recovery codes: by then it is no longer due. */
  const [started, setStarted] = useState<FactorDue | null>(null);
  const [, redraw] = useState(0);
  const all = user?.factorsDue ?? [];
  const due = all.find(({ orgId }) => orgId === organization?._id) ?? (isHome ? all[0] : undefined);
  const mayPutOff = !(due?.isDue && isStaffArea);
  const isAsked = user && due && (isStaffArea || isHome) && !(mayPutOff && isFactorPutOff(user));
  const shown = started ?? (isAsked ? due : undefined);
  const goOn = async () => {
    await client.refetchQueries({ queryKey: USER_KEY });
    setStarted(null);
    void client.invalidateQueries(allBut(USER_KEY));
  };
  return (
    <>
      {user && shown && (
        <SetUpFactor
          user={user}
          due={shown}
          isStarted={started !== null}
          onStart={() => setStarted(shown)}
          onLater={
            mayPutOff
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
