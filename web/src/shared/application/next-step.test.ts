import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { ApplicantStep } from '../../../../domain/process/parts.ts';
import { nextStepOf } from './next-step.ts';
import { BUILT_IN_PROCESS } from './process.ts';

const field = (name: string, required: boolean) => ({ name, label: name, dataType: 'text', required }) as const;
const ABOUT: ApplicantStep = {
  _id: 'about',
  title: 'About you',
  configuration: { title: '', fields: [field('city', true), field('laptop', false)] },
};
const READ: ApplicantStep = { _id: 'read', title: 'What to expect', content: [{ markdown: 'Hello' }] };
const BOOK: ApplicantStep = {
  _id: 'book',
  title: 'Book your interview',
  content: [{ markdown: 'Choose', integrations: [{ type: 'Calendly', url: 'https://calendly.com/x' }] }],
};
const QUIZ: ApplicantStep = { _id: 'quiz', title: 'A small quiz', assessmentIds: ['a'] };
const PLAN: ApplicantStep = { _id: 'plan', title: 'Choose a plan', availablePaymentModels: ['p'] };
const STEPS = [ABOUT, READ, BOOK, QUIZ, PLAN];

function nextOf(
  values: Partial<ApplicationView>,
  complete: readonly ApplicantStep[] = [],
  applicationDetailsSteps = STEPS,
): string | null {
  const process = { ...BUILT_IN_PROCESS, applicationDetailsSteps };
  const steps = applicationDetailsSteps.map((step, index) => {
    const isComplete = complete.some(({ _id }) => _id === step._id);
    return { index, isVisible: true, isComplete, isActive: !isComplete };
  });
  const application = { status: 'NEW', steps, ...values } as unknown as ApplicationView;
  return nextStepOf(process, application)?.step.title ?? null;
}

test('the next step is the first one in which something required is left, in the order of the process', () => {
  expect(nextOf({})).toBe('About you');
  expect(nextOf({ city: 'Cebu' }), 'an optional answer is left').toBe('Book your interview');
  expect(nextOf({ city: 'Cebu', calendlyEventUri: 'x' }, [])).toBe('A small quiz');
  expect(nextOf({ city: 'Cebu' }, [BOOK]), 'the process says that the interview is done').toBe('A small quiz');
  expect(nextOf({ city: 'Cebu', calendlyEventUri: 'x' }, [QUIZ])).toBe('Choose a plan');
  expect(nextOf({ city: 'Cebu', calendlyEventUri: 'x', selectedPaymentModelId: 'p' }, [QUIZ])).toBeNull();
});

test('what completes a step leaves its interview to be booked', () => {
  for (const step of [ABOUT, QUIZ, PLAN])
    expect(nextOf({}, [step], [{ ...step, content: BOOK.content ?? [] }])).toBe(step.title);
});

test('an enrolled or ended application has no next step', () => {
  for (const status of ['COMPLETE', 'CANCELLED', 'WITHDRAWN', 'TRANSFERRED'] as const)
    expect(nextOf({ status })).toBeNull();
  expect(nextOf({ status: 'CONTRACT SENT' })).toBe('About you');
});
