import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { answers, applied, createSchool, freshEmail, PASSWORD, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'accounts-school');
});
afterAll(() => server.close());

const signUp = async (email = freshEmail()) => {
  const client = server.client();
  const answer = await client.call('signup', { body: { email, password: PASSWORD } });
  return { client, email, answer };
};

describe('sessions', () => {
  test('signing up signs in, logging out ends the session on the server', async () => {
    const { client, email } = await signUp();
    const session = client.cookies.get('session');
    expect(session).toBeDefined();
    expect((await client.call('getUser')).body).toMatchObject({ email, emailVerified: false, isCreator: false });
    expect((await client.call('logout')).status).toBe(200);
    expect(client.cookies.has('session')).toBe(false);
    client.cookies.set('session', session ?? '');
    expect((await client.call('getUser')).status).toBe(401);
  });

  test('a session is new at each sign-in, and the one before has ended', async () => {
    const { client, email } = await signUp();
    const first = client.cookies.get('session') ?? '';
    await client.call('login', { body: { email, password: PASSWORD } });
    const second = client.cookies.get('session') ?? '';
    expect(second).not.toBe(first);
    client.cookies.set('session', first);
    expect((await client.call('getUser')).status).toBe(401);
    client.cookies.set('session', second);
    expect((await client.call('getUser')).status).toBe(200);
  });

  test('cookies are out of reach of scripts and of other sites', async () => {
    const response = await server.client().raw({
      method: 'POST',
      path: '/api/signup',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: freshEmail(), password: PASSWORD }),
    });
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^session=[\w-]{43}; /);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
  });

  test('an invented session belongs to no account', async () => {
    const client = server.client();
    client.cookies.set('session', 'A'.repeat(43));
    expect((await client.call('getUser')).status).toBe(401);
  });
});

