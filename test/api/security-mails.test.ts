import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ATTEMPTS_PER_ACCOUNT, CODES_PER_SESSION } from '../../commands/user/attempt-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { emailsTo, linksTo } from '../support/emails.ts';
import { addStaff, createSchool, ensured, freshEmail, PASSWORD } from '../support/school.ts';
import { addApp } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const DAY = 24 * 3_600_000;
const { newDevice, lockedOut, lockedOutInSession } = TEXTS.accounts.securityMails;
const { recoveryCodeUsed } = TEXTS.secondFactors.mails;
const NEW_DEVICE = newDevice('', '').subject;
const LOCKED_OUT = lockedOut('').subject;
const LOCKED_IN_SESSION = lockedOutInSession('').subject;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

let server: TestServer;
let ahead = 0;
const now = () => Date.now() + ahead;
beforeAll(async () => {
  server = await startTestServer({ now });
});
afterAll(() => server.close());

/** From a browser without cookies, unless one is given. */
const logIn = (email: string, device: string, { password = PASSWORD, code = '', client = server.client() } = {}) =>
  client.call('login', { body: { email, password, ...(code && { code }) }, headers: { 'User-Agent': device } });
const signUp = async (device: string): Promise<{ readonly email: string; readonly client: Client }> => {
  const [email, client] = [freshEmail(), server.client()];
  await client.call('signup', { body: { email, password: PASSWORD }, headers: { 'User-Agent': device } });
  return { email, client };
};
const mailsOf = async (email: string, subject: string) =>
  (await emailsTo(server.dataDir, email)).filter((mail) => mail.includes(`Subject: ${subject}`));
const count = (email: string, subject: string, wanted: number) =>
  expect.poll(async () => (await mailsOf(email, subject)).length, { timeout: 15_000 }).toBe(wanted);
/** Emails are sent in order, so what was to come before it has come. */
async function afterAnother(client: Client, email: string): Promise<void> {
  await client.call('sendResetLink', { body: { email } });
  await linksTo(server.dataDir, email, '/passwordReset');
}

describe('an email tells of a log-in', () => {
  test('from a new kind of device, once a day, and not of the first one', async () => {
    const { email, client } = await signUp(FIREFOX);
    await logIn(email, FIREFOX);
    await logIn(email, CHROME, { client });
    await afterAnother(client, email);
    expect(await mailsOf(email, NEW_DEVICE), 'the same kind, and a known browser').toEqual([]);

    const { email: other, client: own } = await signUp(FIREFOX);
    expect((await logIn(other, CHROME)).status).toBe(200);
    await count(other, NEW_DEVICE, 1);
    expect((await mailsOf(other, NEW_DEVICE))[0]).toContain('Chrome on Windows');
    await own.call('endOtherSessions');
    expect((await logIn(other, CHROME)).status).toBe(200);
    await afterAnother(own, other);
    expect(await mailsOf(other, NEW_DEVICE), 'on the same day').toHaveLength(1);
    ahead += DAY;
    await own.call('login', { body: { email: other, password: PASSWORD }, headers: { 'User-Agent': FIREFOX } });
    await own.call('endOtherSessions');
    expect((await logIn(other, CHROME)).status).toBe(200);
    await count(other, NEW_DEVICE, 2);
  });

  test('with the cookie of a former password, which strangers may have used', async () => {
    const { email, client: stranger } = await signUp(CHROME);
    const [proof] = await linksTo(server.dataDir, email, '/verifyEmail');
    const owner = server.client();
    const verified = await owner.call('verifyEmail', { body: { token: proof?.searchParams.get('token') ?? '' } });
    const token = verified.body.setPasswordToken ?? '';
    const password = `${PASSWORD} anew`;
    expect((await owner.call('resetPassword', { body: { token, password } })).status).toBe(200);
    expect((await logIn(email, FIREFOX, { password, client: owner })).status).toBe(200);
    await afterAnother(owner, email);
    expect(await mailsOf(email, NEW_DEVICE)).toEqual([]);
    expect((await logIn(email, CHROME, { password, client: stranger })).status).toBe(200);
    await count(email, NEW_DEVICE, 1);
  });

  test('of a person who had logged out everywhere', async () => {
    const { email, client } = await signUp(FIREFOX);
    await client.call('logout');
    expect((await logIn(email, FIREFOX)).status).toBe(200);
    await count(email, NEW_DEVICE, 1);
  });

  test('of a member of two schools who logs in at the host of the portal and out again', async () => {
    const email = freshEmail();
    for (const slug of ['first-of-two', 'second-of-two']) {
      const { organizationId } = await createSchool(server, slug);
      await addStaff(server, organizationId, email, 'Viewer');
    }
    const client = server.client();
    await logIn(email, FIREFOX, { client });
    await client.call('logout');
    expect((await logIn(email, CHROME)).status).toBe(200);
    await count(email, NEW_DEVICE, 1);
  });
});

