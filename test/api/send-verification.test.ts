import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openOutbox } from '../../commands/outbox/outbox.ts';
import { ATTEMPTS_PER_ACCOUNT } from '../../commands/user/attempt-limits.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { emailsTo, linksTo } from '../support/emails.ts';
import { answers, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
let later = 0;
beforeAll(async () => {
  server = await startTestServer({ now: () => Date.now() + later });
  school = await createSchool(server, 'verify-school');
});
afterAll(() => server.close());

async function unproven(email = freshEmail()) {
  const client = server.client({ organizationId: school.organizationId });
  const { body } = await client.call('signup', { body: { email, password: PASSWORD } });
  return { client, email, userId: body._id };
}
const DAY_MS = 24 * 3_600_000;
const SENT = { status: 200, body: { message: TEXTS.accounts.verificationSent } };

describe('asking once more for the link that confirms an email', () => {
  test('emails a link of its own, which leads to the applications with that email', async () => {
    const email = freshEmail();
    const body = { batchId: school.batches.Open, ...answers(email) };
    await server.client().call('submitApplication', { body });
    const { client } = await unproven(email);
    await linksTo(server.dataDir, email, '/verifyEmail', 2);
    expect((await client.call('listApplications', { query: { filter: 'mine' } })).body).toEqual([]);
    expect(await client.call('sendVerification')).toMatchObject(SENT);
    const links = await linksTo(server.dataDir, email, '/verifyEmail', 3);
    const tokens = links.map((link) => link.searchParams.get('token') ?? '');
    expect(new Set(tokens).size).toBe(3);
    const proven = await Promise.all(tokens.map((token) => client.call('verifyEmail', { body: { token } })));
    expect(proven.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await client.call('listApplications', { query: { filter: 'mine' } })).body).toHaveLength(1);
  });

  test('a person whose email is already confirmed gets the same answer and no message', async () => {
    const { client, email, userId } = await unproven();
    const [link] = await linksTo(server.dataDir, email, '/verifyEmail');
    await client.call('verifyEmail', { body: { token: link?.searchParams.get('token') ?? '' } });
    expect(await client.call('sendVerification')).toMatchObject(SENT);
    const outbox = openOutbox(server.running.composition.stores.vault);
    await vi.waitUntil(async () => {
      const { documents } = await outbox.find({ stream: `user-${userId}` });
      return documents.some(({ state }) => state === 'dropped');
    }, 20_000);
    expect(await emailsTo(server.dataDir, email)).toHaveLength(1);
  });

  test('needs a session, and a repeated request counts once', async () => {
    expect((await server.client().call('sendVerification')).status).toBe(401);
    const { client, userId } = await unproven();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    for (const _try of ['first', 'retry'])
      expect(await client.call('sendVerification', { headers })).toMatchObject(SENT);
    const { documents } = await openOutbox(server.running.composition.stores.vault).find({ stream: `user-${userId}` });
    expect(documents).toHaveLength(2);
  });

  test('too often within a while is refused, and does not lock the account', async () => {
    const { client, email } = await unproven();
    const statuses: number[] = [];
    for (let attempt = 0; attempt <= ATTEMPTS_PER_ACCOUNT; attempt += 1) {
      statuses.push((await client.call('sendVerification')).status);
    }
    expect(statuses).toEqual([...Array(ATTEMPTS_PER_ACCOUNT).fill(200), 429]);
    expect((await server.client().call('login', { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  test('too often in a day is refused too, because anybody may have signed up with the address', async () => {
    const { client, email } = await unproven();
    await linksTo(server.dataDir, email, '/verifyEmail');
    const limit = QUOTAS.account.verificationsPerDay;
    let sent = 0;
    // Within one day (UTC).
    later += DAY_MS - ((Date.now() + later) % DAY_MS);
    for (let attempt = 0; attempt < limit; attempt += 1) {
      if (attempt % ATTEMPTS_PER_ACCOUNT === 0) later += 16 * 60_000;
      if ((await client.call('sendVerification')).status === 200) sent += 1;
    }
    expect(sent).toBe(limit);
    later += 16 * 60_000;
    const { status, problem } = await client.call('sendVerification');
    expect([status, problem.message]).toEqual([429, TEXTS.quotas.verifications(limit)]);
    later += DAY_MS;
    await client.call('login', { body: { email, password: PASSWORD } });
    expect(await client.call('sendVerification')).toMatchObject(SENT);
  });

  test('is counted with the sign-ups of the address, whose accounts a stranger deletes', async () => {
    later += DAY_MS - ((Date.now() + later) % DAY_MS);
    const email = freshEmail();
    const limit = QUOTAS.account.verificationsPerDay;
    for (let sent = 0; sent < limit; ) {
      const { client } = await unproven(email);
      sent += 1;
      await expect.poll(async () => (await emailsTo(server.dataDir, email)).length).toBe(1);
      for (; sent < limit && sent % 7 > 0; sent += 1) expect(await client.call('sendVerification')).toMatchObject(SENT);
      expect((await client.call('deleteMe')).status).toBe(200);
      later += 16 * 60_000;
    }
    const { client, userId } = await unproven(email);
    const outbox = openOutbox(server.running.composition.stores.vault);
    const states = async () => (await outbox.find({ stream: `user-${userId}` })).documents.map(({ state }) => state);
    await expect.poll(states, { timeout: 15_000 }).toEqual(['dropped']);
    const { status, problem } = await client.call('sendVerification');
    expect([status, problem.message]).toEqual([429, TEXTS.quotas.verifications(limit)]);
    expect(await emailsTo(server.dataDir, email)).toEqual([]);
  });
});
