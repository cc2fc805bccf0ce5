import type { EmailContent } from '../../domain/email-template/events.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { SendEmail } from '../email/outgoing-email.ts';
import { type EmailLimitEnvironment, reserveTestEmail } from './email-limits.ts';

export interface TestEmail {
  readonly id: string;
  readonly organizationId: string;
  readonly template: EmailContent;
  readonly recipient: Recipient | null;
}

interface Recipient {
  readonly email: string | null;
  readonly emailVerified: boolean;
}

export const SENDING_TEST: EmailContent = {
  builtIn: null,
  name: 'Test email',
  subject: 'A test email from {{orgName}}',
  body: 'This is how emails from **{{orgName}}** look. You requested this test in the settings of your organization.',
  attachments: [],
};

export const SAMPLE_APPLICANT = { firstName: 'Maria', lastName: 'Santos' };

/**
 * Only to a confirmed address, because anyone can sign up with another person's. At once, in the mail server's words if it
 * refuses. `signal` aborts; its reason is thrown.
 */
export async function sendTestEmail(
  environment: EmailLimitEnvironment,
  sendEmail: SendEmail,
  { id, organizationId, template, recipient }: TestEmail,
  signal: AbortSignal,
): Promise<Result<{ readonly message: string }>> {
  const email = recipient?.email ?? null;
  if (email === null || !recipient?.emailVerified) return reject('refused', TEXTS.emailTemplates.testUnproven);
  const refusal = await reserveTestEmail(environment, organizationId);
  if (refusal) return refusal;
  const outgoing = { id, organizationId, template, email, values: SAMPLE_APPLICANT, applicationId: null };
  const outcome = await sendEmail({ ...outgoing, actionPath: '/', isSample: true }, signal);
  if (outcome.kind === 'delivered') return accept({ message: TEXTS.emailTemplates.testSent(email) });
  if (outcome.kind === 'retry') signal.throwIfAborted();
  return reject('refused', TEXTS.emailTemplates.testFailed(outcome.reason));
}
