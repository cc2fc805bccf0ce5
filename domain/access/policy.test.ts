import { describe, expect, test } from 'vitest';
import { type Actor, ANONYMOUS, type Role, SYSTEM } from './actor.ts';
import { CAPABILITIES, type Capability, can, isStaff, needsFactor, type Resource, roleIn } from './policy.ts';
import { TOKEN_SCOPES, type TokenScope } from './token-scopes.ts';

const HERE = 'org-here';
const person = (role?: Role, isCreator = false, orgId = HERE): Actor => ({
  kind: 'user',
  id: 'someone',
  roles: role ? [{ orgId, role }] : [],
  isCreator,
});

const program = (scope: TokenScope, orgId = HERE): Actor => ({
  kind: 'token',
  id: 'a token',
  roles: [],
  isCreator: false,
  token: { orgId, scopes: [scope] },
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
  ['token for events', program('events'), {}],
  ['token for reading', program('read'), {}],
  ['token for writing', program('write'), {}],
];

// biome-ignore format: a table is read in columns
const EXPECTED: Record<Capability, string> = {
  //                                  anon in own ro  V A O  c cV sys  e r w
  'service.read':                     'y y y y  y y y  y y y  y y y',
  'account.enter':                    'y y y y  y y y  y y y  n n n',
  'account.manageOwn':                'n y y y  y y y  y y y  n n n',
  'organization.readPublic':          'y y y y  y y y  y y y  y y y',
  'batch.readOpen':                   'y y y y  y y y  y y y  y y y',
  'process.readOpenForm':             'y y y y  y y y  y y y  y y y',
  'application.submit':               'y y y y  y y y  y y y  n n y',
  'file.readPublic':                  'y y y y  y y y  y y y  y y y',
  'file.uploadAnswer':                'y y y y  y y y  y y y  n n n',
  'inboundWebhook.receive':           'y y y y  y y y  y y y  n n n',
  'calendar.open':                    'y y y y  y y y  y y y  n n n',
  'digest.end':                       'y y y y  y y y  y y y  n n n',
  'batch.readPrivate':                'n y y y  y y y  y y y  n y y',
  'live.follow':                      'n y y y  y y y  y y y  n n n',
  'application.listOwn':              'n y y y  y y y  y y y  n y y',
  'application.list':                 'n n n n  y y y  n y y  n y y',
  'export.record':                    'n n n n  y y y  n y y  n n n',
  'calendar.read':                    'n n n n  y y y  n y y  n n n',
  'application.read':                 'n n y y  y y y  n y y  n y y',
  'application.readPast':             'n n y y  n y y  n n y  n y y',
  'application.readAdminOnly':        'n n n n  n y y  n n y  n y y',
  'application.completeSteps':        'n n y n  n y y  n n y  n n n',
  'application.choosePlan':           'n n y n  n y y  n n y  n n n',
  'application.recordActivity':       'n n y n  n y y  n n y  n n n',
  'application.addForOther':          'n n n n  n y y  n n y  n n y',
  'application.changeStatus':         'n n n n  n y y  n n y  n n y',
  'application.assign':               'n n n n  n y y  n n y  n n n',
  'application.comment':              'n n n n  n y y  n n y  n n y',
  'application.transfer':             'n n n n  n y y  n n y  n n n',
  'application.sendTemplate':         'n n n n  n y y  n n y  n n n',
  'application.bulk':                 'n n n n  n y y  n n y  n n n',
  'application.correctPersonalData':  'n n n n  n y y  n n y  n n n',
  'application.markAnswers':          'n n n n  n y y  n n y  n n n',
  'application.linkUser':             'n y y y  y y y  y y y  n n n',
  'solution.write':                   'n n y n  n n n  n n y  n n n',
  'batch.read':                       'n n n n  y y y  n y y  n y y',
  'assessment.read':                  'n n y y  y y y  n y y  n y y',
  'emailTemplate.read':               'n n n n  y y y  n y y  n n n',
  'process.read':                     'n n n n  y y y  n y y  n y y',
  'report.write':                     'n n n n  y y y  n y y  n n n',
  'report.change':                    'n n y y  n y y  n n y  n n n',
  'report.restore':                   'n n n n  n y y  n n y  n n n',
  'organization.read':                'n n n n  y y y  n y y  n y y',
  'report.read':                      'n n n n  y y y  n y y  n y y',
  'batch.write':                      'n n n n  n y y  n n y  n n n',
  'assessment.write':                 'n n n n  n y y  n n y  n n n',
  'emailTemplate.write':              'n n n n  n y y  n n y  n n n',
  'process.write':                    'n n n n  n y y  n n y  n n n',
  'organization.write':               'n n n n  n y y  n n y  n n n',
  'history.read':                     'n n n n  n y y  n n y  n y y',
  'audit.read':                       'n n n n  n y y  n n y  n n n',
  'member.read':                      'n n n n  n y y  n n y  n n n',
  'member.manage':                    'n n n n  n y y  n n y  n n n',
  'webhook.manage':                   'n n n n  n y y  n y y  n n n',
  'event.pull':                   'n n n n  n y y  n y y  y n n',
  'file.upload':                      'n n y n  n y y  n n y  n n n',
  'file.delete':                      'n n y n  n y y  n n y  n n n',
  'applicantFile.read':               'n n y y  n y y  n n y  n y y',
  'invoice.read':                     'n n y y  n y y  n n y  n y y',
  'invoice.manage':                   'n n n n  n y y  n n y  n n n',
  'paymentModel.read':                'n n y y  n y y  n y y  n y y',
  'paymentModel.write':               'n n n n  n n y  n n y  n n n',
  'member.makeOwner':                 'n n n n  n n y  n n y  n n n',
  'member.resetFactors':              'n n n n  n n y  n n y  n n n',
  'organization.writeSecrets':        'n n n n  n n y  n n y  n n n',
  'organization.requireFactors':      'n n n n  n n y  n n y  n n n',
  'token.manage':                     'n n n n  n n y  n n y  n n n',
  'securityLog.read':                 'n n n n  n n y  n n y  n n n',
  'person.erase':                     'n n n n  n n y  n n y  n n n',
  'projection.manage':                'n n n n  n n n  y y y  n n n',
  'metrics.read':                     'n n n n  n n n  n n y  n n n',
  'organization.create':              'n n n n  n n n  n n y  n n n',
  'member.removeOwner':               'n n n n  n n n  n n y  n n n',
  'user.grantCreator':                'n n n n  n n n  n n y  n n n',
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

  test('a token of another organization may do nothing here', () => {
    const foreign = TOKEN_SCOPES.map((scope) => program(scope, 'org-elsewhere'));
    expect(foreign.some((actor) => can(actor, capability, { organizationId: HERE, isOwn: true }))).toBe(false);
  });

  test('an outside service may do what anyone may', () => {
    const provider: Actor = { kind: 'provider', id: 'calendly', roles: [], isCreator: false };
    expect(can(provider, capability, { organizationId: HERE, isOwn: true })).toBe(answers[0] === 'y');
  });
});

test('a token reads what concerns no organization', () => {
  for (const scope of TOKEN_SCOPES) {
    expect(can(program(scope), 'service.read'), scope).toBe(true);
    expect(can(program(scope), 'service.read', { organizationId: null }), scope).toBe(true);
  }
});

test('staff without a required factor lack it wherever a role would count, but not in what is their own', () => {
  const bare: Actor = { ...person(), rolesWithoutFactor: [{ orgId: HERE, role: 'Admin' }] };
  expect(needsFactor(bare, 'application.completeSteps', { organizationId: HERE })).toBe(true);
  expect(needsFactor(bare, 'application.completeSteps', { organizationId: HERE, isOwn: true })).toBe(false);
  expect(needsFactor(bare, 'application.completeSteps', { organizationId: 'org-elsewhere' })).toBe(false);
  expect(needsFactor(bare, 'account.manageOwn', { organizationId: HERE })).toBe(false);
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
