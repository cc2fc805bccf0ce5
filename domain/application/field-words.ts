import { CORE_FIELDS } from './core-fields.ts';

/** Words for fields whose names are not words. */
export const FIELD_WORDS: Readonly<Record<string, string>> = Object.freeze({
  ...Object.fromEntries(Object.entries(CORE_FIELDS).flatMap(([name, { words }]) => (words ? [[name, words]] : []))),
  adminAssigneeId: 'assignee',
  invoices: 'invoice',
  requestSignup: 'password after applying',
});

const ELEMENT_WORDS: Readonly<Record<string, string>> = Object.freeze({
  questions: 'a question',
  options: 'an option',
  applicationDetailsSteps: 'a step',
});

/** A field within a sentence; fields that a process or document names keep their names. */
export function fieldInWords(field: string): string {
  const answer = /^answers\.(\d+)$/.exec(field);
  if (answer) return `the answer to question ${Number(answer[1]) + 1}`;
  const [, list = '', member] = /^(\w+)\.[^.]+(?:\.(.+))?$/.exec(field) ?? [];
  const element = Object.hasOwn(ELEMENT_WORDS, list) ? ELEMENT_WORDS[list] : undefined;
  if (element) return member === undefined ? element : `${fieldInWords(member)} of ${element}`;
  return Object.hasOwn(FIELD_WORDS, field) ? `the ${FIELD_WORDS[field]}` : field;
}
