import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CODE_TRIES, LOGIN_LINK_MINUTES } from '../../commands/login-link/login-requests.ts';
import { openOutbox } from '../../commands/outbox/outbox.ts';
import { ATTEMPTS_PER_ACCOUNT, EMAILS_PER_NETWORK } from '../../commands/user/attempt-limits.ts';
import { UNCONFIRMED_TYPE } from '../../domain/access/confirmation.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { confirmed } from '../support/confirmation.ts';
import { codesIn, codesTo, emailsTo, linksTo } from '../support/emails.ts';
import {
  addStaff,
  answers,
  createSchool,
  ensured,
  freshEmail,
  makeCreator,
  PASSWORD,
  proveDomain,
  type School,
} from '../support/school.ts';
import { addApp } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const MINUTE = 60_000;
const { loginLinks, accounts } = TEXTS;
const NEW_PASSWORD = 'a harder horse to ride';

let server: TestServer;
let school: School;
let ahead = 0;
const now = () => Date.now() + ahead;
beforeAll(async () => {
  server = await startTestServer({ now });
  school = await createSchool(server, 'links-school');
});
afterAll(() => server.close());

/** So that tries of earlier tests no longer count. */
const later = (ms = 16 * MINUTE) => {
  ahead += ms;
};

async function member(): Promise<{ readonly email: string; readonly userId: string; readonly client: Client }> {
  later();
  const [email, client] = [freshEmail(), server.client()];
  const { body } = await client.call('signup', { body: { email, password: PASSWORD } });
  const [link] = await linksTo(server.dataDir, email, '/verifyEmail');
  await client.call('verifyEmail', { body: { token: link?.searchParams.get('token') ?? '' } });
  return { email, userId: body._id, client };
}

/** Who has applied without an account, in a browser that has lost its claim. */
async function applicant() {
  later();
  const email = freshEmail();
  const given = { body: { batchId: school.batches.Open, ...answers(email) } };
  const { body } = await server.client().call('submitApplication', given);
  return { email, applicationId: body._id };
}

const ask = (email: string, client = server.client()) => client.call('sendLoginLink', { body: { email } });
const emailedCodes = (email: string, count = 1) => codesTo(server.dataDir, email, count);

async function asked(email: string, { client = server.client() } = {}) {
  expect((await ask(email, client)).status).toBe(200);
  const [link] = await linksTo(server.dataDir, email, '/loginLink');
  const [code = ''] = await emailedCodes(email);
  return { client, token: link?.searchParams.get('token') ?? '', code };
}

const use = (client: Client, body: { token: string } | { code: string }) => client.call('loginWithLink', { body });
const isIn = async (client: Client) => (await client.call('getUser')).status === 200;
const other = (code: string) => `${code.startsWith('7') ? '8' : '7'}${code.slice(1)}`;

async function settled(email: string): Promise<void> {
  const { environment, stores } = server.running.composition;
  const stream = `user-${environment.identity.userId(email, 0)}`;
  await vi.waitUntil(
    async () => {
      const { documents } = await openOutbox(stores.vault).find({ stream });
      const ours = documents.filter(({ reaction }) => reaction === 'loginLink');
      return ours.length > 0 && ours.every(({ state }) => state === 'delivered' || state === 'dropped');
    },
    { timeout: 15_000 },
  );
}

