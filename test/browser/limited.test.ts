import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usageOf } from '../../commands/vault/usage.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { applied, createSchool, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  clientOf,
  closeVisitors,
  describeInBrowser,
  expectAccessibleAtBothWidths,
  openBrowser,
  signIn,
  visit,
} from './browser.ts';

const HOUR_MS = 3_600_000;

describeInBrowser('a member who has read too much', () => {
  let server: TestServer;
  let school: School;
  let browser: Browser;
  // All of it within one hour of the clock.
  const ahead = HOUR_MS - (Date.now() % HOUR_MS);
  const now = () => Date.now() + ahead;
  beforeAll(async () => {
    server = await startTestServer({ now });
    [school, browser] = await Promise.all([createSchool(server, 'limited'), openBrowser()]);
  });
  afterAll(async () => {
    await closeVisitors(browser);
    await server.close();
  });

  test('keeps the page that is open, and reads on the next one to wait', async () => {
    const { applicationId } = await applied(server, school);
    const admin = await visit(browser, server.url);
    const { page, context } = admin;
    await signIn(admin, server.url, 'admin@limited.example', PASSWORD);
    const path = `/application/${applicationId}`;
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    const title = (await heading.textContent()) ?? '';
    const client = await clientOf(admin, server.url);
    const { _id: userId } = (await client.call('getUser')).body;
    const { vault } = server.running.composition.stores;
    const owner = `reads:calls:${school.organizationId}.${userId}`;
    await usageOf({ vault, now }).countInHour(owner, QUOTAS.account.readsPerHour.calls);
    const read = () => client.call('getApplication', { params: { id: applicationId } });
    await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe(429);

    const refused = page.waitForResponse((answer) => answer.url().includes(applicationId) && answer.status() === 429);
    const status = { params: { id: applicationId }, body: { status: 'DECISION PENDING' } };
    expect((await school.staff.Owner.call('changeApplication', status)).status).toBe(200);
    await refused;
    expect(await heading.textContent()).toBe(title);
    expect(await page.getByText(TEXTS.portal.waitFirst).count()).toBe(0);

    await page.goto(path);
    await page.getByRole('heading', { name: TEXTS.portal.waitFirst }).waitFor();
    await expectAccessibleAtBothWidths(admin, 'limited');
    await context.close();
  });
});
