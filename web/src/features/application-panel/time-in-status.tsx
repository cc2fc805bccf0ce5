import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { daysInStatus, inDays, overdueSince } from '../../../../domain/application/overdue.ts';
import { dayIn, fullDay } from '../../../../domain/values/days.ts';
import { formatMoment } from '../../shared/dates/dates.tsx';
import { useOrganization } from '../../shared/organization/organization.ts';
import classes from './application-panel.module.css';

export function TimeInStatus({ application }: { application: ApplicationView }) {
  const { statusLimits: limits = [], timeZone = 'UTC' } = useOrganization().data ?? {};
  const { status, statusSince } = application;
  if (statusSince === undefined) return null;
  const now = Date.now();
  const limit = limits.find((one) => one.status === status);
  const reason = overdueSince(application, limits, now, dayIn(timeZone, now));
  return (
    <div>
      <dt>Time in status</dt>
      <dd title={`Since ${formatMoment(statusSince)}`}>
        {inDays(daysInStatus(statusSince, now))}
        {limit && reason?.isLate && <Overdue>Overdue: {inDays(limit.days)} allowed</Overdue>}
        {reason?.followUpOn && <Overdue>Follow-up due since {fullDay(reason.followUpOn)}</Overdue>}
      </dd>
    </div>
  );
}

const Overdue = ({ children }: { children: ReactNode }) => (
  <span className={classes.overdue}>
    <IconAlertTriangle size={16} stroke={1.75} aria-hidden /> {children}
  </span>
);
