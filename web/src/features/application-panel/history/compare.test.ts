import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { byEmail } from '../../../../../domain/user/display-name.ts';
import type { Names } from '../../../shared/history/sentences.ts';
import { compare } from './compare.ts';

const names: Names = {
  me: null,
  applicant: { userId: null, email: null, name: 'Ada' },
  batch: () => null,
  plan: () => null,
  assessment: () => null,
  field: () => null,
  member: () => null,
  call: byEmail,
  time: (instant) => instant,
};
const outline = {
  columns: [{ name: 'city', label: 'City', dataType: 'text' as const, isAdminOnly: false }],
  questions: [{ name: 'city', label: 'Where do you live?', dataType: 'text' as const, required: true }],
  forms: [],
  plans: [],
};
const application = (more: Partial<ApplicationView>) => ({ userId: null, ...more }) as ApplicationView;

test('a former state is shown beside the present one, with the differences', () => {
  const then = application({ firstName: 'Ada', city: 'Cebu' });
  const now = application({ firstName: 'Ada', city: 'Manila', userId: 'u', phoneNumber: null });
  expect(compare(then, now, outline, names)).toEqual([
    { label: 'First name', past: 'Ada', present: 'Ada', isDifferent: false },
    { label: 'Account', past: null, present: 'yes', isDifferent: true },
    { label: 'Where do you live?', past: 'Cebu', present: 'Manila', isDifferent: true },
  ]);
});
