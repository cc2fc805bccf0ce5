import type { EmailTemplateDetails } from '../../domain/email-template/events.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { SendLetter } from '../reactions/letters.ts';
import { type MailLimitEnvironment, takeTestMail } from './mail-limits.ts';

export interface TestMail {
  /** Tells this mail from others. */
  readonly id: string;
  readonly organizationId: string;
  readonly template: EmailTemplateDetails;
  /** Of who asks for it: nobody else gets test mails. */
  readonly email: string;
}

/** What the organization's own mails look like, where its account at a mail service is what is tried out. */
export const SENDING_TEST: EmailTemplateDetails = {
  builtIn: null,
  name: 'Test mail',
  subject: 'A test mail from {{orgName}}',
  body: 'This is how mails from **{{orgName}}** arrive. You have asked for it in the settings of your organization.',
  attachments: [],
};

const SAMPLE_APPLICANT = { firstName: 'Maria', lastName: 'Santos' };

/**
 * Sends a mail at once and answers how that went, in the mail server's words where it refuses. `signal` ends the try: its
 * reason is thrown.
 */
export async function sendTestMail(
  environment: MailLimitEnvironment,
  sendLetter: SendLetter,
  { id, organizationId, template, email }: TestMail,
  signal: AbortSignal,
): Promise<Result<{ readonly message: string }>> {
  const refusal = await takeTestMail(environment, organizationId);
  if (refusal) return refusal;
  const letter = { id, organizationId, template, email, values: SAMPLE_APPLICANT, applicationId: null };
  const outcome = await sendLetter({ ...letter, actionPath: '/', isSample: true }, signal);
  if (outcome.kind === 'delivered') return accept({ message: TEXTS.emailTemplates.testSent(email) });
  if (outcome.kind === 'retry') signal.throwIfAborted();
  return reject('refused', TEXTS.emailTemplates.testFailed(outcome.reason));
}
