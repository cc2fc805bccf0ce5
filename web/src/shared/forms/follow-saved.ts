import type { FieldValue } from '../../../../domain/application/events.ts';
import { isSameValue } from '../../../../domain/application/field-value.ts';
import type { Values } from './field-errors.ts';

const trimmed = (value: FieldValue | undefined) => (typeof value === 'string' ? value.trim() : value);
const isSame = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  isSameValue(trimmed(one), trimmed(other));

/**
 * What a form makes of it when the answers that are saved change under it: what nobody has touched here follows; what both
 * have changed stays as it was typed, and is named, because saving would now overwrite somebody else's words.
 */
export function followSaved({
  values,
  before,
  after,
  sent,
}: {
  /** As they stand in the form. */
  values: Values;
  before: Values;
  after: Values;
  /** What this form has sent itself: that it comes back is no news. */
  sent: Values | null;
}): { readonly follow: Values; readonly theirs: readonly string[] } {
  const follow: Record<string, FieldValue> = {};
  const theirs: string[] = [];
  for (const [name, saved] of Object.entries(after)) {
    if (isSame(before[name], saved)) continue;
    const isOwn = sent !== null && isSame(sent[name], saved);
    if (isSame(values[name], before[name]) || isSame(values[name], saved)) follow[name] = saved;
    else if (!isOwn) theirs.push(name);
  }
  return { follow, theirs };
}
