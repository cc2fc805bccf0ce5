import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createOperator } from '../../api/operator/operations.ts';
import { openOutbox } from '../../commands/outbox/outbox.ts';
import { EMAILS_PER_NETWORK } from '../../commands/user/attempt-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { answers, createSchool, freshEmail, PASSWORD, proveDomain, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const NEW_PASSWORD = 'a harder horse to ride';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'reset-school');
});
afterAll(() => server.close());

async function member(at = server) {
  const client = at.client();
  const email = freshEmail();
  const { body } = await client.call('signup', { body: { email, password: PASSWORD } });
  return { client, email, userId: body._id };
}

const ask = (email: string) => server.client().call('sendResetLink', { body: { email } });
const reset = (body: { email?: string | null; password?: string; token: string }) =>
  server.client().call('resetPassword', { body: { password: NEW_PASSWORD, ...body } });
const logIn = async (email: string, password: string) =>
  (await server.client().call('login', { body: { email, password } })).status;

async function linksTo(email: string): Promise<readonly URL[]> {
  const outbox = join(server.dataDir, 'outbox');
  const files = (await readdir(outbox)).filter((file) => file.endsWith('.eml'));
  const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')));
  return mails
    .filter((mail) => mail.includes(`To: ${email}`))
    .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
    .flatMap((mail) => /https?:\/\/\S+\/passwordReset\?\S+/.exec(mail)?.[0] ?? [])
    .map((link) => new URL(link));
}

const tokenOf = (link: URL | undefined) => link?.searchParams.get('token') ?? '';

async function emailedToken(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200);
  const [link] = await vi.waitUntil(async () => {
    const links = await linksTo(email);
    return links.length > 0 && links;
  }, 20_000);
  return tokenOf(link);
}

describe('asking for a link', () => {
  test('known and unknown emails are answered with the same words, and leave the same behind', async () => {
    const { email } = await member();
    const known = await ask(email);
    const unknown = await ask(freshEmail());
    expect(known).toMatchObject({ status: 200, body: { message: TEXTS.accounts.resetLinkSent } });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
    const { documents } = await openOutbox(server.running.composition.stores.vault).find({});
    const asked = documents.filter(({ reaction }) => reaction === 'passwordReset');
    expect(asked).toHaveLength(2);
    await vi.waitUntil(async () => (await linksTo(email)).length === 1, 20_000);
  });

  test('an unknown email gets no message, and no event records it', async () => {
    const stranger = freshEmail();
    const { environment, stores, log } = server.running.composition;
    const stream = `user-${environment.identity.userId(stranger, 0)}`;
    await ask(stranger);
    const { documents } = await vi.waitUntil(async () => {
      const found = await openOutbox(stores.vault).find({ stream });
      const state = found.documents[0]?.state ?? 'pending';
      return state !== 'pending' && state !== 'sending' && found;
    }, 20_000);
    expect(documents).toMatchObject([{ reaction: 'passwordReset', state: 'dropped' }]);
    expect(await linksTo(stranger)).toEqual([]);
    expect(await log.readStream(stream)).toEqual([]);
  });

  test('a person who came back after an erasure gets the link to their current account', async () => {
    const { email, userId } = await member();
    const { keys } = server.running.composition;
    await keys.erase(`user-${userId}`, new Date().toISOString());
    const again = await server.client().call('signup', { body: { email, password: PASSWORD } });
    expect(again.body._id).not.toBe(userId);
    expect((await reset({ token: await emailedToken(email) })).status).toBe(200);
    expect(await logIn(email, NEW_PASSWORD)).toBe(200);
  });

  test('the link leads where the configuration says, whatever Host the request names', async () => {
    const { email } = await member();
    const call = request(new URL(`/api/sendResetLink?organizationId=${school.organizationId}`, server.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
    });
    call.end(JSON.stringify({ email: ` ${email.toUpperCase()} ` }));
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    expect(response.resume().statusCode).toBe(200);
    const [link] = await vi.waitUntil(async () => {
      const links = await linksTo(email);
      return links.length > 0 && links;
    }, 20_000);
    expect(link?.origin).toBe(server.running.composition.site.publicUrl.origin);
    expect(link?.searchParams.get('organizationId')).toBeNull();
  });

  test('no link to an account leads to the domain of an organization', async () => {
    const { Owner } = school.staff;
    const id = school.organizationId;
    const fullDomain = 'apply.reset-school.example';
    await proveDomain(server, school, fullDomain);
    try {
      const stranger = await member();
      const staff = 'viewer@reset-school.example';
      for (const email of [stranger.email, staff]) {
        await server.client({ organizationId: id }).call('sendResetLink', { body: { email } });
      }
      const arrived = async (email: string) =>
        vi.waitUntil(async () => (await linksTo(email))[0]?.hostname, { timeout: 20_000 });
      expect(await arrived(stranger.email)).toBe('localhost');
      expect(await arrived(staff)).toBe('localhost');
    } finally {
      await Owner.call('changeOrganization', { params: { id }, body: { fullDomain: null } });
    }
  });

  test('the sixth request for one account from one network within 15 minutes is refused, known or not; logging in is not', async () => {
    const { email } = await member();
    for (const asked of [email, freshEmail()]) {
      const statuses: number[] = [];
      for (let attempt = 0; attempt <= EMAILS_PER_NETWORK; attempt += 1) statuses.push((await ask(asked)).status);
      expect(statuses).toEqual([...Array<number>(EMAILS_PER_NETWORK).fill(200), 429]);
    }
    expect(await logIn(email, PASSWORD)).toBe(200);
  });

  test('an invalid email is refused with a message', async () => {
    const answer = await ask('nobody');
    expect(answer.status).toBe(422);
    expect(answer.problem.errors).toMatchObject([{ field: 'email' }]);
  });
});

