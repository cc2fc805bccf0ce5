import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkConfig } from '../process/check-config.ts';
import { nameFromLabel } from './names.ts';

test.each([
  ['Motivation', 'motivation'],
  ['First name', 'firstName'],
  ['Email', 'email'],
  ['Phone number', 'phoneNumber'],
  ['Why do you want to join us?', 'whyDoYouWantToJoinUs'],
  ["What's your name", 'whatsYourName'],
  ['Prénom', 'prenom'],
  ['Straße', 'strasse'],
  ['Świadectwo', 'swiadectwo'],
  ['Łódź', 'lodz'],
  ['Ærø', 'aero'],
  ['Œuvre', 'oeuvre'],
  ['Þór', 'thor'],
  ['İstanbul', 'istanbul'],
  ['Çalışma', 'calisma'],
  ['Đorđe', 'dorde'],
  ['Niño', 'nino'],
  ['Größe (cm)', 'grosseCm'],
  ['Имя', 'imya'],
  ['Щука', 'shchuka'],
  ['Київ', 'kiiv'],
  ['Όνομα', 'onoma'],
  ['名前', 'question'],
  ['الاسم', 'question'],
  ['שם', 'question'],
  ['🎉', 'question'],
  ['🎉 Party', 'party'],
  ['', 'question'],
  ['   ', 'question'],
  ['???', 'question'],
  ['1st choice', 'answer1stChoice'],
  ['2026', 'answer2026'],
  ['status', 'statusAnswer'],
  ['Version', 'versionAnswer'],
  ['Constructor', 'constructorAnswer'],
  ['toString', 'tostringAnswer'],
  ['Steps', 'stepsAnswer'],
  ['GPA / marks', 'gpaMarks'],
  ['a_b', 'aB'],
  ['ﬁnance', 'finance'],
  ['Ｆｕｌｌ', 'full'],
  [`${'long '.repeat(60)}`, 'longLongLongLongLongLongLongLongLongLong'],
  ['x'.repeat(300), 'x'.repeat(40)],
])('%j is named %s', (label, name) => {
  expect(nameFromLabel(label)).toBe(name);
});

test('a name is new among those that are taken, whatever their case', () => {
  expect(nameFromLabel('City', ['city'])).toBe('city2');
  expect(nameFromLabel('City', ['CITY', 'city2'])).toBe('city3');
  expect(nameFromLabel('City 2', ['city2'])).toBe('city3');
  expect(nameFromLabel('x'.repeat(300), ['x'.repeat(40)])).toBe(`${'x'.repeat(40)}2`);
});

test('the names of any labels are valid together', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('status', 'City')), { maxLength: 20 }),
      (labels) => {
        const names = ['email'];
        for (const label of labels) names.push(nameFromLabel(label, names));
        const fields = names.map((name) => ({ name, label: '', dataType: 'text', required: true }));
        expect(checkConfig({ label: 'P', applicationForm: { fields } })).toMatchObject({ ok: true });
      },
    ),
  );
});
