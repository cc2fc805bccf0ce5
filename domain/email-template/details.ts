import { APPLICATION_STATUSES, type ApplicationStatus } from '../application/statuses.ts';
import { type FieldRule, type FieldRules, requiredName, requiredText } from '../configuration/field-rules.ts';
import type { FieldError } from '../event-sourcing/decision.ts';
import { type FileReference, isFileReference } from '../file/file-reference.ts';
import { LIMITS } from '../limits/limits.ts';
import { PARAGRAPH_LIMIT } from '../text/text-limits.ts';
import { TEXTS } from '../text/texts.ts';
import { ACTION_LINK } from './action-link.ts';
import { BUILT_IN_TEMPLATES, type BuiltInTemplateKey } from './built-in-templates.ts';
import type { EmailContent, EmailTemplateDetails } from './events.ts';
import { PLACEHOLDERS, placeholdersIn } from './placeholders.ts';

/** Mail servers refuse larger emails: each file may have 2 MB. */
export const MOST_ATTACHMENTS = LIMITS.attachments;

const attachmentsRule: FieldRule<FileReference[]> = (wanted) => {
  const files = [...new Map((wanted ?? []).map((file) => [file.fileId, file])).values()];
  if (!files.every(isFileReference)) return { message: TEXTS.forms.fileInvalid };
  return files.length <= MOST_ATTACHMENTS
    ? { value: files }
    : { message: TEXTS.emailTemplates.tooManyAttachments(MOST_ATTACHMENTS) };
};

/** A transfer has its own dialog, so no email is offered with it. */
export const STATUSES_WITH_EMAIL: readonly ApplicationStatus[] = APPLICATION_STATUSES.filter(
  (status) => status !== 'TRANSFERRED',
);

/** Each once, in order of rank. */
const statusesRule: FieldRule<ApplicationStatus[]> = (wanted) => {
  const chosen = new Set(wanted ?? []);
  const offered = STATUSES_WITH_EMAIL.filter((status) => chosen.has(status));
  return offered.length < chosen.size ? { message: TEXTS.emailTemplates.statusWithoutEmail } : { value: offered };
};

export const isSentByHand = (builtIn: BuiltInTemplateKey | null): boolean =>
  builtIn === null || BUILT_IN_TEMPLATES[builtIn].isAboutApplication;

export const EMAIL_TEMPLATE_RULES: FieldRules<EmailTemplateDetails> = {
  builtIn: (wanted) => ({ value: wanted }),
  name: requiredName,
  subject: requiredText('Subject'),
  body: requiredText('Body', PARAGRAPH_LIMIT),
  attachments: attachmentsRule,
  statuses: statusesRule,
};

/** Errors for unknown placeholders, and for the action link, which the portal adds itself. */
export function errorsOfWords({ builtIn, name, subject, body }: EmailContent): readonly FieldError[] {
  const hasAction = builtIn !== null && BUILT_IN_TEMPLATES[builtIn].action !== null;
  const unknown = (field: 'subject' | 'body', text: string) =>
    placeholdersIn(text)
      .filter((placeholder) => !PLACEHOLDERS.some((one) => one === placeholder))
      .map((placeholder) => ({
        field,
        message:
          hasAction && placeholder === ACTION_LINK
            ? TEXTS.emailTemplates.actionLinkAdded
            : TEXTS.emailTemplates.placeholderUnknown(placeholder, PLACEHOLDERS),
      }));
  return [
    ...(builtIn === null && isReserved(name)
      ? [{ field: 'name', message: TEXTS.emailTemplates.nameReserved(name) }]
      : []),
    ...unknown('subject', subject),
    ...unknown('body', body),
  ];
}

export const errorsOfStatuses = ({ builtIn, name, statuses }: EmailTemplateDetails): readonly FieldError[] =>
  statuses.length === 0 || isSentByHand(builtIn)
    ? []
    : [{ field: 'statuses', message: TEXTS.emailTemplates.notByHand(name) }];

const isReserved = (name: string): boolean =>
  Object.values(BUILT_IN_TEMPLATES).some((builtIn) => builtIn.name.toLowerCase() === name.trim().toLowerCase());