describe('asking', () => {
  test('the answer is the same for an account, an applicant, a stranger and a member of staff, and takes as long', async () => {
    const known = [(await member()).email, (await applicant()).email, 'owner@links-school.example'];
    const answersTo = async (email: string) => {
      const began = performance.now();
      const { status, body, headers } = await ask(email);
      return { said: { status, body, headers: [...headers.keys()] }, ms: performance.now() - began };
    };
    const stranger = await answersTo(freshEmail());
    expect(stranger.said).toMatchObject({ status: 200, body: { message: loginLinks.sent } });
    expect(stranger.ms).toBeGreaterThan(240);
    for (const email of known) {
      const one = await answersTo(email);
      expect(one.said, email).toEqual(stranger.said);
      expect(one.ms, email).toBeGreaterThan(240);
    }
  });

  test('creates no account, sends nothing to a stranger, and leaves neither link, code nor address behind', async () => {
    const { environment, log, stores } = server.running.composition;
    const stranger = freshEmail();
    await ask(stranger);
    await settled(stranger);
    expect(await emailsTo(server.dataDir, stranger)).toEqual([]);
    const person = await applicant();
    const { token, code } = await asked(person.email);
    for (const email of [stranger, person.email]) {
      expect(await log.readStream(`user-${environment.identity.userId(email, 0)}`)).toEqual([]);
    }
    const requests = stores.vault.collection<{ _id: string }>({
      name: 'loginRequests',
      indexes: ['stream', 'expiresAt'],
    });
    const held = JSON.stringify((await requests.find({})).documents);
    for (const secret of [token, code, code.replace('-', ''), person.email, stranger])
      expect(held).not.toContain(secret);
  });

  test('the sixth email for one address within 15 minutes from one network is refused, known or not; logging in is not', async () => {
    const { email } = await member();
    for (const one of [email, freshEmail()]) {
      const statuses: number[] = [];
      for (let n = 0; n <= EMAILS_PER_NETWORK; n += 1) statuses.push((await ask(one)).status);
      expect(statuses).toEqual([...Array<number>(EMAILS_PER_NETWORK).fill(200), 429]);
    }
    expect((await server.client().call('login', { body: { email, password: PASSWORD } })).status).toBe(200);
  }, 60_000);

  test('a browser that knew a former password is a stranger, the one that logged in since is not', async () => {
    later();
    const [email, squatter] = [freshEmail(), server.client()];
    await squatter.call('signup', { body: { email, password: PASSWORD } });
    const { client, token } = await asked(email);
    expect((await use(client, { token })).status).toBe(200);
    for (let n = 1; n < EMAILS_PER_NETWORK; n += 1) expect((await ask(email)).status).toBe(200);
    expect((await ask(email, squatter)).status).toBe(429);
    expect((await ask(email, client)).status).toBe(200);
  });

  test('an invalid address is refused at its field', async () => {
    const { status, problem } = await ask('nobody');
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'email']);
  });

  test('on the domain of a school, the email has the code alone, sent by the portal', async () => {
    const person = await member();
    const fullDomain = 'apply.links-school.example';
    await confirmed(school.staff.Owner);
    await proveDomain(server, school, fullDomain);
    const { Owner } = school.staff;
    try {
      const host = { Host: fullDomain, Origin: `http://${fullDomain}` };
      const { request } = await import('node:http');
      const status = await new Promise((resolve, reject) => {
        const call = request(new URL('/api/sendLoginLink', server.url), {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...host },
        });
        call.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
        call.end(JSON.stringify({ email: person.email }));
      });
      expect(status).toBe(200);
      await emailedCodes(person.email);
      const [mail = ''] = (await emailsTo(server.dataDir, person.email)).filter((one) => one.includes('Your code:'));
      expect(mail).not.toContain('/loginLink');
      expect(mail).toMatch(/^From: [^\n]*intake@/im);
    } finally {
      await Owner.call('changeOrganization', { params: { id: school.organizationId }, body: { fullDomain: null } });
    }
  });
});

