import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createOperator } from '../../api/operator/operations.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { answers, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const OTHER_PASSWORD = 'a harder horse to ride';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'takeover-school');
});
afterAll(() => server.close());

async function signUp(email: string) {
  const client = server.client();
  const { status, body } = await client.call('signup', { body: { email, password: PASSWORD } });
  expect(status).toBe(200);
  return { client, userId: body._id };
}

async function apply(email: string) {
  const client = server.client();
  const { body } = await client.call('submitApplication', {
    body: { batchId: school.batches.Open, ...answers(email) },
  });
  return { client, id: body._id };
}

const logIn = async (email: string, password: string) =>
  (await server.client().call('login', { body: { email, password } })).status;

/** The token of the emailed link; `isOfAccount` selects the sign-up's email rather than the application's. */
const emailedToken = (email: string, { isOfAccount = false } = {}): Promise<string> =>
  vi.waitUntil(
    async () => {
      const outbox = join(server.dataDir, 'outbox');
      for (const file of (await readdir(outbox)).filter((name) => name.endsWith('.eml'))) {
        const mail = (await readFile(join(outbox, file), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
        const token = /\/verifyEmail\?token=([\w-]+)/.exec(mail)?.[1];
        if (token && mail.includes(`To: ${email}`) && mail.includes('/application/') !== isOfAccount) return token;
      }
      return false;
    },
    { timeout: 20_000 },
  ) as Promise<string>;

describe("a person who signed up with another person's email", () => {
  test.each([
    ['the link of the application', false],
    ['the link that their own sign-up has emailed', true],
  ])('loses the account when its owner presses %s', async (_which, isOfAccount) => {
    const email = freshEmail();
    const victim = await apply(email);
    const { client: attacker, userId } = await signUp(email);
    const read = () => attacker.call('getApplication', { params: { id: victim.id } });
    expect((await read()).status).toBe(404);

    const token = await emailedToken(email, { isOfAccount });
    const proven = await server.client().call('verifyEmail', { body: { token } });
    expect(proven.status).toBe(200);
    expect((await read()).status).toBe(401);
    expect((await attacker.call('getUser')).status).toBe(401);
    expect(await logIn(email, PASSWORD)).toBe(401);

    const { setPasswordToken } = proven.body;
    expect(setPasswordToken).toMatch(/^[\w-]{43}$/);
    const chosen = { token: setPasswordToken ?? '', password: OTHER_PASSWORD };
    expect((await server.client().call('resetPassword', { body: chosen })).status).toBe(200);
    expect((await server.client().call('resetPassword', { body: chosen })).status).toBe(422);
    const owner = server.client();
    const user = await owner.call('login', { body: { email, password: OTHER_PASSWORD } });
    expect(user.body).toMatchObject({ _id: userId, emailVerified: true });
    expect((await owner.call('getApplication', { params: { id: victim.id } })).status).toBe(200);
    expect(await logIn(email, PASSWORD)).toBe(401);
  });

  test('gets no session by logging in while the owner proves the email', async () => {
    const email = freshEmail();
    await apply(email);
    await signUp(email);
    const token = await emailedToken(email);
    const attackers = Array.from({ length: 6 }, () => server.client());
    const logins = attackers.map((client) => client.call('login', { body: { email, password: PASSWORD } }));
    await server.client().call('verifyEmail', { body: { token } });
    await Promise.all(logins);
    for (const attacker of attackers) expect((await attacker.call('getUser')).status).toBe(401);
  });

  test('does not become the Owner of a school that the operator gives to that email', async () => {
    const email = freshEmail();
    const { client: attacker, userId } = await signUp(email);
    const created = (await createOperator(server.running.composition)(
      'organization create',
      { name: 'Theirs', slug: 'theirs-school', ownerEmail: email, ownerPassword: OTHER_PASSWORD, timeZone: 'UTC' },
      () => {},
    )) as Record<string, unknown>;
    expect(created).toMatchObject({ ownerId: userId, isPasswordUnused: false });
    expect(created).not.toHaveProperty('setPasswordAt');
    expect((await attacker.call('getUser')).status).toBe(401);
    expect(await logIn(email, PASSWORD)).toBe(401);
    const owner = await server.client().call('login', { body: { email, password: OTHER_PASSWORD } });
    expect(owner.body).toMatchObject({ emailVerified: true, orgRoles: [{ role: 'Owner' }] });
  });

  test('nor where the operator leaves the password to a link', async () => {
    const email = freshEmail();
    const { client: attacker } = await signUp(email);
    const created = await createOperator(server.running.composition)(
      'organization create',
      { name: 'Linked', slug: 'linked-school', ownerEmail: email, ownerPassword: null, timeZone: 'UTC' },
      () => {},
    );
    expect(created).toMatchObject({ setPasswordAt: expect.stringContaining('/passwordReset?') });
    expect((await attacker.call('getUser')).status).toBe(401);
    expect(await logIn(email, PASSWORD)).toBe(401);
  });

  test('does not become a creator', async () => {
    const email = freshEmail();
    await signUp(email);
    const grant = createOperator(server.running.composition)('user grant-creator', { email }, () => {});
    await expect(grant).rejects.toThrow(TEXTS.members.emailNotProven);
  });
});

describe('a person who proves their own account', () => {
  test('keeps password and sessions when they press the link where they are signed in', async () => {
    const email = freshEmail();
    const { client } = await signUp(email);
    const elsewhere = server.client();
    await elsewhere.call('login', { body: { email, password: PASSWORD } });
    const token = await emailedToken(email, { isOfAccount: true });
    const proven = await client.call('verifyEmail', { body: { token } });
    expect(proven.body).toMatchObject({ setPasswordToken: null, emailWithoutAccount: null });
    for (const signedIn of [client, elsewhere]) {
      expect((await signedIn.call('getUser')).body).toMatchObject({ emailVerified: true });
    }
    expect(await logIn(email, PASSWORD)).toBe(200);
  });

  test('keeps the password that they proved with, whatever the operator says', async () => {
    const created = await createOperator(server.running.composition)(
      'organization create',
      {
        name: 'Second',
        slug: 'second-school',
        ownerEmail: 'owner@takeover-school.example',
        ownerPassword: OTHER_PASSWORD,
        timeZone: 'UTC',
      },
      () => {},
    );
    expect(created).toMatchObject({ isPasswordUnused: true });
    expect((await school.staff.Owner.call('getUser')).status).toBe(200);
    expect(await logIn('owner@takeover-school.example', PASSWORD)).toBe(200);
  });
});
