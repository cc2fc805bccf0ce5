import { z } from 'zod';
import { APPLICATION_STATUSES } from '../../domain/application/statuses.ts';
import { STATUSES_WITH_EMAIL } from '../../domain/email-template/details.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { PARAGRAPH_LIMIT, TEXT_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { endpoint, RENDERING_MS } from './endpoint.ts';
import { emailPreviewSchema, TEST_LIMIT } from './messages.ts';
import { jsonSchemaOf, published, requiring } from './published.ts';
import {
  asOfQuery,
  fileReferenceSchema,
  id,
  idParams,
  inOrganization,
  listOf,
  messageSchema,
  seenText,
  version,
  versionText,
} from './values.ts';
import { restoreOf, versionsOf } from './versions.ts';

export const emailTemplateSchema = z.object({
  _id: z.string(),
  version,
  organizationId: z.string(),
  name: z.string(),
  subject: z.string(),
  /** Markdown with `{{firstName}} {{lastName}} {{email}} {{orgName}} {{applicationLink}}`; the portal adds secret links below it. */
  body: z.string(),
  attachments: z.array(fileReferenceSchema),
  /** Staff who set one of them are offered this email. */
  statuses: z.array(z.enum(APPLICATION_STATUSES)),
  /** The portal sends it automatically: it cannot be renamed or deleted. */
  hasSpecialName: z.boolean(),
});
export type EmailTemplate = z.infer<typeof emailTemplateSchema>;

const emailTemplateBody = z.object({
  version: version.nullish(),
  name: seenText(),
  subject: seenText(),
  body: seenText(PARAGRAPH_LIMIT),
  attachments: listOf(fileReferenceSchema, LIMITS.attachments).nullish(),
  statuses: listOf(
    z.enum(STATUSES_WITH_EMAIL, TEXTS.emailTemplates.statusWithoutEmail),
    APPLICATION_STATUSES.length,
  ).nullish(),
});

export const listEmailTemplates = endpoint({
  method: 'GET',
  path: '/api/emailTemplates',
  capability: 'emailTemplate.read',
  pastCapability: 'history.read',
  summary:
    'Email templates of the current organization by name, including those that the portal sends automatically. `asOf` returns them as of a time to those who read the history.',
  query: asOfQuery,
  response: z.array(emailTemplateSchema),
});
export const createEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/emailTemplates',
  capability: 'emailTemplate.write',
  summary: 'Creates an email template.',
  body: requiring(emailTemplateBody.extend(inOrganization), 'name', 'subject', 'body'),
  response: emailTemplateSchema,
});
export const getEmailTemplate = endpoint({
  method: 'GET',
  path: '/api/emailTemplates/{id}',
  capability: 'emailTemplate.read',
  summary:
    'One email template. `asOf` returns it as of a time, `version` one of its versions; `version` takes precedence.',
  params: idParams,
  query: asOfQuery.extend({ version: versionText.optional() }),
  response: emailTemplateSchema,
});
export const changeEmailTemplate = endpoint({
  method: 'PUT',
  path: '/api/emailTemplates/{id}',
  capability: 'emailTemplate.write',
  summary: 'Changes what differs. Emails requested before keep their text.',
  params: idParams,
  body: emailTemplateBody,
  response: emailTemplateSchema,
});
export const deleteEmailTemplate = endpoint({
  method: 'DELETE',
  path: '/api/emailTemplates/{id}',
  capability: 'emailTemplate.write',
  summary: 'Deletes a template that the portal does not send automatically.',
  params: idParams,
  response: messageSchema,
});
export const testEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/emailTemplates/{id}/test',
  capability: 'emailTemplate.write',
  isCostly: true,
  costMs: RENDERING_MS,
  summary: `Sends the template with sample values to the signed-in person, whose email must be confirmed; the answer says whether it was sent. ${TEST_LIMIT}`,
  params: idParams,
  response: messageSchema,
});
export const previewEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/sendEmailTemplate/preview',
  capability: 'application.sendTemplate',
  isCostly: true,
  costMs: RENDERING_MS,
  summary: 'The email that a template would send to an applicant; sends nothing.',
  body: z.object({
    /** Absent for a template that is not saved yet. */
    templateId: id.optional(),
    /** Absent: sample values, to the signed-in person. */
    applicationId: id.optional(),
    /** Unsaved text, which replaces the template's. */
    subject: z.string().max(TEXT_LIMIT).optional(),
    body: z.string().max(PARAGRAPH_LIMIT).optional(),
  }),
  response: emailPreviewSchema,
});
const sentBody = z.object({
  /** Absent for an email without a template, which needs `subject` and `body`. */
  templateId: id.optional(),
  applicationId: id,
  subject: z.string().max(TEXT_LIMIT).optional(),
  body: z.string().max(PARAGRAPH_LIMIT).optional(),
});
export const sendEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/sendEmailTemplate',
  capability: 'application.sendTemplate',
  confirmation: 'sometimes',
  summary:
    'Sends a template to an applicant, with other words if `subject` or `body` replaces its own, or an email without a template; an application in NEW moves to INFORMATION SENT.',
  body: published(sentBody, {
    ...jsonSchemaOf(sentBody, 'input'),
    anyOf: [{ required: ['templateId'] }, { required: ['subject', 'body'] }],
  }),
  response: messageSchema,
});

export const emailTemplateVersions = versionsOf('emailTemplates', 'emailTemplate.write');
export const restoreEmailTemplate = restoreOf('emailTemplates', 'emailTemplate.write', emailTemplateSchema);
