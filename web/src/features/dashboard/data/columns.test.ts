import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { DashboardField } from '../../../../../domain/process/config.ts';
import { columnsFor, inOverdueOrder, preview, saysOverdue } from './columns.ts';

const field = (name: string, isAdminOnly = false): DashboardField => ({
  name,
  label: name.toUpperCase(),
  dataType: 'text',
  isAdminOnly,
});
const titles = (fields: DashboardField[], isAdmin = true) => columnsFor(fields, isAdmin, []).map(({ title }) => title);
const application = (more: Partial<ApplicationView>) =>
  ({ trackingNumber: 1, status: 'NEW', ...more }) as ApplicationView;
const text = (id: string, more: Partial<ApplicationView>) =>
  columnsFor([field('motivation')], true, [{ status: 'NEW', days: 7 }])
    .find((column) => column.id === id)
    ?.text(application(more));

test('Owner and Admin get every column, with the process fields after Email', () => {
  expect(titles([field('motivation'), field('notes', true)])).toEqual([
    '#',
    'Status',
    'In status',
    'Date',
    'Acct',
    'Assignee',
    'Comments',
    'Name',
    'Email',
    'MOTIVATION',
    'NOTES',
    'Last seen',
    'Plan',
    'Tracking',
  ]);
});

test('a Viewer gets no plan, comments, assignee and no admin-only field', () => {
  expect(titles([field('motivation'), field('notes', true)], false)).toEqual([
    '#',
    'Status',
    'In status',
    'Date',
    'Acct',
    'Name',
    'Email',
    'MOTIVATION',
    'Last seen',
    'Tracking',
  ]);
});

test("Name and Email are left out if the process's fields include them", () => {
  expect(titles([field('firstName'), field('email')])).not.toContain('Name');
  expect(titles([field('firstName'), field('email')])).not.toContain('Email');
});

test('an application without a number shows inactive, and one without an account nothing', () => {
  expect(text('trackingNumber', { trackingNumber: null })).toBe('inactive');
  expect(text('account', { userId: 'u' })).toBe('yes');
  expect(text('account', { userId: null })).toBe('');
});

test('a plan shows its name, and differs from no plan before the name has loaded', () => {
  const plan = columnsFor([], true, [], new Map([['p', 'Pay monthly']])).find(({ id }) => id === 'plan');
  expect(plan?.text(application({ selectedPaymentModelId: 'p' }))).toBe('Pay monthly');
  expect(plan?.text(application({ selectedPaymentModelId: 'q' }))).toBe('chosen');
  expect(plan?.text(application({ selectedPaymentModelId: null }))).toBe('');
});

test('the comment column shows the last one, and long texts are cut at 50 characters', () => {
  const comment = (message: string) => ({ _id: message, message, authorId: null, authorEmail: null, postedDate: '' });
  const due = { ...comment('first'), followUpOn: '2026-03-01' };
  expect(text('comments', { adminComments: [due, comment('last')] })).toBe('last');
  expect(preview('x'.repeat(50))).toBe('x'.repeat(50));
  expect(preview('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
  expect(text('field.motivation', { motivation: 'two\n lines' })).toBe('two lines');
  expect(text('field.motivation', { motivation: { fileId: '1', fileName: 'a-very-long-file-name-indeed.pdf' } })).toBe(
    'a-very-long-….pdf',
  );
});

test('the date of a transferred application is that of its original, also for the order', () => {
  const copy = { createdAt: '2026-03-12T12:00:00.000Z', appliedAt: '2026-01-02T12:00:00.000Z' };
  expect(text('createdAt', copy)).toBe(copy.appliedAt);
  const order = columnsFor([], true, []).find(({ id }) => id === 'createdAt')?.order;
  expect(order?.(application(copy))).toBe(Date.parse(copy.appliedAt) / 1000);
});

test('status sorts by its rank rather than the alphabet', () => {
  const order = columnsFor([], true, []).find(({ id }) => id === 'status')?.order;
  expect(order?.(application({ status: 'CANCELLED' }))).toBeLessThan(
    Number(order?.(application({ status: 'COMPLETE' }))),
  );
  expect(order?.(application({ status: 'NEW' }))).toBeLessThan(
    Number(order?.(application({ status: 'CONTRACT SENT' }))),
  );
});

test('the time in a status is in days, and marked when overdue', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000 - 1000).toISOString();
  expect(text('inStatus', { statusSince: daysAgo(0) })).toBe('Less than a day');
  expect(text('inStatus', { statusSince: daysAgo(1) })).toBe('1 day');
  expect(text('inStatus', { statusSince: daysAgo(7) })).toBe('7 days, overdue');
  expect(text('inStatus', { statusSince: daysAgo(7), status: 'COMPLETE' })).toBe('7 days');
  expect(saysOverdue('7 days, overdue')).toBe(true);
  expect(saysOverdue('7 days')).toBe(false);
});

test("a due follow-up is marked in the time in status, in the school's zone, and Overdue shows the longest overdue first", () => {
  const now = Date.parse('2026-03-12T17:00:00.000Z');
  const column = (zone: string) =>
    inOverdueOrder(columnsFor([], true, [{ status: 'NEW', days: 7 }], undefined, () => now, undefined, zone)).find(
      ({ id }) => id === 'inStatus',
    );
  const comment = { _id: 'c', message: 'Called', authorId: null, authorEmail: null, postedDate: '' };
  const promised = (followUpOn: string) =>
    application({ statusSince: '2026-03-11T09:00:00.000Z', adminComments: [{ ...comment, followUpOn }] });
  const tomorrow = promised('2026-03-13');
  expect(column('UTC')?.text(tomorrow)).toBe('1 day');
  expect(column('Asia/Manila')?.text(tomorrow)).toBe('1 day, follow up');
  expect(saysOverdue('1 day, follow up')).toBe(true);
  const late = application({ statusSince: '2026-03-01T09:00:00.000Z' });
  const order = (one: ApplicationView) => Number(column('UTC')?.order?.(one));
  expect(order(promised('2026-03-02'))).toBeGreaterThan(order(late));
  expect(order(late)).toBeGreaterThan(order(promised('2026-03-12')));
});
