import { z } from 'zod';
import { configuredEvents } from '../configuration/configured-document.ts';
import type { EventOf } from '../event-sourcing/event.ts';
import { FILE_REFERENCE } from '../file/file-reference.ts';
import { BUILT_IN_TEMPLATE_KEYS } from './built-in-templates.ts';

export const EMAIL_TEMPLATE_DETAILS = z.object({
  /** The portal's own text that it replaces; null for a template that staff created. */
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
