import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { emailsTo, linksTo } from '../support/emails.ts';
import { answers, createSchool, freshEmail, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  closeVisitors,
  describeInBrowser,
  expectAccessibleAtBothWidths,
  openBrowser,
  PHONE,
  signIn,
  visit,
} from './browser.ts';

const { loginLinks } = TEXTS;

describeInBrowser('an emailed login link', () => {
  let server: TestServer;
  let school: School;
  let browser: Browser;
  beforeAll(async () => {
    server = await startTestServer();
    [school, browser] = await Promise.all([createSchool(server, 'emailed'), openBrowser()]);
  });
  afterAll(async () => {
    await closeVisitors(browser);
    await server.close();
  });

  /** The newest of `count`. */
  async function emailedCode(email: string, known: readonly string[] = []): Promise<string> {
    const code = await vi.waitUntil(
      async () =>
        (await emailsTo(server.dataDir, email))
          .flatMap((mail) => /Your code: ([0-9A-Z-]{9})/.exec(mail)?.[1] ?? [])
          .find((one) => !known.includes(one)),
      20_000,
    );
    return code ?? '';
  }

  test('logs in by its code or its link, only where it was asked for', async () => {
    const email = freshEmail();
    await server.client().call('signup', { body: { email, password: PASSWORD } });
    const ada = await visit(browser, server.url, { viewport: PHONE });
    const { page } = ada;
    await page.goto('/login?next=/account');
    await page.getByLabel('Email').fill('ada');
    await expectAccessibleAtBothWidths(ada, 'login-link-offer');
    await page.getByRole('link', { name: TEXTS.portal.emailLoginLink }).click();
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('Enter your email, like ada@example.com.').waitFor();
    await expectAccessibleAtBothWidths(ada, 'login-link-ask');
    await page.getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    await page.getByText(loginLinks.sent).waitFor();
    await page.reload();
    await page.getByLabel('Code').fill('0000-0000');
    await page.keyboard.press('Enter');
    await page.getByText(loginLinks.codeWrong).first().waitFor();
    expect(await page.getByLabel('Code').getAttribute('aria-invalid')).toBe('true');
    await expectAccessibleAtBothWidths(ada, 'login-link-code');

    const [link] = await linksTo(server.dataDir, email, '/loginLink');
    const path = `${link?.pathname}${link?.search}`;
    const elsewhere = await visit(browser, server.url);
    await elsewhere.page.goto(path);
    await elsewhere.page.getByRole('button', { name: 'Log in' }).click();
    await elsewhere.page.getByText(loginLinks.otherBrowser).waitFor();
    await expectAccessibleAtBothWidths(elsewhere, 'login-link-elsewhere');
    expect(await elsewhere.page.getByText('Your code').count()).toBe(0);

    const tab = await ada.context.newPage();
    await tab.goto(path);
    await tab.getByText(loginLinks.press).waitFor();
    await expectAccessibleAtBothWidths({ ...ada, page: tab }, 'login-link-press');
    await tab.getByRole('button', { name: 'Log in' }).dblclick();
    await tab.waitForURL('/');
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    await tab.goto(path);
    await tab.getByRole('button', { name: 'Log in' }).click();
    await tab.getByRole('link', { name: `Continue as ${email}` }).waitFor();
    expect([...ada.complaints, ...elsewhere.complaints]).toEqual([]);
    await Promise.all([ada.context.close(), elsewhere.context.close()]);
  });

  test('opens the application of a person without an account, who then confirms by email and sets a password', async () => {
    const email = freshEmail();
    const given = { body: { batchId: school.batches.Open, ...answers(email) } };
    const { status, body: submitted } = await server.client().call('submitApplication', given);
    expect(status).toBe(200);
    const ben = await visit(browser, server.url, { viewport: PHONE });
    const { page } = ben;
    await page.goto(`/application/${submitted._id}`);
    await page.getByText(TEXTS.myApplication.appliedWithoutAccount).waitFor();
    await page.getByRole('link', { name: TEXTS.portal.emailLoginLink }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    const first = await emailedCode(email);
    await page.getByLabel('Code').fill(first.toLowerCase());
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`**/application/${submitted._id}`);
    await page.getByText('You are here').waitFor();

    await page.goto('/account');
    const fill = page.getByLabel('New password', { exact: true });
    await page.getByRole('heading', { name: 'Set a password' }).waitFor();
    await expectAccessibleAtBothWidths(ben, 'login-link-set-password');
    await fill.fill('nanoseconds-of-wire');
    await page.getByRole('button', { name: 'Set the password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByRole('button', { name: 'Email me a code' }).click();
    await dialog.getByText(loginLinks.codeSent).waitFor();
    await expect
      .poll(() => dialog.getByLabel('Code').evaluate((input) => input === input.ownerDocument.activeElement))
      .toBe(true);
    await expectAccessibleAtBothWidths(ben, 'login-link-confirm');
    await dialog.getByLabel('Code').fill('0000-0000');
    await page.keyboard.press('Enter');
    await dialog.getByText(loginLinks.codeWrong).waitFor();
    await dialog.getByLabel('Code').fill(await emailedCode(email, [first]));
    await page.keyboard.press('Enter');
    await page.getByText(loginLinks.passwordSet).waitFor();
    await page.getByRole('heading', { name: 'Change your password' }).waitFor();
    const password = 'nanoseconds-of-wire';
    expect((await server.client().call('login', { body: { email, password } })).status).toBe(200);
    expect(ben.complaints).toEqual([]);
    await ben.context.close();
  });

  test('goes on in a page whose session has ended, from another tab, and is offered to applicants only', async () => {
    const email = freshEmail();
    const account = server.client();
    await account.call('signup', { body: { email, password: PASSWORD } });
    const [proof] = await linksTo(server.dataDir, email, '/verifyEmail');
    await account.call('verifyEmail', { body: { token: proof?.searchParams.get('token') ?? '' } });
    const changePassword = async (person: string) => {
      const visitor = await visit(browser, server.url, { viewport: PHONE });
      await signIn(visitor, server.url, person, PASSWORD);
      const { page, context } = visitor;
      await page.goto('/account');
      await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('New password', { exact: true }).fill('compilers-and-moths');
      await context.clearCookies();
      await page.keyboard.press('Enter');
      const ended = page.getByRole('dialog', { name: 'Your session has ended' });
      await ended.getByText(TEXTS.portal.forgotPassword).waitFor();
      return { ...visitor, ended };
    };
    const ada = await changePassword(email);
    await expectAccessibleAtBothWidths(ada, 'login-link-ended');
    const opened = ada.context.waitForEvent('page');
    await ada.ended.getByRole('link', { name: TEXTS.portal.emailLoginLink }).click();
    const tab = await opened;
    await tab.getByRole('button', { name: 'Send me a link' }).waitFor();
    expect(await tab.getByLabel('Email').inputValue()).toBe(email);
    await tab.getByRole('button', { name: 'Send me a link' }).click();
    await tab.getByLabel('Code').fill(await emailedCode(email));
    await tab.keyboard.press('Enter');
    await ada.ended.waitFor({ state: 'detached' });
    await ada.page.getByText(TEXTS.accounts.passwordChanged).waitFor();
    const password = 'compilers-and-moths';
    expect((await server.client().call('login', { body: { email, password } })).status).toBe(200);
    expect(ada.complaints).toEqual([]);
    await ada.context.close();

    const mia = await changePassword('owner@emailed.example');
    expect(await mia.ended.getByRole('link', { name: TEXTS.portal.emailLoginLink }).count(), 'staff').toBe(0);
    await mia.context.close();
  });
});
