import { expect, test } from 'vitest';
import { browserStorage } from '../browser/browser-storage.ts';
import { draftsIn } from './drafts.ts';

function storage() {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    key: (index: number) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}

test('a draft survives a reload and is removed after sending', () => {
  const store = storage();
  const mine = draftsIn(browserStorage(() => store)).of('ada');
  expect(mine.write('apply', { city: 'Cebu', email: '' }, {})).toBe(true);
  expect(
    draftsIn(browserStorage(() => store))
      .of('ada')
      .read('apply'),
  ).toEqual({ city: 'Cebu' });
  mine.remove('apply');
  expect(mine.read('apply')).toBeNull();
});

test('saved values are no draft', () => {
  const store = storage();
  const mine = draftsIn(browserStorage(() => store)).of('ada');
  mine.write('step', { city: 'Cebu' }, { city: 'Manila' });
  expect(mine.write('step', { city: 'Manila' }, { city: 'Manila' })).toBe(false);
  expect(store.entries.size).toBe(0);
});

test('values saved on another device leave the rest of the draft unchanged, with its time and its state in the account', () => {
  const store = storage();
  const [monday, tuesday] = ['2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z'];
  let now = monday;
  const mine = draftsIn(
    browserStorage(() => store),
    () => now,
  ).of('ada');
  const typed = { city: 'Cebu', story: 'A moth.' };
  mine.write('step', typed, {});
  mine.noteSent('step', typed, monday);
  now = tuesday;
  mine.write('step', typed, { city: 'Cebu', story: 'A bug.' });
  const left = { words: { story: 'A moth.' }, typedAt: monday, seenAt: monday, isSent: true };
  expect(mine.find('step')).toEqual(left);
  mine.insist('step');
  expect(mine.find('step')).toEqual({ ...left, typedAt: tuesday, isSent: false });
  mine.noteSent('step', left.words, tuesday);
  mine.write('step', { ...typed, city: '' }, { city: 'Cebu', story: 'A bug.' });
  expect(mine.find('step'), 'what is taken out is typed').toMatchObject({ words: { city: '' }, isSent: false });
});

test('a browser that denies storage keeps nothing and breaks nothing', () => {
  const drafts = draftsIn(
    browserStorage(() => {
      throw new Error('denied');
    }),
  );
  expect(drafts.of(null).write('apply', { city: 'Cebu' }, {})).toBe(false);
  expect(drafts.of(null).read('apply')).toBeNull();
  drafts.removeAll();
  drafts.followInto('ada', 'ada@example.com');
});

test('malformed drafts are ignored', () => {
  const store = storage();
  const read = () =>
    draftsIn(browserStorage(() => store))
      .of(null)
      .read('apply');
  store.setItem('intake.draft.nobody.apply', '{"city":');
  expect(read()).toBeNull();
  store.setItem('intake.draft.nobody.apply', '{"city": 7}');
  expect(read()).toBeNull();
  store.setItem('intake.draft.nobody.apply', '{"words": {"city": 7}}');
  expect(read()).toBeNull();
});

test('a device knows which values the account has; later ones count as unsent', () => {
  const store = storage();
  const [monday, tuesday] = ['2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z'];
  const mine = draftsIn(
    browserStorage(() => store),
    () => monday,
  ).of('ada');
  mine.write('step', { city: 'Cebu' }, {});
  const typed = { words: { city: 'Cebu' }, typedAt: monday, seenAt: null, isSent: false };
  expect(mine.find('step')).toEqual(typed);
  mine.noteSent('step', { city: 'Ce' }, monday);
  expect(mine.find('step')).toEqual({ ...typed, seenAt: monday });
  mine.noteSent('step', { city: 'Cebu' }, tuesday);
  mine.write('step', { city: 'Cebu' }, {});
  expect(mine.find('step')?.isSent).toBe(true);
  mine.write('step', { city: 'Cebu City' }, {});
  expect(mine.find('step')).toMatchObject({ seenAt: tuesday, isSent: false });
  mine.adopt('step', { city: 'Davao' }, tuesday);
  expect(mine.find('step')).toEqual({ words: { city: 'Davao' }, typedAt: tuesday, seenAt: tuesday, isSent: true });
});

test('each person of a device sees their own drafts only', () => {
  const store = storage();
  const shared = draftsIn(browserStorage(() => store));
  shared.of('ada').write('comment', { message: 'hers' }, {});
  shared.of(null).write('apply', { city: 'Cebu' }, {});
  for (const other of ['ben', null]) expect(shared.of(other).read('comment')).toBeNull();
  expect(shared.of('ben').read('apply')).toBeNull();
});

test('logging out removes all drafts and nothing else', () => {
  const store = storage();
  const drafts = draftsIn(browserStorage(() => store));
  store.setItem('intake.organization', 'kept');
  store.setItem('intake.draft.of-an-older-version', '{"city":"Cebu"}');
  drafts.of('ada').write('comment', { message: 'hers' }, {});
  drafts.of(null).write('apply', { city: 'Cebu' }, {});
  const open = drafts.of('ada');
  drafts.removeAll();
  expect(open.write('comment', { message: 'hers, from the page that is closing' }, {})).toBe(false);
  expect([...store.entries.keys()]).toEqual(['intake.organization']);
});

test('after sign-up, only drafts with the same email move to the new account', () => {
  const store = storage();
  const drafts = draftsIn(browserStorage(() => store));
  drafts.of(null).write('apply.java', { email: ' Ada@Example.com', city: 'Cebu' }, {});
  drafts.of(null).write('apply.night', { email: 'ben@example.com', city: 'Davao' }, {});
  drafts.of(null).write('apply.day', { city: 'Iloilo' }, {});
  drafts.followInto('ada', 'ada@example.com');
  expect(drafts.of('ada').names()).toEqual(['apply.java']);
  expect(drafts.of('ada').read('apply.java')?.city).toBe('Cebu');
  expect(drafts.of(null).names().sort()).toEqual(['apply.day', 'apply.night']);
});