describe('signing up and in', () => {
  test('isCreator is never taken from outside', async () => {
    const client = server.client();
    const answer = await client.call('signup', { body: { email: freshEmail(), password: PASSWORD, isCreator: true } });
    expect(answer.body).toMatchObject({ isCreator: false });
    expect((await client.call('listProjections')).status).toBe(403);
  });

  test('signing up with a known email and its password signs in; emails compare without case and blanks', async () => {
    const { email } = await signUp();
    const again = await server
      .client()
      .call('signup', { body: { email: ` ${email.toUpperCase()} `, password: PASSWORD } });
    expect(again.status).toBe(200);
    expect(again.body.email).toBe(email);
  });

  test('a wrong password, an unknown email and a taken one are answered alike', async () => {
    const { email } = await signUp();
    const wrong = { email, password: 'not the password' };
    const answered = [
      await server.client().call('login', { body: wrong }),
      await server.client().call('login', { body: { ...wrong, email: freshEmail() } }),
      await server.client().call('signup', { body: wrong }),
    ];
    for (const { status, problem, headers } of answered) {
      expect(status).toBe(401);
      expect(problem.message).toBe(TEXTS.accounts.loginFailed);
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(headers.get('set-cookie')).toBeNull();
    }
    expect(answered[0]?.problem).toEqual(answered[1]?.problem);
  });

  test('short and common passwords are refused, long ones count to the last character', async () => {
    const refused = async (password: string) =>
      (await server.client().call('signup', { body: { email: freshEmail(), password } })).status;
    expect(await refused('short')).toBe(422);
    expect(await refused('password123')).toBe(422);
    const email = freshEmail();
    const long = `${'x'.repeat(128)}-`;
    expect((await server.client().call('signup', { body: { email, password: `${long}a` } })).status).toBe(200);
    expect((await server.client().call('login', { body: { email, password: `${long}b` } })).status).toBe(401);
    expect((await server.client().call('login', { body: { email, password: `${long}a` } })).status).toBe(200);
  });

  test('an invalid email opens no account', async () => {
    const answer = await server.client().call('signup', { body: { email: 'nobody', password: PASSWORD } });
    expect(answer.status).toBe(422);
    expect(answer.problem.errors).toMatchObject([{ field: 'email' }]);
  });

  test('the eleventh attempt on one account is not looked at, while other accounts work', async () => {
    const { email } = await signUp();
    const other = await signUp();
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      const { status } = await server.client().call('login', { body: { email, password: 'not the password' } });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    const { status, headers } = await server.client().call('login', { body: { email, password: PASSWORD } });
    expect([status, headers.get('Retry-After')]).toEqual([429, '900']);
    expect((await server.client().call('login', { body: { email: other.email, password: PASSWORD } })).status).toBe(
      200,
    );
  });

  test('who guesses elsewhere does not lock the owner out, and from many addresses not on a device that the owner uses', async () => {
    const proxied = await startTestServer({ environment: { TRUST_PROXY: 'loopback' } });
    try {
      const email = freshEmail();
      const from = (host: number) => ({ 'X-Forwarded-For': `203.0.113.${host}` });
      const logIn = async (password: string, host: number, client = proxied.client()) =>
        (await client.call('login', { body: { email, password }, headers: from(host) })).status;
      const laptop = proxied.client();
      await laptop.call('signup', { body: { email, password: PASSWORD }, headers: from(1) });
      await laptop.call('logout', { headers: from(1) });
      const tablet = proxied.client();
      expect(await logIn(PASSWORD, 1, tablet)).toBe(200);

      const guesses = Array.from({ length: 11 }, () => logIn('not the password', 2));
      expect((await Promise.all(guesses)).toSorted()).toEqual([...Array(10).fill(401), 429]);
      expect(await logIn(PASSWORD, 2)).toBe(429);
      expect(await logIn(PASSWORD, 3)).toBe(200);

      for (let host = 10; host < 20; host += 1) {
        await Promise.all(Array.from({ length: 10 }, () => logIn('not the password', host)));
      }
      expect(await logIn(PASSWORD, 4), 'an address that nobody knows').toBe(429);
      expect(await logIn(PASSWORD, 2, laptop), 'the owner’s own device, even at the guesser’s address').toBe(200);
      const [cookie = ''] = [...laptop.cookies].filter(([name]) => name.includes('device')).map(([, value]) => value);
      const stranger = proxied.client();
      await stranger.call('signup', { body: { email: freshEmail(), password: PASSWORD }, headers: from(5) });
      expect(await logIn(PASSWORD, 6, stranger), 'a device of another account').toBe(429);
      stranger.cookies.set('device', `${cookie.slice(0, -2)}xx`);
      expect(await logIn(PASSWORD, 6, stranger), 'a device that was made up').toBe(429);

      expect(await logIn(PASSWORD, 2, tablet), 'another device of the owner').toBe(200);
      const body = { currentPassword: PASSWORD, newPassword: 'another-long-password' };
      expect((await laptop.call('changePassword', { body, headers: from(2) })).status).toBe(200);
      expect(await logIn(body.newPassword, 2, tablet), 'a device that knew the password before').toBe(429);
      expect(await logIn(body.newPassword, 2, laptop), 'the device that changed it').toBe(200);
    } finally {
      await proxied.close();
    }
  }, 60_000);

  test('Simultaneous sign-ups with one email make one account', async () => {
    const unlimited = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
    try {
      const email = freshEmail();
      const answered = await Promise.all(
        Array.from({ length: 20 }, () => unlimited.client().call('signup', { body: { email, password: PASSWORD } })),
      );
      expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answered.map(({ body }) => body._id)).size).toBe(1);
    } finally {
      await unlimited.close();
    }
  });
});

