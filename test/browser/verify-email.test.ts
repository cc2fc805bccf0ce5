import { expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { answers, freshEmail } from '../support/school.ts';
import { expectAccessibleAtBothWidths, logIn, PHONE } from './browser.ts';
import { nextEmailedLink } from './emailed-links.ts';
import { describePortal } from './portal.ts';

describePortal('an emailed link that proves an email', (portal) => {
  test('asks for a new password where another person had signed up', async () => {
    const email = freshEmail();
    const someoneElse = createClient(portal.url);
    await someoneElse.call('signup', { body: { email, password: 'not the password of Grace' } });
    const grace = await portal.visit({ viewport: PHONE });
    const { page } = grace;
    const link = await nextEmailedLink(portal.directory, '/verifyEmail', { to: email });
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm my email' }).dblclick();
    await page.getByText('Confirmed. Now choose a password.').waitFor();
    await expectAccessibleAtBothWidths(grace, 'verify-email-password');
    await page.getByLabel('New password', { exact: true }).fill('nanoseconds-of-wire');
    await page.keyboard.press('Enter');
    await page.getByText('Your password has been changed.').waitFor();
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await page.getByText(TEXTS.accounts.linkInvalid).waitFor();
    await expectAccessibleAtBothWidths(grace, 'verify-email-used');
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Email').waitFor();
    await logIn(page, email, 'nanoseconds-of-wire');
    expect((await someoneElse.call('getUser')).status).toBe(401);
    expect(grace.complaints).toEqual([]);
    await grace.context.close();
  });

  test('lets an applicant without an account set a password on another device, and leads to the application', async () => {
    const email = freshEmail();
    const applicant = createClient(portal.url);
    const batch = (await applicant.call('listBatches', {})).body.find(({ status }) => status === 'Open');
    const body = {
      ...answers(email),
      experience: 'A few tutorials',
      motivation: 'To build',
      batchId: batch?._id ?? '',
    };
    const sent = await applicant.call('submitApplication', { body });
    expect(sent.status, JSON.stringify(sent.problem)).toBe(200);

    const phone = await portal.visit({ viewport: PHONE });
    const { page } = phone;
    await page.goto(await nextEmailedLink(portal.directory, '/verifyEmail', { to: email }));
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await page.getByRole('heading', { name: 'Set a password to follow your application' }).waitFor();
    expect(await page.getByText('Already have an account?').count(), 'the email has none').toBe(0);
    await expectAccessibleAtBothWidths(phone, 'verify-email-new-account');
    await page.getByLabel('Password', { exact: true }).fill('nanoseconds-of-wire');
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await page.waitForURL(`**/application/${sent.body._id}`);
    await page.getByText('You are here').waitFor();
    await page.getByRole('link', { name: 'My account' }).click();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    expect(await page.getByText(TEXTS.accounts.emailUnconfirmed).count(), 'the link has confirmed it').toBe(0);
    expect(phone.complaints).toEqual([]);
    await phone.context.close();
  });
});
