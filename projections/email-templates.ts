import { emailTemplate } from '../domain/email-template/email-template.ts';
import {
  EMAIL_TEMPLATE_EVENTS,
  type EmailTemplateDetails,
  type EmailTemplateEvent,
} from '../domain/email-template/events.ts';
import { type ConfiguredDocument, configuredDocuments } from './configured-documents.ts';

export type EmailTemplateDocument = ConfiguredDocument<EmailTemplateDetails>;

/** What organizations have written; the portal's own texts stand here from their first change on. */
export const emailTemplates = configuredDocuments<EmailTemplateDetails, EmailTemplateEvent>({
  name: 'emailTemplates',
  version: 2,
  digest: 'c5baad6ce633c91b',
  aggregate: emailTemplate,
  events: EMAIL_TEMPLATE_EVENTS,
});
