import { application } from '../../domain/application/application.ts';
import type { EmailContent } from '../../domain/email-template/events.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { FileReference } from '../../domain/file/file-reference.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { OutgoingEmail, PreviewEmail } from '../email/outgoing-email.ts';
import type { RenderedEmail } from '../email/render-template.ts';
import { loadTemplate } from '../email/template-text.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import { findSendable } from './send-email-template.ts';
import { SAMPLE_APPLICANT } from './send-test-email.ts';

export interface PreviewedEmail extends RenderedEmail {
  readonly to: string;
  readonly template: string;
  readonly attachments: FileReference[];
}

export interface PreviewTemplate {
  /** Absent for a template that is not saved yet. */
  readonly templateId?: string | undefined;
  /** Absent: sample values, to `sampleEmail`. */
  readonly applicationId?: string | undefined;
  readonly organizationId: string | null;
  readonly sampleEmail: string;
  /** Unsaved text, which replaces the template's. */
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
}

export async function previewTemplate(
  environment: Pick<Environment, 'log'>,
  previewEmail: PreviewEmail,
  { applicationId, ...asked }: PreviewTemplate,
): Promise<Result<PreviewedEmail>> {
  const about = await aboutEmail(environment, applicationId, asked);
  if (!about.ok) return about;
  const found = await templateOf(environment, { ...asked, organizationId: about.value.organizationId });
  if (!found.ok) return found;
  const { email } = about.value;
  const rendered = await previewEmail({ ...about.value, template: found.value, applicationId: applicationId ?? null });
  return accept({ ...rendered, to: email, template: found.value.name, attachments: found.value.attachments });
}

type About = Pick<OutgoingEmail, 'organizationId' | 'email' | 'values'>;

async function aboutEmail(
  environment: Pick<Environment, 'log'>,
  applicationId: string | undefined,
  { organizationId, sampleEmail }: Pick<PreviewTemplate, 'organizationId' | 'sampleEmail'>,
): Promise<Result<About>> {
  if (applicationId === undefined) return accept({ organizationId, email: sampleEmail, values: SAMPLE_APPLICANT });
  const { state } = await load(environment, application, applicationId);
  if (state.kind !== 'application') return reject('not-found', TEXTS.access.notFound);
  const { email, values } = state;
  if (email === null) return reject('refused', TEXTS.applications.erased);
  return accept({ organizationId: state.organizationId, email, values });
}

const UNSAVED: EmailContent = { builtIn: null, name: '', subject: '', body: '', attachments: [] };

/** With unsaved text, also templates that only the portal sends. */
async function templateOf(
  environment: Pick<Environment, 'log'>,
  { templateId, organizationId, subject, body }: Omit<PreviewTemplate, 'applicationId' | 'sampleEmail'>,
): Promise<Result<EmailContent>> {
  const isUnsaved = subject !== undefined || body !== undefined;
  if (templateId !== undefined && !isUnsaved) {
    const found = await findSendable(environment, templateId, organizationId ?? '');
    return found.ok ? accept(found.value.details) : found;
  }
  const saved = templateId === undefined ? null : await loadTemplate(environment, templateId);
  if (saved !== null && saved?.organizationId !== organizationId) return reject('not-found', TEXTS.access.notFound);
  const details = saved?.details ?? UNSAVED;
  return accept({ ...details, subject: subject ?? details.subject, body: body ?? details.body });
}
