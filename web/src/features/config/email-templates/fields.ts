import type { EmailTemplate } from '../../../../../api/contract/email-templates.ts';
import { type Field, formValues, type Values } from '../../../shared/forms/field-errors.ts';
import { ATTACHMENTS } from './attachments-control.tsx';
import { PLACEHOLDER_TEXT } from './placeholder-text.tsx';

type Details = Pick<EmailTemplate, 'name' | 'subject' | 'body' | 'attachments'>;
type DetailField = Field & { readonly name: keyof Details };

const NAME: DetailField = {
  name: 'name',
  label: 'Name',
  dataType: 'text',
  required: true,
  details: 'Only staff see it.',
};
const WORDS: readonly DetailField[] = [
  { name: 'subject', label: 'Subject', dataType: 'text', required: true, ...PLACEHOLDER_TEXT },
  {
    name: 'body',
    label: 'Body',
    dataType: 'paragraph',
    required: true,
    details: 'Write **bold** with two stars on each side, and a link as `[words](address)`.',
    ...PLACEHOLDER_TEXT,
  },
];
const FILES: DetailField = { name: 'attachments', label: 'Attachments', ...ATTACHMENTS };

export const ALL_FIELDS: readonly DetailField[] = [NAME, ...WORDS, FILES];

/** A name that the portal gave is fixed; files need a saved template. */
export const fieldsOf = (template: EmailTemplate | undefined): readonly DetailField[] => {
  if (!template) return [NAME, ...WORDS];
  return template.hasSpecialName ? [...WORDS, FILES] : ALL_FIELDS;
};

export const wordsOf = (template?: Details): Values => formValues(ALL_FIELDS, template);
