import { describe, expect, test } from 'vitest';
import { type Actor, ANONYMOUS, type Role, SYSTEM } from './actor.ts';
import { CAPABILITIES, type Capability, can, isStaff, type Resource, roleIn } from './policy.ts';

const HERE = 'org-here';
const person = (role?: Role, isCreator = false, orgId = HERE): Actor => ({
  kind: 'user',
  id: 'someone',
  roles: role ? [{ orgId, role }] : [],
  isCreator,
});

const SITUATIONS: readonly (readonly [string, Actor, Resource])[] = [
  ['anonymous', ANONYMOUS, {}],
  ['signed in', person(), {}],
  ['own', person(), { isOwn: true }],
  ['own, read-only', person(), { isOwn: true, isReadOnly: true }],
  ['Viewer', person('Viewer'), {}],
  ['Admin', person('Admin'), {}],
  ['Owner', person('Owner'), {}],
  ['creator', person(undefined, true), {}],
  ['creator and Viewer', person('Viewer', true), {}],
  ['system', SYSTEM, {}],
];

// biome-ignore format: a table is read in columns
const EXPECTED: Record<Capability, string> = {
  //                                  anon in own ro  V A O  c cV sys
  'service.read':                     'y y y y  y y y  y y y',
  'account.enter':                    'y y y y  y y y  y y y',
  'account.manageOwn':                'n y y y  y y y  y y y',
  'organization.readPublic':          'y y y y  y y y  y y y',
  'batch.readOpen':                   'y y y y  y y y  y y y',
  'process.readOpenForm':             'y y y y  y y y  y y y',
  'application.submit':               'y y y y  y y y  y y y',
  'file.readPublic':                  'y y y y  y y y  y y y',
  'file.uploadAnswer':                'y y y y  y y y  y y y',
  'inboundWebhook.receive':           'y y y y  y y y  y y y',
  'batch.readPrivate':                'n y y y  y y y  y y y',
  'live.follow':                      'n y y y  y y y  y y y',
  'application.listOwn':              'n y y y  y y y  y y y',
  'application.list':                 'n n n n  y y y  n y y',
  'application.read':                 'n n y y  y y y  n y y',
  'application.readPast':             'n n y y  n y y  n n y',
  'application.readAdminOnly':        'n n n n  n y y  n n y',
  'application.completeSteps':        'n n y n  n y y  n n y',
  'application.choosePlan':           'n n y n  n y y  n n y',
  'application.recordActivity':       'n n y n  n y y  n n y',
  'application.addForOther':          'n n n n  n y y  n n y',
  'application.changeStatus':         'n n n n  n y y  n n y',
  'application.assign':               'n n n n  n y y  n n y',
  'application.comment':              'n n n n  n y y  n n y',
  'application.transfer':             'n n n n  n y y  n n y',
  'application.sendTemplate':         'n n n n  n y y  n n y',
  'application.bulk':                 'n n n n  n y y  n n y',
  'application.correctPersonalData':  'n n n n  n y y  n n y',
  'application.linkUser':             'n y y y  y y y  y y y',
  'solution.write':                   'n n y n  n n n  n n y',
  'batch.read':                       'n n n n  y y y  n y y',
  'assessment.read':                  'n n y y  y y y  n y y',
  'emailTemplate.read':               'n n n n  y y y  n y y',
  'process.read':                     'n n n n  y y y  n y y',
  'report.write':                     'n n n n  y y y  n y y',
  'report.change':                    'n n y y  n y y  n n y',
  'organization.read':                'n n n n  y y y  n y y',
  'report.read':                      'n n n n  y y y  n y y',
  'batch.write':                      'n n n n  n y y  n n y',
  'assessment.write':                 'n n n n  n y y  n n y',
  'emailTemplate.write':              'n n n n  n y y  n n y',
  'process.write':                    'n n n n  n y y  n n y',
  'organization.write':               'n n n n  n y y  n n y',
  'history.read':                     'n n n n  n y y  n n y',
  'audit.read':                       'n n n n  n y y  n n y',
  'member.read':                      'n n n n  n y y  n n y',
  'member.manage':                    'n n n n  n y y  n n y',
  'webhook.manage':                   'n n n n  n y y  n y y',
  'event.pull':                   'n n n n  n y y  n y y',
  'file.upload':                      'n n y n  n y y  n n y',
  'file.delete':                      'n n y n  n y y  n n y',
  'applicantFile.read':               'n n y y  n y y  n n y',
  'invoice.read':                     'n n y y  n y y  n n y',
  'invoice.manage':                   'n n n n  n y y  n n y',
  'paymentModel.read':                'n n y y  n y y  n y y',
  'paymentModel.write':               'n n n n  n n y  n n y',
  'member.makeOwner':                 'n n n n  n n y  n n y',
  'organization.writeSecrets':        'n n n n  n n y  n n y',
  'person.erase':                     'n n n n  n n y  n n y',
  'projection.manage':                'n n n n  n n n  y y y',
  'metrics.read':                     'n n n n  n n n  n n y',
  'organization.create':              'n n n n  n n n  n n y',
  'member.removeOwner':               'n n n n  n n n  n n y',
  'user.grantCreator':                'n n n n  n n n  n n y',
};

describe.each(CAPABILITIES)('%s', (capability) => {
  const answers = EXPECTED[capability].split(/ +/);
  test.each(SITUATIONS.map(([name, actor, resource], column) => [name, answers[column], actor, resource] as const))(
    '%s: %s',
    (_name, answer, actor, resource) => {
      expect(can(actor, capability, { organizationId: HERE, ...resource })).toBe(answer === 'y');
    },
  );

  test.each(['Viewer', 'Admin', 'Owner'] as const)(
    'a role as %s in another or an unknown organization is no role',
    (role) => {
      const stranger = answers[1] === 'y';
      expect(can(person(role, false, 'org-elsewhere'), capability, { organizationId: HERE })).toBe(stranger);
      expect(can(person(role), capability, { organizationId: null })).toBe(stranger);
      expect(can(person(role), capability)).toBe(stranger);
    },
  );

  test('an outside service may do what anyone may', () => {
    const provider: Actor = { kind: 'provider', id: 'calendly', roles: [], isCreator: false };
    expect(can(provider, capability, { organizationId: HERE, isOwn: true })).toBe(answers[0] === 'y');
  });
});

test('a role counts in its own organization only', () => {
  const actor: Actor = {
    kind: 'user',
    id: 'someone',
    roles: [
      { orgId: 'one', role: 'Viewer' },
      { orgId: 'two', role: 'Owner' },
    ],
    isCreator: false,
  };
  expect(roleIn(actor, 'two')).toBe('Owner');
  expect(roleIn(actor, 'three')).toBeNull();
  expect(roleIn(actor, undefined)).toBeNull();
});

test('staff are those with a role anywhere, and creators', () => {
  expect(isStaff(person('Viewer', false, 'anywhere'))).toBe(true);
  expect(isStaff(person(undefined, true))).toBe(true);
  expect(isStaff(person())).toBe(false);
});
