import { expect, test } from 'vitest';
import { TEXTS } from '../text/texts.ts';
import { daysInStatus, inDays, isOverdue, overdueSince } from './overdue.ts';
import { faultOfLimits } from './status-limits.ts';

const since = '2026-03-01T09:00:00.000Z';
const after = (days: number, milliseconds = 0) => Date.parse(since) + days * 86_400_000 + milliseconds;
const limits = [{ status: 'NEW', days: 3 }] as const;

test('an application is overdue once its limit is reached', () => {
  expect(isOverdue({ status: 'NEW', statusSince: since }, limits, after(3, -1))).toBe(false);
  expect(isOverdue({ status: 'NEW', statusSince: since }, limits, after(3))).toBe(true);
});

test('an application in a status without a limit is never overdue', () => {
  expect(isOverdue({ status: 'COMPLETE', statusSince: since }, limits, after(500))).toBe(false);
  expect(isOverdue({ status: 'NEW', statusSince: since }, [], after(500))).toBe(false);
});

test('ended and COMPLETE applications are never overdue, also with a limit', () => {
  for (const status of ['CANCELLED', 'WITHDRAWN', 'TRANSFERRED', 'CONTRACT DECLINED', 'COMPLETE'] as const) {
    expect(isOverdue({ status, statusSince: since }, [{ status, days: 3 }], after(500)), status).toBe(false);
  }
});

test('an application is overdue since its limit or its first due follow-up, whichever was first, and says which', () => {
  const read = (followUps: (string | undefined)[], now: number, today: string) =>
    overdueSince(
      {
        status: 'NEW',
        statusSince: since,
        adminComments: followUps.map((day) => (day === undefined ? {} : { followUpOn: day })),
      },
      limits,
      now,
      today,
    );
  const limit = after(3);
  expect(read([], after(3, -1), '2026-03-04')).toBeNull();
  expect(read([undefined, '2026-03-05'], after(3, -1), '2026-03-04'), 'a follow-up to come').toBeNull();
  expect(read([], limit, '2026-03-04')).toEqual({ since: limit, isLate: true, followUpOn: null });
  expect(read(['2026-03-03', '2026-03-02', '2026-03-09'], after(2), '2026-03-03')).toEqual({
    since: Date.parse('2026-03-02'),
    isLate: false,
    followUpOn: '2026-03-02',
  });
  expect(read(['2026-03-06'], after(8), '2026-03-09')).toEqual({
    since: limit,
    isLate: true,
    followUpOn: '2026-03-06',
  });
  expect(
    overdueSince({ status: 'COMPLETE', adminComments: [{ followUpOn: '2026-03-02' }] }, [], limit, '2026-03-09'),
  ).toBeNull();
});

test('days in a status are whole, and 0 where clocks disagree', () => {
  expect(daysInStatus(since, after(2, -1))).toBe(1);
  expect(daysInStatus(since, after(0, -1))).toBe(0);
});

test('a time in a status is shown in words', () => {
  expect([0, 1, 2, 1204].map(inDays)).toEqual(['Less than a day', '1 day', '2 days', '1,204 days']);
});

test('limits are whole days, one per status', () => {
  for (const days of [1, 365]) expect(faultOfLimits([{ status: 'NEW', days }])).toBeNull();
  for (const days of [0, -1, 1.5, 366, Number.NaN]) {
    expect(faultOfLimits([{ status: 'NEW', days }])).toBe(TEXTS.organizations.statusLimitInvalid(365));
  }
  expect(faultOfLimits([...limits, { status: 'NEW', days: 5 }])).toBe(TEXTS.organizations.statusLimitTwice('NEW'));
});
