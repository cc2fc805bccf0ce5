import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { emailsTo } from '../support/emails.ts';
import { addStaff, applied, createSchool, freshEmail, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { closeVisitors, describeInBrowser, expectAccessibleAtBothWidths, openBrowser, visit } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';

describePortal('the daily digest', (portal) => {
  test('is switched on in My account, in the zone of the browser, and its link says when it is no longer valid', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/account');
    const wants = page.getByLabel('Email me each morning about what is new, overdue and planned for the day');
    await wants.check();
    const zone = page.getByRole('combobox', { name: 'Time zone of the morning email' });
    const own = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(await zone.inputValue()).toBe(own);
    await zone.fill('manila');
    await page.getByRole('option', { name: 'Asia/Manila' }).click();
    await expect.poll(() => zone.inputValue()).toBe('Asia/Manila');
    await expectAccessibleAtBothWidths(mia, 'daily-digest');
    await page.reload();
    expect(await zone.inputValue()).toBe('Asia/Manila');

    await page.goto('/unsubscribe/digest/forged');
    await page.getByRole('button', { name: 'Unsubscribe' }).waitFor();
    await expectAccessibleAtBothWidths(mia, 'daily-digest-end');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page
      .getByRole('alert')
      .getByText(/^This link has expired or is incomplete/)
      .waitFor();
    await page.goto('/account');
    expect(await wants.isChecked()).toBe(true);
    await mia.context.close();
  });
});

describeInBrowser('the link in a digest', () => {
  let server: TestServer;
  let ahead = Date.parse('2027-04-01T10:00:00Z') - Date.now();
  beforeAll(async () => {
    server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now: () => Date.now() + ahead });
  });
  afterAll(async () => {
    await closeVisitors(await openBrowser());
    await server.close();
  });

  test('leads a person without a session to a button that stops the digest, and changes nothing before', async () => {
    const school = await createSchool(server, 'morning');
    const email = freshEmail();
    await addStaff(server, school.organizationId, email, 'Admin');
    const zone = 'Europe/Berlin';
    const before = await signedIn(server, email, school.organizationId);
    await before.call('changeDailyDigest', { body: { isOn: true, timeZone: zone } });
    await applied(server, school);
    ahead = Date.parse('2027-04-02T06:00:00Z') - Date.now();
    const member = await signedIn(server, email, school.organizationId);
    const zoneNow = async () => (await member.call('getDailyDigest')).body.timeZone;
    const digests = async () =>
      (await emailsTo(server.dataDir, email)).filter((mail) => mail.includes('Subject: Your digest'));
    await expect.poll(digests, { timeout: 20_000 }).toHaveLength(1);
    const [mail = ''] = await digests();
    const [link = ''] = /https?:\/\/[^\s"<>)]+\/unsubscribe\/digest\/[^\s"<>)]+/.exec(mail) ?? [];
    const reader = await visit(await openBrowser(), server.url);
    const { page } = reader;
    await page.goto(new URL(link).pathname);
    const unsubscribe = page.getByRole('button', { name: 'Unsubscribe' });
    await unsubscribe.waitFor();
    expect(await zoneNow()).toBe(zone);
    await unsubscribe.click();
    await page.getByRole('status').getByText(TEXTS.digest.ended).waitFor();
    expect(await zoneNow()).toBeNull();
    await expectAccessibleAtBothWidths(reader, 'daily-digest-ended');
    expect(reader.complaints).toEqual([]);
  });
});