describe('setting a new password', () => {
  test('works once, ends all sessions, lifts the limit on logging in, and proves the email', async () => {
    const visitor = server.client();
    const { email, client, userId } = await member();
    const submitted = await visitor.call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(email) },
    });
    expect((await client.call('getUser')).body.emailVerified).toBe(false);
    for (let attempt = 1; attempt <= 10; attempt += 1) await logIn(email, 'not the password');
    expect(await logIn(email, PASSWORD)).toBe(429);

    const token = await emailedToken(email);
    const answer = await reset({ email: email.toUpperCase(), token });
    expect(answer).toMatchObject({ status: 200, body: { message: TEXTS.accounts.passwordReset } });
    expect((await client.call('getUser')).status).toBe(401);
    expect(await logIn(email, PASSWORD)).toBe(401);
    const back = server.client();
    const user = await back.call('login', { body: { email, password: NEW_PASSWORD } });
    expect(user.body).toMatchObject({ _id: userId, emailVerified: true });
    const own = await back.call('listApplications', { query: { filter: 'mine' } });
    expect(own.body.map(({ _id }) => _id)).toEqual([submitted.body._id]);

    const again = await reset({ token, password: 'another harder horse' });
    expect([again.status, again.problem.message]).toEqual([422, TEXTS.accounts.linkInvalid]);
    expect(await logIn(email, NEW_PASSWORD)).toBe(200);
  });

  test('of many uses at once one succeeds', async () => {
    const { email } = await member();
    const token = await emailedToken(email);
    // An overloaded store answers 503; a retry gets the same answer as the others.
    const use = async (n: number): Promise<number> => {
      const { status } = await reset({ token, password: `${NEW_PASSWORD} ${n}` });
      return status === 503 ? use(n) : status;
    };
    const statuses = await Promise.all([1, 2, 3, 4, 5].map(use));
    expect(statuses.sort()).toEqual([200, 422, 422, 422, 422]);
  });

  test('a link stays valid when another person asks for one; the link that is used ends all', async () => {
    const { email } = await member();
    const first = await emailedToken(email);
    await ask(email);
    const links = await vi.waitUntil(async () => {
      const all = await linksTo(email);
      return all.length === 2 && all;
    }, 20_000);
    const second = links.map(tokenOf).find((token) => token !== first) ?? '';
    expect((await reset({ token: first })).status).toBe(200);
    expect((await reset({ token: second })).status).toBe(422);
  });

  test('a person who has used a link logs in there, while others go on guessing', async () => {
    const { email } = await member();
    const owner = server.client();
    const token = await emailedToken(email);
    expect((await owner.call('resetPassword', { body: { password: NEW_PASSWORD, token } })).status).toBe(200);
    for (let attempt = 1; attempt <= 10; attempt += 1) await logIn(email, 'not the password');
    expect(await logIn(email, NEW_PASSWORD)).toBe(429);
    expect((await owner.call('login', { body: { email, password: NEW_PASSWORD } })).status).toBe(200);
  });

  test("a password that the rules refuse and another person's email leave the link valid", async () => {
    const { email } = await member();
    const other = await member();
    const token = await emailedToken(email);
    for (const password of ['short', 'password123']) {
      const refused = await reset({ token, password });
      expect(refused.status).toBe(422);
      expect(refused.problem.errors).toMatchObject([{ field: 'password' }]);
    }
    for (const wrong of [other.email, freshEmail()]) {
      const refused = await reset({ token, email: wrong });
      expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.accounts.linkOfAnother]);
    }
    expect(await logIn(other.email, PASSWORD)).toBe(200);
    expect(await logIn(email, PASSWORD)).toBe(200);
    expect((await reset({ token })).status).toBe(200);
  });

  test('an invented link, an expired one and one that was sent for something else are refused alike', async () => {
    const { email, userId } = await member();
    const { tokens, environment } = server.running.composition;
    const until = (ms: number) => new Date(environment.now() + ms).toISOString();
    const subject = `user-${userId}`;
    const expired = await tokens.issue({ kind: 'reset-password', subject, expiresAt: until(-1) });
    const foreign = await tokens.issue({ kind: 'verify-email', subject, expiresAt: until(60_000) });
    for (const token of ['A'.repeat(43), expired.token, foreign.token]) {
      const refused = await reset({ token });
      expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.accounts.linkInvalid]);
    }
    expect(await logIn(email, PASSWORD)).toBe(200);
  });

  test('two links used with one Idempotency-Key set two passwords', async () => {
    const { email } = await member();
    const headers = { 'Idempotency-Key': 'one-key-for-both' };
    for (const password of [NEW_PASSWORD, `${NEW_PASSWORD} again`]) {
      const known = new Set((await linksTo(email)).map(tokenOf));
      await ask(email);
      const token = await vi.waitUntil(
        async () => (await linksTo(email)).map(tokenOf).find((found) => !known.has(found)),
        20_000,
      );
      const body = { password, token };
      expect((await server.client().call('resetPassword', { body, headers })).status).toBe(200);
      expect(await logIn(email, password)).toBe(200);
    }
  });
});

