import type { EmailTemplate } from '../../../../../api/contract/email-templates.ts';
import { STATUSES_WITH_EMAIL } from '../../../../../domain/email-template/details.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { familyName, JOURNEY, statusWord } from '../../../shared/application/journey.ts';
import { checklistField } from '../../../shared/forms/controls/checklist-field.tsx';
import { type Field, formValues, type Values } from '../../../shared/forms/field-errors.ts';
import { ATTACHMENTS } from './attachments-control.tsx';
import { builtInOf } from './built-in.ts';
import { PLACEHOLDER_TEXT } from './placeholder-text.tsx';

type Details = Pick<EmailTemplate, 'name' | 'subject' | 'body' | 'attachments' | 'statuses'>;
type DetailField = Field & { readonly name: keyof Details };

const NAME: DetailField = {
  name: 'name',
  label: 'Name',
  dataType: 'text',
  required: true,
  details: TEXTS.emailEditor.nameHelp,
};
const WORDS: readonly DetailField[] = [
  { name: 'subject', label: 'Subject', dataType: 'text', required: true, ...PLACEHOLDER_TEXT },
  {
    name: 'body',
    label: 'Body',
    dataType: 'paragraph',
    required: true,
    details: TEXTS.emailEditor.markdownHelp,
    ...PLACEHOLDER_TEXT,
  },
];
const FILES: DetailField = { name: 'attachments', label: 'Attachments', ...ATTACHMENTS };
const STATUSES: DetailField = {
  name: 'statuses',
  label: 'Offer it with these statuses',
  details: TEXTS.emailEditor.statusesHelp,
  ...checklistField(
    {
      groups: Object.fromEntries(
        JOURNEY.map(({ family, statuses }) => [
          familyName(family),
          statuses
            .filter((status) => STATUSES_WITH_EMAIL.includes(status))
            .map((status) => ({ value: status, label: statusWord(status) })),
        ]),
      ),
      order: STATUSES_WITH_EMAIL,
    },
    (statuses) => statuses.join(', '),
  ),
};

export const ALL_FIELDS: readonly DetailField[] = [NAME, ...WORDS, FILES, STATUSES];

/** A name that the portal gave is fixed; files need a saved template; an email about an account goes with no status. */
export const fieldsOf = (template: EmailTemplate | undefined): readonly DetailField[] => {
  if (!template) return [NAME, ...WORDS, STATUSES];
  const isByHand = builtInOf(template._id)?.isAboutApplication ?? true;
  return [...(template.hasSpecialName ? [] : [NAME]), ...WORDS, FILES, ...(isByHand ? [STATUSES] : [])];
};

export const wordsOf = (template?: Details): Values => formValues(ALL_FIELDS, template);
