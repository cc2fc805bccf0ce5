import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectRepeatable, OPERATOR, someone, specify } from '../../test/support/specification.ts';
import { ROLES, type Role } from '../access/actor.ts';
import { TEXTS } from '../text/texts.ts';
import { isHostLabel } from './details.ts';
import { ORGANIZATION_SECRETS, type OrganizationDetails, type OrganizationEvent } from './events.ts';
import { type OrganizationCommand, organization } from './organization.ts';

const given = specify(organization);
const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { name: 'Bagwis', slug: 'bagwis', timeZone: 'Asia/Manila' },
};
const member = (userId: string, role: Role): OrganizationEvent => ({ type: 'MemberAdded', data: { userId, role } });
const school = [created, member('olga', 'Owner'), member('adam', 'Admin'), member('vera', 'Viewer')] as const;
const add = (userId: string, role: Role): OrganizationCommand => ({ type: 'AddMember', data: { userId, role } });
const setRole = (userId: string, role: Role): OrganizationCommand => ({
  type: 'ChangeMemberRole',
  data: { userId, role },
});
const remove = (userId: string): OrganizationCommand => ({ type: 'RemoveMember', data: { userId } });
const change = (changes: Extract<OrganizationCommand, { type: 'ChangeDetails' }>['data']['changes']) =>
  ({ type: 'ChangeDetails', data: { changes } }) as const satisfies OrganizationCommand;
const changed = (changes: Partial<OrganizationDetails>): OrganizationEvent => ({
  type: 'OrganizationDetailsChanged',
  data: { changes },
});

describe('creating', () => {
  test.each([
    [63, true],
    [64, false],
  ])('a slug of %s characters: %s', (length, isOne) => {
    expect(isHostLabel('a'.repeat(length))).toBe(isOne);
  });

  test('needs a name, a slug that fits a host name, and a time zone', () => {
    const create = (data: { name: string; slug: string; timeZone: string }) =>
      ({ type: 'CreateOrganization', data }) as const;
    given()
      .when(create({ name: ' Bagwis ', slug: 'bagwis', timeZone: 'Asia/Manila' }))
      .then(created);
    given()
      .when(create({ name: 'Bagwis', slug: 'bagwis', timeZone: ' asia/MANILA ' }))
      .then(created);
    given()
      .when(create({ name: ' ', slug: 'bagwis', timeZone: 'UTC' }))
      .thenRefused('refused', undefined, 'name');
    given()
      .when(create({ name: '\u200b\u2060', slug: 'bagwis', timeZone: 'UTC' }))
      .thenRefused('refused', undefined, 'name');
    given()
      .when(create({ name: 'B', slug: 'Bag_wis', timeZone: 'UTC' }))
      .thenRefused('refused', TEXTS.organizations.slugInvalid, 'slug');
    given()
      .when(create({ name: 'B', slug: 'bagwis', timeZone: 'Manila' }))
      .thenRefused('refused', TEXTS.organizations.timeZoneInvalid, 'timeZone');
    given()
      .when(create({ name: 'B', slug: 'bagwis', timeZone: '+08:00' }))
      .thenRefused('refused');
    given(created)
      .when(create({ name: 'B', slug: 'other', timeZone: 'UTC' }))
      .thenRefused('duplicate');
  });
});

