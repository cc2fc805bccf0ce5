import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { linkApplications } from '../../commands/application/link-applications.ts';
import { handle } from '../../commands/handling/handle.ts';
import { application } from '../../domain/application/application.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { linksTo } from '../support/emails.ts';
import { listen } from '../support/listener.ts';
import {
  accepted,
  answers,
  createSchool,
  freshEmail,
  operatorContext,
  PASSWORD,
  type School,
} from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'squatted-school');
});
afterAll(() => server.close());

async function signUp(email = freshEmail(), client = server.client()) {
  const { status, body } = await client.call('signup', { body: { email, password: PASSWORD } });
  expect(status).toBe(200);
  return { client, email, userId: body._id };
}
async function apply(email: string, client = server.client()) {
  const batchId = school.batches.Open;
  const { status, body } = await client.call('submitApplication', { body: { batchId, ...answers(email) } });
  expect(status).toBe(200);
  return { client, id: body._id };
}
const read = async (client: Client, id: string) => (await client.call('getApplication', { params: { id } })).status;
const token = (email: string, path = '/verifyEmail') =>
  linksTo(server.dataDir, email, path).then(([link]) => link?.searchParams.get('token') ?? '');

/** An earlier version let any holder of a claim link any application. */
async function squatted() {
  const victim = freshEmail();
  const { id } = await apply(victim);
  const squatter = await signUp();
  const { environment, engine } = server.running.composition;
  const link = { type: 'LinkUser', data: { userId: squatter.userId, isProven: false } } as const;
  const context = { ...operatorContext(server), organizationId: school.organizationId };
  const linked = accepted(await handle(environment, application, id, [link], context));
  await engine.waitFor(linked.position);
  expect(await read(squatter.client, id)).toBe(200);
  return { victim, id, squatter };
}

async function isTheirs(client: Client, id: string) {
  expect(await read(client, id)).toBe(200);
  const own = await client.call('listApplications', { query: { filter: 'mine' } });
  expect(own.body.map(({ _id }) => _id)).toEqual([id]);
  const saved = await client.call('changeApplication', { params: { id }, body: { motivation: 'To learn' } });
  expect(saved.status, saved.problem?.message).toBe(200);
}

describe('a person who applies with the email of another person', () => {
  test('cannot link the application to an account with another email, by whatever way', async () => {
    const victim = freshEmail();
    const { client, id } = await apply(victim);
    const { userId } = await signUp(freshEmail(), client);
    expect((await client.call('changeApplication', { params: { id }, body: { userId } })).status).toBe(404);
    expect(await read(client, id)).toBe(404);
    expect((await client.call('listApplications', { query: { filter: 'mine' } })).body).toEqual([]);
  });

  test('learns, signed in, that the account has another email, and can apply logged out', async () => {
    const { client, email } = await signUp();
    const other = freshEmail();
    const refused = await client.call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(other) },
    });
    expect(refused.status).toBe(422);
    const message = TEXTS.enroll.emailOfAnother(email);
    expect(refused.problem?.errors).toEqual([{ field: 'email', message }]);
    await client.call('logout');
    await apply(other, client);
  });

  test('keeps nothing of it: the owner of the email confirms it and has the application', async () => {
    const victim = freshEmail();
    const { client, id } = await apply(victim);
    await signUp(freshEmail(), client);
    const owner = await signUp(victim);
    const again = await owner.client.call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(victim) },
    });
    expect(again.status).toBe(409);
    await owner.client.call('verifyEmail', { body: { token: await token(victim) } });
    await isTheirs(owner.client, id);
  });
});

describe('two people at one device', () => {
  test('each link only the application with their own email', async () => {
    const device = server.client();
    const [ada, ben] = [freshEmail(), freshEmail()];
    const first = await apply(ada, device);
    const second = await apply(ben, device);
    await signUp(ben, device);
    const mine = async () =>
      (await device.call('listApplications', { query: { filter: 'mine' } })).body.map(({ _id }) => _id);
    expect(await mine()).toEqual([second.id]);
    expect(await read(device, first.id)).toBe(404);
    await device.call('logout');
    await signUp(ada, device);
    expect(await mine()).toEqual([first.id]);
    expect(await read(device, second.id)).toBe(404);
  });
});

