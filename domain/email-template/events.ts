import { z } from 'zod';
import { APPLICATION_STATUSES } from '../application/statuses.ts';
import { type ConfiguredEvent, configuredEvents } from '../configuration/configured-document.ts';
import { FILE_REFERENCE } from '../file/file-reference.ts';
import { BUILT_IN_TEMPLATE_KEYS } from './built-in-templates.ts';

export const EMAIL_TEMPLATE_DETAILS = z.object({
  /** The portal's own text that it replaces; null for a template that staff created. */
  builtIn: z.enum(BUILT_IN_TEMPLATE_KEYS).nullable(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  attachments: z.array(FILE_REFERENCE),
  /** Staff who set one of these are offered the email. Absent in events of earlier versions. */
  statuses: z.array(z.enum(APPLICATION_STATUSES)).optional(),
});
export type EmailTemplateDetails = Required<z.infer<typeof EMAIL_TEMPLATE_DETAILS>>;

/** What is sent. */
export type EmailContent = Omit<EmailTemplateDetails, 'statuses'>;

export const EMAIL_TEMPLATE_EVENTS = configuredEvents('EmailTemplate', EMAIL_TEMPLATE_DETAILS, {
  document: 'emailTemplate',
});
export type EmailTemplateEvent = ConfiguredEvent<'EmailTemplate', EmailTemplateDetails>;
