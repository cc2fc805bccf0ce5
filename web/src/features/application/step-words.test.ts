import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { ApplicantStep } from '../../../../domain/process/parts.ts';
import { stateWords, statusOf } from './step-words.ts';

const step = {
  _id: 's',
  title: 'About you',
  configuration: {
    title: '',
    fields: [
      { name: 'city', label: 'City', dataType: 'text', required: true },
      { name: 'laptop', label: 'Laptop', dataType: 'text', required: false },
      { name: 'link', label: 'Link', dataType: 'text', required: false },
    ],
  },
} satisfies ApplicantStep;
const open = { index: 0, isVisible: true, isComplete: false, isActive: true };
const application = (values: Record<string, unknown>) => values as unknown as ApplicationView;

test('missing optional answers are named, because the step is not complete without them', () => {
  expect(stateWords(step, open, application({ city: 'Cebu' }))).toBe('Required answers done, 2 optional left');
});

test('shows the progress of a form', () => {
  expect(stateWords(step, open, application({}))).toBe('To do');
  expect(stateWords(step, open, application({ city: ' ', laptop: 'old' }))).toBe('1 of 3 answered');
  expect(stateWords(step, { ...open, isComplete: true }, application({}))).toBe('Done');
});

const reading = { _id: 'c', title: 'Read', content: [{ markdown: 'Hello' }] } satisfies ApplicantStep;
const calendar = { type: 'Calendly', url: 'https://calendly.com/x' } as const;

test('a step with nothing to complete is information', () => {
  expect(stateWords(reading, { ...open, isActive: false }, application({}))).toBe('Information');
});

test('a step with a hidden condition or a booking has something to do', () => {
  expect(stateWords(reading, open, application({}))).toBe('To do');
  const booking = { ...reading, content: [{ markdown: 'Choose', integrations: [calendar] }] };
  expect(stateWords(booking, { ...open, isActive: false }, application({}))).toBe('To do');
  const booked = application({ calendlyEventUri: 'https://api.calendly.com/scheduled_events/A' });
  expect(stateWords(booking, { ...open, isActive: false }, booked)).toBe('Booked');
});

test('a locked application has nothing to do', () => {
  expect(stateWords(step, open, application({ city: 'Cebu' }), true)).toBe('Not done');
  expect(stateWords(step, { ...open, isComplete: true }, application({}), true)).toBe('Done');
});

test('the waiting step is active unless the application has ended', () => {
  expect(statusOf(open)).toBe('active');
  expect(statusOf(open, true)).toBe('pending');
  expect(statusOf({ ...open, isComplete: true }, true)).toBe('complete');
});