describe('an application that another account held before', () => {
  type Way = (victim: string) => Promise<Client>;
  const ways: readonly (readonly [string, Way])[] = [
    [
      'the link of the application’s email',
      async (victim) => {
        const { client } = await signUp(victim);
        await client.call('verifyEmail', { body: { token: await token(victim) } });
        return client;
      },
    ],
    [
      'a link to set a password',
      async (victim) => {
        await signUp(victim);
        const client = server.client();
        await client.call('sendResetLink', { body: { email: victim } });
        const link = {
          email: victim,
          password: 'a harder horse to ride',
          token: await token(victim, '/passwordReset'),
        };
        expect((await client.call('resetPassword', { body: link })).status).toBe(200);
        await client.call('login', { body: { email: victim, password: link.password } });
        return client;
      },
    ],
    [
      'the email of an invitation',
      async (victim) => {
        await school.staff.Owner.call('addUserToOrg', {
          body: { orgId: school.organizationId, email: victim, role: 'Viewer' },
        });
        const [link] = await linksTo(server.dataDir, victim, '/invite');
        const given = { token: link?.searchParams.get('token') ?? '', proof: link?.searchParams.get('proof') ?? '' };
        const client = server.client();
        await client.call('signup', { body: { email: victim, password: PASSWORD, ...given } });
        return client;
      },
    ],
  ];
  test.each(ways)('moves to the owner of its email, proven by %s', async (_by, prove) => {
    const { victim, id, squatter } = await squatted();
    const client = await prove(victim);
    await isTheirs(client, id);
    expect(await read(squatter.client, id)).toBe(404);
    expect((await squatter.client.call('listApplications', { query: { filter: 'mine' } })).body).toEqual([]);
    const changed = await squatter.client.call('changeApplication', { params: { id }, body: { motivation: 'Mine' } });
    expect(changed.status).toBe(404);
  });

  test('moves at the next log-in of an account that proved the email before', async () => {
    const { victim, id, squatter } = await squatted();
    const owner = await signUp(victim);
    const { environment, engine } = server.running.composition;
    await owner.client.call('verifyEmail', { body: { token: await token(victim) } });
    // An earlier version also allowed the squatter this link.
    const link = { type: 'LinkUser', data: { userId: squatter.userId, isProven: true } } as const;
    const context = { ...operatorContext(server), organizationId: school.organizationId };
    await engine.waitFor(accepted(await handle(environment, application, id, [link], context)).position);
    await owner.client.call('login', { body: { email: victim, password: PASSWORD } });
    await isTheirs(owner.client, id);
    expect(await read(squatter.client, id)).toBe(404);
  });

  test('leaves the former account no draft, no change to hear of, and the history a sentence', async () => {
    const { victim, id, squatter } = await squatted();
    const form = `application.${id}.about-you`;
    const drafts = { params: { form }, body: { values: { motivation: 'mine' } } };
    await squatter.client.call('saveDraft', drafts);
    const listener = await listen(squatter.client);
    try {
      const owner = await signUp(victim);
      await owner.client.call('saveDraft', drafts);
      await owner.client.call('verifyEmail', { body: { token: await token(victim) } });
      expect((await squatter.client.call('getDraft', { params: { form } })).body.values).toBeNull();
      expect((await owner.client.call('getDraft', { params: { form } })).body.values).toEqual({ motivation: 'mine' });
      // The open page gets one notice, refetches and is refused.
      const { version } = (await owner.client.call('getApplication', { params: { id } })).body;
      const told = () => listener.changes.filter((one) => one.id === id);
      await vi.waitUntil(() => told().some((one) => one.version === version), { timeout: 20_000 });
      const later = await owner.client.call('changeApplication', { params: { id }, body: { motivation: 'Later' } });
      expect(later.status).toBe(200);
      const other = await apply(squatter.email, squatter.client);
      await listener.heard('application', other.id);
      expect(told().at(-1)).toEqual({ kind: 'application', id, version, by: null });
      const history = await school.staff.Owner.call('getApplicationHistory', { params: { id } });
      const moved = history.body.filter(({ type }) => type === 'UserLinked').at(-1);
      expect(moved?.changes).toEqual([{ field: 'userId', before: squatter.userId, after: owner.userId }]);
    } finally {
      await listener.close();
    }
  });

  test('moves with many others at once when the proofs race', async () => {
    const { victim, id } = await squatted();
    const owner = await signUp(victim);
    const { environment } = server.running.composition;
    const account = { userId: owner.userId, email: victim };
    await Promise.all(Array.from({ length: 5 }, () => linkApplications(environment, account, operatorContext(server))));
    await vi.waitFor(async () => expect(await read(owner.client, id)).toBe(200), { timeout: 20_000 });
    const history = await school.staff.Owner.call('getApplicationHistory', { params: { id } });
    expect(history.body.filter(({ type }) => type === 'UserLinked')).toHaveLength(2);
  });
});

test('the emailed link says that the email has no account, and lets its browser open one for the application', async () => {
  const email = freshEmail();
  const { id } = await apply(email);
  const elsewhere = server.client();
  const { body: proven } = await elsewhere.call('verifyEmail', { body: { token: await token(email) } });
  expect(proven).toMatchObject({ applicationId: id, setPasswordToken: null, emailWithoutAccount: email });
  const { userId } = await signUp(email, elsewhere);
  const linked = await elsewhere.call('changeApplication', { params: { id }, body: { userId } });
  expect(linked.status, linked.problem?.message).toBe(200);
  await isTheirs(elsewhere, id);
  expect((await elsewhere.call('getUser')).body.emailVerified).toBe(false);
  const again = await elsewhere.call('verifyEmail', { body: { token: proven.proof ?? '' } });
  expect(again.body).toMatchObject({ setPasswordToken: null, proof: null });
  expect((await elsewhere.call('getUser')).body.emailVerified).toBe(true);
  expect((await elsewhere.call('verifyEmail', { body: { token: proven.proof ?? '' } })).status).toBe(422);
});

test('staff who correct an email give the application to the account that has proven the corrected one', async () => {
  const typo = freshEmail();
  const { id, client } = await apply(typo);
  await signUp(typo, client);
  const owner = await signUp();
  await apply(owner.email, owner.client).then(({ id: other }) =>
    school.staff.Owner.call('changeApplication', { params: { id: other }, body: { status: 'CANCELLED' } }),
  );
  await owner.client.call('verifyEmail', { body: { token: await token(owner.email) } });
  const corrected = await school.staff.Owner.call('changeApplication', {
    params: { id },
    body: { email: owner.email },
  });
  expect(corrected.body).toMatchObject({ email: owner.email, userId: owner.userId });
  expect(await read(owner.client, id)).toBe(200);
  expect(await read(client, id)).toBe(404);
});
