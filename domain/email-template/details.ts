import { type FieldRule, type FieldRules, requiredText } from '../configuration/field-rules.ts';
import type { FieldError } from '../event-sourcing/decision.ts';
import { type FileReference, isFileReference } from '../file/file-reference.ts';
import { LIMITS } from '../limits/limits.ts';
import { PARAGRAPH_LIMIT } from '../text/text-limits.ts';
import { TEXTS } from '../text/texts.ts';
import { ACTION_LINK } from './action-link.ts';
import { BUILT_IN_TEMPLATES } from './built-in-templates.ts';
import type { EmailTemplateDetails } from './events.ts';
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

export const EMAIL_TEMPLATE_RULES: FieldRules<EmailTemplateDetails> = {
  builtIn: (wanted) => ({ value: wanted }),
  name: requiredText('Name'),
  subject: requiredText('Subject'),
  body: requiredText('Body', PARAGRAPH_LIMIT),
  attachments: attachmentsRule,
};

/** Errors for unknown placeholders, and for the action link, which the portal adds itself. */
export function errorsOfWords({ builtIn, name, subject, body }: EmailTemplateDetails): readonly FieldError[] {
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

const isReserved = (name: string): boolean =>
  Object.values(BUILT_IN_TEMPLATES).some((builtIn) => builtIn.name.toLowerCase() === name.trim().toLowerCase());
