import type { Values } from './field-errors.ts';

/** What a form shows for what a document holds: texts as they are, everything else empty. */
export const textsOf = (names: readonly string[], document: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    names.map((name) => {
      const value = document[name];
      return [name, typeof value === 'string' ? value : ''];
    }),
  );

/** Only what differs goes to the server, so that two people never overwrite each other (D2); null clears. */
export function changedValues(before: Values, after: Values): Record<string, string | null> {
  const changes: Record<string, string | null> = {};
  for (const [name, value] of Object.entries(after)) {
    const answer = value.trim();
    if (answer !== (before[name] ?? '')) changes[name] = answer === '' ? null : answer;
  }
  return changes;
}