describe('an email tells of too many tries', () => {
  test('at the password, once a day, and there is no email without an account', async () => {
    const { email } = await signUp(FIREFOX);
    const nobody = freshEmail();
    for (const one of [email, nobody]) {
      for (let n = 0; n < ATTEMPTS_PER_ACCOUNT; n += 1) {
        expect((await logIn(one, CHROME, { password: 'not this one' })).status).toBe(401);
      }
      for (let n = 0; n < 3; n += 1) expect((await logIn(one, CHROME)).status).toBe(429);
    }
    await count(email, LOCKED_OUT, 1);
    await afterAnother(server.client(), email);
    expect(await mailsOf(email, LOCKED_OUT)).toHaveLength(1);
    expect(await emailsTo(server.dataDir, nobody)).toEqual([]);
  });

  test('at the code of a second factor', async () => {
    const email = freshEmail();
    await ensured(server, email);
    const client = server.client();
    await logIn(email, FIREFOX, { client });
    await addApp(client, { now });
    for (let n = 0; n <= ATTEMPTS_PER_ACCOUNT; n += 1) await logIn(email, FIREFOX, { code: '000000' });
    await count(email, LOCKED_OUT, 1);
  });

  test.each([
    ['at a confirmation', (client: Client) => client.call('confirmIdentity', { body: { password: 'not this one' } })],
    [
      'at a change of the password',
      (client: Client) =>
        client.call('changePassword', { body: { currentPassword: 'not this one', newPassword: `${PASSWORD} anew` } }),
    ],
    [
      'at the setup of an authenticator app',
      (client: Client) => client.call('beginAuthenticator', { body: { password: 'not this one' } }),
    ],
  ])('in a session, %s, beside those at the log-in', async (_what, guess) => {
    const email = freshEmail();
    await ensured(server, email);
    const client = server.client();
    await logIn(email, FIREFOX, { client });
    for (let n = 0; n <= ATTEMPTS_PER_ACCOUNT; n += 1) await logIn(email, CHROME, { password: 'not this one' });
    await count(email, LOCKED_OUT, 1);
    for (let n = 0; n < ATTEMPTS_PER_ACCOUNT; n += 1) expect((await guess(client)).status).toBe(422);
    for (let n = 0; n < 3; n += 1) expect((await guess(client)).status).toBe(429);
    await count(email, LOCKED_IN_SESSION, 1);
    await afterAnother(server.client(), email);
    expect(await mailsOf(email, LOCKED_IN_SESSION)).toHaveLength(1);
  });

  test('in a session, at the code of a second factor', async () => {
    const email = freshEmail();
    await ensured(server, email);
    const client = server.client();
    await logIn(email, FIREFOX, { client });
    await addApp(client, { now });
    for (let n = 0; n <= CODES_PER_SESSION; n += 1) {
      await client.call('confirmIdentity', { body: { code: '000000' } });
    }
    await count(email, LOCKED_IN_SESSION, 1);
    expect(await mailsOf(email, LOCKED_OUT)).toEqual([]);
  });
});

test('an email tells of a used recovery code, and how many are left', async () => {
  const email = freshEmail();
  await ensured(server, email);
  const client = server.client();
  await logIn(email, FIREFOX, { client });
  const [code = ''] = await addApp(client, { now });
  expect((await logIn(email, FIREFOX, { code })).status).toBe(200);
  const { subject } = recoveryCodeUsed('', 0);
  await count(email, subject, 1);
  expect((await mailsOf(email, subject))[0]).toContain('9 codes are');
});
