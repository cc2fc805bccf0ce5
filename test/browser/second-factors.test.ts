import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { authenticatorApp } from '../support/authenticator-app.ts';
import { createClient } from '../support/client.ts';
import { DESKTOP, expectAccessibleAtBothWidths, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';

describePortal('a second factor', (portal) => {
  test('is set up by QR code, asked for at a log-in and in an ended session, and reset by an Owner', async () => {
    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD, { viewport: PHONE });
    const { page, context } = jun;
    await page.goto('/account');
    const section = page.getByRole('region', { name: 'Second factor' });
    await section.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await section.getByText(TEXTS.privacy.passwordWrong).waitFor();
    await section.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await section.getByRole('img', { name: TEXTS.secondFactors.qrCode }).waitFor();
    const code = authenticatorApp((await section.locator('code').textContent()) ?? '');
    await expectAccessibleAtBothWidths(jun, 'factor-scan');
    await section.getByLabel('Code', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await section.getByText(TEXTS.secondFactors.setUpCodeWrong).waitFor();
    await section.getByLabel('Code', { exact: true }).fill(code());
    await page.keyboard.press('Enter');
    await section.getByText(TEXTS.secondFactors.shownOnce(10)).waitFor();
    const codes = await section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await expectAccessibleAtBothWidths(jun, 'factor-codes');
    await section.getByRole('button', { name: 'I have saved them' }).click();
    await section.getByText(TEXTS.secondFactors.codesLeft(10)).waitFor();
    await expectAccessibleAtBothWidths(jun, 'factor-added');

    await page.goto('/admin/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.clearCookies();
    await page.goto('/login');
    await page.getByLabel('Email').fill(ADMIN);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Code', { exact: true });
    await field.waitFor();
    await expect.poll(() => field.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
    expect(await page.getByText(TEXTS.secondFactors.codeNeeded).count(), 'asked, not blamed').toBe(0);
    await expectAccessibleAtBothWidths(jun, 'factor-login');
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByText(TEXTS.secondFactors.codeWrong).first().waitFor();
    await field.fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/login');

    await page.goto('/account');
    await section.getByText(TEXTS.secondFactors.codesLeft(9)).waitFor();
    await page.goto('/admin/config?tab=users');
    await page.getByRole('heading', { name: 'Users and Roles', level: 2 }).waitFor();
    await context.clearCookies();
    await page.getByRole('button', { name: new RegExp(ADMIN) }).click();
    await page.getByRole('button', { name: 'Log out on all devices' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out', exact: true }).click();
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await ended.getByLabel('Code', { exact: true }).waitFor();
    await expectAccessibleAtBothWidths(jun, 'factor-session-ended');
    await ended.getByLabel('Code', { exact: true }).fill(codes[1] ?? '');
    // The call that was refused is then made, and ends the new session too.
    const loggedIn = page.waitForResponse((answer) => answer.url().endsWith('/api/login') && answer.ok());
    await page.keyboard.press('Enter');
    await loggedIn;
    await context.close();

    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: DESKTOP });
    await mia.page.goto('/admin/config?tab=users');
    const row = mia.page.getByRole('row').filter({ hasText: ADMIN });
    await row.getByText('App', { exact: true }).waitFor();
    await row.getByRole('button').click();
    await expectAccessibleAtBothWidths(mia, 'factor-users');
    // On a phone the members are no table.
    await mia.page.setViewportSize(DESKTOP);
    await mia.page.getByRole('button', { name: 'Reset second factor' }).click();
    const question = mia.page.getByRole('dialog');
    await question.getByText('First make sure').waitFor();
    await question.getByRole('button', { name: 'Reset' }).click();
    await mia.page.getByText(TEXTS.secondFactors.resetDone).waitFor();
    await row.getByText('None').waitFor();
    const again = await createClient(portal.url).call('login', { body: { email: ADMIN, password: DEMO_PASSWORD } });
    expect(again.status).toBe(200);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });
});
