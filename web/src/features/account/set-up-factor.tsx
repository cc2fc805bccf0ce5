import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FactorDue, User } from '../../../../api/contract/accounts.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { formatCalendarDay } from '../../shared/dates/day.ts';
import { usePageTitle } from '../../shared/pages/page-state.tsx';
import { secondFactorsQuery } from '../../shared/session/second-factors-query.ts';
import { SendAgain } from '../../shared/session/send-again.tsx';
import { PageSkeleton } from '../../shared/ui/skeleton.tsx';
import classes from './account.module.css';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';

interface Props {
  readonly user: User;
  readonly due: FactorDue;
  /** Recovery codes are shown, which are lost with this page. */
  readonly onCodes: () => void;
  /** Null if the page behind it cannot be used without a second factor. */
  readonly onLater: (() => void) | null;
  readonly onAdded: () => void;
}

/** In place of a page, for staff of a school that requires a second factor, now or from a later day on. */
export function SetUpFactor({ user, due: { name, from, isDue }, onCodes, onLater, onAdded }: Props) {
  const { setUpBy, graceLead, dueTitle, dueLead } = TEXTS.requiredFactors;
  const factors = useQuery(secondFactorsQuery);
  const [isStarted, setStarted] = useState(false);
  const day = formatCalendarDay(from);
  const title = isDue ? dueTitle : setUpBy(day);
  usePageTitle(title);
  if (factors.isPending) return <PageSkeleton />;
  return (
    <div className={`${classes.page} ${classes.setUpPage}`}>
      <div className={classes.section}>
        <Title order={1}>{title}</Title>
        <p>{isDue ? dueLead(name, day) : graceLead(name, day)}</p>
        {!user.emailVerified && <SendAgain>{TEXTS.accounts.emailUnconfirmed}</SendAgain>}
        <div className={classes.actions}>
          {!isStarted && <Button onClick={() => setStarted(true)}>Set up now</Button>}
          {onLater && (
            <Button variant="default" onClick={onLater}>
              Later
            </Button>
          )}
        </div>
      </div>
      {isStarted && <SecondFactor user={user} onCodes={onCodes} onAdded={onAdded} />}
      {isStarted && <Passkeys user={user} onAdded={onAdded} />}
    </div>
  );
}
