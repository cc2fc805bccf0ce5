import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { addStaff, createSchool, freshEmail, PASSWORD, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'names');
});
afterAll(() => server.close());

async function member() {
  const email = freshEmail();
  await addStaff(server, school.organizationId, email, 'Admin');
  const client = await signedIn(server, email, school.organizationId);
  return { client, email, id: (await client.call('getUser')).body._id };
}
const listed = async (id: string, query: Record<string, string> = {}) =>
  (await school.staff.Owner.call('listUsers', { query })).body.find(({ _id }) => _id === id);
const head = async () => {
  const at = new Date(Date.now() + 50_000).toISOString();
  return (await school.staff.Owner.call('getAsOf', { query: { at } })).body;
};

test('people name themselves, and an erasure removes the name from the past too', async () => {
  const { client, id } = await member();
  const { body: self } = await client.call('getUser');
  expect(self.name).toBeNull();
  const named = await client.call('changeName', { body: { name: '  Mia   Chen ' } });
  expect(named).toMatchObject({ status: 200, body: { ...self, name: 'Mia Chen' } });
  expect((await listed(id))?.name).toBe('Mia Chen');
  expect((await client.call('exportMe')).body.account.name).toBe('Mia Chen');
  // Moments are those of the school, and an account belongs to none.
  await school.staff.Owner.call('changeBatch', { params: { id: school.batches.Open }, body: { name: 'June' } });
  const { position } = await head();

  expect((await client.call('changeName', { body: { name: 'Mia Ito' } })).body.name).toBe('Mia Ito');
  expect((await listed(id))?.name).toBe('Mia Ito');
  expect((await listed(id, { asOf: position }))?.name).toBe('Mia Chen');

  expect((await client.call('deleteMe')).status).toBe(200);
  expect((await listed(id, { asOf: position }))?.name ?? null).toBeNull();
});

test('an empty name shows the email again, and what deceives is refused with the reason', async () => {
  const { client } = await member();
  await client.call('changeName', { body: { name: 'Mia Chen' } });
  expect((await client.call('changeName', { body: { name: ' ' } })).body.name).toBeNull();
  for (const [name, message] of [
    ['owner@names.example', TEXTS.accounts.nameIsEmail],
    ['Mia\u202E', TEXTS.accounts.nameInvalid],
    ['The system', TEXTS.accounts.nameReserved],
  ] as const) {
    const refused = await client.call('changeName', { body: { name } });
    expect(refused).toMatchObject({ status: 422, problem: { message, errors: [{ field: 'name', message }] } });
  }
  expect((await client.call('getUser')).body.name).toBeNull();
  expect((await server.client().call('changeName', { body: { name: 'Mia' } })).status).toBe(401);
});

test('a person who accepts an invitation gives a name, with a new account and with one they have', async () => {
  const { organizationId: orgId, staff } = school;
  const invited = async (email: string) => {
    await staff.Owner.call('addUserToOrg', { body: { orgId, email, role: 'Admin' } });
    const { body } = await staff.Owner.call('listSignupLinks');
    return body.find((link) => link.email === email)?.token ?? '';
  };
  const email = freshEmail();
  const signup = { email, password: PASSWORD, token: await invited(email) };
  const newcomer = server.client({ organizationId: orgId });
  const refused = await newcomer.call('signup', { body: { ...signup, name: 'The system' } });
  expect(refused).toMatchObject({ status: 422, problem: { errors: [{ field: 'name' }] } });
  expect((await newcomer.call('login', { body: signup })).status, 'no account was made').toBe(401);
  const joined = await newcomer.call('signup', { body: { ...signup, name: 'Nina Ito' } });
  expect(joined).toMatchObject({ status: 200, body: { name: 'Nina Ito', orgRoles: [{ orgId, role: 'Admin' }] } });

  const other = freshEmail();
  const holder = server.client({ organizationId: orgId });
  const own = { email: other, password: PASSWORD, name: 'Ignored' };
  expect((await holder.call('signup', { body: own })).body.name, 'only invitations ask for a name').toBeNull();
  const token = await invited(other);
  expect((await holder.call('acceptInvite', { body: { token, name: '@' } })).status).toBe(422);
  const accepted = await holder.call('acceptInvite', { body: { token, name: 'Otto Ito' } });
  expect(accepted).toMatchObject({ status: 200, body: { name: 'Otto Ito', orgRoles: [{ orgId, role: 'Admin' }] } });
});
