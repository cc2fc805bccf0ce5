import { IconAlertTriangle } from '@tabler/icons-react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { daysInStatus, inDays, isOverdue } from '../../../../domain/application/overdue.ts';
import { formatMoment } from '../../shared/dates/dates.tsx';
import { useOrganization } from '../../shared/organization/organization.ts';
import classes from './application-panel.module.css';

export function TimeInStatus({ application: { status, statusSince } }: { application: ApplicationView }) {
  const limits = useOrganization().data?.statusLimits ?? [];
  if (statusSince === undefined) return null;
  const now = Date.now();
  const limit = limits.find((one) => one.status === status);
  return (
    <div>
      <dt>Time in status</dt>
      <dd title={`Since ${formatMoment(statusSince)}`}>
        {inDays(daysInStatus(statusSince, now))}
        {limit && isOverdue({ status, statusSince }, limits, now) && (
          <span className={classes.overdue}>
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden /> Overdue: {inDays(limit.days)} allowed
          </span>
        )}
      </dd>
    </div>
  );
}