test('the link that `organization create` prints gives the Owner a password', async () => {
  const { composition } = server.running;
  const ownerEmail = freshEmail();
  const created = (await createOperator(composition)(
    'organization create',
    { name: 'New school', slug: 'new-school', ownerEmail, ownerPassword: null, timeZone: 'UTC' },
    () => {},
  )) as { organizationId: string; setPasswordAt: string };
  const link = new URL(created.setPasswordAt);
  expect(link.pathname).toBe('/passwordReset');
  expect((await reset({ token: tokenOf(link) })).status).toBe(200);
  const owner = server.client();
  const user = await owner.call('login', { body: { email: ownerEmail, password: NEW_PASSWORD } });
  expect(user.body.orgRoles).toEqual([{ orgId: created.organizationId, role: 'Owner' }]);
});

test('a valid link sets a password although the address has made too many attempts', async () => {
  const limited = await startTestServer();
  try {
    const operate = createOperator(limited.running.composition);
    const given = {
      name: 'Limited',
      slug: 'limited-school',
      ownerEmail: freshEmail(),
      ownerPassword: null,
      timeZone: 'UTC',
    };
    const created = await operate('organization create', given, () => {});
    const { setPasswordAt } = created as { setPasswordAt: string };
    const set = async (token: string) =>
      (await limited.client().call('resetPassword', { body: { password: NEW_PASSWORD, token } })).status;
    for (let guess = 0; guess < 100; guess += 1) expect(await set(`made-up-${guess}`)).toBe(422);
    expect(await set('made-up')).toBe(429);
    expect(await set(new URL(setPasswordAt).searchParams.get('token') ?? '')).toBe(200);
  } finally {
    await limited.close();
  }
});
