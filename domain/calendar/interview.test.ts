import { expect, test } from 'vitest';
import type { ApplicationEvent } from '../application/events.ts';
import { NO_TRACKING } from '../application/events.ts';
import type { ApplicationStatus } from '../application/statuses.ts';
import { type Interview, interviewAfter } from './interview.ts';

const AT = '2026-05-04T01:00:00.000Z';
const [BEFORE, AFTER] = ['2026-04-01T00:00:00.000Z', '2026-05-05T00:00:00.000Z'];

const submitted: ApplicationEvent = {
  type: 'ApplicationSubmitted',
  data: { organizationId: 'org', batchId: 'b', trackingNumber: 7, tracking: NO_TRACKING, userId: null },
  personal: { email: 'ada@example.com', values: { firstName: 'Ada', lastName: 'Lovelace' } },
};
const booked = (eventUri: string): ApplicationEvent => ({
  type: 'InterviewScheduled',
  data: { eventUri, startsAt: null, joinUrl: null },
});
const details = (eventUri: string, more: { startsAt?: string; endsAt?: string; joinUrl?: string } = {}) =>
  ({ type: 'InterviewDetailsReceived', data: { eventUri, startsAt: AT, joinUrl: null, ...more } }) as ApplicationEvent;
const status = (to: ApplicationStatus): ApplicationEvent => ({ type: 'StatusChanged', data: { from: 'NEW', to } });
const named = (lastName: string): ApplicationEvent => ({
  type: 'DetailsSaved',
  data: { fields: ['lastName'] },
  personal: { values: { lastName } },
});

function interview(...events: readonly (ApplicationEvent | readonly [ApplicationEvent, string])[]): Interview {
  const after = events.reduce<Interview | undefined>((before, next) => {
    const [event, at] = 'type' in next ? [next, BEFORE] : next;
    return interviewAfter(before, { ...event, at, actor: { kind: 'system' } });
  }, undefined);
  if (!after) throw new Error('No application');
  return after;
}
const BOOKED = [submitted, booked('u1'), details('u1')] as const;

test('an interview is first shown when its time is known', () => {
  expect(interview(submitted, booked('u1'))).toMatchObject({ startsAt: null, cancelledAt: null, sequence: 0 });
  expect(interview(...BOOKED)).toMatchObject({
    ...{ startsAt: AT, endsAt: null, joinUrl: null, cancelledAt: null, sequence: 0 },
    ...{ firstName: 'Ada', lastName: 'Lovelace', batchId: 'b', trackingNumber: 7 },
  });
});

test.each([
  ['time', details('u1', { startsAt: AFTER })],
  ['end', details('u1', { endsAt: '2026-05-04T02:00:00.000Z' })],
  ['link', details('u1', { joinUrl: 'https://zoom.example/j/1' })],
  ['name', named('Byron')],
  ['status, if it cancels the interview', status('WITHDRAWN')],
])('a changed %s raises the sequence, and its repetition does not', (_, event) => {
  const at = '2026-04-03T00:00:00.000Z';
  expect(interview(...BOOKED, [event, at])).toMatchObject({ sequence: 1, changedAt: at });
  expect(interview(...BOOKED, [event, at], event)).toMatchObject({ sequence: 1, changedAt: at });
});

test('what a calendar does not show changes nothing', () => {
  const other = details('another', { startsAt: AFTER });
  const others = [named('Lovelace'), status('INTERVIEW COMPLETED'), other].map((event) => [event, AFTER] as const);
  expect(interview(...BOOKED, ...others)).toMatchObject({ startsAt: AT, sequence: 0, changedAt: BEFORE });
});

test('an interview is cancelled when its application ends before it, and takes place again when that is undone', () => {
  for (const ended of ['CANCELLED', 'WITHDRAWN', 'TRANSFERRED'] as const) {
    const cancelled = interview(...BOOKED, status(ended));
    expect(cancelled).toMatchObject({ startsAt: AT, cancelledAt: BEFORE, sequence: 1 });
    expect(interview(...BOOKED, status(ended), [named('Byron'), AFTER])).toMatchObject({ cancelledAt: BEFORE });
    expect(interview(...BOOKED, status(ended), status('INTERVIEW SCHEDULED'))).toMatchObject({
      cancelledAt: null,
      sequence: 2,
    });
    expect(interview(...BOOKED, [status(ended), AFTER])).toMatchObject({ cancelledAt: null, sequence: 0 });
  }
});

test('a new booking cancels the old time until its own is known', () => {
  expect(interview(...BOOKED, booked('u2'))).toMatchObject({ startsAt: AT, cancelledAt: BEFORE, sequence: 1 });
  expect(interview(...BOOKED, booked('u2'), details('u2', { startsAt: AFTER }))).toMatchObject({
    startsAt: AFTER,
    cancelledAt: null,
    sequence: 2,
  });
});

test('an erased or removed application has a cancelled interview without anything of the person', () => {
  const removed: readonly ApplicationEvent[] = [
    { type: 'PersonalDataErased', data: {} },
    { type: 'ApplicationRemoved', data: {} },
  ];
  for (const at of [BEFORE, AFTER]) {
    const gone = interview(...BOOKED, ...removed.map((event) => [event, at] as const));
    expect(gone).toMatchObject({ startsAt: AT, cancelledAt: at, sequence: 1, firstName: null, joinUrl: null });
    expect(JSON.stringify(gone)).not.toMatch(/Ada|Lovelace/);
  }
});

test('a copy made by a transfer keeps the time and the end', () => {
  const copied: ApplicationEvent = {
    type: 'ApplicationCopied',
    data: {
      ...{ fromId: 'a', fromBatchId: 'b', organizationId: 'org', batchId: 'c', trackingNumber: 8 },
      ...{ tracking: NO_TRACKING, userId: null, status: 'INTERVIEW SCHEDULED', adminAssigneeId: null },
      ...{ selectedPaymentModelId: null, calendlyEventUri: 'u1', calendlyStartTime: AT },
      ...{ calendlyEndTime: AFTER, calendlyJoinUrl: null, comments: [] },
    },
    personal: { email: 'ada@example.com', values: { firstName: 'Ada' }, messages: [] },
  };
  expect(interview(copied)).toMatchObject({
    startsAt: AT,
    endsAt: AFTER,
    batchId: 'c',
    sequence: 0,
    cancelledAt: null,
  });
});
