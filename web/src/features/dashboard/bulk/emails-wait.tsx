import { useEffect, useState } from 'react';
import type { Bulk } from '../../../../../api/contract/bulk.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { serverNow } from '../../../shared/api/server-clock.ts';
import classes from './bulk.module.css';

export function EmailsWait({ bulk: { mailsLeaveAt, changed } }: { bulk: Bulk }) {
  const [now, setNow] = useState(() => serverNow());
  const left = mailsLeaveAt === null ? 0 : Math.max(0, Date.parse(mailsLeaveAt) - now);
  const isWaiting = left > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  if (mailsLeaveAt === null || changed === 0) return null;
  return (
    <p className={classes.aside}>
      {isWaiting ? TEXTS.dashboard.emailsWait(Math.ceil(left / 1000)) : TEXTS.dashboard.emailsGo}
    </p>
  );
}
