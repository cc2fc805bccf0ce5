import { Button } from '@mantine/core';
import { IconCalendarEvent, IconExternalLink, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './application.module.css';
import { embedOf, type Integration } from './embed-address.ts';

const WORDS = {
  Calendly: { what: 'a calendar', action: 'Show the calendar', Icon: IconCalendarEvent },
  Vimeo: { what: 'a video', action: 'Show the video', Icon: IconPlayerPlay },
} as const;

/**
 * A widget of another company. Nothing of it loads before the visitor agrees; a meeting opens in a tab of its own,
 * because meetings refuse to run inside other pages.
 */
export function Embed({ integration, title }: { integration: Integration; title: string }) {
  const [isAgreed, setIsAgreed] = useState(false);
  const embed = embedOf(integration);
  if (!embed) return null;
  if (integration.type === 'Zoom') {
    return (
      <div>
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
  const { what, action, Icon } = WORDS[integration.type];
  const shape = integration.type === 'Vimeo' ? classes.video : classes.calendar;
  if (isAgreed) {
    return (
      <iframe
        className={`${classes.frame} ${shape}`}
        src={embed.address}
        title={`${integration.type}: ${title}`}
        allow="fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  return (
    <div className={`${classes.embed} ${integration.type === 'Vimeo' ? classes.video : ''}`}>
      <p>
        Here is {what} from {embed.host}. Showing it tells {integration.type} that you are here, and it may set cookies.
      </p>
      <Button leftSection={<Icon size={18} aria-hidden />} variant="default" onClick={() => setIsAgreed(true)}>
        {action}
      </Button>
    </div>
  );
}
