import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { canBeInterviewed, interviewsSinceMorning, meetingLink } from './upcoming-interviews.ts';

const ZONE = 'Asia/Manila';
const on = (day: number, hour: number) =>
  new Date(`2026-03-${day}T${String(hour).padStart(2, '0')}:00:00+08:00`).toISOString();
const NOW = Date.parse(on(12, 12));
const application = (_id: string, calendlyStartTime: string | null, more: Partial<ApplicationView> = {}) =>
  ({ _id, status: 'INTERVIEW PENDING', calendlyStartTime, ...more }) as ApplicationView;

test("lists all interviews of the school's today and those to come, soonest first, without inactive applications and duplicates", () => {
  const all = [
    application('later', on(14, 9)),
    application('evening', on(12, 21)),
    application('this morning', on(12, 8), { status: 'INTERVIEW COMPLETED' }),
    application('tomorrow night', on(13, 23)),
    application('yesterday', on(11, 23)),
    application('cancelled', on(13, 9), { status: 'CANCELLED' }),
    application('moved', on(14, 9), { status: 'TRANSFERRED' }),
    application('none', null),
  ];
  expect(
    interviewsSinceMorning(all, NOW, ZONE).map(({ application: { _id }, day, isToCome }) => [_id, day, isToCome]),
  ).toEqual([
    ['this morning', 'Today', false],
    ['evening', 'Today', true],
    ['tomorrow night', 'Tomorrow', true],
    ['later', 'Later', true],
  ]);
});

test.each([
  ['INTERVIEW SCHEDULED', true],
  ['NEW', true],
  ['INTERVIEW COMPLETED', false],
  ['CONTRACT SENT', false],
  ['CONTRACT DECLINED', false],
  ['WITHDRAWN', false],
] as const)('an interview of one in %s can be marked as completed: %s', (status, expected) => {
  expect(canBeInterviewed(application('one', on(12, 8), { status }))).toBe(expected);
});

test('only a web address becomes a link', () => {
  const link = (calendlyJoinUrl: string | null) => meetingLink(application('one', null, { calendlyJoinUrl }));
  expect(link('https://meet.example/a')).toBe('https://meet.example/a');
  expect(link('javascript:alert(1)')).toBeNull();
  expect(link('by telephone')).toBeNull();
  expect(link(null)).toBeNull();
});
