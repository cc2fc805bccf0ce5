import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { NOTICE_MAILS } from '../../domain/user/preferences.ts';
import { createClient } from '../support/client.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';

describePortal('assignments and mentions', (portal) => {
  test('a colleague who is mentioned with @ sees it in the header and opens the application', async () => {
    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD);
    const client = createClient(portal.url);
    await client.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    const [application] = (await client.call('listApplications')).body;
    if (!application) throw new Error('no application');

    await jun.page.goto(`/application/${application._id}`);
    const box = jun.page.getByLabel('Add a comment', { exact: true });
    await box.pressSequentially('Please call her, @MI');
    const people = jun.page.getByRole('listbox', { name: 'People to mention' });
    await people.getByRole('option').first().waitFor();
    await expectAccessible(jun, 'mentioning');
    await box.press('Enter');
    expect(await box.inputValue()).toMatch(/^Please call her, @\S.* $/);
    await expect.poll(() => people.count()).toBe(0);
    await jun.page.getByRole('button', { name: 'Add comment' }).click();
    await jun.page.getByText(/^Please call her, @/).waitFor();

    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/reports');
    await page.getByRole('link', { name: 'For you, 1 new notice' }).click();
    await page.getByText('New', { exact: true }).waitFor();
    await expectAccessibleAtBothWidths(mia, 'notices');
    await page.getByRole('link', { name: 'For you', exact: true }).waitFor();
    await page.getByRole('link', { name: /mentioned you in a comment on/ }).click();
    await page.waitForURL(`**/application/${application._id}`);
    await page.getByText(/^Please call her, @/).waitFor();
    await page.goto('/admin/notices');
    await page.getByRole('link', { name: /mentioned you in a comment on/ }).waitFor();
    expect(await page.getByText('New', { exact: true }).count()).toBe(0);

    await page.goto('/account');
    const emails = page.getByLabel(/^Email me when a colleague assigns me/);
    await emails.uncheck();
    const saved = async () => (await client.call('getPreferences')).body[NOTICE_MAILS];
    await expect.poll(saved).toBe(false);
    await emails.check();
    await expect.poll(saved).toBeUndefined();
    expect([...jun.complaints, ...mia.complaints]).toEqual([]);
    await Promise.all([jun.context.close(), mia.context.close()]);
  });
});
