import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { emailsTo } from '../support/emails.ts';
import { addStaff, applied, createSchool, freshEmail, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const ZONE = 'Europe/Berlin';

let server: TestServer;
let ahead = Date.parse('2027-04-01T10:00:00Z') - Date.now();
const moveTo = (at: string) => {
  ahead = Date.parse(at) - Date.now();
};

beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now: () => Date.now() + ahead });
});
afterAll(() => server.close());

const zoneOf = async (client: Client) => (await client.call('getDailyDigest')).body.timeZone;
const switchOn = (client: Client) => client.call('changeDailyDigest', { body: { isOn: true, timeZone: ZONE } });
const digestsTo = async (email: string) =>
  (await emailsTo(server.dataDir, email)).filter((mail) => mail.includes('Subject: Your digest'));
const linkIn = (mail: string | undefined) => {
  const [, link] = /^List-Unsubscribe: <([^>]+)>/m.exec(mail?.replaceAll('\r\n ', ' ') ?? '') ?? [];
  if (!link) throw new Error(`no link in ${mail}`);
  return new URL(link).pathname;
};

test('the link ends only the digest, by POST and without a session; a forged or expired one says so', async () => {
  const school = await createSchool(server, 'unsubscribing');
  const email = freshEmail();
  await addStaff(server, school.organizationId, email, 'Admin');
  await switchOn(await signedIn(server, email, school.organizationId));
  await applied(server, school);
  moveTo('2027-04-02T06:00:00Z');
  const client = await signedIn(server, email, school.organizationId);
  await expect.poll(() => digestsTo(email), { timeout: 20_000 }).toHaveLength(1);
  const path = linkIn((await digestsTo(email))[0]);
  const anyone = server.client();
  const post = (to: string) =>
    fetch(new URL(to, anyone.url), { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });

  expect((await fetch(new URL(path, anyone.url))).status).toBeLessThan(500);
  expect(await zoneOf(client)).toBe(ZONE);
  for (const forged of [`${path}x`, path.replace(/digest\/./, 'digest/A'), '/unsubscribe/digest/nobody']) {
    const answer = await post(forged);
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      404,
      TEXTS.digest.linkInvalid,
    ]);
  }
  expect(await zoneOf(client)).toBe(ZONE);

  for (let time = 0; time < 2; time += 1) {
    const answer = await post(path);
    expect([answer.status, await answer.json()]).toEqual([200, { message: TEXTS.digest.ended }]);
    expect(await zoneOf(client)).toBeNull();
  }
  const parts = new FormData();
  parts.append('List-Unsubscribe', 'One-Click');
  expect((await fetch(new URL(path, anyone.url), { method: 'POST', body: parts })).status).toBe(200);
  expect((await fetch(new URL(path, anyone.url), { method: 'POST', body: 'x'.repeat(5000) })).status).toBe(413);

  await switchOn(client);
  moveTo('2027-10-01T10:00:00Z');
  expect((await post(path)).status).toBe(404);
  const again = await signedIn(server, email, school.organizationId);
  expect(await zoneOf(again)).toBe(ZONE);
});
