import { Button, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { asksForBooking, type VisibleStep } from '../../shared/application/next-step.ts';
import { CORRECTED, nextOf, STATIONS, STATUS_WORDS } from '../../shared/application/status-words.ts';
import { Moment } from '../../shared/dates/dates.tsx';
import classes from './application.module.css';

function Stations({ current }: { current: number }) {
  const isDone = current === STATIONS.length - 1;
  return (
    <ol className={classes.journey} aria-label="Steps to enrollment">
      {STATIONS.map((name, index) => {
        const isHere = index === current && !isDone;
        const isReached = index <= current;
        return (
          <li
            key={name}
            className={[classes.station, isReached && classes.reached, isHere && classes.here]
              .filter(Boolean)
              .join(' ')}
            aria-current={isHere ? 'step' : undefined}
          >
            <span className={classes.dot} aria-hidden>
              {isReached && !isHere && <IconCheck size={14} stroke={3} />}
            </span>
            {name}
          </li>
        );
      })}
    </ol>
  );
}

function interviewWords(application: ApplicationView): ReactNode {
  const { status, calendlyStartTime } = application;
  if (status !== 'INTERVIEW SCHEDULED' || !calendlyStartTime) return null;
  return (
    <>
      It starts on <Moment at={calendlyStartTime} />.
    </>
  );
}

/** The status of the application and its next step in words; nothing for ended applications, whose banner says it. */
export function Journey({
  application,
  isOwn,
  hasStarted,
  next,
  onOpenNext,
  isCorrected,
  onCorrect,
}: {
  application: ApplicationView;
  isOwn: boolean;
  hasStarted: boolean;
  /** Null: nothing required is left. Undefined: it is loading. */
  next: VisibleStep | null | undefined;
  onOpenNext: () => void;
  isCorrected: boolean;
  /** Null: nothing is to be corrected. */
  onCorrect: (() => void) | null;
}) {
  const words = STATUS_WORDS[application.status];
  if (words.station === null) return null;
  const ofInterview = hasStarted ? null : interviewWords(application);
  const ofStatus = ofInterview ?? (isCorrected ? CORRECTED.next : nextOf(application.status, hasStarted));
  // A pending step must not hide what an email asks for, or an appointment.
  const isSaidByStep = application.status === 'INTERVIEW PENDING' && next != null && asksForBooking(next.step);
  const showsStatus = next === null || ofInterview !== null || (words.meaning === 'attention' && !isSaidByStep);
  return (
    <section aria-labelledby="journey" className={classes.way}>
      <Title order={2} size="h4" id="journey">
        {isOwn ? 'You are here' : 'Current status'}
      </Title>
      <Stations current={words.station} />
      <div className={classes.next} style={{ marginTop: '1.25rem' }}>
        {showsStatus && <p>{ofStatus}</p>}
        {next !== null && (
          <p>
            Next: <strong dir="auto">{next?.step.title ?? '…'}</strong>
          </p>
        )}
        {isOwn && next !== null && <Button onClick={onOpenNext}>Continue</Button>}
        {onCorrect && <Button onClick={onCorrect}>Correct your answers</Button>}
        {isOwn && !hasStarted && application.calendlyJoinUrl && application.status === 'INTERVIEW SCHEDULED' && (
          <Button component="a" href={application.calendlyJoinUrl} rel="noopener" target="_blank" variant="default">
            Open the interview
          </Button>
        )}
      </div>
    </section>
  );
}
