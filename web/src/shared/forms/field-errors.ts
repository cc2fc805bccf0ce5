import type { ComponentType, ReactNode } from 'react';
import { CORE_ANSWERS, type CoreAnswerName } from '../../../../domain/application/core-fields.ts';
import type { FieldValue } from '../../../../domain/application/events.ts';
import { isEmptyValue, textOf } from '../../../../domain/application/field-value.ts';
import type { FileReference } from '../../../../domain/file/file-reference.ts';
import { shortFileName } from '../../../../domain/text/groups/short-file-name.ts';
import { PARAGRAPH_LIMIT, TEXT_LIMIT } from '../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { isEmail } from '../../../../domain/values/email.ts';
import { isPhoneNumber } from '../../../../domain/values/phone-number.ts';
import { isStoredFile } from '../files/files.ts';
import type { PictureRule } from '../files/picture-rules.ts';
import type { Uploader } from '../files/upload.ts';

export interface ControlProps {
  readonly field: Field;
  /** Of the element that the label names. */
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly value: string;
  /** Of a `file` field. */
  readonly file: FileReference | null;
  readonly onChange: (value: FieldValue) => void;
  readonly error: string | null;
  readonly isDisabled: boolean;
  readonly upload: Uploader;
  readonly onBusy: ((isBusy: boolean) => void) | undefined;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly dataType: 'text' | 'email' | 'paragraph' | 'tel' | 'file' | 'select' | 'custom';
  readonly required?: boolean | undefined;
  /** Its label says so where it is not required. */
  readonly marksOptional?: boolean | undefined;
  /** The error of a required field without a value. */
  readonly missing?: string | undefined;
  readonly details?: string | undefined;
  /** Hidden while false for the values of the form. */
  readonly applies?: ((values: Values) => boolean) | undefined;
  readonly options?: readonly (string | { readonly value: string; readonly label: string })[] | undefined;
  readonly inputMode?: 'decimal' | 'numeric' | 'url' | undefined;
  /** In characters; by default that of a line or a paragraph. */
  readonly limit?: number | undefined;
  /** Of a `file` field with a picture. */
  readonly picture?: PictureRule | undefined;
  /** A paragraph that is drawn as markdown. */
  readonly isMarkdown?: boolean | undefined;
  /** Is never kept in a draft. */
  readonly isSecret?: boolean | undefined;
  /** The value is a text (see `formValue`) or a stored file, so that drafts and conflicts can hold it. */
  readonly Control?: ComponentType<ControlProps> | undefined;
  /** The sentence that says what is wrong with a value that is not empty; null if nothing is. */
  readonly check?: ((value: FieldValue) => string | null) | undefined;
  /** The value as people read it where changes are listed. */
  readonly inWords?: ((value: FieldValue) => string) | undefined;
  /** What a change does, one line each, for values that `inWords` cannot compare: the questions of a quiz. */
  readonly changeInWords?: ((before: FieldValue, after: FieldValue) => readonly string[]) | undefined;
  /** The value for people who may only read; by default its words. */
  readonly View?: ComponentType<{ readonly value: FieldValue }> | undefined;
  /** What others ask about this answer, above the control. */
  readonly remark?: string | undefined;
  /** Shown under the control for the current value, such as the address that a slug gives. */
  readonly note?: ((value: FieldValue) => ReactNode) | undefined;
  /** Maps a value to its member of the document; by default a text or a file, and null for an empty value. */
  readonly stored?: ((value: FieldValue) => unknown) | undefined;
  /** Merges changes of two people; null if they changed the same part, which is then a conflict. */
  readonly merge?: ((before: FieldValue, mine: FieldValue, theirs: FieldValue) => FieldValue | null) | undefined;
}
/** An answer is a text or a stored file; the empty text means no answer. */
export type Values = Readonly<Record<string, FieldValue>>;

const shortText = (value: FieldValue) => (isStoredFile(value) ? shortFileName(value.fileName) : value);

/** The value as people read it. */
export function inWords({ inWords: words = shortText, options = [] }: Field, value: FieldValue): string {
  const option = options.find((one) => typeof one !== 'string' && one.value === value);
  return typeof option === 'object' ? option.label : words(value);
}

/** A member of a document as the value of a field: true is `true`, lists and objects are JSON, nothing is the empty text. */
export function formValue(stored: unknown): FieldValue {
  if (typeof stored === 'string' || isStoredFile(stored)) return stored;
  if (stored === undefined || stored === null || stored === false) return '';
  return Array.isArray(stored) && stored.length === 0 ? '' : JSON.stringify(stored);
}

export const formValues = (fields: readonly Field[], document: object = {}): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, formValue(document[name as keyof object])]));

/** The changes of a form as the body of a call, whose contract names the members. */
export function storedChanges<Body extends object>(
  fields: readonly Field[],
  changes: Readonly<Record<string, FieldValue | null>>,
): Partial<Body> {
  const members = fields
    .filter(({ name }) => changes[name] !== undefined)
    .map(({ name, stored }) => [name, stored ? stored(changes[name] ?? '') : changes[name]]);
  return Object.fromEntries(members) as Partial<Body>;
}

export function errorOf(field: Field, answer: FieldValue): string | null {
  if (isEmptyValue(answer)) return field.required ? (field.missing ?? TEXTS.forms.required) : null;
  if (field.dataType === 'file') return typeof answer === 'string' ? TEXTS.forms.fileExpected : null;
  const wrong = field.check?.(answer);
  if (wrong || field.dataType === 'custom') return wrong ?? null;
  const value = textOf(answer);
  if (field.dataType === 'email' && !isEmail(value)) return TEXTS.fields.enterEmail;
  if (field.dataType === 'tel' && !isPhoneNumber(value)) return TEXTS.forms.phoneExpected;
  const { limit = field.dataType === 'paragraph' ? PARAGRAPH_LIMIT : TEXT_LIMIT } = field;
  return value.length > limit ? TEXTS.forms.textTooLong(limit) : null;
}

export function errorsOf(fields: readonly Field[], values: Values): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const error = errorOf(field, values[field.name] ?? '');
    if (error) errors[field.name] = error;
  }
  return errors;
}

/** The heading of all errors; a missing required answer has its own text (rule 62). */
export const summaryOf = (fields: readonly Field[], errors: Readonly<Record<string, unknown>>): string =>
  fields.some(({ name, missing }) => [missing, TEXTS.forms.required].some((text) => text && errors[name] === text))
    ? TEXTS.forms.requiredMissing
    : 'Please check these answers';

/** The fields of an application's form: their errors say what to do, and optional ones are marked. */
export const asQuestions = (fields: readonly Field[]): readonly Field[] =>
  fields.map((field) => ({ missing: missingAnswer(field), marksOptional: true, ...field }));

function missingAnswer({ name, dataType }: Field): string {
  if (Object.hasOwn(CORE_ANSWERS, name)) return TEXTS.forms.missingOwn(CORE_ANSWERS[name as CoreAnswerName].words);
  if (dataType === 'file') return TEXTS.forms.fileMissing;
  return dataType === 'select' ? TEXTS.forms.choiceMissing : TEXTS.forms.answerMissing;
}