describe('details', () => {
  test('has no slug that looks like an id, and pictures that are uploaded files', () => {
    const slug = 'c2ae1b9e-9d1f-5d0c-8a54-0d7f1c5b9a10';
    given(created).when(change({ slug })).thenRefused('refused', TEXTS.documents.slugLikeId, 'slug');
    const bad = { fileId: 'f1', fileName: 'logo.png', cdnUrl: '//evil.example/logo.png' };
    given(created)
      .when(change({ logoFile: bad }))
      .thenRefused('refused', TEXTS.forms.fileInvalid, 'logoFile');
    given(created)
      .when(change({ iconFile: bad }))
      .thenRefused('refused', TEXTS.forms.fileInvalid, 'iconFile');
  });

  test('only what differs becomes an event', () => {
    given(created)
      .when(change({ name: 'Bagwis', slug: 'bagwis', description: '' }))
      .then();
    given(created)
      .when(change({ name: 'Bagwis Code Academy', slug: 'bagwis' }))
      .then(changed({ name: 'Bagwis Code Academy' }));
    const logoFile = { fileId: 'f1', fileName: 'logo.png' };
    given(created, changed({ logoFile }))
      .when(change({ logoFile: { ...logoFile } }))
      .then();
    given(created, changed({ logoFile }))
      .when(change({ logoFile: null }))
      .then(changed({ logoFile: null }));
  });

  test('a required value cannot be cleared, and every invalid field is named', () => {
    given(created)
      .when(change({ name: null }))
      .thenRefused('refused', 'Name needs a value.', 'name');
    given(created)
      .when(change({ slug: null, accentColor: 'red' }))
      .thenRefused('refused', undefined, 'accentColor');
    given(created)
      .when(change({ slug: null, accentColor: 'red' }))
      .thenRefused('refused', undefined, 'slug');
  });

  test('analytics ids lose special characters and have maximum lengths', () => {
    given(created)
      .when(change({ googleAnalyticsId: " G-12'; alert(1)<3 " }))
      .then(changed({ googleAnalyticsId: 'G-12alert13' }));
    given(created)
      .when(change({ googleAnalyticsId: 'G'.repeat(16) }))
      .then(changed({ googleAnalyticsId: 'G'.repeat(16) }));
    given(created)
      .when(change({ googleAnalyticsId: 'G'.repeat(17) }))
      .thenRefused('refused', TEXTS.organizations.googleIdTooLong);
    given(created)
      .when(change({ facebookPixelId: '1'.repeat(17) }))
      .then(changed({ facebookPixelId: '1'.repeat(17) }));
    given(created)
      .when(change({ facebookPixelId: '1'.repeat(18) }))
      .thenRefused('refused', TEXTS.organizations.facebookIdTooLong);
    given(created)
      .when(change({ googleAnalyticsId: '<>' }))
      .then();
  });

  test('domains and subdomains are valid DNS names', () => {
    given(created)
      .when(change({ fullDomain: ' Apply.Bagwis.example ' }))
      .then(
        { type: 'DomainRequested', data: { domain: 'apply.bagwis.example' } },
        changed({ fullDomain: 'apply.bagwis.example' }),
      );
    for (const fullDomain of ['https://bagwis.example', 'bagwis', 'a b.example', '-a.example', '127.0.0.1']) {
      given(created).when(change({ fullDomain })).thenRefused('refused', TEXTS.organizations.domainInvalid);
    }
    given(created)
      .when(change({ subdomain: 'apply.here' }))
      .thenRefused('refused', TEXTS.organizations.subdomainInvalid);
  });

  test('an accent is a colour, a sender an email address', () => {
    given(created)
      .when(change({ accentColor: '#0F766E' }))
      .then(changed({ accentColor: '#0f766e' }));
    given(created)
      .when(change({ sendGridEmailAddress: 'nobody' }))
      .thenRefused('refused', TEXTS.organizations.senderInvalid);
  });

  test('an organization that does not exist cannot be changed', () => {
    given()
      .when(change({ name: 'X' }))
      .thenRefused('not-found');
  });
});

test('a secret is known by its vault entry', () => {
  const set = (secretId: string | null): OrganizationCommand => ({
    type: 'ChangeSecret',
    data: { name: 'sendGridApiKey', secretId },
  });
  const event = (secretId: string | null): OrganizationEvent => ({
    type: 'OrganizationSecretChanged',
    data: { name: 'sendGridApiKey', secretId },
  });
  given(created).when(set('s1')).then(event('s1'));
  given(created, event('s1')).when(set('s1')).then();
  given(created, event('s1')).when(set(null)).then(event(null));
  given(created).when(set(null)).then();
});

