import { expect, test } from 'vitest';
import { nameOfApplicant } from './applicant-name.ts';

const named = (firstName: string, lastName: string) =>
  nameOfApplicant({ values: { firstName, lastName }, email: 'ada@example.org' });

test('a name neither hides nor reverses what follows it', () => {
  expect(named('Ada\u202Egnp', '\u2066Love\u200Blace\n')).toBe('Adagnp Lovelace');
  expect(named('שָׂרָה', 'علی‌رضا')).toBe('שָׂרָה علی‌رضا');
});

test('an applicant with only invisible characters for a name is called by their email', () => {
  expect(named('\u202E', ' ')).toBe('ada@example.org');
});
