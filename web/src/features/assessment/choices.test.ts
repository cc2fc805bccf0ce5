import { expect, test } from 'vitest';
import { afterSaving, answersWith, choose, conflictsIn, fromWords, toWords, withoutConflicts } from './choices.ts';

const saved = { version: 4, answers: ['yes', null, null] };

test('a choice overrides the saved answer, and undoing it leaves nothing to send', () => {
  const chosen = choose(choose(null, saved, 1, 'no'), saved, 0, 'no');
  expect(answersWith(saved, chosen)).toEqual(['no', 'no', null]);
  expect(choose(choose(null, saved, 0, 'no'), saved, 0, 'yes')).toBeNull();
});

test('a choice made during a save is sent after it', () => {
  const sent = choose(null, saved, 1, 'no');
  if (!sent) throw new Error('Nothing was chosen');
  expect(afterSaving(sent, sent, 5)).toBeNull();
  expect(afterSaving(choose(sent, saved, 2, 'yes'), sent, 5)).toEqual({ version: 5, byPlace: { 2: 'yes' } });
  expect(afterSaving(choose(sent, saved, 1, 'yes'), sent, 5)).toEqual({ version: 5, byPlace: { 1: 'yes' } });
});

test('choices are based on the version that was shown when the first was made', () => {
  const chosen = choose(null, saved, 1, 'no');
  expect(choose(chosen, { ...saved, version: 9 }, 2, 'no')?.version).toBe(4);
});

test("another device's answer wins", () => {
  const chosen = choose(choose(null, saved, 1, 'no'), saved, 2, 'no');
  const conflicts = conflictsIn([
    { field: 'answers.2', message: '' },
    { field: 'isSubmitted', message: '' },
  ]);
  expect(withoutConflicts(chosen, conflicts, 7)).toEqual({ version: 7, byPlace: { 1: 'no' } });
});

test('choices survive a reload, except saved and malformed ones', () => {
  const chosen = choose(choose(null, saved, 1, 'no'), saved, 2, 'no');
  if (!chosen) throw new Error('Nothing was chosen');
  expect(fromWords(toWords(chosen), saved)).toEqual(chosen);
  expect(fromWords(toWords(chosen), { answers: ['yes', 'no', null] })?.byPlace).toEqual({ 2: 'no' });
  const damaged: (Record<string, unknown> | null)[] = [
    null,
    {},
    { 1: 'no' },
    { version: 'x', 1: 'no' },
    { version: '4', 7: 'no', y: 'no' },
  ];
  for (const words of damaged) expect(fromWords(words, saved)).toBeNull();
});
