import type { FieldValues } from './events.ts';
import { textOf } from './field-value.ts';

/** As staff read it: the name, or the email without one; null once erased. */
export function nameOfApplicant({
  values,
  email,
}: {
  readonly values: FieldValues;
  readonly email: string | null;
}): string | null {
  const name = [values.firstName, values.lastName].map((value) => textOf(value ?? '').trim()).filter(Boolean);
  return name.length > 0 ? name.join(' ') : email;
}
