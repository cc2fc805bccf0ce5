import { z } from 'zod';
import { configuredEvents } from '../configuration/configured-document.ts';
import type { EventOf } from '../event-sourcing/event.ts';
import { FILE_REFERENCE } from '../file/file-reference.ts';
import { BUILT_IN_TEMPLATE_KEYS } from './built-in-templates.ts';

/** A text for mails; `body` is markdown with `{{placeholders}}`. */
export const EMAIL_TEMPLATE_DETAILS = z.object({
  /** Which of the portal's own texts it stands in for, for ever; null for one that staff have made. */
  builtIn: z.enum(BUILT_IN_TEMPLATE_KEYS).nullable(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  attachments: z.array(FILE_REFERENCE),
});
export type EmailTemplateDetails = z.infer<typeof EMAIL_TEMPLATE_DETAILS>;

export const EMAIL_TEMPLATE_EVENTS = configuredEvents('EmailTemplate', EMAIL_TEMPLATE_DETAILS, {
  document: 'emailTemplate',
});
export type EmailTemplateEvent = EventOf<(typeof EMAIL_TEMPLATE_EVENTS)[number]>;
