import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectRepeatable, OPERATOR, someone, specify } from '../../test/support/specification.ts';
import { ROLES, type Role } from '../access/actor.ts';
import { TEXTS } from '../text/texts.ts';
import type { OrganizationEvent } from './events.ts';
import { type OrganizationCommand, organization } from './organization.ts';

const given = specify(organization);
const LATER = '2026-03-15T09:00:00.000Z';
const member = (userId: string, role: Role): OrganizationEvent => ({ type: 'MemberAdded', data: { userId, role } });
const school: readonly OrganizationEvent[] = [
  { type: 'OrganizationCreated', data: { name: 'Bagwis', slug: 'bagwis', timeZone: 'Asia/Manila' } },
  member('olga', 'Owner'),
  member('adam', 'Admin'),
  member('vera', 'Viewer'),
];
const link = (inviteId: string, linkId = `link-${inviteId}`, expiresAt = LATER) => ({ inviteId, linkId, expiresAt });
const invited = (inviteId: string, role: Role, expiresAt = LATER): OrganizationEvent => ({
  type: 'MemberInvited',
  data: { ...link(inviteId, undefined, expiresAt), role },
});
const invite = (
  inviteId: string,
  role: Role,
  replaces: readonly string[] = [],
  accountIds: readonly string[] = [],
): OrganizationCommand => ({
  type: 'InviteMember',
  data: { ...link(inviteId), role, replaces, accountIds },
});
const decline = (inviteId: string, linkId = `link-${inviteId}`): OrganizationCommand => ({
  type: 'DeclineInvitation',
  data: { inviteId, linkId },
});
const declined = (inviteId: string): OrganizationEvent => ({ type: 'InvitationDeclined', data: { inviteId } });
const renew = (inviteId: string, linkId = 'link-2'): OrganizationCommand => ({
  type: 'RenewInvitation',
  data: link(inviteId, linkId),
});
const renewed = (inviteId: string, linkId = 'link-2'): OrganizationEvent => ({
  type: 'InvitationRenewed',
  data: link(inviteId, linkId),
});
const revoke = (inviteId: string): OrganizationCommand => ({ type: 'RevokeInvitation', data: { inviteId } });
const revoked = (inviteId: string): OrganizationEvent => ({ type: 'InvitationRevoked', data: { inviteId } });
const accept = (inviteId: string, { userId = 'nina', linkId = `link-${inviteId}`, hasProof = false } = {}) =>
  ({ type: 'AcceptInvitation', data: { inviteId, linkId, userId, hasProof } }) as const satisfies OrganizationCommand;
const accepted = (inviteId: string, userId = 'nina'): OrganizationEvent => ({
  type: 'InvitationAccepted',
  data: { inviteId, userId },
});
const [olga, adam, vera, nina] = [someone('olga'), someone('adam'), someone('vera'), someone('nina')];

describe('declining', () => {
  test('ends a pending invitation, by its newest link only', () => {
    given(...school, invited('i', 'Admin'))
      .whenBy(nina, decline('i'))
      .then(declined('i'));
    for (const [events, command] of [
      [[invited('i', 'Admin'), renewed('i')], decline('i')],
      [[invited('i', 'Admin'), declined('i')], decline('i')],
      [[invited('i', 'Admin'), revoked('i')], decline('i')],
      [[invited('i', 'Admin'), accepted('i')], decline('i')],
      [[], decline('nowhere')],
    ] as const) {
      given(...school, ...events)
        .whenBy(nina, command)
        .thenRefused('refused', TEXTS.accounts.linkInvalid);
    }
    given(...school, invited('i', 'Admin'), declined('i'))
      .whenBy(nina, accept('i'))
      .thenRefused('refused', TEXTS.accounts.linkInvalid);
  });
});