describe('logging in', () => {
  test('by the link, once, in the browser that asked; opening it changes nothing', async () => {
    const { email, userId } = await member();
    const { client, token } = await asked(email);
    const page = `/loginLink?token=${token}`;
    for (const browser of [client, server.client()]) {
      await browser.raw({ method: 'GET', path: page });
    }
    for (let n = 0; n <= ATTEMPTS_PER_ACCOUNT; n += 1) {
      const elsewhere = await use(server.client(), { token });
      expect([elsewhere.status, elsewhere.problem.message]).toEqual([422, loginLinks.otherBrowser]);
    }
    const attacker = server.client();
    await ask(freshEmail(), attacker);
    expect((await use(attacker, { token })).problem.message).toBe(loginLinks.linkInvalid);
    const entered = await use(client, { token });
    expect([entered.status, entered.body._id]).toEqual([200, userId]);
    expect(await isIn(client)).toBe(true);
    expect((await use(client, { token })).status).toBe(422);
  });

  test('by the code, as people type it, only where it was asked for', async () => {
    const { email } = await member();
    const { client, code } = await asked(email);
    for (const elsewhere of [server.client(), (await asked((await applicant()).email)).client]) {
      const { status, problem } = await use(elsewhere, { code });
      expect([status, problem.message, problem.errors?.[0]?.field]).toEqual([422, loginLinks.codeWrong, 'code']);
    }
    const typed = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
    expect((await use(client, { code: typed })).status).toBe(200);
    expect((await use(client, { code })).status).toBe(422);
  });

  test('of twenty uses at once, one logs in', async () => {
    const sessionsOf = async (userId: string) =>
      (await server.running.composition.sessions.list(userId, 'others')).length;
    for (const by of ['token', 'code'] as const) {
      const { email, userId } = await member();
      const before = await sessionsOf(userId);
      const { client, ...given } = await asked(email);
      const cookie = client.cookies.get('login') ?? '';
      const statuses = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const tab = server.client();
          tab.cookies.set('login', cookie);
          return (await use(tab, by === 'token' ? { token: given.token } : { code: given.code })).status;
        }),
      );
      expect(
        statuses.filter((status) => status === 200),
        by,
      ).toHaveLength(1);
      expect((await sessionsOf(userId)) - before, by).toBe(1);
    }
  });

  test('after five wrong codes the right one and the link are refused, also if they came at once', async () => {
    const { email } = await member();
    const { client, code, token } = await asked(email);
    for (let n = 0; n < CODE_TRIES; n += 1) expect((await use(client, { code: other(code) })).status).toBe(422);
    expect((await use(client, { code })).status).toBe(422);
    expect((await use(client, { token })).status, 'the link').toBe(422);

    const second = await member();
    const { client: browser, code: right } = await asked(second.email);
    await Promise.all(Array.from({ length: 8 }, () => use(browser, { code: other(right) })));
    expect((await use(browser, { code: right })).status).toBe(422);
  });

  test('for 20 minutes', async () => {
    const { email } = await member();
    const { client, code, token } = await asked(email);
    later((LOGIN_LINK_MINUTES - 1) * MINUTE);
    const second = await asked((await member()).email);
    later(-16 * MINUTE);
    later(2 * MINUTE);
    expect((await use(client, { code })).status).toBe(422);
    expect((await use(client, { token })).status).toBe(422);
    expect((await use(second.client, { token: second.token })).status).toBe(200);
  });

  test('a newer request in the browser ends the older one, a stranger’s does not; the one that is used ends all', async () => {
    const { email } = await member();
    const { client, code, token } = await asked(email);
    await ask(email, client);
    const codes = await emailedCodes(email, 2);
    const newest = codes.find((one) => one !== code) ?? '';
    expect((await use(client, { token })).status).toBe(422);
    const stranger = server.client();
    await ask(email, stranger);
    const third = (await emailedCodes(email, 3)).find((one) => one !== code && one !== newest) ?? '';
    expect((await use(client, { code: newest })).status).toBe(200);
    expect((await use(stranger, { code: third })).status).toBe(422);
  });

  test('gets through when guesses have locked the account', async () => {
    const { email } = await member();
    const { client, code } = await asked(email);
    const guess = () => server.client().call('login', { body: { email, password: 'not the password' } });
    for (let n = 0; n < 10; n += 1) await guess();
    expect((await guess()).status).toBe(429);
    expect((await use(client, { code })).status).toBe(200);
  });

  test('a password that is reset meanwhile ends the requests', async () => {
    const { email } = await member();
    const { client, code } = await asked(email);
    await server.client().call('sendResetLink', { body: { email } });
    const [link] = await linksTo(server.dataDir, email, '/passwordReset');
    const token = link?.searchParams.get('token') ?? '';
    expect((await server.client().call('resetPassword', { body: { token, password: NEW_PASSWORD } })).status).toBe(200);
    expect((await use(client, { code })).status).toBe(422);
  });

  test('an address that its account has not confirmed is taken back: the former password and sessions end', async () => {
    later();
    const [email, squatter] = [freshEmail(), server.client()];
    await squatter.call('signup', { body: { email, password: PASSWORD } });
    const { client, token } = await asked(email);
    expect((await emailsTo(server.dataDir, email)).join()).toContain(loginLinks.mails.passwordEnds.slice(0, 40));
    const { status, body } = await use(client, { token });
    expect([status, body.emailVerified]).toEqual([200, true]);
    expect(await isIn(squatter)).toBe(false);
    expect((await server.client().call('login', { body: { email, password: PASSWORD } })).status).toBe(401);
  });

  test('from a new device, an email tells of it', async () => {
    const { email } = await member();
    const { client, code } = await asked(email);
    const device = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    expect((await client.call('loginWithLink', { body: { code }, headers: device })).status).toBe(200);
    const { subject } = accounts.securityMails.newDevice('', '');
    await expect
      .poll(async () => (await emailsTo(server.dataDir, email)).some((mail) => mail.includes(subject)), {
        timeout: 15_000,
      })
      .toBe(true);
  });
});

