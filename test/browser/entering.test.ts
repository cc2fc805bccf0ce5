import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { runIntakeIn } from '../support/running-server.ts';
import { freshEmail } from '../support/school.ts';
import { expectAccessible, expectAccessibleAtBothWidths, PHONE, signIn } from './browser.ts';
import { emailedLinks, nextEmailedLink } from './emailed-links.ts';
import { openPage } from './every-page.ts';
import { describePortal } from './portal.ts';

const PASSWORD = 'nanoseconds-of-wire';

describePortal('signing in', (portal) => {
  const passwordOf = (page: Awaited<ReturnType<typeof portal.visit>>['page']) =>
    page.getByLabel('Password', { exact: true });

  test('uses one form for login and signup, which keeps what was typed and shows what failed', async () => {
    const grace = await portal.visit({ viewport: PHONE });
    const { page } = grace;
    const email = freshEmail();
    await page.goto('/login?next=%2Faccount');
    await page.getByLabel('Email').fill(email);
    await passwordOf(page).fill('not-an-account');
    await passwordOf(page).press('Enter');
    const failure = page.getByRole('alert').filter({ hasText: TEXTS.accounts.loginFailed });
    await failure.waitFor();
    await expect.poll(() => failure.evaluate((notice) => notice === notice.ownerDocument.activeElement)).toBe(true);
    await expectAccessibleAtBothWidths(grace, 'login-failed');

    await page.getByRole('link', { name: 'Create your account' }).click();
    await page.getByText(TEXTS.accounts.signUpPrompt).waitFor();
    expect(await failure.count(), 'what failed on the other way').toBe(0);
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await passwordOf(page).fill('short');
    await page.getByText('Too short').waitFor();
    await passwordOf(page).fill('manila2026');
    await page.getByText('Easy to guess.').waitFor();
    await expectAccessibleAtBothWidths(grace, 'signup');
    await page.getByRole('button', { name: 'Show the password' }).click();
    expect(await passwordOf(page).getAttribute('type')).toBe('text');
    await passwordOf(page).fill(PASSWORD);
    await page.getByText('Strong', { exact: true }).waitFor();
    await passwordOf(page).press('Enter');
    await page.waitForURL('**/account');
    expect(grace.complaints).toEqual([]);
    await grace.context.close();
  });

  test('Back to the login finds the email as it was typed', async () => {
    const { page, context } = await portal.visit({ viewport: PHONE });
    const email = page.getByLabel('Email');
    await page.goto('/login?next=%2Faccount');
    await email.fill('ada@applicant');
    for (const link of [TEXTS.entering.forgotPassword, TEXTS.portal.emailLoginLink]) {
      await page.getByRole('link', { name: link }).click();
      await page.getByRole('button', { name: 'Send me a link' }).waitFor();
      expect(await email.inputValue()).toBe('ada@applicant');
      await page.goBack();
      await passwordOf(page).waitFor();
      expect(await email.inputValue(), link).toBe('ada@applicant');
      expect(page.url()).toMatch(/\/login\?next=%2Faccount$/);
    }
    await context.close();
  });

  test('keeps the button busy until the next page has loaded', async () => {
    const ada = await portal.visit({ viewport: PHONE });
    const { page } = ada;
    await page.goto('/login');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/home-page.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('Email').fill(DEMO_APPLICANT);
    await passwordOf(page).fill(DEMO_PASSWORD);
    const answers: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/api/login')) answers.push(response.url());
    });
    await page.getByRole('button', { name: 'Log in', exact: true }).dblclick();
    await expect.poll(() => answers.length).toBe(1);
    await page
      .getByRole('link', { name: 'Logout' })
      .or(page.getByRole('button', { name: 'Logout' }))
      .waitFor();
    const button = page.getByRole('button', { name: 'Log in', exact: true });
    expect(await button.isDisabled()).toBe(true);
    expect(await button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await passwordOf(page).press('Enter');
    letGo();
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    expect(answers.length, 'a double click, and presses while it waits').toBe(1);
    await page.goto('/signup');
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    await page.goto('/login?token=made-up');
    await page.getByRole('heading', { name: 'This invitation cannot be used' }).waitFor();
    await ada.context.close();
  });

  test('a person with an unproven email learns what to do, and gets the link again', async () => {
    const email = freshEmail();
    const elsewhere = createClient(portal.url);
    await elsewhere.call('signup', { body: { email, password: PASSWORD } });
    const known = [await nextEmailedLink(portal.directory, '/verifyEmail', { to: email })];
    const ida = await portal.visitAs(email, PASSWORD, { viewport: PHONE });
    const { page } = ida;
    await page.goto('/');
    await page.getByText(`Applied with ${email}? Open the link we emailed you`).waitFor();
    await expectAccessibleAtBothWidths(ida, 'home-unconfirmed');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText(TEXTS.accounts.verificationSent).waitFor();
    await page.goto(await nextEmailedLink(portal.directory, '/verifyEmail', { to: email, known }));
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await page.getByText('Thank you, your email is confirmed.').waitFor();
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await page.getByRole('link', { name: 'See the programs' }).waitFor();
    expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    expect((await emailedLinks(portal.directory, '/verifyEmail', email)).length).toBe(2);
    expect(ida.complaints).toEqual([]);
    await ida.context.close();
  });

  test('shows applicants their status and next step, and links staff to their pages', async () => {
    const ada = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: PHONE });
    await ada.page.goto('/');
    await ada.page.getByRole('heading', { name: 'Ongoing enrollments' }).waitFor();
    await ada.page.getByText('Next: Book your interview').waitFor();
    await expectAccessible(ada, 'home');
    await signIn(ada, portal.url, 'mia@bagwis.example', DEMO_PASSWORD);
    await ada.page.goto('/');
    await ada.page.getByRole('heading', { name: 'Staff pages' }).waitFor();
    await expectAccessible(ada, 'home-staff');
    await ada.page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
    await ada.page.getByRole('heading', { name: 'Applications Dashboard' }).waitFor();
    await ada.context.close();
  });

  test('nothing moves while a page loads for a signed-in person', async () => {
    const { page, context } = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: PHONE });
    await openPage({ page }, '/');
    await page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.shift += value;
      }).observe({ type: 'layout-shift', buffered: true });
    `);
    const shifts: Record<string, number> = {};
    for (const path of ['/', '/payments', '/account']) {
      await openPage({ page }, path);
      await page.getByRole('banner').getByText('Bagwis Code Academy').waitFor();
      shifts[path] = await page.evaluate<number>('window.shift');
    }
    // The home page is drawn before the web font is there, whose letters are slightly wider.
    const { '/': home, ...others } = shifts;
    expect(home).toBeLessThan(0.001);
    expect(others).toEqual({ '/payments': 0, '/account': 0 });
    await context.close();
  });

  test('an anonymous applicant whose email has an account logs in to it after applying', async () => {
    const email = freshEmail();
    await createClient(portal.url).call('signup', { body: { email, password: PASSWORD } });
    const joan = await portal.visit({ viewport: PHONE });
    const { page } = joan;
    await page.goto('/enroll');
    await page.getByRole('button', { name: 'Apply to Full-Stack, day' }).click();
    await page.getByLabel('First name').fill('Joan');
    await page.getByLabel('Last name').fill('Clarke');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('How much have you programmed?').selectOption('A few tutorials');
    await page.getByLabel('Why do you want to become a developer?').fill('For the patterns.');
    await page.getByLabel('Where did you hear about our bootcamp?').selectOption('Reddit');
    await page.getByRole('button', { name: 'Check your answers' }).click();
    await page.getByRole('button', { name: 'Submit application' }).click();
    await page.getByText(TEXTS.enroll.thankYou).waitFor();
    await page.getByRole('button', { name: 'Log in instead' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await passwordOf(page).fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByText(TEXTS.accounts.loginFailed).waitFor();
    await expectAccessibleAtBothWidths(joan, 'apply-log-in');
    await passwordOf(page).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in and continue' }).click();
    await page.waitForURL('**/application/*');
    await page.getByText('You are here').waitFor();
    expect(joan.complaints).toEqual([]);
    await joan.context.close();
  });

  test('the chosen school is kept if several schools share an address', async () => {
    const { port } = new URL(portal.url);
    const slug = `harborline-${randomUUID().slice(0, 8)}`;
    const school = `Harborline Academy ${slug.slice(-8)}`;
    const other = ['--name', school, '--slug', slug, '--owner-email', freshEmail()];
    await runIntakeIn({ DATA_DIR: portal.directory, PORT: port }, 'organization', 'create', ...other);
    const someone = await portal.visit({ viewport: PHONE });
    const { page } = someone;
    await page.route('**/api/organizations*', (route) => route.fulfill({ json: [] }));
    await page.goto('/');
    await page.getByRole('heading', { name: 'Find your school' }).waitFor();
    await page.getByText(TEXTS.portal.useLinkOfSchool).waitFor();
    await expectAccessible(someone, 'find-school');
    expect(await page.getByRole('main').getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    await page.goto('/enroll?batchId=no-such-program');
    await page.getByRole('heading', { name: 'We couldn’t find this school' }).waitFor();
    await page.unrouteAll();
    await page.goto('/?organizationId=no-such-school');
    await page.getByRole('heading', { name: 'Choose your school' }).waitFor();
    await expectAccessible(someone, 'no-school');
    await page.getByRole('link', { name: school }).click();
    await page.getByText(TEXTS.enroll.noOpenBatches).waitFor();
    await page.getByRole('link', { name: 'Login' }).click();
    await page.reload();
    await page.getByRole('banner').getByText(school).waitFor();
    await expect.poll(() => page.title()).toBe(`Log in · ${school}`);
    await someone.context.close();

    const invited = await portal.visit({ viewport: PHONE });
    await invited.page.goto(`/apply/${slug}`);
    await invited.page.getByRole('banner').getByText(school).waitFor();
    await invited.page.getByRole('link', { name: 'Enroll', exact: true }).click();
    await invited.page.getByRole('heading', { name: `Apply to join ${school}` }).waitFor();
    await invited.context.close();
  });
});
