import type { FieldValue } from '../../../../domain/application/events.ts';
import { isSameValue } from '../../../../domain/application/field-value.ts';
import { trimmed } from './changed-values.ts';
import type { Field, Values } from './field-errors.ts';

const isSame = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  isSameValue(trimmed(one), trimmed(other));

/**
 * What this person saved, as the server answered it. The answer also has what others saved meanwhile: those fields keep
 * the value that was saved before, so that `followSaved` finds them changed by others.
 */
export const ownAnswer = ({ sent, before, answer }: { sent: Values | null; before: Values; answer: Values }): Values =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      isSame(sent?.[name], before[name]) ? (before[name] ?? '') : value,
    ]),
  );

/** Untouched fields follow newly saved answers; fields that both sides changed keep the typed value and are named. */
export function followSaved({
  values,
  before,
  after,
  sent,
  fields = [],
}: {
  values: Values;
  before: Values;
  after: Values;
  sent: Values | null;
  fields?: readonly Field[];
}): { readonly follow: Values; readonly theirs: readonly string[] } {
  const follow: Record<string, FieldValue> = {};
  const theirs: string[] = [];
  for (const [name, saved] of Object.entries(after)) {
    if (isSame(before[name], saved)) continue;
    const isOwn = sent !== null && isSame(sent[name], saved);
    if (isSame(values[name], before[name]) || isSame(values[name], saved)) follow[name] = saved;
    else if (!isOwn) {
      const merged = merge(fields, name, { before, mine: values, theirs: after });
      if (merged === null) theirs.push(name);
      else follow[name] = merged;
    }
  }
  return { follow, theirs };
}

/**
 * The version that edits are based on once the form follows newly saved values, `after` those of version `before`. A draft
 * from an older version has not seen what was saved until `before`, so that the next save still finds these conflicts.
 */
export const baseAfter = <Version extends number | undefined>(version: {
  base: Version;
  before: Version;
  after: Version;
}): Version =>
  version.base !== undefined && version.before !== undefined && version.base < version.before
    ? version.base
    : version.after;

/** Null if the field cannot merge, or both sides changed the same part. */
export function merge(
  fields: readonly Field[],
  name: string,
  { before, mine, theirs }: { readonly before: Values; readonly mine: Values; readonly theirs: Values },
): FieldValue | null {
  const field = fields.find((one) => one.name === name);
  return field?.merge?.(before[name] ?? '', mine[name] ?? '', theirs[name] ?? '') ?? null;
}
