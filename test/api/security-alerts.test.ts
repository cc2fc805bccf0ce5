import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALERT_AFTER } from '../../api/security-log/alerts.ts';
import { CONFIRMED_MINUTES } from '../../domain/access/confirmation.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { emailsTo } from '../support/emails.ts';
import { applied, createSchool, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ahead = 0;
beforeAll(async () => {
  server = await startTestServer({ now: () => Date.now() + ahead });
});
afterAll(() => server.close());

const { subject } = TEXTS.securityLog.alert('', '');
const alertsOf = async (owner: string) =>
  (await emailsTo(server.dataDir, owner)).filter((mail) => mail.includes(`Subject: ${subject}`));
const count = (owner: string, wanted: number) =>
  expect.poll(async () => (await alertsOf(owner)).length, { timeout: 15_000 }).toBe(wanted);
const times = async (most: number, ask: () => Promise<unknown>) => {
  for (let n = 0; n < most; n += 1) await ask();
};

test('an account that tries what is not theirs alerts the Owners of that school, once a day', async () => {
  const [school, other] = [await createSchool(server, 'alerted'), await createSchool(server, 'calm')];
  const owner = 'owner@alerted.example';
  const { applicationId: id } = await applied(server, school);
  const open = (client: Client, wanted: string) => client.call('getApplication', { params: { id: wanted } });
  // All tries are within one hour of the clock.
  ahead = 3_600_000 - ((Date.now() + ahead) % 3_600_000);
  const stranger = await signedIn(server, 'admin@calm.example', other.organizationId);
  await times(ALERT_AFTER - 1, () => open(stranger, id));
  expect(await alertsOf(owner)).toEqual([]);
  await times(2 * ALERT_AFTER, () => open(stranger, id));
  await count(owner, 1);
  expect((await alertsOf(owner))[0]).toContain('/admin/security');
  await count('owner@calm.example', 1);

  const tired = await signedIn(server, owner, school.organizationId);
  ahead += CONFIRMED_MINUTES * 60_000;
  const body = { name: 'Mirror', scopes: ['events'] };
  await times(ALERT_AFTER, () => tired.call('createApiToken', { body }));
  await count(owner, 2);
  ahead += 3_600_000;
  await times(ALERT_AFTER - 1, () => open(stranger, randomUUID()));
  ahead += 3_600_000;
  await times(ALERT_AFTER - 1, () => open(stranger, randomUUID()));
  expect(await alertsOf('owner@calm.example'), 'few in each hour, on the same day').toHaveLength(1);
});
