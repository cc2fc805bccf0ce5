import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { meetingLink, upcomingInterviews } from './upcoming-interviews.ts';

const NOW = Date.parse('2026-03-12T12:00:00.000Z');
const application = (_id: string, calendlyStartTime: string | null, more: Partial<ApplicationView> = {}) =>
  ({ _id, status: 'INTERVIEW PENDING', calendlyStartTime, ...more }) as ApplicationView;

test('lists upcoming interviews soonest first, without inactive applications and duplicates', () => {
  const all = [
    application('later', '2026-03-14T09:00:00.000Z'),
    application('sooner', '2026-03-12T21:00:00+08:00'),
    application('past', '2026-03-12T11:59:00.000Z'),
    application('cancelled', '2026-03-13T09:00:00.000Z', { status: 'CANCELLED' }),
    application('moved', '2026-03-14T09:00:00.000Z', { status: 'TRANSFERRED' }),
    application('none', null),
  ];
  expect(upcomingInterviews(all, NOW).map(({ application: { _id } }) => _id)).toEqual(['sooner', 'later']);
});

test('only a web address becomes a link', () => {
  const link = (calendlyJoinUrl: string | null) => meetingLink(application('one', null, { calendlyJoinUrl }));
  expect(link('https://meet.example/a')).toBe('https://meet.example/a');
  expect(link('javascript:alert(1)')).toBeNull();
  expect(link('by telephone')).toBeNull();
  expect(link(null)).toBeNull();
});
