import { expect, test } from 'vitest';
import { LIMITS } from '../../domain/limits/limits.ts';
import type { InterviewDocument } from '../../projections/interviews.ts';
import { interviewFeed, isShown } from './interview-feed.ts';

const DAY = 24 * 3_600_000;
const AT = '2026-03-02T09:00:00Z';
const INTERVIEW: Omit<InterviewDocument, 'firstName' | 'lastName'> = {
  ...{
    _id: 'a',
    _pos: 1n,
    organizationId: 'org',
    batchId: 'june',
    trackingNumber: 10_001,
    status: 'INTERVIEW SCHEDULED',
  },
  ...{ eventUri: null, startsAt: AT, endsAt: null, joinUrl: null, isTimeKnown: true, isGone: false, cancelledAt: null },
  ...{ sequence: 0, changedAt: AT },
};

test('a name becomes no link, line or other direction of text in the calendar of staff', () => {
  const name = { firstName: '\u202EAda\u2028', lastName: 'https://harm.example' };
  const file = interviewFeed({
    organization: { _id: 'org', name: 'Sch\u202Eool', timeZone: 'UTC' },
    interviews: [{ ...INTERVIEW, ...name }],
    nameless: new Set(),
    batches: [{ _id: 'june', name: 'Ju\r\n\u202Ene' }],
    revisions: [],
    linkTo: (id) => `https://school.example/${id}`,
  });
  const [summary = ''] = /SUMMARY:.*/.exec(file.replaceAll('\r\n ', '')) ?? [];
  expect(summary).toBe('SUMMARY:Interview: Ada https:\u200C//harm\u200C.example (Ju ne)');
  expect(file).not.toContain('\u202E');
});

test('a cancelled interview is shown for 14 days to the second, and one that took place for as long as published', () => {
  const ended = { ...INTERVIEW, firstName: 'Ada', lastName: 'Lovelace' };
  const shownAfter = (interview: InterviewDocument, ms: number) => isShown(interview, Date.parse(AT) + ms);
  const cancelled = { ...ended, startsAt: '2027-01-01T09:00:00Z', cancelledAt: AT };
  expect([14 * DAY - 1, 14 * DAY].map((ms) => shownAfter(cancelled, ms))).toEqual([true, false]);
  const past = LIMITS.calendarPastDays * DAY;
  expect([past - 1, past].map((ms) => shownAfter(ended, ms))).toEqual([true, false]);
});
