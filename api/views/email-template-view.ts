import type { EmailTemplateDocument } from '../../projections/email-templates.ts';
import type { EmailTemplate } from '../contract/email-templates.ts';

export const emailTemplateView = (document: EmailTemplateDocument): EmailTemplate => {
  const { _id, version, organizationId, builtIn, name, subject, body, attachments, statuses } = document;
  return {
    _id,
    version,
    organizationId,
    name,
    subject,
    body,
    attachments: [...attachments],
    // Documents of the former version lack it until the read model is built.
    statuses: [...(statuses ?? [])],
    hasSpecialName: builtIn !== null,
  };
};
