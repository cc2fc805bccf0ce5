import { expect, test } from 'vitest';
import { ANONYMOUS, SYSTEM } from '../../domain/access/actor.ts';
import { application } from '../../domain/application/application.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { contextBy, must, openCommandEnvironment, person } from '../../test/support/command-environment.ts';
import { handle } from '../handling/handle.ts';
import { recordActivity } from './record-activity.ts';

const entry = { action: 'VIEW_APPLICATION', actionDetails: null, timestamp: '2026-03-01T10:00:00.000Z' } as const;

async function openWithApplication() {
  const environment = await openCommandEnvironment();
  const data = {
    organizationId: 'org',
    batchId: 'batch',
    trackingNumber: 1,
    tracking: { source: null, medium: null, campaign: null, term: null, content: null },
    userId: 'ada',
    email: 'ada@example.org',
    values: {},
  };
  await must(handle(environment, application, 'app', [{ type: 'SubmitApplication', data }], contextBy(ANONYMOUS)));
  return environment;
}

test("an applicant's activity is recorded, and a repeated message records it once", async () => {
  await using environment = await openWithApplication();
  const record = () =>
    must(recordActivity(environment, { applicationId: 'app', entries: [entry] }, contextBy(person('ada'))));
  const recorded = await record();
  expect(recorded.appended).toMatchObject([{ stream: 'activity-app', personal: { actionDetails: null } }]);
  expect((await record()).appended).toEqual([]);
});

test('an Owner’s or Admin’s activity is answered and not recorded; a Viewer who applied is an applicant', async () => {
  await using environment = await openWithApplication();
  const record = (role: 'Owner' | 'Admin' | 'Viewer') =>
    must(recordActivity(environment, { applicationId: 'app', entries: [entry] }, contextBy(person('ada', role))));
  expect((await record('Owner')).appended).toEqual([]);
  expect((await record('Admin')).appended).toEqual([]);
  expect((await record('Viewer')).appended).toHaveLength(1);
});

test.each(['CANCELLED', 'WITHDRAWN'] as const)('a %s application is locked', async (status) => {
  await using environment = await openWithApplication();
  await must(
    handle(
      environment,
      application,
      'app',
      [{ type: 'ChangeStatus', data: { to: status } }] as never,
      contextBy(SYSTEM),
    ),
  );
  expect(
    await recordActivity(environment, { applicationId: 'app', entries: [entry] }, contextBy(person('ada'))),
  ).toMatchObject({ rejection: { code: 'refused', message: TEXTS.applications.locked } });
});

test('an application that does not exist is not found', async () => {
  await using environment = await openCommandEnvironment();
  expect(
    await recordActivity(environment, { applicationId: 'none', entries: [entry] }, contextBy(person('ada'))),
  ).toMatchObject({ rejection: { code: 'not-found' } });
});
