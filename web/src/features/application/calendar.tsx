import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { hasReached } from '../../../../domain/application/statuses.ts';
import type { EmbedAddress } from '../../../../domain/process/embed-address.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { Agreed } from '../../shared/application/embed.tsx';
import classes from '../../shared/application/embeds.module.css';
import { formatMoment } from '../../shared/dates/dates.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { isHeldUp, OfflineNote } from '../../shared/ui/online.tsx';
import { type Booked, bookedIn, calendarAddress, type Guest } from './calendly.ts';
import { useSchedule } from './queries.ts';

function Frame({ address, title, onBooked }: { address: string; title: string; onBooked: (booked: Booked) => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useWindowEvent('message', (message) => {
    const booked = bookedIn(message, frame.current?.contentWindow);
    if (booked) onBooked(booked);
  });
  return (
    <iframe
      ref={frame}
      className={`${classes.frame} ${classes.calendar}`}
      src={address}
      title={`Calendly: ${title}`}
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

const guestOf = ({ firstName, lastName, email }: ApplicationView): Guest => ({
  name: [firstName, lastName].filter(Boolean).join(' '),
  email,
});

function Interview({ application: { calendlyStartTime, calendlyJoinUrl, status } }: { application: ApplicationView }) {
  const [now] = useState(() => Date.now());
  const isOver = hasReached(status, 'INTERVIEW COMPLETED') && Date.parse(calendlyStartTime ?? '') < now;
  if (isOver && calendlyStartTime) return <Notice>The interview was on {formatMoment(calendlyStartTime)}.</Notice>;
  return (
    <Notice meaning="good" role="status">
      {calendlyStartTime ? (
        <>
          The interview is booked: <strong>{formatMoment(calendlyStartTime)}</strong>.{' '}
          {calendlyJoinUrl && (
            <a href={calendlyJoinUrl} rel="noopener" target="_blank" style={{ color: 'inherit' }}>
              Open the interview
            </a>
          )}
        </>
      ) : (
        TEXTS.myApplication.interviewBooked
      )}
    </Notice>
  );
}

export function Calendar({
  application,
  embed,
  title,
  isOwn,
  mayBook,
  onBooked,
}: {
  application: ApplicationView;
  embed: EmbedAddress;
  title: string;
  isOwn: boolean;
  mayBook: boolean;
  onBooked: () => void;
}) {
  const schedule = useSchedule(application);
  const [isChoosing, setIsChoosing] = useState(false);
  const [address] = useState(() => calendarAddress(embed.address, location.host, guestOf(application)));
  const isBooked = Boolean(application.calendlyEventUri);
  const note = (booked: Booked) => {
    setIsChoosing(true);
    schedule.mutate(booked, { onSuccess: onBooked });
  };
  const isFailed = schedule.isError && schedule.variables !== undefined;
  return (
    <>
      {isBooked && <Interview application={application} />}
      {!isBooked && !mayBook && (
        <Notice>{isOwn ? TEXTS.myApplication.bookingClosed : TEXTS.myApplication.notBooked}</Notice>
      )}
      {isHeldUp(schedule) && <OfflineNote className={classes.waiting} />}
      {isFailed && (
        <Notice meaning="problem" role="alert">
          <p>
            {TEXTS.myApplication.bookingOnItsWay} {messageOf(schedule.error)}
          </p>
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => schedule.variables && note(schedule.variables)}
          >
            Send the booking again
          </Button>
        </Notice>
      )}
      {mayBook && isBooked && !isChoosing && (
        <div>
          <Button variant="default" onClick={() => setIsChoosing(true)}>
            Choose another time
          </Button>
        </div>
      )}
      {mayBook && (!isBooked || isChoosing) && (
        <Agreed type="Calendly" host={embed.host} shares="your name and email">
          <Frame address={address} title={title} onBooked={note} />
        </Agreed>
      )}
    </>
  );
}
