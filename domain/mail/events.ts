import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** On the stream of the application or user that the mail went to; subject and body stay in the outbox. */
export const EmailDelivered = defineEvent({
  type: 'EmailDelivered',
  data: z.object({ outboxId: z.string(), template: z.string() }),
});

export const EmailFailed = defineEvent({
  type: 'EmailFailed',
  data: z.object({ outboxId: z.string(), template: z.string(), reason: z.string() }),
});

export const MAIL_EVENTS = [EmailDelivered, EmailFailed] as const;
