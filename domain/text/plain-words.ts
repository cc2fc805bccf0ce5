import type { z } from 'zod';
import { TEXTS } from './texts.ts';

/** Longer lists are unreadable in a sentence. */
const LISTED = 12;

const lengthOf = (input: unknown): number => (Array.isArray(input) ? input.length : 0);

/** The members of an object that its alternatives miss. */
const membersIn = (alternatives: readonly (readonly z.core.$ZodIssue[])[]): readonly string[] => [
  ...new Set(alternatives.flat().flatMap(({ path: [member] }) => (member === undefined ? [] : [String(member)]))),
];

/** A schema error as a sentence for people; the schema's own message has priority. */
export const inPlainWords: z.core.$ZodErrorMap = (issue) => {
  const requests = TEXTS.requests;
  const forms = TEXTS.forms;
  const isAbsent = issue.input === undefined || issue.input === null || issue.input === '';
  if (issue.code === 'unrecognized_keys') return requests.unknownNames(issue.keys.slice(0, LISTED));
  if ((issue.path ?? []).length === 0) {
    const isObject = typeof issue.input === 'object' && issue.input !== null && !Array.isArray(issue.input);
    return issue.code === 'invalid_union' && isObject
      ? requests.memberExpected(membersIn(issue.errors))
      : requests.objectExpected;
  }
  if (isAbsent) return forms.required;
  switch (issue.code) {
    case 'invalid_type':
      return Object.hasOwn(requests.expected, issue.expected)
        ? requests.expected[issue.expected as keyof typeof requests.expected]
        : requests.valueInvalid;
    case 'invalid_value':
      return issue.values.length <= LISTED ? requests.oneOf(issue.values.map(String)) : forms.optionExpected;
    case 'too_big':
      if (issue.origin === 'string') return forms.textTooLong(Number(issue.maximum));
      if (issue.origin === 'array') return requests.listTooLong(Number(issue.maximum), lengthOf(issue.input));
      return requests.atMost(issue.maximum);
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? forms.required : requests.atLeast(issue.minimum);
    case 'invalid_format':
      return issue.format === 'datetime' ? requests.instantExpected : requests.valueInvalid;
    default:
      return requests.valueInvalid;
  }
};
