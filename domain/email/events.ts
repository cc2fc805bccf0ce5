import { z } from 'zod';
import type { EventAudience } from '../event-sourcing/audience.ts';
import { defineEvent } from '../event-sourcing/event.ts';

/** No page shows account emails. */
const ON_MESSAGES: EventAudience = { onApplication: { document: 'messages' }, onUser: null };

/** In the stream of the application or user that received the email. */
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
 * Staff requested an email to the applicant with the text of this template version. It is sent at once, or at `sendAt`
 * unless cancelled.
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

/** An email was cancelled before it was sent. */
export const EmailCancelled = defineEvent({
  type: 'EmailCancelled',
  audience: ON_MESSAGES,
  data: z.object({ requestId: z.string(), template: z.string() }),
});

/** A failed email is retried under its original id. */
export const EmailRetryRequested = defineEvent({
  type: 'EmailRetryRequested',
  audience: ON_MESSAGES,
  data: z.object({ outboxId: z.string(), template: z.string() }),
});

export const EMAIL_EVENTS = [EmailDelivered, EmailFailed, EmailRequested, EmailCancelled, EmailRetryRequested] as const;
