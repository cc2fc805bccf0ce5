import { describe, expect, test } from 'vitest';
import { applicantSearchOf, matches } from '../domain/application/applicant-search.ts';
import { NO_TRACKING } from '../domain/application/events.ts';
import { given, type Happening } from '../test/support/recorded.ts';
import { applicants } from './applicants.ts';

const submitted: Happening = [
  'application-1',
  {
    type: 'ApplicationSubmitted',
    data: { organizationId: 'org', batchId: 'batch', trackingNumber: 10234, tracking: NO_TRACKING, userId: null },
    personal: {
      email: 'renee@Example.com',
      values: { firstName: ' Renée', lastName: 'O’Brien-Жуков', phoneNumber: '+63 (917) 123-4567', motivation: 'Code' },
    },
  },
];
const saved = (values: object): Happening => [
  'application-1',
  { type: 'DetailsSaved', data: { fields: Object.keys(values) }, personal: { values } },
];
const corrected: Happening = [
  'application-1',
  { type: 'EmailCorrected', data: {}, personal: { email: 'other@example.com' } },
];
const erased: Happening = [
  'application-1',
  { type: 'PersonalDataErased', data: { reason: 'request', key: 'k', files: [] } },
];
const textAfter = (...happenings: Happening[]) => given(applicants, submitted, ...happenings).document('1')?.text ?? '';

test('an applicant is found by names, email, number and the digits of the phone, not by other answers', () => {
  expect(textAfter()).toBe(' renee obrien-zhukov renee@example.com 10234 639171234567');
});

test('a search follows corrections and forgets the erased', () => {
  expect(textAfter(saved({ firstName: 'Ana', motivation: 'Art' }), saved({ phoneNumber: null }), corrected)).toBe(
    ' ana obrien-zhukov other@example.com 10234',
  );
  expect(textAfter(erased)).toBe(' 10234');
  expect(given(applicants, submitted, ['application-1', { type: 'ApplicationRemoved', data: {} }]).count).toBe(0);
});

describe('a search', () => {
  const hit = (query: string): 'best' | 'part' | 'none' => {
    const search = applicantSearchOf(query);
    if (!search) return 'none';
    const text = textAfter();
    if (matches(text, search.beginnings)) return 'best';
    return matches(text, search.parts) ? 'part' : 'none';
  };
  test.each([
    ['RENE', 'best'],
    ['rénée o', 'best'],
    ['obrien ren', 'best'],
    ["o'b", 'best'],
    ['enee', 'part'],
    ['жук', 'part'],
    ['example.com', 'part'],
    ['10234', 'best'],
    ['#102', 'best'],
    ['+63 917', 'best'],
    ['0917 123-45', 'part'],
    ['4567', 'part'],
    ['renee 917-123', 'part'],
    ['renee 0917', 'part'],
    ['(0917) 123 renee', 'part'],
    ['renee +63 917 123-4567', 'part'],
    ['renee - 10234', 'best'],
    ['renee 918-123', 'none'],
    ['renee code', 'none'],
    ['  ', 'none'],
    ['.*', 'none'],
    ['%', 'none'],
    [`${'a'.repeat(100)} `.repeat(50), 'none'],
  ] as const)('for %j is a hit: %s', (query, expected) => {
    expect(hit(query)).toBe(expected);
  });
});
