import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createOperator } from '../../api/operator/operations.ts';
import { RECOVERY_CODES } from '../../commands/second-factor/authenticators.ts';
import { ATTEMPTS_PER_ACCOUNT, ATTEMPTS_PER_ADDRESS, CODES_PER_SESSION } from '../../commands/user/attempt-limits.ts';
import { UNCONFIRMED_TYPE } from '../../domain/access/confirmation.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { authenticatorApp } from '../support/authenticator-app.ts';
import type { Client } from '../support/client.ts';
import { confirmed } from '../support/confirmation.ts';
import { emailsTo, linksTo } from '../support/emails.ts';
import { addStaff, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { addApp } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const STEP_MS = 30_000;
const { codeNeeded, codeWrong, mails } = TEXTS.secondFactors;

let server: TestServer;
let school: School;
let ahead = 0;
const now = () => Date.now() + ahead;
/** So that the next codes are new, and tries of earlier tests no longer count. */
const later = (ms = 16 * 60_000) => {
  ahead += ms;
};

beforeAll(async () => {
  server = await startTestServer({ now });
  school = await createSchool(server, 'factors');
});
afterAll(() => server.close());

async function withConfirmedEmail(email: string): Promise<Client> {
  const client = server.client();
  expect((await client.call('signup', { body: { email, password: PASSWORD } })).status).toBe(200);
  const [link] = await linksTo(server.dataDir, email, '/verifyEmail');
  const token = link?.searchParams.get('token') ?? '';
  expect((await client.call('verifyEmail', { body: { token } })).status).toBe(200);
  return client;
}

async function withApp(email = freshEmail()) {
  later();
  const client = await withConfirmedEmail(email);
  const { secret, uri } = (await client.call('beginAuthenticator', { body: { password: PASSWORD } })).body;
  const code = authenticatorApp(secret, now);
  const { status, body } = await client.call('confirmAuthenticator', { body: { code: code() } });
  expect(status).toBe(200);
  later(2 * STEP_MS);
  return { client, email, secret, uri, code, recoveryCodes: body.recoveryCodes };
}

const logIn = (email: string, code?: string, password = PASSWORD) => {
  const client = server.client();
  return client
    .call('login', { body: { email, password, ...(code !== undefined && { code }) } })
    .then((answer) => ({ client, ...answer }));
};
const mailed = (email: string, subject: string) =>
  vi.waitUntil(async () => (await emailsTo(server.dataDir, email)).some((mail) => mail.includes(subject)), 15_000);

describe('an authenticator app', () => {
  test('ends the sessions that began without it, once it is the first factor', async () => {
    const email = freshEmail();
    const client = await withConfirmedEmail(email);
    const thief = await logIn(email);
    expect((await thief.client.call('getUser')).status).toBe(200);
    later();
    await addApp(client, { now });
    expect((await client.call('getUser')).status).toBe(200);
    expect((await thief.client.call('getUser')).status).toBe(401);
  });

  test('ends them also if the server dies before it has answered, and a wrong code ends none', async () => {
    const email = freshEmail();
    const client = await withConfirmedEmail(email);
    const { client: thief } = await logIn(email);
    later();
    const { secret } = (await client.call('beginAuthenticator', { body: { password: PASSWORD } })).body;
    const confirm = (code: string) => client.call('confirmAuthenticator', { body: { code } });
    expect((await confirm('000000')).status).toBe(422);
    expect((await thief.call('getUser')).status).toBe(200);
    const { authenticators } = server.running.composition;
    const real = authenticators.confirm;
    const dying = vi.spyOn(authenticators, 'confirm').mockImplementationOnce(async (...given) => {
      await real(...given);
      throw new Error('The server dies');
    });
    expect((await confirm(authenticatorApp(secret, now)())).status).toBe(500);
    dying.mockRestore();
    expect((await client.call('getSecondFactors')).body.authenticatorAddedAt).not.toBeNull();
    expect((await thief.call('getUser')).status).toBe(401);
  });

  test('lets no session begin without it while it is added', async () => {
    const email = freshEmail();
    const client = await withConfirmedEmail(email);
    later();
    const { sessions } = server.running.services;
    const real = sessions.start;
    const slow = vi.spyOn(sessions, 'start').mockImplementationOnce(async (...given) => {
      await addApp(client, { now });
      return real(...given);
    });
    expect((await logIn(email)).status).toBe(401);
    slow.mockRestore();
    expect((await client.call('listSessions')).body).toHaveLength(1);
  });

  test('is asked for after the password, and nothing is granted before', async () => {
    const { email, code } = await withApp();
    for (const given of [undefined, '', ' ']) {
      const half = await logIn(email, given);
      expect(half).toMatchObject({ status: 401, problem: { errors: [{ field: 'code', message: codeNeeded }] } });
      expect(half.client.cookies.size, 'no session').toBe(0);
      expect((await half.client.call('getUser')).status).toBe(401);
    }
    const wrongPassword = await logIn(email, code(), 'not her password');
    expect(wrongPassword).toMatchObject({ status: 401, problem: { message: TEXTS.accounts.loginFailed } });
    expect(wrongPassword.problem).not.toHaveProperty('errors');
    const whole = await logIn(email, ` ${code().slice(0, 3)} ${code().slice(3)} `);
    expect(whole.status).toBe(200);
    expect((await whole.client.call('getUser')).status).toBe(200);
  });

  test('lets its person in from an address where a stranger has used up all tries', async () => {
    const { email, code, client } = await withApp();
    for (let n = 0; n <= ATTEMPTS_PER_ADDRESS; n += 1) {
      await server.client().call('sendResetLink', { body: { email: freshEmail() } });
    }
    expect((await client.call('confirmIdentity', { body: { code: code() } })).status).toBe(200);
    expect((await logIn(email)).status, 'a new device must wait for its password').toBe(429);
  });

  test('is set up, and an email confirmed, where a stranger has used up all tries of the network', async () => {
    later();
    const newcomer = server.client();
    const unproven = freshEmail();
    await newcomer.call('signup', { body: { email: unproven, password: PASSWORD } });
    const [link] = await linksTo(server.dataDir, unproven, '/verifyEmail');
    const client = await withConfirmedEmail(freshEmail());
    const { secret } = (await client.call('beginAuthenticator', { body: { password: PASSWORD } })).body;
    for (let n = 0; n <= ATTEMPTS_PER_ADDRESS; n += 1) {
      await server.client().call('sendResetLink', { body: { email: freshEmail() } });
    }
    const prove = (token: string) => newcomer.call('verifyEmail', { body: { token } });
    expect((await newcomer.call('sendVerification')).status).toBe(200);
    expect((await prove('no-such-link')).status, 'a guess').toBe(429);
    expect((await prove(link?.searchParams.get('token') ?? '')).status).toBe(200);
    const body = { code: authenticatorApp(secret, now)() };
    expect((await client.call('confirmAuthenticator', { body })).status).toBe(200);
    later();
  });

  test('is asked for at a sign-up with the email of its account too, and joins no school before', async () => {
    const { email, code } = await withApp();
    const { Owner } = school.staff;
    await Owner.call('addUserToOrg', { body: { orgId: school.organizationId, email, role: 'Viewer' } });
    const [link] = await linksTo(server.dataDir, email, '/invite');
    const body = { email, password: PASSWORD, token: link?.searchParams.get('token') ?? '' };
    const stranger = server.client();
    for (const call of ['signup', 'login'] as const) expect((await stranger.call(call, { body })).status).toBe(401);
    expect((await Owner.call('listUsers')).body.some((member) => member.email === email)).toBe(false);
    const entered = await stranger.call('signup', { body: { ...body, code: code() } });
    expect(entered.body.orgRoles).toMatchObject([{ role: 'Viewer' }]);
  });

  test('gives codes that work once, one step early or late, also at the same moment', async () => {
    const { email, code } = await withApp();
    const before = code(-1);
    const present = code();
    const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(email, present)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    expect(await logIn(email, present)).toMatchObject({ problem: { errors: [{ field: 'code', message: codeWrong }] } });
    expect((await logIn(email, before)).status, 'older than the last').toBe(401);
    expect((await logIn(email, code(2))).status).toBe(401);
    expect((await logIn(email, code(1))).status).toBe(200);
  });

  test('allows ten tries, and a reset password gets through', async () => {
    const { email, code } = await withApp();
    const statuses: number[] = [];
    for (let n = 0; n <= ATTEMPTS_PER_ACCOUNT; n += 1) statuses.push((await logIn(email, '000000')).status);
    expect(statuses).toEqual([...Array(ATTEMPTS_PER_ACCOUNT).fill(401), 429]);
    expect((await logIn(email, code())).status).toBe(429);
    await server.client().call('sendResetLink', { body: { email } });
    const [link] = await linksTo(server.dataDir, email, '/passwordReset');
    const password = 'another horse to ride';
    const body = { token: link?.searchParams.get('token') ?? '', password };
    expect((await server.client().call('resetPassword', { body })).status).toBe(200);
    expect((await logIn(email, undefined, password)).status, 'still needs a code').toBe(401);
    expect((await logIn(email, code(), password)).status).toBe(200);
  });

  test('allows ten tries whatever the password is, which only a confirmed person changes', async () => {
    const { client, email, code } = await withApp();
    later(11 * 60_000);
    const attempt = async (password = PASSWORD) => (await logIn(email, '000000', password)).status;
    for (let n = 1; n < ATTEMPTS_PER_ACCOUNT; n += 1) await attempt();
    const body = { currentPassword: PASSWORD, newPassword: 'another horse to ride' };
    expect((await client.call('changePassword', { body })).problem.type).toBe(UNCONFIRMED_TYPE);
    expect((await client.call('confirmIdentity', { body: { code: code() } })).status).toBe(200);
    expect((await client.call('changePassword', { body })).status).toBe(200);
    expect([await attempt(body.newPassword), await attempt(body.newPassword)]).toEqual([401, 429]);
    await mailed(email, TEXTS.accounts.securityMails.lockedOut('').subject);
  });

  test('allows a session five wrong codes, all sessions ten, and neither locks a log-in', async () => {
    const { client, email, code } = await withApp();
    const guesses = async (by: Client) => {
      const statuses: number[] = [];
      for (let n = 0; n <= CODES_PER_SESSION; n += 1) {
        statuses.push((await by.call('confirmIdentity', { body: { code: '000000' } })).status);
      }
      return statuses;
    };
    const wrong = Array(CODES_PER_SESSION).fill(422);
    expect(await guesses(client)).toEqual([...wrong, 429]);
    expect((await client.call('removeAuthenticator', { body: { code: code() } })).status).toBe(429);
    const second = await logIn(email, code());
    expect(second.status).toBe(200);
    expect((await second.client.call('confirmIdentity', { body: { code: code(1) } })).status, 'is not counted').toBe(
      200,
    );
    expect(await guesses(second.client)).toEqual([...wrong, 429]);
    later(2 * STEP_MS);
    const third = await logIn(email, code());
    expect(third.status).toBe(200);
    const confirm = (given: string) => third.client.call('confirmIdentity', { body: { code: given } });
    expect((await confirm(code(1))).status, 'the first try of its owner').toBe(200);
    expect((await confirm('000000')).status).toBe(422);
    expect(await confirm('000000')).toMatchObject({
      status: 429,
      problem: { message: TEXTS.secondFactors.tooManyCodes },
    });
  });

  test('needs the password and a confirmed email, and changes nothing before its first code', async () => {
    later();
    const email = freshEmail();
    const newcomer = server.client();
    await newcomer.call('signup', { body: { email, password: PASSWORD } });
    expect(await newcomer.call('beginAuthenticator', { body: { password: PASSWORD } })).toMatchObject({
      status: 422,
      problem: { message: TEXTS.secondFactors.emailFirst },
    });
    const client = await withConfirmedEmail(freshEmail());
    expect(await client.call('beginAuthenticator', { body: { password: 'not hers' } })).toMatchObject({
      status: 422,
      problem: { errors: [{ field: 'password' }] },
    });
    const first = (await client.call('beginAuthenticator', { body: { password: PASSWORD } })).body;
    const second = (await client.call('beginAuthenticator', { body: { password: PASSWORD } })).body;
    const { body: user } = await client.call('getUser');
    expect((await logIn(user.email)).status).toBe(200);
    const by = (secret: string) =>
      client.call('confirmAuthenticator', { body: { code: authenticatorApp(secret, now)() } });
    expect(await by(first.secret)).toMatchObject({ status: 422, problem: { errors: [{ field: 'code' }] } });
    later(31 * 60_000);
    expect((await by(second.secret)).status, 'after half an hour').toBe(422);
    const third = (await client.call('beginAuthenticator', { body: { password: PASSWORD } })).body;
    expect((await by(third.secret)).status).toBe(200);
    expect((await by(second.secret)).status).toBe(422);
    expect((await client.call('beginAuthenticator', { body: { password: PASSWORD } })).status).toBe(422);
    await mailed(user.email, mails.factorAdded.subject);
  });
});

describe('recovery codes', () => {
  test('log in once each, and are made anew with a code', async () => {
    const { client, email, code, recoveryCodes } = await withApp();
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES);
    const [first = '', second = ''] = recoveryCodes;
    expect((await logIn(email, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await logIn(email, first)).status).toBe(401);
    expect((await client.call('getSecondFactors')).body.recoveryCodesLeft).toBe(RECOVERY_CODES - 1);
    expect((await client.call('renewRecoveryCodes', { body: { code: '000000' } })).status).toBe(422);
    const { body } = await client.call('renewRecoveryCodes', { body: { code: code() } });
    expect((await logIn(email, second)).status, 'a former one').toBe(401);
    expect((await logIn(email, body.recoveryCodes[0])).status).toBe(200);
    expect((await client.call('renewRecoveryCodes', { body: { code: code() } })).status, 'the code is used').toBe(422);
  });
});

test('an account with an app is confirmed by its codes, not by the password', async () => {
  const { client, email, code, recoveryCodes } = await withApp();
  await addStaff(server, school.organizationId, email, 'Viewer');
  expect((await client.call('sendConfirmationCode')).problem.message).toBe(TEXTS.secondFactors.confirmByFactor);
  const confirm = (body: { password: string } | { code: string }) => client.call('confirmIdentity', { body });
  expect(await confirm({ password: PASSWORD })).toMatchObject({
    status: 422,
    problem: { message: TEXTS.secondFactors.confirmByFactor },
  });
  expect((await confirm({ code: code() })).status).toBe(200);
  expect((await confirm({ code: recoveryCodes[0] ?? '' })).status).toBe(200);
  const refusals = async () => {
    const { entries } = (await school.staff.Owner.call('listSecurityLog', { query: { kind: 'refused' } })).body;
    return entries.filter(({ actor }) => actor?.name === email).flatMap(({ calls }) => calls);
  };
  await expect.poll(refusals, { timeout: 10_000 }).toMatchObject([{ call: 'POST /api/confirm', count: 1 }]);
});

describe('a factor that is removed', () => {
  test('by its person needs a code, and the person is told', async () => {
    const { client, email, code } = await withApp();
    expect((await client.call('removeAuthenticator', { body: { code: '000000' } })).status).toBe(422);
    expect((await client.call('removeAuthenticator', { body: { code: code() } })).status).toBe(200);
    expect((await client.call('removeAuthenticator', { body: { code: code(1) } })).status).toBe(422);
    expect((await logIn(email)).status).toBe(200);
    await mailed(email, mails.factorRemoved.subject);
  });

  test('by an Owner lets no session begin with a code that was given before', async () => {
    const { client, email, code } = await withApp();
    const orgId = school.organizationId;
    const userId = (await client.call('getUser')).body._id;
    await addStaff(server, orgId, email, 'Admin');
    const { Owner } = school.staff;
    await confirmed(Owner);
    const { sessions } = server.running.services;
    const real = sessions.start;
    const slow = vi.spyOn(sessions, 'start').mockImplementationOnce(async (...given) => {
      expect((await Owner.call('resetSecondFactors', { body: { orgId, userId } })).status).toBe(200);
      return real(...given);
    });
    expect((await logIn(email, code())).status).toBe(401);
    slow.mockRestore();
    expect((await logIn(email)).status).toBe(200);
  });

  test('by an Owner after a loss: sessions end, the person is told, and each step is in the security log', async () => {
    const { client, email } = await withApp();
    const orgId = school.organizationId;
    const { Owner, Admin } = school.staff;
    const { body: person } = await client.call('getUser');
    const userId = person._id;
    const reset = (by: Client) => by.call('resetSecondFactors', { body: { orgId, userId } });
    await confirmed(Owner);
    expect((await reset(Owner)).problem.message).toBe(TEXTS.members.notAMember);
    await addStaff(server, orgId, email, 'Admin');
    const shown = async () => (await Owner.call('listUsers')).body.find(({ _id }) => _id === userId)?.hasAuthenticator;
    expect(await shown()).toBe(true);
    expect((await reset(Admin)).status).toBe(403);
    const { address } = (await client.call('issueCalendarFeed', { body: { organizationId: orgId } })).body;
    const calendar = async () => (await fetch(new URL(new URL(address ?? '').pathname, server.url))).status;
    expect(await calendar()).toBe(200);
    expect((await reset(Owner)).status).toBe(200);
    expect(await calendar(), 'the lost device may know it').toBe(404);
    expect(await shown()).toBe(false);
    expect((await client.call('getUser')).status, 'sessions have ended').toBe(401);
    expect((await reset(Owner)).status, 'there is none any more').toBe(422);
    expect((await logIn(email)).status).toBe(200);
    await mailed(email, 'calendars were revoked');
    const told = async () =>
      (await Owner.call('listSecurityLog')).body.entries.map(({ kind, actor }) => `${kind}: ${actor?.name}`);
    await expect.poll(told, { timeout: 10_000 }).toContain('factorReset: owner@factors.example');
    expect(await told()).toContain(`factorLost: ${email}`);
    expect((await told()).filter((entry) => entry === `secretChanged: ${email}`)).not.toHaveLength(0);
    const own = (await Owner.call('getUser')).body._id;
    const [recoveryCode] = await addApp(Owner, { now });
    expect((await Owner.call('resetSecondFactors', { body: { orgId, userId: own } })).problem.message).toBe(
      TEXTS.secondFactors.resetOwn,
    );
    expect((await Owner.call('removeAuthenticator', { body: { code: recoveryCode } })).status).toBe(200);
  });
});

test('a member of two schools is reset by neither, hears nothing of the other school, and both logs have the try', async () => {
  const { client, email } = await withApp();
  const other = await createSchool(server, 'other-factors');
  const { _id: userId } = (await client.call('getUser')).body;
  await addStaff(server, school.organizationId, email, 'Admin');
  await addStaff(server, other.organizationId, email, 'Viewer');
  const { Owner } = other.staff;
  await confirmed(Owner);
  const refused = await Owner.call('resetSecondFactors', { body: { orgId: other.organizationId, userId } });
  expect(refused).toMatchObject({ status: 422, problem: { message: TEXTS.secondFactors.resetElsewhere } });
  expect(refused.problem.message).not.toContain('factors');
  expect((await client.call('getSecondFactors')).body.authenticatorAddedAt).not.toBeNull();
  const shownTo = async (by: Client) => (await by.call('listUsers')).body.find(({ _id }) => _id === userId);
  expect(await shownTo(Owner)).toMatchObject({ factorsResetBy: 'operator' });
  expect(await shownTo(other.staff.Admin), 'only Owners reset').toMatchObject({ factorsResetBy: null });
  const told = async ({ staff, organizationId }: School, kind: string) => {
    const query = { kind, organizationId } as never;
    return (await staff.Owner.call('listSecurityLog', { query })).body.entries;
  };
  await expect
    .poll(() => told(school, 'factorResetRefused'), { timeout: 10_000 })
    .toMatchObject([{ actor: { id: userId, name: email } }]);
  expect(await told(other, 'refused')).toMatchObject([{ actor: { name: 'owner@other-factors.example' } }]);

  await Owner.call('removeMemberFromOrg', { body: { orgId: other.organizationId, userId } });
  const { Owner: first } = school.staff;
  await confirmed(first);
  expect(await shownTo(first)).toMatchObject({ factorsResetBy: 'owner' });
  const body = { orgId: school.organizationId, userId };
  expect((await first.call('resetSecondFactors', { body })).status).toBe(200);
});

test('an Owner does not reset a member who may create schools', async () => {
  const { client, email } = await withApp();
  const { _id: userId } = (await client.call('getUser')).body;
  const orgId = school.organizationId;
  await addStaff(server, orgId, email, 'Viewer');
  await createOperator(server.running.composition)('user grant-creator', { email }, () => {});
  const { Owner } = school.staff;
  await confirmed(Owner);
  expect(await Owner.call('resetSecondFactors', { body: { orgId, userId } })).toMatchObject({
    status: 422,
    problem: { message: TEXTS.secondFactors.resetElsewhere },
  });
  const shown = (await Owner.call('listUsers')).body.find(({ _id }) => _id === userId);
  expect(shown).toMatchObject({ hasAuthenticator: true, factorsResetBy: 'operator' });
});

test('a reset by the operator is in the security log of each school of the person', async () => {
  const { email } = await withApp();
  const other = await createSchool(server, 'reset-by-operator');
  await addStaff(server, school.organizationId, email, 'Admin');
  await addStaff(server, other.organizationId, email, 'Viewer');
  await createOperator(server.running.composition)('user reset-factor', { email }, () => {});
  for (const { staff, organizationId } of [school, other]) {
    const query = { kind: 'factorReset', organizationId } as never;
    const told = async () => (await staff.Owner.call('listSecurityLog', { query })).body.entries;
    await expect
      .poll(told, { timeout: 10_000 })
      .toContainEqual(expect.objectContaining({ actor: expect.objectContaining({ kind: 'system' }) }));
    const lost = { query: { kind: 'factorLost', organizationId } as never };
    const about = (await staff.Owner.call('listSecurityLog', lost)).body.entries.map(({ actor }) => actor?.name);
    expect(about).toContain(email);
  }
});

test('the secret and the codes are in no answer, export or file, and an erasure takes the factor', async () => {
  const { client, email, secret, recoveryCodes, code } = await withApp();
  const { body: held } = await client.call('exportMe');
  expect(held.held.authenticators).toEqual([{ authenticatorAppAddedAt: expect.any(String) }]);
  const { vault } = server.running.composition.environment;
  const stored = async () =>
    (await vault.collection<{ _id: string }>({ name: 'authenticators', indexes: ['userId'] }).find({})).documents;
  const { body: person } = await client.call('getUser');
  const before = JSON.stringify((await stored()).find(({ _id }) => _id === person._id));
  const texts = [before, JSON.stringify(held), JSON.stringify((await client.call('getSecondFactors')).body)];
  for (const hidden of [secret, ...recoveryCodes, 'recovery":[']) {
    for (const text of texts) expect(text).not.toContain(hidden);
  }
  expect((await client.call('deleteMe')).status).toBe(200);
  expect((await stored()).map(({ _id }) => _id)).not.toContain(person._id);
  expect((await logIn(email, code())).status).toBe(401);
});

describe('a call whose answer was lost', () => {
  test('is repeated with the same code, which shows new recovery codes until one is used', async () => {
    later();
    const email = freshEmail();
    const client = await withConfirmedEmail(email);
    const { secret } = (await client.call('beginAuthenticator', { body: { password: PASSWORD } })).body;
    const code = authenticatorApp(secret, now)();
    const confirm = () => client.call('confirmAuthenticator', { body: { code } });
    const [lost, seen] = [(await confirm()).body.recoveryCodes, (await confirm()).body.recoveryCodes];
    expect((await logIn(email, lost[0])).status, 'a lost code').toBe(401);
    expect((await logIn(email, code)).status, 'the code of the setup').toBe(401);

    const renew = (by: string) => client.call('renewRecoveryCodes', { body: { code: by } });
    const [last = ''] = seen;
    expect((await renew(last)).status).toBe(200);
    const again = await renew(last);
    expect(again.status).toBe(200);
    expect((await logIn(email, last)).status, 'only for new codes').toBe(401);
    expect((await logIn(email, again.body.recoveryCodes[0])).status).toBe(200);
    expect((await renew(last)).status, 'after one was used').toBe(422);
    expect((await confirm()).status).toBe(422);
  });

  test('is not repeated ten minutes later', async () => {
    const { client, code } = await withApp();
    const by = code();
    expect((await client.call('renewRecoveryCodes', { body: { code: by } })).status).toBe(200);
    later(10 * 60_000);
    expect((await client.call('renewRecoveryCodes', { body: { code: by } })).status).toBe(422);
  });
});
