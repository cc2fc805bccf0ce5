import { describe, expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import {
  APPLICATION_STATUSES,
  type ApplicationStatus,
  FAMILY_OF_STATUS,
} from '../../../../../domain/application/statuses.ts';
import { percentOf } from '../../../../../domain/text/counted.ts';
import { planShares, statusShares, withoutThin } from './shares.ts';

const one = (status: ApplicationStatus, selectedPaymentModelId: string | null = null) =>
  ({ status, selectedPaymentModelId }) as ApplicationView;
const linesOf = (shares: ReturnType<typeof statusShares>) => shares.map(({ name, count }) => `${name} ${count}`);

const PLANS = [
  { _id: 'monthly', name: 'Monthly' },
  { _id: 'upfront', name: 'All at once' },
];

describe('the pie of statuses', () => {
  test("has the statuses that occur, in the board's order, each in its own shade of its family's colour", () => {
    const applications = [one('COMPLETE'), one('NEW'), one('CANCELLED'), one('NEW')];
    const shares = statusShares(applications);
    expect(linesOf(shares)).toEqual(['New 2', 'Complete 1', 'Cancelled 1']);
    expect(statusShares([one('NEW')])[0]?.colour).toBe(shares[0]?.colour);
    const counted = APPLICATION_STATUSES.filter((status) => status !== 'TRANSFERRED');
    const all = statusShares(counted.map((status) => one(status)));
    expect(new Set(all.map(({ colour }) => colour)).size).toBe(16);
    const families = all.map(({ key, colour }) => {
      const [, mixed] = /in oklab, var\((--[\w-]+)\)/.exec(colour) ?? [];
      return `${FAMILY_OF_STATUS[key as ApplicationStatus]}: ${mixed}`;
    });
    expect([...new Set(families)], "the colours of the families' chips").toEqual([
      'new: --accent',
      'in review: --attention',
      'interview & tests: --n-12',
      'contract & done: --good',
      'ended: --n-9',
    ]);
  });
});

test('slices under 2 % are drawn as one, unless there is only one of them', () => {
  const many = Array.from({ length: 100 }, () => one('NEW'));
  const thin = [one('COMPLETE'), one('WITHDRAWN')];
  expect(linesOf(withoutThin(statusShares([...many, ...thin])))).toEqual(['New 100', '2 others 2']);
  expect(linesOf(withoutThin(statusShares([...many, one('COMPLETE')])))).toEqual(['New 100', 'Complete 1']);
});

describe('the pie of payment plans', () => {
  const applications = [
    one('NEW', 'upfront'),
    one('CONTRACT RECEIVED', 'monthly'),
    one('FINANCE PENDING', 'monthly'),
    one('CONTRACT SENT'),
    one('COMPLETE', 'taken back'),
  ];
  test('counts all applications, those with a signed contract, or the complete ones', () => {
    expect(linesOf(planShares(applications, PLANS, 'all'))).toEqual([
      'Monthly 2',
      'All at once 1',
      'A deleted plan 1',
      'No plan chosen 1',
    ]);
    expect(linesOf(planShares(applications, PLANS, 'signed'))).toEqual(['Monthly 2']);
    expect(linesOf(planShares(applications, PLANS, 'complete'))).toEqual(['A deleted plan 1']);
  });
});

test('a nonzero share is never shown as 0%', () => {
  expect([percentOf(1, 3), percentOf(1, 300), percentOf(0, 3), percentOf(0, 0)]).toEqual(['33%', '< 1%', '0%', '0%']);
});
