import type { ComponentType } from 'react';
import type { FieldValue } from '../../../../domain/application/events.ts';
import { isEmptyValue, textOf } from '../../../../domain/application/field-value.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { isEmail } from '../../../../domain/values/email.ts';

export interface ControlProps {
  readonly field: Field;
  /** Of the element that the label names. */
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  readonly isDisabled: boolean;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly dataType: 'text' | 'email' | 'paragraph' | 'tel' | 'file' | 'select' | 'custom';
  readonly required?: boolean | undefined;
  readonly details?: string | undefined;
  readonly options?: readonly (string | { readonly value: string; readonly label: string })[] | undefined;
  readonly inputMode?: 'decimal' | 'numeric' | undefined;
  /** Of a `custom` field, whose value is a text: lists and numbers as JSON, so that drafts and conflicts can hold them. */
  readonly Control?: ComponentType<ControlProps> | undefined;
  /** The sentence that says what is wrong with a value that is not empty; null if nothing is. */
  readonly check?: ((value: FieldValue) => string | null) | undefined;
  /** The value as people read it where changes are listed. */
  readonly inWords?: ((value: FieldValue) => string) | undefined;
}
/** An answer is a text or a stored file; the empty text means no answer. */
export type Values = Readonly<Record<string, FieldValue>>;

const LIMITS = { paragraph: 20_000, other: 500 };

export function errorOf(field: Field, answer: FieldValue): string | null {
  if (isEmptyValue(answer)) return field.required ? TEXTS.forms.required : null;
  if (field.dataType === 'file') return typeof answer === 'string' ? TEXTS.forms.fileExpected : null;
  const wrong = field.check?.(answer);
  if (wrong || field.dataType === 'custom') return wrong ?? null;
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
