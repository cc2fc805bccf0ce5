import { z } from 'zod';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { ID_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint, RENDERING_MS } from './endpoint.ts';
import { fileReferenceSchema, idParams, instant, messageSchema } from './values.ts';

/** `waiting`: not sent yet, or to be retried, with a `reason`. `dropped`: no longer needed when it was due. */
export const MESSAGE_STATUSES = ['waiting', 'sending', 'delivered', 'failed', 'cancelled', 'dropped'] as const;

export const emailMessageSchema = z.object({
  _id: z.string(),
  template: z.string(),
  /** What staff wrote themselves; absent for the words of a template. */
  written: z.object({ subject: z.string(), body: z.string() }).optional(),
  status: z.enum(MESSAGE_STATUSES),
  requestedAt: instant,
  requestedBy: z.object({ id: z.string(), email: z.string().nullable() }).nullable(),
  settledAt: instant.nullable(),
  nextTryAt: instant.nullable(),
  tries: z.int().nullable(),
  /** For the last attempt: the mail server's answer, or the error. */
  reason: z.string().nullable(),
  /** `sendMessageAgain` retries a failed email for 90 days. */
  canSendAgain: z.boolean(),
});
export type EmailMessage = z.infer<typeof emailMessageSchema>;

/** The email as it would be sent now; `html` is sanitized, and its verification link is a dummy. */
export const emailPreviewSchema = z.object({
  to: z.string(),
  template: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(fileReferenceSchema),
});

/** For all test emails, those of templates included. */
export const TEST_LIMIT = `An organization has ${QUOTAS.organization.testEmailsPerDay} test emails a day.`;

const messageParams = idParams.extend({ messageId: z.string().min(1).max(ID_LIMIT) });

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/applications/{id}/messages',
  capability: 'history.read',
  isCostly: true,
  summary: 'Emails to the applicant, newest first: what was sent, by whom, and whether their mail server accepted it.',
  params: idParams,
  response: z.array(emailMessageSchema),
});
export const getMessage = endpoint({
  method: 'GET',
  path: '/api/applications/{id}/messages/{messageId}',
  capability: 'application.sendTemplate',
  isCostly: true,
  costMs: RENDERING_MS,
  summary:
    'What an email to the applicant says: its own words or those of its template when it was sent (today’s until then), with the values of the applicant as they are now.',
  params: messageParams,
  response: emailPreviewSchema,
});
export const sendMessageAgain = endpoint({
  method: 'POST',
  path: '/api/applications/{id}/messages/{messageId}/sendAgain',
  capability: 'application.sendTemplate',
  confirmation: 'sometimes',
  summary: `Sends a failed email again, ${QUOTAS.email.againPerDay} times a day and ${QUOTAS.organization.emailsAgainPerDay} times for all emails of the organization. An email that was sent, or is being sent, does not change. Returns the email.`,
  params: messageParams,
  response: emailMessageSchema,
});
export const testMail = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/testMail',
  capability: 'organization.write',
  summary: `Sends a test email as the organization to the signed-in person, whose email must be confirmed; the answer says whether it was sent. ${TEST_LIMIT}`,
  params: idParams,
  response: messageSchema,
});
