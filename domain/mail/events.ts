import { z } from 'zod';
import type { EventAudience } from '../event-sourcing/audience.ts';
import { defineEvent } from '../event-sourcing/event.ts';

/** What an account is mailed shows on no page. */
const ON_MESSAGES: EventAudience = { onApplication: { document: 'messages' }, onUser: null };

/** On the stream of the application or user that the mail went to. */
export const EmailDelivered = defineEvent({
  type: 'EmailDelivered',
  audience: ON_MESSAGES,
  data: z.object({ outboxId: z.string(), template: z.string() }),
});

export const EmailFailed = defineEvent({
  type: 'EmailFailed',
  audience: ON_MESSAGES,
  data: z.object({ outboxId: z.string(), template: z.string(), reason: z.string() }),
});

/**
 * Staff have asked for a mail to the applicant, in the words that the template had at that version. It leaves at once, or at
 * `sendAt`, until when it can be cancelled.
 */
export const EmailRequested = defineEvent({
  type: 'EmailRequested',
  audience: ON_MESSAGES,
  data: z.object({
    requestId: z.string(),
    templateId: z.string(),
    templateVersion: z.number().int(),
    template: z.string(),
    sendAt: z.string().nullable(),
  }),
});

/** It was taken back in time: nobody has got it. */
export const EmailCancelled = defineEvent({
  type: 'EmailCancelled',
  audience: ON_MESSAGES,
  data: z.object({ requestId: z.string(), template: z.string() }),
});

/** A mail that was given up is to be tried again, under the id that it had. */
export const EmailRetryRequested = defineEvent({
  type: 'EmailRetryRequested',
  audience: ON_MESSAGES,
  data: z.object({ outboxId: z.string(), template: z.string() }),
});

export const MAIL_EVENTS = [EmailDelivered, EmailFailed, EmailRequested, EmailCancelled, EmailRetryRequested] as const;