test('a person who applied without an account gets one by logging in, with their applications', async () => {
  const { email, applicationId } = await applicant();
  const { client, code } = await asked(email);
  const { status, body } = await use(client, { code });
  expect(status).toBe(200);
  expect(body).toMatchObject({ email, emailVerified: true, orgRoles: [] });
  const own = await client.call('listApplications', { query: { filter: 'mine' } });
  expect(own.body.map(({ _id }) => _id)).toEqual([applicationId]);
  const mails = await emailsTo(server.dataDir, email);
  expect(
    mails.filter((mail) => mail.includes('/verifyEmail')),
    'only the one of the application',
  ).toHaveLength(1);
  later();
  const again = await asked(email, { client: server.client() });
  const codes = await emailedCodes(email, 2);
  const newest = codes.find((one) => one !== code) ?? '';
  const back = await use(again.client, { code: newest });
  expect([back.status, back.body._id]).toEqual([200, body._id]);
});

test('a person who applied gets in, though a stranger opens and deletes accounts with the address meanwhile', async () => {
  const { email, applicationId } = await applicant();
  const open = async () => {
    const stranger = server.client();
    expect((await stranger.call('signup', { body: { email, password: PASSWORD } })).status).toBe(200);
    return stranger;
  };
  const first = await open();
  const { client, code } = await asked(email);
  expect((await first.call('deleteMe')).status).toBe(200);
  const second = await open();
  const { status, body } = await use(client, { code });
  expect([status, body.email, body.emailVerified]).toEqual([200, email, true]);
  const own = await client.call('listApplications', { query: { filter: 'mine' } });
  expect(own.body.map(({ _id }) => _id)).toEqual([applicationId]);
  expect(await isIn(second)).toBe(false);
});

test('an application whose email staff have corrected no longer opens for the former address', async () => {
  const { email, applicationId } = await applicant();
  const { client, code } = await asked(email);
  const corrected = { params: { id: applicationId }, body: { email: freshEmail() } };
  expect((await school.staff.Owner.call('changeApplication', corrected)).status).toBe(200);
  expect((await use(client, { code })).status).toBe(422);
});

describe('an emailed link never logs in', () => {
  const told = (email: string) =>
    expect
      .poll(
        async () =>
          (await emailsTo(server.dataDir, email)).filter((mail) => mail.includes(loginLinks.mails.instead.subject))
            .length,
        {
          timeout: 15_000,
        },
      )
      .toBe(1);

  test('staff of any school, creators, or an account with a second factor: they are told to use the password', async () => {
    later();
    const creator = freshEmail();
    await ensured(server, creator);
    await makeCreator(server, creator);
    const withApp = await member();
    await addApp(withApp.client, { now });
    for (const email of ['viewer@links-school.example', creator, withApp.email]) {
      await ask(email);
      await told(email);
      expect(codesIn(await emailsTo(server.dataDir, email))).toEqual([]);
      expect((await emailsTo(server.dataDir, email)).join()).not.toContain('/loginLink');
    }
  });

  test('a person who has become one since they asked, nor keeps their session then', async () => {
    const person = await member();
    const { client, code } = await asked(person.email);
    const second = await member();
    const { client: inside, code: own } = await asked(second.email);
    expect((await use(inside, { code: own })).status).toBe(200);
    expect(await isIn(inside)).toBe(true);
    for (const { email } of [person, second]) await addStaff(server, school.organizationId, email, 'Viewer');
    expect((await use(client, { code })).status).toBe(422);
    expect(await isIn(inside)).toBe(false);
    expect(await isIn(second.client), 'by password').toBe(true);
  });
});

