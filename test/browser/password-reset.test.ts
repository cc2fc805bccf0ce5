import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { expectAccessibleAtBothWidths, expectNoSidewaysScroll, logIn, PHONE } from './browser.ts';
import { emailedLinks, nextEmailedLink } from './emailed-links.ts';
import { describePortal } from './portal.ts';

describePortal('a forgotten password', (portal) => {
  test('is replaced through an emailed link, from the login page to the next log-in', async () => {
    const known = await emailedLinks(portal.directory, '/passwordReset');
    const ada = await portal.visit({ viewport: PHONE });
    const { page } = ada;
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await page.getByLabel('Email').fill('ada');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('Enter your email, like ada@example.com.').waitFor();
    await expectAccessibleAtBothWidths(ada, 'password-reset-error');
    await page.getByLabel('Email').fill(DEMO_APPLICANT);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('Email sent.').waitFor();
    await expectAccessibleAtBothWidths(ada, 'password-reset-sent');
    await page.getByRole('link', { name: 'Back to login' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(DEMO_APPLICANT);

    const link = await nextEmailedLink(portal.directory, '/passwordReset', { known });
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('password123');
    await page.keyboard.press('Enter');
    await page.getByText('This password is too common.').waitFor();
    expect(await page.getByLabel('New password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await expectAccessibleAtBothWidths(ada, 'password-reset-new');
    await page.getByLabel('New password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Your password has been changed.').waitFor();
    await expectNoSidewaysScroll(page);

    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('nanoseconds-of-wire');
    await page.keyboard.press('Enter');
    await page.getByText('This link is no longer valid.').waitFor();
    await expectAccessibleAtBothWidths(ada, 'password-reset-used');
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await page.getByLabel('Email').waitFor();
    await logIn(page, DEMO_APPLICANT, DEMO_PASSWORD);
    await page.goto(link);
    await page.getByText(TEXTS.entering.linkOfAnyone(DEMO_APPLICANT)).waitFor();
    expect(ada.complaints).toEqual([]);
    await ada.context.close();
  });
});
