import type { FieldValue } from '../../../../domain/application/events.ts';
import { isEmptyValue, textOf } from '../../../../domain/application/field-value.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { isEmail } from '../../../../domain/values/email.ts';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly dataType: 'text' | 'email' | 'paragraph' | 'tel' | 'file' | 'select';
  readonly required?: boolean | undefined;
  readonly details?: string | undefined;
  readonly options?: readonly string[] | undefined;
  readonly inputMode?: 'decimal' | 'numeric' | undefined;
}
/** An answer is a text or a stored file; the empty text means no answer. */
export type Values = Readonly<Record<string, FieldValue>>;

const LIMITS = { paragraph: 20_000, other: 500 };

export function errorOf(field: Field, answer: FieldValue): string | null {
  if (isEmptyValue(answer)) return field.required ? TEXTS.forms.required : null;
  if (field.dataType === 'file') return typeof answer === 'string' ? TEXTS.forms.fileExpected : null;
  const value = textOf(answer);
  if (field.dataType === 'email' && !isEmail(value)) return 'Enter your email, like ada@example.com.';
  const limit = field.dataType === 'paragraph' ? LIMITS.paragraph : LIMITS.other;
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
export const summaryOf = (errors: Readonly<Record<string, unknown>>): string =>
  Object.values(errors).includes(TEXTS.forms.required) ? TEXTS.forms.requiredMissing : 'Please check these answers';
