import type { FieldError } from '../decision.ts';
import { type FieldRule, type FieldRules, PARAGRAPH_LIMIT, requiredText } from '../field-rules.ts';
import { type FileReference, isFileReference } from '../file-reference.ts';
import { TEXTS } from '../texts.ts';
import { BUILT_IN_TEMPLATES } from './built-in-templates.ts';
import type { EmailTemplateDetails } from './events.ts';
import { ACTION_LINK, PLACEHOLDERS, placeholdersIn } from './placeholders.ts';

/** More than that no mail server takes: each file may have 2 MB. */
export const MOST_ATTACHMENTS = 10;

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

/** A link that stands for itself: around it nothing that would make another address of it. */
const LONE_ACTION_LINK = /(?<![^\s(<*_|])\{\{\s*actionLink\s*\}\}(?![^\s)>*_|.,;:!?])/;
const ANY_ACTION_LINK = /\{\{\s*actionLink\s*\}\}/g;

/** What is wrong with the words as a whole: names that mean nothing here, and the link without which the mail is of no use (D29). */
export function errorsOfWords({ builtIn, name, subject, body }: EmailTemplateDetails): readonly FieldError[] {
  const needsLink = builtIn !== null && BUILT_IN_TEMPLATES[builtIn].needsActionLink;
  const known = { subject: PLACEHOLDERS, body: needsLink ? [...PLACEHOLDERS, ACTION_LINK] : PLACEHOLDERS };
  const unknown = (field: 'subject' | 'body', text: string) =>
    placeholdersIn(text)
      .filter((placeholder) => !known[field].some((one) => one === placeholder))
      .map((placeholder) => ({
        field,
        message: TEXTS.emailTemplates.placeholderUnknown(placeholder, known[field]),
      }));
  return [
    ...(builtIn === null && isReserved(name)
      ? [{ field: 'name', message: TEXTS.emailTemplates.nameReserved(name) }]
      : []),
    ...unknown('subject', subject),
    ...unknown('body', body),
    ...(needsLink ? errorsOfLink(body) : []),
  ];
}

function errorsOfLink(body: string): readonly FieldError[] {
  const links = body.match(ANY_ACTION_LINK) ?? [];
  if (links.length === 0) return [{ field: 'body', message: TEXTS.emailTemplates.actionLinkMissing }];
  const lone = body.match(new RegExp(LONE_ACTION_LINK, 'g')) ?? [];
  return lone.length === links.length ? [] : [{ field: 'body', message: TEXTS.emailTemplates.actionLinkInside }];
}

/** Two templates of one of these names could not be told apart. */
const isReserved = (name: string): boolean =>
  Object.values(BUILT_IN_TEMPLATES).some((builtIn) => builtIn.name.toLowerCase() === name.trim().toLowerCase());
