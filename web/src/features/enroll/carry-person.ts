import { CORE_VALUE_NAMES } from '../../../../domain/application/core-fields.ts';
import { isEmptyValue } from '../../../../domain/application/field-value.ts';
import { drafts } from '../../shared/drafts/drafts.ts';
import type { Field, Values } from '../../shared/forms/field-errors.ts';

/** The name of the draft of an application to this batch. */
export const draftOf = (batchId: string): string => `apply.${batchId}`;

const OF_PERSON = ['email', ...CORE_VALUE_NAMES];

/** Copies what was typed about the person from one program's draft into that of another; its own values stay. */
export function carryPerson({
  userId,
  from,
  to,
  fields,
  known,
}: {
  userId: string | null;
  from: string | null;
  to: string;
  fields: readonly Field[];
  known: Values;
}): void {
  const mine = drafts.of(userId);
  const typed = from === null ? null : mine.read(draftOf(from));
  if (!typed) return;
  const own = mine.read(draftOf(to)) ?? {};
  const asked = fields.filter(({ name }) => OF_PERSON.includes(name) && !isEmptyValue(typed[name]) && !(name in own));
  if (asked.length === 0) return;
  const carried = Object.fromEntries(asked.map(({ name }) => [name, typed[name] ?? '']));
  mine.write(draftOf(to), { ...known, ...own, ...carried }, known);
}
