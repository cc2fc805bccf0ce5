import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { callAmong } from '../../../../../domain/user/display-name.ts';
import { type Filter, groupByBatch, visibleSections } from './visible-applications.ts';

const batch = (_id: string, status: Batch['status']) => ({ _id, status, name: _id }) as Batch;
const application = (_id: string, batchId: string, more: Partial<ApplicationView> = {}) =>
  ({
    _id,
    batchId,
    status: 'NEW',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `${_id}@x.example`,
    ...more,
  }) as ApplicationView;

const batches = [batch('draft', 'Draft'), batch('open', 'Open'), batch('closed', 'Closed'), batch('done', 'Complete')];
const applications = [
  application('a1', 'open'),
  application('a2', 'open', { status: 'CANCELLED' }),
  application('a3', 'closed', { firstName: 'Grace', lastName: 'Hopper' }),
  application('a4', 'done', { adminAssignee: { userId: 'u', userEmail: 'Mia@uplift.example' } }),
];
const show = (filter: Partial<Filter>) =>
  visibleSections(groupByBatch(batches, applications), { tab: 'active', query: '', showInactive: false, ...filter });
const ids = (result: ReturnType<typeof show>) =>
  Object.fromEntries(result.sections.map((section) => [section.batch._id, section.applications.map(({ _id }) => _id)]));

test('active shows Draft, Open and Closed batches, complete the Complete ones, all both', () => {
  expect(Object.keys(ids(show({})))).toEqual(['draft', 'open', 'closed']);
  expect(Object.keys(ids(show({ tab: 'complete' })))).toEqual(['done']);
  expect(Object.keys(ids(show({ tab: 'all' })))).toEqual(['draft', 'open', 'closed', 'done']);
});

test('cancelled applications are hidden until asked for, and the total still counts them', () => {
  expect(ids(show({})).open).toEqual(['a1']);
  expect(ids(show({ showInactive: true })).open).toEqual(['a1', 'a2']);
  expect(show({}).sections.find(({ batch }) => batch._id === 'open')?.total).toBe(2);
});

test('the search looks in the whole name, email, status and the assignee, whatever the case', () => {
  expect(ids(show({ query: ' ada LOVE' }))).toEqual({ open: ['a1'] });
  expect(ids(show({ query: 'a3@x' }))).toEqual({ closed: ['a3'] });
  expect(ids(show({ query: 'new', tab: 'complete' }))).toEqual({ done: ['a4'] });
  expect(ids(show({ query: 'mia@', tab: 'all' }))).toEqual({ done: ['a4'] });
});

test('the search finds an assignee by name and by email', () => {
  const call = callAmong([{ email: 'Mia@uplift.example', name: 'María Chen' }]);
  for (const query of ['maria chen', 'mia@']) {
    expect(ids(show({ query, tab: 'all', call })), query).toEqual({ done: ['a4'] });
  }
  expect(ids(show({ query: 'maria chen', tab: 'all' }))).toEqual({});
});

test('the search finds words in any order, without accents or apostrophes, and numbers and phones in any spelling', () => {
  const people = [
    application('a1', 'open', { firstName: 'Zoë', lastName: "O'Connor", trackingNumber: 10_234 }),
    application('a2', 'open', { phoneNumber: '+63 (917) 123-4567', trackingNumber: 10_235 }),
  ];
  const found = (query: string) =>
    visibleSections(groupByBatch(batches, people), { tab: 'active', query, showInactive: false }).sections.flatMap(
      ({ applications: rows }) => rows.map(({ _id }) => _id),
    );
  for (const query of ['oconnor zoe', 'zoe  o’connor', "O'CONNOR", '#10234', '10234', 'zoë new']) {
    expect(found(query), query).toEqual(['a1']);
  }
  for (const query of ['0917 123 4567', '+639171234567', '917-123', 'lovelace  ada']) {
    expect(found(query), query).toEqual(['a2']);
  }
  expect(found('zoe lovelace')).toEqual([]);
  expect(found('’'), 'a text without a letter or digit searches for nothing').toEqual(['a1', 'a2']);
});

test('a search counts its hits among hidden inactive applications', () => {
  expect(show({ query: 'a2@x' })).toMatchObject({ shown: 0, inactiveHits: 1 });
  expect(show({ query: 'a2@x', showInactive: true })).toMatchObject({ shown: 1, inactiveHits: 0 });
  expect(show({ query: 'a2@x', tab: 'complete' }).inactiveHits).toBe(0);
  expect(show({}).inactiveHits, 'no search').toBe(0);
});

test('column filters hide applications, and batches without any left', () => {
  expect(ids(show({ alsoPasses: ({ _id }) => _id === 'a3' }))).toEqual({ closed: ['a3'] });
});

test('an unchanged batch is the same object, so that it does not rerender', () => {
  const groups = groupByBatch(batches, applications);
  const filter = { tab: 'all', query: '', showInactive: false } as const;
  const [before, after] = [visibleSections(groups, filter), visibleSections(groups, { ...filter, showInactive: true })];
  const section = (result: typeof before, id: string) => result.sections.find(({ batch }) => batch._id === id);
  expect(section(after, 'closed')).toBe(section(before, 'closed'));
  expect(section(after, 'open')).not.toBe(section(before, 'open'));
});

test('a live change is no new search, even if the last search changed nothing here', () => {
  const inOpen = (rows: readonly ApplicationView[], filter: Partial<Filter>) =>
    visibleSections(groupByBatch(batches, rows), {
      tab: 'all',
      query: '',
      showInactive: true,
      ...filter,
    }).sections.find(({ batch }) => batch._id === 'open');
  const search = { query: 'lovelace', lookedFor: {} };
  const before = inOpen(applications, { lookedFor: {} });
  expect(inOpen(applications, search)).toBe(before);
  const changed = applications.map((row) => (row._id === 'a1' ? { ...row, status: 'CANCELLED' as const } : row));
  const after = inOpen(changed, search);
  expect(after?.applications.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
  expect(after?.lookedFor).toBe(before?.lookedFor);
  const another = { query: 'a1', lookedFor: {} };
  expect(inOpen(changed, another)?.lookedFor).toBe(another.lookedFor);
});

test('a search counts the hits of the other tab', () => {
  expect(show({ query: 'mia@' }).elsewhere).toEqual({ tab: 'complete', hits: 1 });
  expect(show({ query: 'grace', tab: 'complete' }).elsewhere).toEqual({ tab: 'active', hits: 1 });
  expect(show({ query: 'grace', tab: 'all' }).elsewhere).toBeNull();
  expect(show({ query: '' }).elsewhere).toBeNull();
});

test('a single batch is shown on request if its tab is open', () => {
  expect(Object.keys(ids(show({ batchId: 'closed' })))).toEqual(['closed']);
  expect(show({ batchId: 'closed' }).shown).toBe(1);
  expect(Object.keys(ids(show({ batchId: 'done' })))).toEqual(['draft', 'open', 'closed']);
});
