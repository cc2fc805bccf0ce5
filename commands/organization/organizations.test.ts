import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Role, SYSTEM } from '../../domain/access/actor.ts';
import { organization } from '../../domain/organization/organization.ts';
import { ORGANIZATION_REGISTRY, registry } from '../../domain/registry/registry.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type UserCommand, user } from '../../domain/user/user.ts';
import { maskSecret } from '../../domain/values/secret-mask.ts';
import {
  allEvents,
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
  person,
} from '../../test/support/command-environment.ts';
import type { CommandContext } from '../context/context.ts';
import { handle, load } from '../handling/handle.ts';
import { UNLIMITED } from '../user/attempt-limits.ts';
import { createPasswords } from '../user/passwords.ts';
import { createSealedSecrets, type SealedSecrets } from '../vault/sealed-secrets.ts';
import { addMember } from './add-member.ts';
import { type ChangeOrganization, changeOrganization } from './change-organization.ts';
import { createOrganization } from './create-organization.ts';
import { removeOwner } from './remove-owner.ts';
import { setUpOrganization } from './set-up-organization.ts';

type Schools = CommandEnvironment & { readonly secrets: SealedSecrets };

async function openSchools(): Promise<Schools> {
  const environment = await openCommandEnvironment();
  const secrets = createSealedSecrets({ ...environment, masterKey: createSecretKey(randomBytes(32)) });
  return Object.assign(environment, { secrets });
}

const create = (schools: Schools, slug = 'bagwis', context: CommandContext = contextBy(SYSTEM)) =>
  createOrganization(schools, { name: 'Bagwis', slug, timeZone: 'Asia/Manila', ownerId: 'olga' }, context);
const change = (
  schools: Schools,
  organizationId: string,
  payload: ChangeOrganization['payload'],
  role: Role = 'Owner',
) => changeOrganization(schools, { organizationId, payload }, contextBy(person('olga', role, organizationId)));
const later = (seconds: number) => contextBy(SYSTEM, { at: new Date(Date.now() + seconds * 1000).toISOString() });
const namesOf = async (schools: Schools) =>
  Object.keys((await load(schools, registry, ORGANIZATION_REGISTRY)).state.holders).sort();
const secretsIn = async ({ vault }: Schools) =>
  (await vault.collection({ name: 'secrets', indexes: [] }).find({})).documents.length;

