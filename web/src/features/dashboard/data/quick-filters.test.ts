import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { passesQuick, type QuickFilter, quickFor, readQuick, toggledQuick } from './quick-filters.ts';

const NOW = Date.parse('2026-03-12T12:00:00.000Z');
const question = { myId: 'mia', limits: [{ status: 'NEW' as const, days: 7 }], now: NOW, today: '2026-03-12' };
const passes = (filters: QuickFilter[], more: Partial<ApplicationView>) =>
  passesQuick({ status: 'NEW', ...more } as ApplicationView, new Set(filters), question);

test('mine and unassigned filter by assignee', () => {
  const mine = { adminAssignee: { userId: 'mia', userEmail: null } };
  expect(passes(['mine'], mine)).toBe(true);
  expect(passes(['mine'], { adminAssignee: { userId: 'jun', userEmail: null } })).toBe(false);
  expect(passes(['mine'], { adminAssignee: null })).toBe(false);
  expect(passes(['mine'], { ...mine, status: 'COMPLETE' })).toBe(true);
  expect(passes(['mine'], { ...mine, status: 'WITHDRAWN' }), 'ended').toBe(false);
  expect(passes(['unassigned'], { adminAssignee: null })).toBe(true);
  expect(passes(['unassigned'], mine)).toBe(false);
});

test("overdue filters applications that have reached their status's time limit", () => {
  expect(passes(['overdue'], { statusSince: '2026-03-05T12:00:00.000Z' })).toBe(true);
  expect(passes(['overdue'], { statusSince: '2026-03-05T12:00:01.000Z' })).toBe(false);
  expect(passes(['overdue'], { statusSince: '2020-01-01T00:00:00.000Z', status: 'COMPLETE' })).toBe(false);
  expect(passes(['overdue'], {})).toBe(false);
});

test('overdue filters applications with a follow-up that is due, unless they are ended or COMPLETE', () => {
  const comment = {
    _id: 'c',
    message: 'Called',
    authorId: null,
    authorEmail: null,
    postedDate: '2026-03-01T09:00:00.000Z',
  };
  const due = { adminComments: [comment, { ...comment, kind: 'call' as const, followUpOn: '2026-03-12' }] };
  expect(passes(['overdue'], due)).toBe(true);
  expect(passes(['overdue'], { adminComments: [{ ...comment, followUpOn: '2026-03-13' }] })).toBe(false);
  expect(passes(['overdue'], { adminComments: [comment] })).toBe(false);
  for (const status of ['COMPLETE', 'WITHDRAWN'] as const) expect(passes(['overdue'], { ...due, status })).toBe(false);
});

test('two filters combine, but mine and unassigned exclude each other', () => {
  expect(toggledQuick(null, 'mine')).toBe('mine');
  expect(toggledQuick('mine', 'overdue')).toBe('mine,overdue');
  expect(toggledQuick('mine,overdue', 'unassigned')).toBe('overdue,unassigned');
  expect(toggledQuick('mine', 'mine')).toBeNull();
  expect(readQuick('mine,theirs')).toEqual(new Set(['mine']));
});

test('a link with mine or unassigned does not filter for a Viewer', () => {
  expect([...quickFor(readQuick('mine,overdue'), false)]).toEqual(['overdue']);
  expect([...quickFor(readQuick('mine,overdue'), true)]).toEqual(['mine', 'overdue']);
});