describe('members', () => {
  test('Admins manage members, but neither make nor change Owners', () => {
    const adam = someone('adam');
    given(...school)
      .whenBy(adam, add('nina', 'Viewer'))
      .then(member('nina', 'Viewer'));
    given(...school)
      .whenBy(adam, add('nina', 'Owner'))
      .thenRefused('forbidden', TEXTS.members.onlyOwnersMakeOwners);
    given(...school)
      .whenBy(adam, setRole('vera', 'Owner'))
      .thenRefused('forbidden', TEXTS.members.onlyOwnersMakeOwners);
    given(...school)
      .whenBy(adam, setRole('vera', 'Admin'))
      .then({ type: 'MemberRoleChanged', data: { userId: 'vera', role: 'Admin' } });
    given(...school)
      .whenBy(adam, setRole('olga', 'Viewer'))
      .thenRefused('refused', TEXTS.members.ownerIsFixed);
    given(...school)
      .whenBy(adam, remove('olga'))
      .thenRefused('refused', TEXTS.members.ownerIsFixed);
    given(...school)
      .whenBy(adam, remove('vera'))
      .then({ type: 'MemberRemoved', data: { userId: 'vera' } });
  });

  test('sessions of a member are ended by Owners and Admins, those of an Owner by Owners', () => {
    const end = (userId: string): OrganizationCommand => ({ type: 'EndMemberSessions', data: { userId } });
    const ended = (userId: string): OrganizationEvent => ({ type: 'MemberSessionsEnded', data: { userId } });
    const by = (id: string, userId: string) => given(...school).whenBy(someone(id), end(userId));
    by('adam', 'vera').then(ended('vera'));
    by('olga', 'olga').then(ended('olga'));
    by('adam', 'olga').thenRefused('forbidden', TEXTS.members.ownerSessions);
    by('vera', 'adam').thenRefused('forbidden', TEXTS.access.notAllowed);
    by('adam', 'nobody').thenRefused('refused', TEXTS.members.notAMember);
  });

  test('an Owner makes Owners, and cannot change them', () => {
    const olga = someone('olga');
    const promoted = { type: 'MemberRoleChanged', data: { userId: 'vera', role: 'Owner' } } as const;
    given(...school)
      .whenBy(olga, setRole('vera', 'Owner'))
      .then(promoted);
    given(...school, promoted)
      .whenBy(olga, setRole('vera', 'Admin'))
      .thenRefused('refused', TEXTS.members.ownerIsFixed);
    given(...school, promoted)
      .whenBy(olga, remove('vera'))
      .thenRefused('refused', TEXTS.members.ownerIsFixed);
    given(...school)
      .whenBy(olga, remove('olga'))
      .thenRefused('refused', TEXTS.members.ownerIsFixed);
  });

  test('Viewers, strangers and former members change nothing', () => {
    for (const actor of [
      someone('vera'),
      someone('stranger'),
      { kind: 'anonymous' },
      { kind: 'provider', id: 'adam' },
    ] as const) {
      given(...school)
        .whenBy(actor, add('nina', 'Viewer'))
        .thenRefused('forbidden');
      given(...school)
        .whenBy(actor, setRole('vera', 'Admin'))
        .thenRefused('forbidden');
      given(...school)
        .whenBy(actor, remove('adam'))
        .thenRefused('forbidden');
    }
    given(...school, { type: 'MemberRemoved', data: { userId: 'adam' } })
      .whenBy(someone('adam'), add('nina', 'Viewer'))
      .thenRefused('forbidden');
  });

  test('the operator removes an Owner, never the last', () => {
    given(...school)
      .whenBy(OPERATOR, remove('olga'))
      .thenRefused('refused', TEXTS.members.lastOwner);
    given(...school, member('otto', 'Owner'))
      .whenBy(OPERATOR, remove('olga'))
      .then({ type: 'MemberRemoved', data: { userId: 'olga' } });
  });

  test('an equal role adds no event, and a change of role adds no member', () => {
    given(...school)
      .when(add('vera', 'Viewer'))
      .then();
    given(...school)
      .when(add('vera', 'Admin'))
      .then({ type: 'MemberRoleChanged', data: { userId: 'vera', role: 'Admin' } });
    given(...school)
      .when(remove('stranger'))
      .then();
    given(...school)
      .when(setRole('stranger', 'Admin'))
      .thenRefused('refused', TEXTS.members.notAMember);
  });
});