describe('after a log-in by link, confirming that it is you', () => {
  const erase = (client: Client) => client.call('endOtherSessions');

  test('is asked for, and the password of the account will do', async () => {
    const { email } = await member();
    const { client, code } = await asked(email);
    await use(client, { code });
    expect((await erase(client)).problem.type).toBe(UNCONFIRMED_TYPE);
    const { body } = await client.call('getSecondFactors');
    expect(body).toMatchObject({ hasPassword: true, confirmsByEmail: false });
    expect((await client.call('sendConfirmationCode')).problem.message).toBe(loginLinks.confirmOtherwise);
    expect((await client.call('confirmIdentity', { body: { password: PASSWORD } })).status).toBe(200);
    expect((await erase(client)).status).toBe(200);
  });

  test('is done by a code from another email without a password, in this session; then a password can be set', async () => {
    const { email } = await applicant();
    const { client, code } = await asked(email);
    await use(client, { code });
    expect((await client.call('getSecondFactors')).body).toMatchObject({ hasPassword: false, confirmsByEmail: true });
    const body = { newPassword: NEW_PASSWORD };
    expect((await client.call('setFirstPassword', { body })).problem.type).toBe(UNCONFIRMED_TYPE);
    expect((await client.call('sendConfirmationCode')).status).toBe(200);
    const emailedCode = (await emailedCodes(email, 2)).find((one) => one !== code) ?? '';
    const confirm = (by: Client, text: string) => by.call('confirmIdentity', { body: { emailedCode: text } });
    const wrong = await confirm(client, other(emailedCode));
    expect([wrong.status, wrong.problem.errors?.[0]?.field]).toEqual([422, 'emailedCode']);
    expect((await use(client, { code: emailedCode })).status, 'it logs nobody in').toBe(422);
    expect((await confirm(client, emailedCode)).status).toBe(200);
    expect((await confirm(client, emailedCode)).status, 'once').toBe(422);
    expect((await client.call('setFirstPassword', { body: { newPassword: 'short' } })).status).toBe(422);
    expect((await client.call('setFirstPassword', { body })).status).toBe(200);
    expect((await client.call('setFirstPassword', { body })).problem.message).toBe(loginLinks.hasPassword);
    expect(await isIn(client)).toBe(true);
    expect((await server.client().call('login', { body: { email, password: NEW_PASSWORD } })).status).toBe(200);
    const { subject } = loginLinks.mails.passwordSet;
    await expect
      .poll(async () => (await emailsTo(server.dataDir, email)).some((mail) => mail.includes(subject)), {
        timeout: 15_000,
      })
      .toBe(true);
  });

  test('ends after five wrong codes', async () => {
    const { email } = await applicant();
    const { client, code } = await asked(email);
    await use(client, { code });
    await client.call('sendConfirmationCode');
    const emailedCode = (await emailedCodes(email, 2)).find((one) => one !== code) ?? '';
    const confirm = (text: string) => client.call('confirmIdentity', { body: { emailedCode: text } });
    for (let n = 0; n < CODE_TRIES; n += 1) expect((await confirm(other(emailedCode))).status).toBe(422);
    expect((await confirm(emailedCode)).status).toBe(422);
  });
});

test('the security log has who asked, was refused and got in, without email, link or code', async () => {
  later();
  const { email } = await applicant();
  const client = server.client({ organizationId: school.organizationId });
  const { token, code } = await asked(email, { client });
  await use(client, { code: other(code) });
  await use(client, { code });
  const given = { query: { limit: '200', organizationId: school.organizationId } };
  await expect
    .poll(
      async () =>
        (await school.staff.Owner.call('listSecurityLog', given as never)).body.entries.map(({ kind }) => kind),
      { timeout: 15_000 },
    )
    .toEqual(expect.arrayContaining(['linkAsked', 'linkRefused', 'signedIn']));
  const log = server.running.composition.stores.vault.collection<{ _id: string }>({ name: 'securityLog', indexes: [] });
  const held = JSON.stringify((await log.find({})).documents);
  for (const secret of [email, token, code, code.replace('-', '')]) expect(held).not.toContain(secret);
});
