import { IconArchive, IconCircleCheck, IconCircleDashed, IconHourglass, IconMessages } from '@tabler/icons-react';
import {
  type ApplicationStatus,
  FAMILY_OF_STATUS,
  type StatusFamily,
} from '../../../../domain/application/statuses.ts';
import classes from './status-chip.module.css';

const LOOK: Readonly<Record<StatusFamily, { className: string | undefined; Icon: typeof IconArchive }>> = {
  ended: { className: classes.ended, Icon: IconArchive },
  new: { className: classes.new, Icon: IconCircleDashed },
  'in review': { className: classes.review, Icon: IconHourglass },
  'interview & tests': { className: classes.tests, Icon: IconMessages },
  'contract & done': { className: classes.done, Icon: IconCircleCheck },
};

export function StatusChip({ status }: { status: ApplicationStatus }) {
  const { className, Icon } = LOOK[FAMILY_OF_STATUS[status]];
  return (
    <span className={`${classes.chip} ${className}`} data-status={status}>
      <Icon size={14} stroke={1.75} aria-hidden />
      <span className={classes.word}>{status}</span>
    </span>
  );
}