describe('in every reachable state', () => {
  const people = ['olga', 'adam', 'vera'];
  const person = fc.constantFrom(...people);
  const role = fc.constantFrom(...ROLES);
  const text = fc.constantFrom(
    '',
    ' ',
    'bagwis',
    'Bagwis',
    'apply.bagwis.example',
    '#0f766e',
    'UTC',
    'a@b.example',
    'G-1!',
  );
  const command: fc.Arbitrary<OrganizationCommand> = fc.oneof(
    fc.constant<OrganizationCommand>({
      type: 'CreateOrganization',
      data: { name: 'Bagwis', slug: 'bagwis', timeZone: 'UTC' },
    }),
    fc.record({ userId: person, role }).map((data) => ({ type: 'AddMember' as const, data })),
    fc.record({ userId: person, role }).map((data) => ({ type: 'ChangeMemberRole' as const, data })),
    person.map(remove),
    fc
      .record({ domain: fc.constantFrom('apply.bagwis.example', 'bagwis'), isFound: fc.boolean() })
      .map((data) => ({ type: 'RecordDomainCheck' as const, data })),
    fc
      .record({ name: fc.constantFrom(...ORGANIZATION_SECRETS), secretId: fc.constantFrom('s1', 's2', null) })
      .map((data) => ({ type: 'ChangeSecret' as const, data })),
    fc
      .record(
        {
          name: text,
          description: text,
          slug: text,
          subdomain: fc.option(text),
          fullDomain: text,
          accentColor: text,
          timeZone: text,
          sendGridEmailAddress: fc.option(text),
          googleAnalyticsId: text,
          facebookPixelId: text,
        },
        { requiredKeys: [] },
      )
      .map(change),
  );

  test('each command is valid and repeatable', () => {
    expectRepeatable(organization, command, [OPERATOR, ...people.map(someone)]);
  });

  test('an organization with an Owner always keeps one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ command, actor: fc.constantFrom(OPERATOR, ...people.map(someone)) })),
        (steps) => {
          let state = given(created, member('olga', 'Owner')).state;
          for (const { command, actor } of steps) {
            const decision = organization.decide(command, state, {
              at: '2026-03-02T00:00:00.000Z',
              actor,
              newId: String,
            });
            if (!decision.ok) continue;
            for (const event of decision.value)
              state = organization.evolve(state, { ...event, at: '2026-03-02T00:00:00.000Z', actor });
            expect(Object.values(state.members)).toContain('Owner');
          }
        },
      ),
    );
  });
});

describe('a school has at most', () => {
  test('1,000 members', () => {
    const full = Array.from({ length: 997 }, (_, n) => member(`viewer${n}`, 'Viewer'));
    given(...school, ...full)
      .when(add('one more', 'Viewer'))
      .thenRefused('refused', TEXTS.quotas.members(1_000));
    given(...school, ...full)
      .when(setRole('vera', 'Admin'))
      .then({ type: 'MemberRoleChanged', data: { userId: 'vera', role: 'Admin' } });
  });

  test('1,000 invitations at a time', () => {
    const expiresAt = '2027-01-01T00:00:00.000Z';
    const invited = (n: number) => ({ inviteId: `i${n}`, role: 'Viewer', linkId: `l${n}`, expiresAt }) as const;
    const full = Array.from(
      { length: 1_000 },
      (_, n): OrganizationEvent => ({ type: 'MemberInvited', data: invited(n) }),
    );
    given(...school, ...full)
      .when({ type: 'InviteMember', data: { ...invited(1_000), replaces: [], accountIds: [] } })
      .thenRefused('refused', TEXTS.quotas.invitations(1_000));
    given(...school, ...full)
      .when({ type: 'InviteMember', data: { ...invited(1_000), replaces: ['i7'], accountIds: [] } })
      .then({ type: 'InvitationRevoked', data: { inviteId: 'i7' } }, { type: 'MemberInvited', data: invited(1_000) });
  });
});
