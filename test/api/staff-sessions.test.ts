import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { createSchool, freshEmail, PASSWORD, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: TestServer;
let school: School;
let clock = Date.now();
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
  school = await createSchool(server, 'resting');
});
afterAll(() => server.close());

const admin = () => signedIn(server, 'admin@resting.example', school.organizationId);
async function applicant(): Promise<Client> {
  const client = server.client();
  await client.call('signup', { body: { email: freshEmail(), password: PASSWORD } });
  return client;
}
const isIn = async (client: Client) => (await client.call('getUser')).status === 200;

test('a session of staff ends 12 hours after it was last used, one of an applicant after 30 days', async () => {
  const [used, idle, person] = [await admin(), await admin(), await applicant()];
  clock += 11 * HOUR;
  expect(await isIn(used)).toBe(true);
  clock += 2 * HOUR;
  expect([await isIn(used), await isIn(idle), await isIn(person)]).toEqual([true, false, true]);
  const { body } = await used.call('listSessions');
  expect(
    body.map(({ isCurrent }) => isCurrent),
    'it is not in the list either',
  ).toEqual([true]);
  clock += 29 * DAY;
  expect([await isIn(used), await isIn(person)]).toEqual([false, true]);
  clock += 30 * DAY + 1;
  expect(await isIn(person)).toBe(false);
});

test('a session of staff ends 7 days after the log-in, however often it is used, and one of an applicant after 90', async () => {
  const [member, person] = [await admin(), await applicant()];
  const begun = clock;
  for (clock += 11 * HOUR; clock <= begun + 7 * DAY; clock += 11 * HOUR) expect(await isIn(member)).toBe(true);
  expect([await isIn(member), await isIn(person)]).toEqual([false, true]);
  for (clock += 29 * DAY; clock <= begun + 90 * DAY; clock += 29 * DAY) expect(await isIn(person)).toBe(true);
  expect(await isIn(person)).toBe(false);
});
