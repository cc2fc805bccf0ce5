import { asValue } from '../text/inserted-text.ts';
import type { FieldValue, FieldValues } from './events.ts';
import { textOf } from './field-value.ts';

/** For lists, logs and sentences: without characters that hide or reverse what follows. Empty without a name. */
export const fullName = ({ firstName, lastName }: Names): string =>
  [firstName, lastName]
    .map((value) => asValue(textOf(value ?? '')))
    .filter(Boolean)
    .join(' ');

type Names = Readonly<Partial<Record<'firstName' | 'lastName', FieldValue | null>>>;

/** As staff read it: the name, or the email without one; null once erased. */
export function nameOfApplicant({
  values,
  email,
}: {
  readonly values: FieldValues;
  readonly email: string | null;
}): string | null {
  return fullName(values) || email;
}
