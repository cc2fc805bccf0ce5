import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarFeedId } from '../../commands/calendar-feed/issue-calendar-feed.ts';
import { ATTEMPTS_PER_ACCOUNT } from '../../commands/user/attempt-limits.ts';
import { ensureAccount } from '../../commands/user/ensure-account.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { rest } from '../../timing/rest.ts';
import type { Client } from '../support/client.ts';
import { emailsTo, linksTo } from '../support/emails.ts';
import { createSchool, freshEmail, operatorContext, PASSWORD } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const NEW_PASSWORD = 'a harder horse to ride';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function person() {
  const client = server.client();
  const email = freshEmail();
  expect((await client.call('signup', { body: { email, password: PASSWORD } })).status).toBe(200);
  return { client, email };
}
async function logIn(email: string, { password = PASSWORD, device = 'node' } = {}) {
  const client = server.client();
  const headers = { 'User-Agent': device };
  return { client, ...(await client.call('login', { body: { email, password }, headers })) };
}
const isIn = async (client: Client) => (await client.call('getUser')).status === 200;

describe('changing the password', () => {
  test('needs the current one, signs out everywhere else, and the old one opens nothing any more', async () => {
    const { client, email } = await person();
    const { client: elsewhere } = await logIn(email);
    const wrong = await client.call('changePassword', {
      body: { currentPassword: 'not this one', newPassword: NEW_PASSWORD },
    });
    expect(wrong).toMatchObject({
      status: 422,
      problem: { message: TEXTS.accounts.currentPasswordWrong, errors: [{ field: 'currentPassword' }] },
    });
    expect(await isIn(elsewhere)).toBe(true);

    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    for (const _try of ['first', 'retry']) {
      expect((await client.call('changePassword', { body, headers })).status).toBe(200);
    }
    expect([await isIn(client), await isIn(elsewhere)]).toEqual([true, false]);
    expect((await logIn(email)).status).toBe(401);
    expect((await logIn(email, { password: NEW_PASSWORD })).status).toBe(200);
  });

  test('refuses what the rules for passwords refuse, and is for oneself only', async () => {
    const { client } = await person();
    for (const newPassword of ['short', 'password123', 'qwertyuiop']) {
      const answer = await client.call('changePassword', { body: { currentPassword: PASSWORD, newPassword } });
      expect(answer).toMatchObject({ status: 422, problem: { errors: [{ field: 'newPassword' }] } });
    }
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await server.client().call('changePassword', { body })).status).toBe(401);
  });

  test('is told by email once, and so is a reset', async () => {
    const { client, email } = await person();
    const subject = `Subject: ${TEXTS.accounts.passwordChangedMail.subject}`;
    const told = async () => (await emailsTo(server.dataDir, email)).filter((mail) => mail.includes(subject)).length;
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    await client.call('changePassword', { body: { ...body, currentPassword: 'not this one' } });
    for (const _try of ['first', 'retry']) await client.call('changePassword', { body, headers });
    await expect.poll(told).toBe(1);

    await client.call('sendResetLink', { body: { email } });
    const [link] = await linksTo(server.dataDir, email, '/passwordReset');
    const token = link?.searchParams.get('token') ?? '';
    expect((await client.call('resetPassword', { body: { token, password: 'yet another horse' } })).status).toBe(200);
    await expect.poll(told).toBe(2);
  });

  test('leaves calendar addresses, which the answer and the email say; a reset revokes them', async () => {
    const school = await createSchool(server, 'calendars-kept');
    const { organizationId, staff } = school;
    const client = staff.Viewer;
    const email = 'viewer@calendars-kept.example';
    const { address } = (await client.call('issueCalendarFeed', { body: { organizationId } })).body;
    const open = async () => (await fetch(new URL(new URL(address ?? '').pathname, server.url))).status;
    const { passwordChanged, calendarsStillWork, passwordReset, calendarsRevoked } = TEXTS.accounts;
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const changed = await client.call('changePassword', { body });
    expect(changed.body.message).toBe(`${passwordChanged} ${calendarsStillWork}`);
    expect(await open()).toBe(200);
    const mailed = (words: string) =>
      expect.poll(async () => (await emailsTo(server.dataDir, email)).some((mail) => mail.includes(words))).toBe(true);
    await mailed('calendars still work');
    await client.call('sendResetLink', { body: { email } });
    const [link] = await linksTo(server.dataDir, email, '/passwordReset');
    const token = link?.searchParams.get('token') ?? '';
    const reset = await server.client().call('resetPassword', { body: { token, password: 'yet another horse' } });
    expect(reset.body.message).toBe(`${passwordReset} ${calendarsRevoked}`);
    expect(await open()).toBe(404);
    await mailed('calendars were revoked');
    const { log } = server.running.composition;
    const userId = (await staff.Owner.call('listUsers')).body.find((one) => one.email === email)?._id ?? '';
    const revoked = (await log.readStream(`calendarFeed-${calendarFeedId({ organizationId, userId })}`)).at(-1);
    const ofAccount = await log.readStream(`user-${userId}`);
    const password = ofAccount.findLast(({ type }) => type === 'PasswordReset' || type === 'PasswordChanged');
    expect(revoked?.type).toBe('CalendarFeedRevoked');
    expect(revoked?.position, 'first, so that a crash in between leaves no address').toBeLessThan(
      password?.position ?? 0n,
    );
  });

  test('is not told if it was the first one', async () => {
    const email = freshEmail();
    const { environment } = server.running.composition;
    expect(await ensureAccount(environment, { email, password: null }, operatorContext(server))).toMatchObject({
      ok: true,
    });
    const client = server.client();
    await client.call('sendResetLink', { body: { email } });
    const [link] = await linksTo(server.dataDir, email, '/passwordReset');
    const body = { token: link?.searchParams.get('token'), password: NEW_PASSWORD };
    expect((await client.call('resetPassword', { body })).status).toBe(200);
    // A later email arrives after the one that there must not be.
    await client.call('sendResetLink', { body: { email } });
    await linksTo(server.dataDir, email, '/passwordReset', 2);
    const subject = TEXTS.accounts.passwordChangedMail.subject;
    expect((await emailsTo(server.dataDir, email)).filter((mail) => mail.includes(subject))).toEqual([]);
  });

  test('ends the links to set another one', async () => {
    const { client, email } = await person();
    await client.call('sendResetLink', { body: { email } });
    const [link] = await linksTo(server.dataDir, email, '/passwordReset');
    await client.call('changePassword', { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } });
    const token = link?.searchParams.get('token') ?? '';
    const reset = await server.client().call('resetPassword', { body: { token, password: 'yet another horse' } });
    expect(reset.status).toBe(422);
  });

  test('by guessing is slowed down in each session, and guesses elsewhere do not keep its owner from it', async () => {
    const { client, email } = await person();
    const guess = { currentPassword: 'not this one', newPassword: NEW_PASSWORD };
    const statuses: number[] = [];
    for (let attempt = 0; attempt <= ATTEMPTS_PER_ACCOUNT; attempt += 1) {
      statuses.push((await client.call('changePassword', { body: guess })).status);
    }
    expect(statuses).toEqual([...Array(ATTEMPTS_PER_ACCOUNT).fill(422), 429]);
    const right = { ...guess, currentPassword: PASSWORD };
    expect((await client.call('changePassword', { body: right })).status).toBe(429);
    const owner = server.client();
    await owner.call('login', { body: { email, password: PASSWORD } });
    expect((await owner.call('changePassword', { body: right })).status).toBe(200);
  });

  test('of two changes at once only one holds', async () => {
    const { client, email } = await person();
    const wanted = ['first new password', 'second new password'];
    const answers = await Promise.all(
      wanted.map((newPassword) => client.call('changePassword', { body: { currentPassword: PASSWORD, newPassword } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const opened = await Promise.all(wanted.map(async (password) => (await logIn(email, { password })).status));
    expect(opened.toSorted()).toEqual([200, 401]);
  });
});

describe('sessions', () => {
  test('are shown to their person, the last used first, and no cookie among them', async () => {
    const { client, email } = await person();
    const phone = await logIn(email, { device: `Telephone ${'9'.repeat(500)}` });
    const { body } = await client.call('listSessions');
    expect(body).toHaveLength(2);
    expect(body.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const other = body.find(({ isCurrent }) => !isCurrent);
    expect(other?.device).toMatch(/^Telephone 9{200,}$/);
    expect(other?.device?.length).toBeLessThanOrEqual(300);
    for (const cookie of [client.cookies.get('session'), phone.client.cookies.get('session')]) {
      expect(JSON.stringify(body)).not.toContain(cookie);
    }
    expect((await server.client().call('listSessions')).status).toBe(401);
  });

  test('are ended one by one: another one, then the own', async () => {
    const { client, email } = await person();
    const { client: phone } = await logIn(email);
    const sessions = (await client.call('listSessions')).body;
    const [own, other] = [true, false].map((mine) => sessions.find(({ isCurrent }) => isCurrent === mine)?._id ?? '');
    expect((await client.call('endSession', { params: { id: other ?? '' } })).status).toBe(200);
    expect([await isIn(client), await isIn(phone)]).toEqual([true, false]);
    expect((await client.call('endSession', { params: { id: other ?? '' } })).status).toBe(404);
    expect((await client.call('endSession', { params: { id: own ?? '' } })).status).toBe(200);
    expect(client.cookies.has('session')).toBe(false);
    expect((await logIn(email)).status).toBe(200);
  });

  test('show where they come from, and all others are ended at once', async () => {
    const { client, email } = await person();
    const others = [(await logIn(email)).client, (await logIn(email)).client];
    const { body } = await client.call('listSessions');
    expect(body.map(({ network }) => network)).toEqual(['127.0.0.0/24', '127.0.0.0/24', '127.0.0.0/24']);
    expect((await client.call('exportMe')).body.held.sessions).toMatchObject(body.map(({ network }) => ({ network })));
    expect((await client.call('endOtherSessions')).status).toBe(200);
    expect(await Promise.all([client, ...others].map(isIn))).toEqual([true, false, false]);
  });

  test('that have ended refuse also what was begun before, and whose rest arrives later', async () => {
    const { client, email } = await person();
    const { client: phone } = await logIn(email);
    const isOver = Promise.withResolvers<void>();
    async function* slowly() {
      yield Buffer.from('{"name":');
      await isOver.promise;
      yield Buffer.from('"Ada"}');
    }
    const begun = fetch(new URL('/api/me/name', server.url), {
      method: 'PUT',
      headers: {
        Origin: new URL(server.url).origin,
        Cookie: `session=${phone.cookies.get('session')}`,
        'Content-Type': 'application/json',
      },
      body: slowly(),
      duplex: 'half',
    } as RequestInit);
    // The time for which what has been found out about a request stands.
    await rest(1100);
    expect((await client.call('endOtherSessions')).status).toBe(200);
    isOver.resolve();
    expect((await begun).status).toBe(401);
    expect((await client.call('getUser')).body.name).toBeNull();
  });

  test('of others cannot be ended, nor distinguished from missing ones', async () => {
    const [one, two] = [await person(), await person()];
    const [theirs] = (await two.client.call('listSessions')).body;
    const refused = await one.client.call('endSession', { params: { id: theirs?._id ?? '' } });
    const nobodys = await one.client.call('endSession', { params: { id: 'f'.repeat(64) } });
    expect([refused.status, refused.problem]).toEqual([404, nobodys.problem]);
    expect(await isIn(two.client)).toBe(true);
  });
});

test('one mailbox gets ten invitations within 15 minutes, and they lock no account', async () => {
  const { organizationId: orgId, staff } = await createSchool(server, 'eager-school');
  const email = freshEmail();
  const invite = async () =>
    (await staff.Owner.call('addUserToOrg', { body: { orgId, email, role: 'Viewer' } })).status;
  const statuses: number[] = [];
  for (let attempt = 0; attempt <= ATTEMPTS_PER_ACCOUNT; attempt += 1) statuses.push(await invite());
  expect(statuses).toEqual([...Array(ATTEMPTS_PER_ACCOUNT).fill(200), 429]);
  const [pending] = (await staff.Owner.call('listSignupLinks')).body;
  expect((await staff.Owner.call('resendSignupLink', { params: { id: pending?._id ?? '' } })).status).toBe(429);
  const client = server.client();
  const body = { email, password: PASSWORD, token: pending?.token };
  expect((await client.call('signup', { body })).body.orgRoles).toEqual([{ orgId, role: 'Viewer' }]);
});
