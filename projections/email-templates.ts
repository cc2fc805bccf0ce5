import { emailTemplate } from '../domain/email-template/email-template.ts';
import {
  EMAIL_TEMPLATE_EVENTS,
  type EmailTemplateDetails,
  type EmailTemplateEvent,
} from '../domain/email-template/events.ts';
import { type ConfiguredDocument, configuredDocuments } from './configured-documents.ts';

export type EmailTemplateDocument = ConfiguredDocument<EmailTemplateDetails>;

/** Built-in texts have a document once the organization has changed them. */
export const emailTemplates = configuredDocuments<EmailTemplateDetails, EmailTemplateEvent>({
  name: 'emailTemplates',
  version: 4,
  digest: 'bd89633ee4a87a30',
  aggregate: emailTemplate,
  events: EMAIL_TEMPLATE_EVENTS,
});
