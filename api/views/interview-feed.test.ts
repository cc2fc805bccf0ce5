import { expect, test } from 'vitest';
import type { InterviewDocument } from '../../projections/interviews.ts';
import { interviewFeed } from './interview-feed.ts';

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