describe('what belongs to whom', () => {
  test('the browser that submitted gets the application linked at sign-up; another browser does not', async () => {
    const email = freshEmail();
    const visitor = server.client();
    const submitted = await visitor.call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(email) },
    });
    const stranger = server.client();
    await stranger.call('signup', { body: { email: freshEmail(), password: PASSWORD } });
    expect((await stranger.call('getApplication', { params: { id: submitted.body._id } })).status).toBe(404);
    const taken = await stranger.call('changeApplication', {
      params: { id: submitted.body._id },
      body: { userId: (await stranger.call('getUser')).body._id },
    });
    expect(taken.status).toBe(404);
    await visitor.call('signup', { body: { email, password: PASSWORD } });
    const own = await visitor.call('listApplications', { query: { filter: 'mine' } });
    expect(own.body.map(({ _id }) => _id)).toEqual([submitted.body._id]);
  });

  test('the claim links no account with another email, and a forged claim links none', async () => {
    const visitor = server.client();
    const submitted = await visitor.call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(freshEmail()) },
    });
    const id = submitted.body._id;
    const claim = visitor.cookies.get('claim') ?? '';
    const forger = (await signUp()).client;
    const [payload = ''] = claim.split('.');
    forger.cookies.set('claim', `${payload}.${'A'.repeat(43)}`);
    const forged = (await forger.call('getUser')).body._id;
    expect((await forger.call('changeApplication', { params: { id }, body: { userId: forged } })).status).toBe(404);

    const user = await visitor.call('signup', { body: { email: freshEmail(), password: PASSWORD } });
    const linked = await visitor.call('changeApplication', { params: { id }, body: { userId: user.body._id } });
    expect(linked.status).toBe(404);
  });

  test('the emailed link proves the email once, and links on any device', async () => {
    const email = freshEmail();
    const visitor = server.client();
    const submitted = await visitor.call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(email) },
    });
    const elsewhere = await signUp(email);
    const id = submitted.body._id;
    expect((await elsewhere.client.call('getApplication', { params: { id } })).status).toBe(404);

    const token = await vi.waitUntil(() => linkFor(email, 'application'), { timeout: 20_000 });
    const phone = server.client();
    expect((await phone.call('login', { body: { email, password: PASSWORD } })).status).toBe(200);
    const proven = await phone.call('verifyEmail', { body: { token } });
    expect(proven.body).toMatchObject({ applicationId: id });
    expect((await elsewhere.client.call('getUser')).body.emailVerified).toBe(true);
    expect((await elsewhere.client.call('getApplication', { params: { id } })).status).toBe(200);
    expect((await phone.call('verifyEmail', { body: { token } })).status).toBe(422);
  });

  test('a link proves the address that it was sent to, and no corrected one', async () => {
    const email = freshEmail();
    const submitted = await server.client().call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(email) },
    });
    const token = await vi.waitUntil(() => linkFor(email, 'application'), { timeout: 20_000 });
    const { Owner } = school.staff;
    const corrected = freshEmail();
    const id = submitted.body._id;
    expect((await Owner.call('changeApplication', { params: { id }, body: { email: corrected } })).body.email).toBe(
      corrected,
    );
    expect((await server.client().call('verifyEmail', { body: { token } })).status).toBe(422);
  });

  test('staff who add an applicant are neither linked nor given a claim', async () => {
    const admin = await signedIn(server, 'admin@accounts-school.example', school.organizationId);
    const added = await admin.call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(freshEmail()) },
    });
    expect(added.body.userId).toBeNull();
    expect(admin.cookies.has('claim')).toBe(false);
  });

  test('members are listed by role, to Owners and Admins only', async () => {
    const { Owner, Admin, Viewer } = school.staff;
    const emails = async (filter?: 'admin' | 'viewer') =>
      (await Admin.call('listUsers', filter ? { query: { filter } } : {})).body.map(({ email }) => email.split('@')[0]);
    expect(await emails()).toEqual(['owner', 'admin', 'viewer']);
    expect(await emails('admin')).toEqual(['owner', 'admin']);
    expect(await emails('viewer')).toEqual(['viewer']);
    expect((await Owner.call('listUsers')).status).toBe(200);
    expect((await Viewer.call('listUsers')).status).toBe(403);
    const { client } = await applied(server, school);
    expect((await client.call('listUsers')).status).toBe(403);
    expect((await server.client().call('listUsers')).status).toBe(401);
  });
});

async function linkFor(email: string, what: 'application'): Promise<string | undefined> {
  const outbox = join(server.dataDir, 'outbox');
  for (const file of await readdir(outbox)) {
    if (!file.endsWith('.eml')) continue;
    const mail = (await readFile(join(outbox, file), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const token = /\/verifyEmail\?token=([\w-]+)/.exec(mail)?.[1];
    if (mail.includes(`To: ${email}`) && token && mail.includes(`/${what}/`)) return token;
  }
  return undefined;
}