describe('inviting', () => {
  test('is refused for a member, under any account id', () => {
    given(...school)
      .whenBy(olga, invite('i', 'Admin', [], ['nobody', 'vera']))
      .thenRefused('conflict', TEXTS.members.alreadyAMember);
    given(...school)
      .whenBy(adam, invite('i', 'Viewer', [], ['olga']))
      .thenRefused('refused', TEXTS.members.ownerIsFixed);
    given(...school)
      .whenBy(adam, invite('i', 'Owner', [], ['vera']))
      .thenRefused('forbidden', TEXTS.members.onlyOwnersMakeOwners);
    given(...school)
      .whenBy(nina, invite('i', 'Viewer', [], ['vera']))
      .thenRefused('forbidden');
  });

  test('is for Owners and Admins, and only Owners invite Owners', () => {
    given(...school)
      .whenBy(adam, invite('i', 'Admin'))
      .then(invited('i', 'Admin'));
    given(...school)
      .whenBy(olga, invite('i', 'Owner'))
      .then(invited('i', 'Owner'));
    given(...school)
      .whenBy(adam, invite('i', 'Owner'))
      .thenRefused('forbidden', TEXTS.members.onlyOwnersMakeOwners);
    given(...school)
      .whenBy(vera, invite('i', 'Viewer'))
      .thenRefused('forbidden');
    given().whenBy(olga, invite('i', 'Viewer')).thenRefused('not-found');
  });

  test('the same person again replaces the former invitation, unless the inviter cannot see that', () => {
    given(...school, invited('i', 'Viewer'))
      .whenBy(adam, invite('j', 'Admin', ['i', 'unknown']))
      .then(revoked('i'), invited('j', 'Admin'));
    given(...school, invited('i', 'Owner'))
      .whenBy(adam, invite('j', 'Admin', ['i']))
      .then(invited('j', 'Admin'));
    given(...school, invited('i', 'Owner'))
      .whenBy(olga, invite('j', 'Admin', ['i']))
      .then(revoked('i'), invited('j', 'Admin'));
  });

  test('an Owner is invisible to an Admin', () => {
    const pending = [...school, invited('i', 'Owner')];
    given(...pending)
      .whenBy(adam, renew('i'))
      .thenRefused('not-found');
    given(...pending)
      .whenBy(adam, revoke('i'))
      .thenRefused('not-found');
    given(...pending)
      .whenBy(olga, renew('i'))
      .then(renewed('i'));
    given(...pending)
      .whenBy(olga, revoke('i'))
      .then(revoked('i'));
    for (const command of [renew('i'), revoke('i')]) {
      given(...pending)
        .whenBy(vera, command)
        .thenRefused('forbidden');
    }
  });
});

