import { expect, test } from 'vitest';
import { BUILT_IN_CONFIG } from '../domain/process/config.ts';
import { given, type Happening } from '../test/support/recorded.ts';
import { batches } from './batches.ts';
import { organizations } from './organizations.ts';
import { processes } from './processes.ts';
import { users } from './users.ts';

const happened = (stream: string, type: string, data: object, personal?: object | null): Happening => [
  stream,
  personal === undefined ? { type, data } : { type, data, personal },
];
const org = (type: string, data: object) => happened('organization-1', type, data);
const created = org('OrganizationCreated', { name: 'Baybayin', slug: 'baybayin', timeZone: 'Asia/Manila' });

test('an organization has its details, its members and vault entries of its secrets', () => {
  const { document } = given(
    organizations,
    created,
    org('MemberAdded', { userId: 'ana', role: 'Owner' }),
    org('MemberAdded', { userId: 'ben', role: 'Viewer' }),
    org('MemberAdded', { userId: 'cai', role: 'Viewer' }),
    org('MemberRoleChanged', { userId: 'ben', role: 'Admin' }),
    org('MemberRemoved', { userId: 'cai' }),
    org('OrganizationDetailsChanged', { changes: { subdomain: 'learn', accentColor: '#112233' } }),
    org('OrganizationSecretChanged', { name: 'sendGridApiKey', secretId: 's1' }),
  );
  expect(document('1')).toMatchObject({
    version: 7,
    name: 'Baybayin',
    timeZone: 'Asia/Manila',
    subdomain: 'learn',
    fullDomain: null,
    members: [
      { userId: 'ana', role: 'Owner' },
      { userId: 'ben', role: 'Admin' },
    ],
    secrets: { sendGridApiKey: 's1', calendlyAccessToken: null },
  });
});

test('an account has its email, its proof and the roles that organizations gave it', () => {
  const story: Happening[] = [
    happened('user-ana', 'UserSignedUp', { passwordId: 'p1' }, { email: 'Ana@Example.com' }),
    happened('user-ana', 'EmailVerified', {}),
    created,
    org('MemberAdded', { userId: 'ana', role: 'Viewer' }),
    org('MemberRoleChanged', { userId: 'ana', role: 'Admin' }),
    happened('organization-2', 'MemberAdded', { userId: 'ana', role: 'Owner' }),
  ];
  const ana = given(users, ...story).document('ana');
  expect(ana).toMatchObject({
    version: 1,
    email: 'Ana@Example.com',
    emailKey: 'ana@example.com',
    emailVerified: true,
    passwordId: 'p1',
    orgRoles: [
      { orgId: '1', role: 'Admin', begunIn: '4' },
      { orgId: '2', role: 'Owner', begunIn: '6' },
    ],
  });
  const ended = org('MemberSessionsEnded', { userId: 'ana' });
  const loggedOut = given(users, ...story, ended, org('MemberRoleChanged', { userId: 'ana', role: 'Viewer' }));
  expect(loggedOut.document('ana')?.orgRoles).toEqual([
    { orgId: '2', role: 'Owner', begunIn: '6' },
    { orgId: '1', role: 'Viewer', begunIn: '4', sessionsEndedAt: expect.any(String) },
  ]);
  const left = given(users, ...story, org('MemberRemoved', { userId: 'ana' })).document('ana');
  expect(left?.orgRoles).toEqual([{ orgId: '2', role: 'Owner', begunIn: '6' }]);
  const erased = given(users, ...story, happened('user-ana', 'PersonalDataErased', {})).document('ana');
  expect(erased).toMatchObject({ email: null, emailKey: null, emailVerified: false, isErased: true });
});

test('events of applications create no accounts', () => {
  const story = [
    happened('application-1', 'PersonalDataErased', {}),
    happened('application-1', 'EmailFailed', { outboxId: 'o', template: 't', reason: 'SMTP 550' }),
    org('MemberAdded', { userId: 'nobody', role: 'Viewer' }),
  ];
  expect(given(users, ...story).count).toBe(0);
});

test('a batch keeps when it was Open for the first time', () => {
  const details = {
    ...{ name: 'Full Stack 9', description: null, privateDetails: null, slug: null, capacity: 20, processId: 'p' },
    ...{ assessmentIds: [], iconFile: null, bannerFile: null, enableEmbedding: false },
  };
  const on = (type: string, data: object) => happened('batch-1', type, data);
  const { document } = given(
    batches,
    on('BatchCreated', { ...details, organizationId: 'org', status: 'Draft' }),
    on('BatchStatusChanged', { status: 'Open' }),
    on('BatchDetailsChanged', { changes: { capacity: 25, slug: 'full-stack-9' } }),
    on('BatchStatusChanged', { status: 'Closed' }),
    on('BatchStatusChanged', { status: 'Open' }),
  );
  expect(document('1')).toEqual({
    ...details,
    _id: '1',
    version: 4,
    organizationId: 'org',
    capacity: 25,
    slug: 'full-stack-9',
    status: 'Open',
    createdAt: '2026-03-01T09:00:00.000Z',
    openedAt: '2026-03-01T09:00:01.000Z',
  });
});

test('a process is its newest config, and absent once deleted', () => {
  const on = (type: string, data: object) => happened('process-1', type, data);
  const first = on('ProcessCreated', { organizationId: 'org', config: BUILT_IN_CONFIG });
  const second = on('ProcessChanged', { config: { ...BUILT_IN_CONFIG, label: 'Java' } });
  expect(given(processes, first, second).document('1')).toMatchObject({
    version: 1,
    organizationId: 'org',
    config: { label: 'Java' },
  });
  expect(given(processes, first, second, on('ProcessDeleted', {})).count).toBe(0);
});
