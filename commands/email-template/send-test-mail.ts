import type { EmailTemplateDetails } from '../../domain/email-template/events.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { SendEmail } from '../mail/outgoing-email.ts';
import { type MailLimitEnvironment, reserveTestMail } from './mail-limits.ts';

export interface TestMail {
  readonly id: string;
  readonly organizationId: string;
  readonly template: EmailTemplateDetails;
  readonly email: string;
}

export const SENDING_TEST: EmailTemplateDetails = {
  builtIn: null,
  name: 'Test email',
  subject: 'A test email from {{orgName}}',
  body: 'This is how mails from **{{orgName}}** arrive. You have asked for it in the settings of your organization.',
  attachments: [],
};

export const SAMPLE_APPLICANT = { firstName: 'Maria', lastName: 'Santos' };

/** At once, in the mail server's words if it refuses. `signal` aborts; its reason is thrown. */
export async function sendTestMail(
  environment: MailLimitEnvironment,
  sendEmail: SendEmail,
  { id, organizationId, template, email }: TestMail,
  signal: AbortSignal,
): Promise<Result<{ readonly message: string }>> {
  const refusal = await reserveTestMail(environment, organizationId);
  if (refusal) return refusal;
  const outgoing = { id, organizationId, template, email, values: SAMPLE_APPLICANT, applicationId: null };
  const outcome = await sendEmail({ ...outgoing, actionPath: '/', isSample: true }, signal);
  if (outcome.kind === 'delivered') return accept({ message: TEXTS.emailTemplates.testSent(email) });
  if (outcome.kind === 'retry') signal.throwIfAborted();
  return reject('refused', TEXTS.emailTemplates.testFailed(outcome.reason));
}