describe('accepting', () => {
  test('gives the role once', () => {
    const joined = [accepted('i'), member('nina', 'Admin')];
    given(...school, invited('i', 'Admin'))
      .whenBy(nina, accept('i'))
      .then(...joined);
    const after = given(...school, invited('i', 'Admin'), ...joined);
    after.whenBy(nina, accept('i')).then();
    after.whenBy(vera, accept('i', { userId: 'vera' })).thenRefused('refused', TEXTS.accounts.linkInvalid);
    given(...school, invited('i', 'Admin'), ...joined, { type: 'MemberRemoved', data: { userId: 'nina' } })
      .whenBy(nina, accept('i'))
      .then();
  });

  test('is refused for another person', () => {
    for (const actor of [olga, adam, { kind: 'anonymous' }, { kind: 'provider', id: 'nina' }] as const) {
      given(...school, invited('i', 'Admin'))
        .whenBy(actor, accept('i'))
        .thenRefused('forbidden');
    }
  });

  test('is refused once the link was revoked, expired or renewed', () => {
    const refused = (...events: readonly OrganizationEvent[]) =>
      given(...school, ...events)
        .whenBy(nina, accept('i', { hasProof: true }))
        .thenRefused('refused', TEXTS.accounts.linkInvalid);
    refused();
    refused(invited('i', 'Admin'), revoked('i'));
    refused(invited('i', 'Admin', '2026-03-01T09:00:00.000Z'));
    refused(invited('i', 'Admin'), renewed('i'));
    given(...school, invited('i', 'Admin'), renewed('i'))
      .whenBy(nina, accept('i', { linkId: 'link-2' }))
      .then(accepted('i'), member('nina', 'Admin'));
  });

  test('never lowers a role', () => {
    given(...school, invited('i', 'Admin'))
      .whenBy(vera, accept('i', { userId: 'vera' }))
      .then(accepted('i', 'vera'), { type: 'MemberRoleChanged', data: { userId: 'vera', role: 'Admin' } });
    given(...school, invited('i', 'Viewer'))
      .whenBy(olga, accept('i', { userId: 'olga' }))
      .then(accepted('i', 'olga'));
  });

  test.each([
    ['was removed', { type: 'MemberRemoved', data: { userId: 'adam' } }],
    ['became a Viewer', { type: 'MemberRoleChanged', data: { userId: 'adam', role: 'Viewer' } }],
  ] as const)('a link that an Admin could read opens nothing without its email once that Admin %s', (_what, left) => {
    const pending = [...school, invited('i', 'Admin'), left];
    given(...pending)
      .whenBy(nina, accept('i'))
      .thenRefused('refused', TEXTS.accounts.linkInvalid);
    given(...pending)
      .whenBy(nina, accept('i', { hasProof: true }))
      .then(accepted('i'), member('nina', 'Admin'));
    given(...pending, renewed('i'))
      .whenBy(nina, accept('i', { linkId: 'link-2' }))
      .then(accepted('i'), member('nina', 'Admin'));
  });

  test('a Viewer who leaves has read no links', () => {
    given(...school, invited('i', 'Admin'), { type: 'MemberRemoved', data: { userId: 'vera' } })
      .whenBy(nina, accept('i'))
      .then(accepted('i'), member('nina', 'Admin'));
  });
});

test('expired invitations are removed when another person is invited', () => {
  const { state } = given(...school, invited('i', 'Admin', '2026-03-01T09:00:00.000Z'), invited('j', 'Viewer'));
  expect(Object.keys(state.invitations.byId)).toEqual(['j']);
});

test('in every reachable state each command is valid and repeatable, and only Owners make Owners', () => {
  const people = ['olga', 'adam', 'vera', 'nina'];
  const person = fc.constantFrom(...people);
  const id = fc.constantFrom('i', 'j');
  const role = fc.constantFrom(...ROLES);
  const command: fc.Arbitrary<OrganizationCommand> = fc.oneof(
    fc.constant<OrganizationCommand>({
      type: 'CreateOrganization',
      data: { name: 'Bagwis', slug: 'bagwis', timeZone: 'UTC' },
    }),
    fc.record({ userId: person, role }).map((data) => ({ type: 'AddMember' as const, data })),
    person.map((userId) => ({ type: 'RemoveMember' as const, data: { userId } })),
    fc.tuple(id, role, id).map(([inviteId, given, replaced]) => invite(inviteId, given, [replaced])),
    id.map((inviteId) => renew(inviteId)),
    id.map(revoke),
    fc
      .record({ id, userId: person, linkId: fc.constantFrom('link-i', 'link-j', 'link-2'), hasProof: fc.boolean() })
      .map(({ id: inviteId, ...by }) => accept(inviteId, by)),
  );
  expectRepeatable(organization, command, [OPERATOR, ...people.map(someone)]);

  fc.assert(
    fc.property(fc.array(fc.record({ command, actor: fc.constantFrom('adam', 'vera', 'nina') })), (steps) => {
      let { state } = given(...school);
      for (const step of steps) {
        const context = { at: '2026-03-02T00:00:00.000Z', actor: someone(step.actor), newId: String };
        const decision = organization.decide(step.command, state, context);
        for (const event of decision.ok ? decision.value : [])
          state = organization.evolve(state, { ...event, ...context });
      }
      expect(Object.keys(state.members).filter((id) => state.members[id] === 'Owner')).toEqual(['olga']);
    }),
  );
});
