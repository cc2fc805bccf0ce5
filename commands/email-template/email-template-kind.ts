import { emailTemplate } from '../../domain/email-template/email-template.ts';
import type { EmailTemplateDetails, EmailTemplateEvent } from '../../domain/email-template/events.ts';
import type { JsonObject } from '../diff-document.ts';
import type { ConfiguredKind } from '../documents/configured-kind.ts';

/** Which of the portal's texts a template stands in for is nobody's to say. */
const withoutProtected = ({ builtIn: _builtIn, ...fields }: JsonObject): JsonObject => fields;

export const EMAIL_TEMPLATES: ConfiguredKind<EmailTemplateDetails, EmailTemplateEvent> = {
  aggregate: emailTemplate,
  shapes: { attachments: { list: { key: 'fileId', item: {}, isOrdered: true } } },
  read: withoutProtected,
};