describe('creating', () => {
  test('takes the slug first, then creates the organization and its Owner', async () => {
    await using schools = await openSchools();
    const created = await must(create(schools));
    expect((await allEvents(schools.log)).map(({ type }) => type)).toEqual([
      'NameTaken',
      'OrganizationCreated',
      'MemberAdded',
    ]);
    expect(created.state).toMatchObject({ details: { slug: 'bagwis' }, members: { olga: 'Owner' } });
    expect(created.appended.every(({ metadata }) => metadata.organizationId === created.id)).toBe(true);
  });

  test('of ten who want one slug at once exactly one gets it, and the others leave nothing', async () => {
    await using schools = await openSchools();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(schools)));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    for (const answer of answers) {
      if (!answer.ok) expect(['duplicate', 'conflict']).toContain(answer.rejection.code);
    }
    expect((await allEvents(schools.log)).filter(({ type }) => type === 'OrganizationCreated')).toHaveLength(1);
    expect(await create(schools)).toMatchObject({
      rejection: { code: 'duplicate', message: TEXTS.organizations.nameTaken('bagwis'), errors: [{ field: 'slug' }] },
    });
  });

  test('a retry of the same command answers the same organization and appends nothing', async () => {
    await using schools = await openSchools();
    const context = contextBy(SYSTEM);
    const first = await must(create(schools, 'bagwis', context));
    const again = await must(create(schools, 'bagwis', context));
    expect(again).toMatchObject({ id: first.id, position: first.position });
    expect(await allEvents(schools.log)).toHaveLength(3);
  });

  test('is created by the operator only', async () => {
    await using schools = await openSchools();
    for (const slug of ['bagwis', 'No slug']) {
      expect(await create(schools, slug, contextBy(person('olga', 'Owner')))).toMatchObject({
        rejection: { code: 'forbidden' },
      });
    }
    expect(await allEvents(schools.log)).toEqual([]);
  });

  test('a refusal takes no name', async () => {
    await using schools = await openSchools();
    const nameless = { name: '', slug: 'bagwis', timeZone: 'UTC', ownerId: 'olga' };
    expect((await createOrganization(schools, nameless, contextBy(SYSTEM))).ok).toBe(false);
    expect(await allEvents(schools.log)).toEqual([]);
  });

  test('is created with the account of its Owner, and neither if one is refused', async () => {
    await using schools = await openSchools();
    const environment = {
      ...schools,
      passwords: createPasswords(schools),
      attempts: UNLIMITED,
      endSessions: async () => {},
    };
    const found = (slug: string, email: string, password: string | null = null) =>
      setUpOrganization(
        environment,
        { name: 'Bagwis', slug, timeZone: 'UTC', owner: { email, password } },
        { ofAccount: contextBy(SYSTEM), ofOrganization: contextBy(SYSTEM) },
      );
    const founded = await must(found('bagwis', 'olga@example.org', 'a lantern in the dark'));
    expect(founded.owner).toMatchObject({ isNew: true, hasPassword: true });
    const { state } = await load(schools, organization, founded.organizationId);
    expect(state.members).toEqual({ [founded.owner.userId]: 'Owner' });

    const before = (await allEvents(schools.log)).length;
    for (const slug of ['bagwis', 'www', 'Bad_slug', '']) {
      expect((await found(slug, 'new@example.org', 'a lantern in the dark')).ok, slug).toBe(false);
    }
    expect(await allEvents(schools.log)).toHaveLength(before);
    expect((await schools.vault.collection({ name: 'passwords', indexes: [] }).find({})).documents).toHaveLength(1);

    expect(await found('other', 'no address')).toMatchObject({ rejection: { message: TEXTS.accounts.emailInvalid } });
    expect((await found('other', 'new@example.org', 'short')).ok).toBe(false);
    expect(await namesOf(schools)).toEqual(['slug:bagwis']);
    expect((await allEvents(schools.log)).filter(({ type }) => type === 'OrganizationCreated')).toHaveLength(1);
    expect((await found('other', 'new@example.org')).ok).toBe(true);
  });

  test('a name whose holder was never created is released after a minute', async () => {
    await using schools = await openSchools();
    const ghost = { scope: 'slug', name: 'bagwis', ownerId: 'ghost' } as const;
    const take = { type: 'TakeName', data: ghost } as const;
    await must(handle(schools, registry, ORGANIZATION_REGISTRY, [take], contextBy(SYSTEM)));
    expect(await create(schools, 'bagwis', later(30))).toMatchObject({ rejection: { code: 'duplicate' } });
    expect((await create(schools, 'bagwis', later(90))).ok).toBe(true);
  });

  test('a name that its holder has is never released', async () => {
    await using schools = await openSchools();
    await must(create(schools));
    expect(await create(schools, 'bagwis', later(3600))).toMatchObject({ rejection: { code: 'duplicate' } });
  });
});

describe('changing', () => {
  test('only differences are appended, and sending back a GET appends nothing', async () => {
    await using schools = await openSchools();
    const { id, state, revision } = await must(create(schools));
    const same = await must(change(schools, id, { ...state.details, version: revision }));
    expect(same.appended).toEqual([]);
    const changed = await must(change(schools, id, { ...state.details, name: 'Bagwis Academy', version: revision }));
    expect(changed.appended).toMatchObject([{ data: { changes: { name: 'Bagwis Academy' } } }]);
  });

  test('two people who change different fields both succeed; the same field is a conflict that names it', async () => {
    await using schools = await openSchools();
    const { id, revision: version } = await must(create(schools));
    await must(change(schools, id, { version, name: 'Bagwis Academy' }));
    await must(change(schools, id, { version, description: 'Learn by building' }));
    expect(await change(schools, id, { version, name: 'Bagwis School' })).toMatchObject({
      rejection: { code: 'conflict', errors: [{ field: 'name' }] },
    });
    expect((await change(schools, id, { version, name: 'Bagwis Academy' })).ok).toBe(true);
    expect(await change(schools, id, { version: 99, name: 'X' })).toMatchObject({ rejection: { code: 'malformed' } });
  });

  test('another slug releases the old one; a taken one changes nothing', async () => {
    await using schools = await openSchools();
    const { id } = await must(create(schools));
    await must(create(schools, 'other-school'));
    expect(await change(schools, id, { slug: 'other-school', name: 'X' })).toMatchObject({
      rejection: { code: 'duplicate', errors: [{ field: 'slug' }] },
    });
    expect(await change(schools, id, { subdomain: 'other-school' })).toMatchObject({
      rejection: { errors: [{ field: 'subdomain' }] },
    });
    await must(change(schools, id, { slug: 'bagwis-2', subdomain: 'bagwis-3' }));
    expect(await namesOf(schools)).toEqual(['slug:bagwis-2', 'slug:other-school', 'subdomain:bagwis-3']);
    await must(change(schools, id, { subdomain: null }));
    expect(await namesOf(schools)).toEqual(['slug:bagwis-2', 'slug:other-school']);
    expect((await load(schools, organization, id)).state.details).toMatchObject({ name: 'Bagwis', slug: 'bagwis-2' });
  });

  test('an organization that does not exist is not found', async () => {
    await using schools = await openSchools();
    expect(await change(schools, 'nowhere', { name: 'X' })).toMatchObject({ rejection: { code: 'not-found' } });
  });
});

