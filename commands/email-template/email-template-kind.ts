import { emailTemplate } from '../../domain/email-template/email-template.ts';
import type { EmailTemplateDetails, EmailTemplateEvent } from '../../domain/email-template/events.ts';
import type { ConfiguredKind } from '../documents/configured-kind.ts';
import type { JsonObject } from '../handling/diff-document.ts';

const withoutProtected = ({ builtIn: _builtIn, ...fields }: JsonObject): JsonObject => fields;

export const EMAIL_TEMPLATES: ConfiguredKind<EmailTemplateDetails, EmailTemplateEvent> = {
  aggregate: emailTemplate,
  shapes: { attachments: { list: { key: 'fileId', item: {}, isOrdered: true } } },
  read: withoutProtected,
};
