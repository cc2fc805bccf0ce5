import { Button } from '@mantine/core';
import { IconCalendarEvent, IconExternalLink, IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { embedOf, type Integration } from '../../../../domain/process/embed-address.ts';
import { useConsent } from './embed-consent.ts';
import classes from './embeds.module.css';

const WORDS = {
  Calendly: { what: 'calendar', many: 'calendars', action: 'Show the calendar', Icon: IconCalendarEvent },
  Vimeo: { what: 'video', many: 'videos', action: 'Show the video', Icon: IconPlayerPlay },
} as const;

export function Agreed({
  type,
  host,
  shares = 'your visit',
  children,
}: {
  type: keyof typeof WORDS;
  host: string;
  shares?: string;
  children: ReactNode;
}) {
  const [isAgreed, decide] = useConsent(type);
  const { what, many, action, Icon } = WORDS[type];
  if (isAgreed) {
    return (
      <div className={classes.shown}>
        {children}
        <p className={classes.consent}>
          You allowed {many} from {type}, so we show this one from {host}.{' '}
          <button type="button" className={classes.quietButton} onClick={() => decide(false)}>
            Hide the {what}
          </button>
        </p>
      </div>
    );
  }
  return (
    <div className={`${classes.embed} ${type === 'Vimeo' ? classes.video : ''}`}>
      <p>
        This {what} is on {host}. Showing it shares {shares} with {type} and may set cookies. We’ll remember your
        choice.
      </p>
      <Button leftSection={<Icon size={18} aria-hidden />} variant="default" onClick={() => decide(true)}>
        {action}
      </Button>
    </div>
  );
}

export function Embed({ integration, title }: { integration: Integration; title: string }) {
  const embed = embedOf(integration);
  if (!embed) return null;
  if (integration.type === 'Zoom') {
    return (
      <div className={classes.embed}>
        <p>The meeting is on {embed.host} and opens in a new tab.</p>
        <Button
          component="a"
          href={embed.address}
          target="_blank"
          rel="noopener nofollow"
          variant="default"
          rightSection={<IconExternalLink size={18} aria-hidden />}
        >
          Open the meeting in Zoom
        </Button>
      </div>
    );
  }
  return (
    <Agreed type="Vimeo" host={embed.host}>
      <iframe
        className={`${classes.frame} ${classes.video}`}
        src={embed.address}
        title={`Vimeo: ${title}`}
        allow="fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        loading="lazy"
      />
    </Agreed>
  );
}
