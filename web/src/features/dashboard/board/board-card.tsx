import { IconAlertTriangle, IconArrowsRightLeft, IconCalendarEvent, IconStarFilled } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { daysInStatus, inDays, overdueSince } from '../../../../../domain/application/overdue.ts';
import type { StatusLimit } from '../../../../../domain/application/status-limits.ts';
import type { CallByName } from '../../../../../domain/user/display-name.ts';
import { dayIn } from '../../../../../domain/values/days.ts';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { applicationLink } from '../../../shared/as-of/use-as-of.ts';
import { formatMoment } from '../../../shared/dates/dates.tsx';
import { type Selection, useIsSelected } from '../bulk/selection.ts';
import { overdueWords } from '../data/columns.ts';
import type { BoardOrder } from '../data/dashboard-address.ts';
import classes from './board.module.css';
import type { BoardCard as Card } from './board-cards.ts';
import { takeUp } from './dragged.ts';

export interface CardContext {
  readonly myId: string | null;
  readonly limits: readonly StatusLimit[];
  readonly zone: string;
  readonly order: BoardOrder;
  readonly now: () => number;
  readonly call: CallByName;
  /** The position of the log that the page shows. */
  readonly asOf: string | null;
  /** Null and absent for read-only viewers. */
  readonly selection: Selection | null;
  readonly askWhereTo: ((application: ApplicationView) => void) | undefined;
}

export const BoardCard = memo(function BoardCard({
  card: { application, batchName },
  context: { myId, limits, zone, now, asOf, call, selection, askWhereTo },
  isTabStop,
  movedBy,
}: {
  card: Card;
  context: CardContext;
  /** Tab reaches one card of a column; arrow keys reach the others. */
  isTabStop: boolean;
  /** "Jun Reyes, 14:03": another person's move while the board is open. */
  movedBy: string | undefined;
}) {
  const { _id: id, version, adminAssignee } = application;
  const name = nameOf(application);
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <li
      className={classes.card}
      data-card={id}
      draggable={askWhereTo !== undefined}
      onDragStart={({ dataTransfer, currentTarget }) => {
        takeUp(dataTransfer, { id, version });
        // After the browser has taken the drag image of the card.
        requestAnimationFrame(() => currentTarget.toggleAttribute('data-dragged', true));
      }}
      onDragEnd={({ currentTarget }) => currentTarget.removeAttribute('data-dragged')}
    >
      <div className={classes.cardHead}>
        {selection && <Tick id={id} name={name} selection={selection} tabIndex={tabIndex} />}
        <Link to={applicationLink(id, asOf)} data-part="name" dir="auto" draggable={false} tabIndex={tabIndex}>
          {name}
        </Link>
        {askWhereTo && (
          <button
            type="button"
            className={classes.moveButton}
            data-part="move"
            aria-label={`Move ${name} to…`}
            title="Move to…"
            aria-haspopup="dialog"
            tabIndex={tabIndex}
            onClick={() => askWhereTo(application)}
          >
            <IconArrowsRightLeft size={16} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
      <p className={classes.batch} dir="auto">
        {batchName}
      </p>
      {application.status === 'INTERVIEW SCHEDULED' && application.calendlyStartTime && (
        <p className={classes.interview}>
          <IconCalendarEvent size={14} stroke={1.75} aria-hidden />
          <span className={classes.unseen}>Interview: </span>
          {formatMoment(application.calendlyStartTime)}
        </p>
      )}
      <p className={classes.facts}>
        <TimeInStatus application={application} limits={limits} zone={zone} clock={now} />
        {adminAssignee && (
          <span className={classes.assignee}>
            {adminAssignee.userId === myId && (
              <IconStarFilled size={14} className={classes.star} role="img" aria-label="Assigned to me" />
            )}
            <span className={classes.email}>{call(adminAssignee.userEmail) ?? 'Former member'}</span>
          </span>
        )}
      </p>
      {movedBy && <p className={classes.movedBy}>Moved by {movedBy}</p>}
    </li>
  );
});

function Tick({ id, name, selection, tabIndex }: { id: string; name: string; selection: Selection; tabIndex: number }) {
  const isSelected = useIsSelected(selection, id);
  return (
    <input
      type="checkbox"
      className={classes.tick}
      aria-label={`Select ${name}`}
      checked={isSelected}
      tabIndex={tabIndex}
      onChange={() => selection.change(isSelected ? [] : [id], isSelected ? [id] : [])}
    />
  );
}

function TimeInStatus({
  application,
  limits,
  zone,
  clock,
}: {
  application: ApplicationView;
  limits: readonly StatusLimit[];
  zone: string;
  clock: () => number;
}) {
  const { statusSince } = application;
  if (statusSince === undefined) return null;
  const now = clock();
  const reason = overdueSince(application, limits, now, dayIn(zone, now));
  return (
    <span className={reason ? classes.overdue : undefined} title={`Since ${formatMoment(statusSince)}`}>
      {reason && <IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
      {inDays(daysInStatus(statusSince, now))}
      {reason && overdueWords(reason)}
    </span>
  );
}
