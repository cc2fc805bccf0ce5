import { expect, test } from 'vitest';
import { checkConfig } from '../process/check-config.ts';
import type { ProcessConfig } from '../process/config.ts';
import { fieldWords, labelsOf } from './condition-sentences.ts';
import { changeLines, differencesIn } from './differences.ts';

const CITY = { name: 'city', label: 'City' };
const TRACK = { name: 'track', label: 'Track', dataType: 'select', options: ['Java', 'Web'] };
const ABOUT = {
  _id: 'about',
  title: 'About you',
  content: [{ _id: 'b', markdown: 'Hello' }],
  configuration: { title: 'You', fields: [CITY, TRACK] },
};
const INTERVIEW = { _id: 'interview', title: 'Interview' };
const WHEN_SENT = {
  terms: [{ target: 'STATUS', operator: 'Greater than or equal', comparisonValue: 'CONTRACT SENT' }],
};

function process(members: object = {}): ProcessConfig {
  const email = { name: 'email', label: 'Email', dataType: 'email', required: true };
  const checked = checkConfig({
    label: 'Full stack',
    fields: [],
    applicationForm: { title: 'Apply', fields: [email] },
    applicationDetailsSteps: [ABOUT, INTERVIEW],
    ...members,
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.rejection));
  return checked.value;
}
const steps = (...applicationDetailsSteps: object[]) => process({ applicationDetailsSteps });
const about = (members: object) => steps({ ...ABOUT, ...members }, INTERVIEW);
const asking = (...fields: object[]) => about({ configuration: { title: 'You', fields } });

const namingOf = (config: ProcessConfig) => ({
  fields: fieldWords(config, labelsOf(process())),
  nameOf: (id: string) => (id === 'quiz' ? 'Logic quiz' : undefined),
});
const lines = (after: ProcessConfig, before = process()) => differencesIn(before, after, namingOf(after));

test.each([
  ['nothing', process(), []],
  ['the name', process({ label: 'Evening' }), ['The process: name from “Full stack” to “Evening”']],
  ['a switch', process({ requestSignup: !process().requestSignup }), [/^The process: password after applying from /]],
  ['a new step', steps(ABOUT, INTERVIEW, { _id: 'x', title: 'Contract' }), ['Step “Contract” is new']],
  ['a deleted step', steps(ABOUT), ['Step “Interview” is deleted']],
  ['the order of steps', steps(INTERVIEW, ABOUT), ['Steps in another order']],
  ['a title', about({ title: 'You' }), ['“About you”: title from “About you” to “You”']],
  [
    'a condition',
    about({ visibilityCondition: WHEN_SENT }),
    ['“About you”: visibility from “Always shown” to “Shown when status is at least CONTRACT SENT”'],
  ],
  ['assessments', about({ assessmentIds: ['quiz'] }), ['“About you”: assessments from nothing to “Logic quiz”']],
  [
    'a required question',
    asking({ ...CITY, required: true }, TRACK),
    ['Question “City” in “About you”: required mark from no to yes'],
  ],
  ['a new question', asking(CITY, TRACK, { name: 'why', label: 'Why?' }), ['Question “Why?” is new in “About you”']],
  ['the order of questions', asking(TRACK, CITY), ['Questions in another order in “About you”']],
  [
    'options',
    asking(CITY, { ...TRACK, options: ['Java', 'Kotlin'] }),
    ['Option “Web” is deleted in “Track”', 'Option “Kotlin” is new in “Track”'],
  ],
  [
    'a text',
    about({ content: [{ _id: 'b', markdown: 'Good day' }] }),
    ['Text “Good day” in “About you”: text from “Hello” to “Good day”'],
  ],
  [
    'a column',
    process({ fields: [{ name: 'rating', label: 'Rating', isAdminOnly: true }] }),
    ['Column “Rating” is new'],
  ],
  [
    'the application form',
    process({ applicationForm: { title: 'Join', fields: process().applicationForm.fields } }),
    ['The application form: heading of the questions from “Apply” to “Join”'],
  ],
] as const)('says in words what changes: %s', (_, after, expected) => {
  const found = lines(after);
  expect(found).toHaveLength(expected.length);
  for (const [index, line] of expected.entries()) {
    if (typeof line === 'string') expect(found[index]).toBe(line);
    else expect(found[index]).toMatch(line);
  }
});

test('a version names one element of a list, which says the same', () => {
  const [before, after] = [process(), asking({ ...CITY, required: true }, TRACK)];
  const [was, is] = [before.applicationDetailsSteps[0], after.applicationDetailsSteps[0]];
  expect(changeLines('applicationDetailsSteps', was, is, namingOf(after))).toEqual(lines(after));
});
