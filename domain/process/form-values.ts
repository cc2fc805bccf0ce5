import type { FieldValue } from '../application/events.ts';
import { isEmptyValue } from '../application/field-value.ts';
import { accept, type FieldError, type Result, reject } from '../event-sourcing/decision.ts';
import { FILE_REFERENCE } from '../file/file-reference.ts';
import { isBlank } from '../text/blank.ts';
import { PARAGRAPH_LIMIT, TEXT_LIMIT } from '../text/text-limits.ts';
import { TEXTS } from '../text/texts.ts';
import { isEmail } from '../values/email.ts';
import { isPhoneNumber } from '../values/phone-number.ts';
import type { FormField } from './config.ts';

/**
 * Only a paragraph may have several lines: in emails and tables, further lines would look like someone else's words.
 */
export function readValue(input: unknown, definitions: readonly Pick<FormField, 'dataType'>[]): unknown {
  if (input === null || input === undefined) return null;
  if (typeof input === 'number' || typeof input === 'boolean') return String(input);
  if (typeof input === 'string') {
    if (isBlank(input)) return null;
    const text = input.replaceAll('\0', '');
    const mayKeepLines = definitions.some(({ dataType }) => dataType === 'paragraph' || dataType === 'select');
    return mayKeepLines ? text : text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  }
  const file = FILE_REFERENCE.safeParse(input);
  return file.success ? file.data : input;
}

export function errorOfValue(value: unknown, field: FormField): string | null {
  if (value === null) return field.required ? TEXTS.forms.required : null;
  if (field.dataType === 'file') return FILE_REFERENCE.safeParse(value).success ? null : TEXTS.forms.fileExpected;
  if (typeof value !== 'string') return TEXTS.forms.textExpected;
  const limit = field.dataType === 'paragraph' ? PARAGRAPH_LIMIT : TEXT_LIMIT;
  if (value.length > limit) return TEXTS.forms.textTooLong(limit);
  if (field.dataType === 'email' && !isEmail(value)) return TEXTS.accounts.emailInvalid;
  if (field.dataType === 'tel' && !isPhoneNumber(value)) return TEXTS.forms.phoneExpected;
  if (field.dataType === 'select' && !field.options?.includes(value)) return TEXTS.forms.optionExpected;
  return null;
}

/** A name in several forms may have several definitions: an answer that fits any of them is valid. */
export function errorOfAnyDefinition(value: unknown, definitions: readonly FormField[]): string | null {
  const errors = definitions.map((field) => errorOfValue(value, { ...field, required: false }));
  return errors.includes(null) ? null : (errors[0] ?? null);
}

/** The answers to one form, or every error; other members are ignored. */
export function readForm(
  fields: readonly FormField[],
  input: Readonly<Record<string, unknown>>,
): Result<Readonly<Record<string, FieldValue>>> {
  const answers = fields.map((field) => {
    const value = readValue(Object.hasOwn(input, field.name) ? input[field.name] : null, [field]);
    return { field, value, message: errorOfValue(value, field) };
  });
  const errors = answers.flatMap(({ field, message }) => (message === null ? [] : [{ field: field.name, message }]));
  if (errors.length > 0) return rejectValues(errors);
  return accept(
    Object.fromEntries(answers.flatMap(({ field, value }) => (isAnswer(value) ? [[field.name, value]] : []))),
  );
}

const isAnswer = (value: unknown): value is FieldValue => !isEmptyValue(value as FieldValue | null);

/** One text where a required answer is missing (rule 62), else the first field's own. */
export function rejectValues(errors: readonly FieldError[]) {
  const isMissing = errors.some(
    ({ message }) => message === TEXTS.forms.requiredMissing || message === TEXTS.forms.required,
  );
  return reject('refused', isMissing ? TEXTS.forms.requiredMissing : (errors[0]?.message ?? ''), errors);
}
