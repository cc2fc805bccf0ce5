import { describe, expect, test } from 'vitest';
import { allows, LIFECYCLE, type LifecycleCommand, readOnlyReason, statusesAllowing } from './lifecycle.ts';
import {
  APPLICATION_STATUSES,
  FAMILY_OF_STATUS,
  isLocked,
  rankOf,
  releasesPlace,
  STATUS_FAMILIES,
} from './statuses.ts';

describe('the seventeen statuses', () => {
  test('are in rank order', () => {
    expect(APPLICATION_STATUSES).toHaveLength(17);
    expect(rankOf('NEW')).toBeLessThan(rankOf('INFORMATION SENT'));
    expect(rankOf('CANCELLED')).toBe(0);
    expect(rankOf('COMPLETE')).toBe(16);
  });

  test('form five families', () => {
    expect(new Set(Object.values(FAMILY_OF_STATUS))).toEqual(new Set(STATUS_FAMILIES));
  });

  test('three lock, and two of these release the place', () => {
    expect(APPLICATION_STATUSES.filter(isLocked)).toEqual(['CANCELLED', 'WITHDRAWN', 'TRANSFERRED']);
    expect(APPLICATION_STATUSES.filter(releasesPlace)).toEqual(['CANCELLED', 'TRANSFERRED']);
  });
});

describe('the lifecycle', () => {
  const unlocked = APPLICATION_STATUSES.filter((status) => !isLocked(status));

  test('leaves an applicant of a locked application only the link to an account', () => {
    const commands = Object.keys(LIFECYCLE) as LifecycleCommand[];
    expect(commands.filter((command) => allows(command, 'WITHDRAWN', 'applicant'))).toEqual(['LinkUser']);
  });

  test('lets staff work on a locked one, but schedule nothing', () => {
    expect(statusesAllowing('SaveDetails', 'admin')).toEqual(APPLICATION_STATUSES);
    expect(statusesAllowing('SaveDetails', 'applicant')).toEqual(unlocked);
    expect(statusesAllowing('ScheduleInterview', 'admin')).toEqual(unlocked);
    expect(statusesAllowing('ChangeStatus', 'applicant')).toEqual([]);
  });
});

describe('read-only', () => {
  const admin = { isAdmin: true, isStaff: true, isApplicant: false };
  const applicant = { isAdmin: false, isStaff: false, isApplicant: true };
  const viewer = { isAdmin: false, isStaff: true, isApplicant: false };
  const viewerApplying = { isAdmin: false, isStaff: true, isApplicant: true };

  test.each([
    [admin, 'NEW', 'Complete', null],
    [admin, 'CANCELLED', 'Open', null],
    [applicant, 'NEW', 'Open', null],
    [applicant, 'NEW', 'Closed', null],
    [applicant, 'NEW', 'Complete', 'started'],
    [applicant, 'WITHDRAWN', 'Open', 'locked'],
    [applicant, 'WITHDRAWN', 'Complete', 'locked'],
    [viewer, 'NEW', 'Open', 'foreign'],
    [viewerApplying, 'NEW', 'Open', null],
    [viewerApplying, 'NEW', 'Complete', 'started'],
  ] as const)('%o on %s in a batch that is %s: %s', (who, status, batchStatus, expected) => {
    expect(readOnlyReason({ status, batchStatus }, who)).toBe(expected);
  });
});
