import type { EmailTemplateDocument } from '../../projections/email-templates.ts';
import type { EmailTemplate } from '../contract/email-templates.ts';

export const emailTemplateView = (document: EmailTemplateDocument): EmailTemplate => {
  const { _id, version, organizationId, builtIn, name, subject, body, attachments } = document;
  return {
    _id,
    version,
    organizationId,
    name,
    subject,
    body,
    attachments: [...attachments],
    hasSpecialName: builtIn !== null,
  };
};
