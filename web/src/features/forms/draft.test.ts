import { expect, test } from 'vitest';
import { keeper } from '../../shared/kept.ts';
import { draftsIn } from './draft.ts';

function storage() {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

test('typed words are there after a reload, and gone once sent', () => {
  const store = storage();
  const drafts = draftsIn(keeper(() => store));
  expect(drafts.write('apply', { city: 'Cebu', email: '' }, {})).toBe(true);
  expect(draftsIn(keeper(() => store)).read('apply')).toEqual({ city: 'Cebu' });
  drafts.remove('apply');
  expect(drafts.read('apply')).toBeNull();
});

test('what is saved already is no draft', () => {
  const store = storage();
  const drafts = draftsIn(keeper(() => store));
  drafts.write('step', { city: 'Cebu' }, { city: 'Manila' });
  expect(drafts.write('step', { city: 'Manila' }, { city: 'Manila' })).toBe(false);
  expect(store.entries.size).toBe(0);
});

test('a browser that denies storage keeps nothing and breaks nothing', () => {
  const drafts = draftsIn(
    keeper(() => {
      throw new Error('denied');
    }),
  );
  expect(drafts.write('apply', { city: 'Cebu' }, {})).toBe(false);
  expect(drafts.read('apply')).toBeNull();
});

test('damaged drafts are passed over', () => {
  const store = storage();
  store.setItem('intake.draft.apply', '{"city":');
  expect(draftsIn(keeper(() => store)).read('apply')).toBeNull();
  store.setItem('intake.draft.apply', '{"city": 7}');
  expect(draftsIn(keeper(() => store)).read('apply')).toBeNull();
});