describe('secrets', () => {
  const secretOf = async (schools: Schools, id: string) => {
    const { secrets } = (await load(schools, organization, id)).state;
    return secrets.sendGridApiKey === null ? null : schools.secrets.get(secrets.sendGridApiKey);
  };

  test('are in the vault only; a returned mask changes nothing', async () => {
    await using schools = await openSchools();
    const { id } = await must(create(schools));
    await must(change(schools, id, { sendGridApiKey: 'SG.top-secret-1234' }));
    expect(await secretOf(schools, id)).toBe('SG.top-secret-1234');
    expect(
      JSON.stringify(await allEvents(schools.log), (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain('top-secret');
    const same = await must(change(schools, id, { sendGridApiKey: maskSecret('SG.top-secret-1234'), name: 'Bagwis' }));
    expect(same.appended).toEqual([]);
    expect(await secretOf(schools, id)).toBe('SG.top-secret-1234');
  });

  test('are deleted when they are replaced or removed', async () => {
    await using schools = await openSchools();
    const { id } = await must(create(schools));
    await must(change(schools, id, { sendGridApiKey: 'first', calendlyAccessToken: 'token' }));
    await must(change(schools, id, { sendGridApiKey: 'second' }));
    expect(await secretOf(schools, id)).toBe('second');
    expect(await secretsIn(schools)).toBe(2);
    await must(change(schools, id, { sendGridApiKey: null, calendlyAccessToken: '' }));
    expect(await secretsIn(schools)).toBe(0);
  });

  test('of a refused change leave nothing in the vault', async () => {
    await using schools = await openSchools();
    const { id } = await must(create(schools));
    expect((await change(schools, id, { sendGridApiKey: 'key', name: null })).ok).toBe(false);
    expect(await secretsIn(schools)).toBe(0);
  });

  test('are for Owners: those that an Admin sends are ignored', async () => {
    await using schools = await openSchools();
    const { id } = await must(create(schools));
    const changed = await must(change(schools, id, { sendGridApiKey: 'key', name: 'Bagwis Academy' }, 'Admin'));
    expect(changed.appended.map(({ type }) => type)).toEqual(['OrganizationDetailsChanged']);
    expect(await secretsIn(schools)).toBe(0);
  });
});

describe('members', () => {
  const signUp = async (schools: Schools, email: string, isProven = true) => {
    const userId = schools.identity.userId(email, 0);
    const commands: UserCommand[] = [{ type: 'SignUp', data: { email, passwordId: null } }];
    if (isProven) commands.push({ type: 'VerifyEmail', data: {} });
    await must(handle(schools, user, userId, commands, contextBy(SYSTEM)));
    return userId;
  };

  test('a role is given at once only to a proven email', async () => {
    await using schools = await openSchools();
    const { id: organizationId } = await must(create(schools));
    const proven = await signUp(schools, 'adam@example.org');
    const unproven = await signUp(schools, 'nina@example.org', false);
    const added = await must(addMember(schools, { organizationId, userId: proven, role: 'Admin' }, contextBy(SYSTEM)));
    expect(added.state.members[proven]).toBe('Admin');
    for (const userId of [unproven, 'nobody']) {
      expect(await addMember(schools, { organizationId, userId, role: 'Admin' }, contextBy(SYSTEM))).toMatchObject({
        rejection: { code: 'refused', message: TEXTS.members.emailNotProven },
      });
    }
  });

  test('the operator removes an Owner by email, never the last', async () => {
    await using schools = await openSchools();
    const { id: organizationId } = await must(create(schools));
    const otto = await signUp(schools, 'otto@example.org');
    const adam = await signUp(schools, 'adam@example.org');
    await must(addMember(schools, { organizationId, userId: otto, role: 'Owner' }, contextBy(SYSTEM)));
    await must(addMember(schools, { organizationId, userId: adam, role: 'Admin' }, contextBy(SYSTEM)));
    const remove = (email: string) => removeOwner(schools, { organizationId, email }, contextBy(SYSTEM));
    expect(await remove('adam@example.org')).toMatchObject({ rejection: { code: 'refused' } });
    expect(await remove('nobody@example.org')).toMatchObject({ rejection: { code: 'not-found' } });
    expect((await must(remove('Otto@example.org'))).state.members[otto]).toBeUndefined();
    const removeOlga = { type: 'RemoveMember', data: { userId: 'olga' } } as const;
    expect(await handle(schools, organization, organizationId, [removeOlga], contextBy(SYSTEM))).toMatchObject({
      rejection: { message: TEXTS.members.lastOwner },
    });
  });
});
