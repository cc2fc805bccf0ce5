import { expect, test } from 'vitest';
import { NO_TRACKING } from '../domain/application/events.ts';
import { given, type Happening } from '../test/support/recorded.ts';
import { activity } from './activity.ts';
import { applications } from './applications.ts';

const submitted: Happening = [
  'application-1',
  {
    type: 'ApplicationSubmitted',
    data: { organizationId: 'org', batchId: 'batch', trackingNumber: 7, tracking: NO_TRACKING, userId: null },
    personal: { email: ' Ana@Example.com', values: { firstName: 'Ana', motivation: 'Code' } },
  },
];
const on = (type: string, data: object, personal?: object): Happening => [
  'application-1',
  personal === undefined ? { type, data } : { type, data, personal },
  { kind: 'user', id: 'staff' },
];
const did = (action: string, actionDetails: string | null = null): Happening => [
  'activity-1',
  { type: 'ActivityRecorded', data: { action, timestamp: '2026-01-01T00:00:00.000Z' }, personal: { actionDetails } },
];

test('a submission is a NEW application with its values', () => {
  expect(given(applications, submitted).document('1')).toMatchObject({
    _id: '1',
    version: 0,
    organizationId: 'org',
    batchId: 'batch',
    status: 'NEW',
    trackingNumber: 7,
    createdAt: '2026-03-01T09:00:00.000Z',
    statusSince: '2026-03-01T09:00:00.000Z',
    emailKey: 'ana@example.com',
    values: { firstName: 'Ana', motivation: 'Code' },
    lastSeenAt: null,
  });
});

test('changes by staff appear, with the author of a comment and the start of the status', () => {
  const document = given(
    applications,
    submitted,
    on('StatusChanged', { from: 'NEW', to: 'INTERVIEW PENDING' }),
    on('AdminAssigned', { userId: 'staff' }),
    on('CommentAdded', { commentId: 'c1' }, { message: 'Called' }),
    on('CommentAdded', { commentId: 'c2' }, { message: 'Again' }),
    on('CommentDeleted', { commentId: 'c1' }),
    on('DetailsSaved', { fields: ['motivation', 'phoneNumber'] }, { values: { motivation: null, phoneNumber: '1' } }),
  ).document('1');
  expect(document).toMatchObject({
    version: 6,
    status: 'INTERVIEW PENDING',
    statusSince: '2026-03-01T09:00:01.000Z',
    adminAssigneeId: 'staff',
    comments: [{ _id: 'c2', message: 'Again', authorId: 'staff', postedDate: '2026-03-01T09:00:04.000Z' }],
    values: { firstName: 'Ana', phoneNumber: '1' },
  });
  expect(document?.values).not.toHaveProperty('motivation');
});

test.each([
  ['DRILLS PENDING', null],
  ['CONTRACT SENT', null],
  ['CONTRACT RECEIVED', 'batch'],
  ['FINANCE PENDING', 'batch'],
  ['COMPLETE', 'batch'],
])('with the status %s it occupies a seat in %s', (to, seatIn) => {
  const document = given(applications, submitted, on('StatusChanged', { from: 'NEW', to })).document('1');
  expect(document).toMatchObject({ status: to, seatIn });
});

test('a contract that is lost frees the seat', () => {
  const document = given(
    applications,
    submitted,
    on('StatusChanged', { from: 'NEW', to: 'CONTRACT RECEIVED' }),
    on('StatusChanged', { from: 'CONTRACT RECEIVED', to: 'CONTRACT SENT' }),
  ).document('1');
  expect(document).toMatchObject({ seatIn: null });
});

test('a restored status has its former start', () => {
  const moved = (from: string, to: string, since?: string) => on('StatusChanged', { from, to, since });
  const former = '2026-03-01T09:00:01.000Z';
  const document = given(
    applications,
    submitted,
    moved('NEW', 'INTERVIEW PENDING'),
    moved('INTERVIEW PENDING', 'COMPLETE'),
    moved('COMPLETE', 'INTERVIEW PENDING', former),
    on('AdminAssigned', { userId: 'staff' }),
  ).document('1');
  expect(document).toMatchObject({ status: 'INTERVIEW PENDING', statusSince: former });
});

test('activity sets when the applicant was last seen, and changes nothing else', () => {
  const { document } = given(applications, submitted, did('VIEW_APPLICATION'), did('VIEW_APPLICATION_STEP'));
  expect(document('1')).toMatchObject({ version: 0, lastSeenAt: '2026-03-01T09:00:02.000Z' });
  expect(given(applications, did('VIEW_APPLICATION')).count).toBe(0);
});

test('an erasure blanks personal data, here and in the activity, and keeps counts', () => {
  const story: Happening[] = [
    submitted,
    on('CommentAdded', { commentId: 'c1' }, { message: 'Ana called' }),
    did('SAVE_APPLICATION_STEP', 'Ana wrote this'),
    ['application-1', { type: 'PersonalDataErased', data: {} }],
  ];
  const document = given(applications, ...story).document('1');
  expect(document).toMatchObject({ email: null, emailKey: null, values: {}, isErased: true, status: 'NEW' });
  const entries = given(activity, ...story).document('1.0');
  expect(entries?.entries).toHaveLength(1);
  expect(JSON.stringify([document, entries], (_, value) => (typeof value === 'bigint' ? 0 : value))).not.toContain(
    'Ana',
  );
});

test('a replay after an erasure, without any key, gives the same', () => {
  const erased: Happening = ['application-1', { type: 'PersonalDataErased', data: {} }];
  const blank = ([stream, event, actor]: Happening): Happening => [stream, { ...event, personal: null }, actor];
  const comment = on('CommentAdded', { commentId: 'c1' }, { message: 'Ana called' });
  const saved = on('DetailsSaved', { fields: ['motivation'] }, { values: { motivation: 'x' } });
  const story = [submitted, comment, saved];
  const replayed = given(applications, ...story.map(blank), erased).document('1');
  expect(replayed).toEqual(given(applications, ...story, erased).document('1'));
});

test('a claimed place and events of accounts make no application', () => {
  const claimed: Happening = ['application-2', { type: 'PlaceClaimed', data: { by: '1' } }];
  const account: Happening[] = [
    ['user-3', { type: 'PersonalDataErased', data: {} }],
    ['user-3', { type: 'EmailDelivered', data: { outboxId: 'o', template: 'Verify e-mail' } }],
  ];
  expect(given(applications, submitted, claimed, ...account).count).toBe(1);
});

test('as of an event, the application has its former state', async () => {
  const history = given(
    applications,
    submitted,
    on('StatusChanged', { from: 'NEW', to: 'INTERVIEW PENDING' }),
    did('VIEW_APPLICATION'),
    on('StatusChanged', { from: 'INTERVIEW PENDING', to: 'COMPLETE' }),
  );
  expect(await history.asOf('1', 1)).toMatchObject({ status: 'NEW', lastSeenAt: null });
  expect(await history.asOf('1', 3)).toMatchObject({ status: 'INTERVIEW PENDING', version: 1 });
  expect((await history.asOf('1', 3))?.lastSeenAt).not.toBeNull();
});
