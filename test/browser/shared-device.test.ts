import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { freshEmail } from '../support/school.ts';
import { logIn, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

const OFFLINE = 'You’re offline. We’ve saved what you typed and will send it when you reconnect.';

describePortal('a shared device on an unreliable network', (portal) => {
  const fillIn = async (page: Page, email: string) => {
    await page.goto('/enroll');
    await page.getByRole('button', { name: 'Apply to Full-Stack, day' }).click();
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('How much have you programmed?').selectOption('A few tutorials');
    await page.getByLabel('Why do you want to become a developer?').fill('To find the moth.');
    await page.getByLabel('Where did you hear about our bootcamp?').selectOption('Reddit');
    await page.getByRole('button', { name: 'Check your answers' }).click();
    await page.getByRole('button', { name: 'Submit application' }).waitFor();
  };

  test('what is sent offline says so, arrives once, and leaves nothing for the next person', async () => {
    const { page, context, complaints } = await portal.visit({ viewport: PHONE });
    const submit = page.getByRole('button', { name: 'Submit application' });
    const besideTheButton = page.getByRole('main').getByText(OFFLINE);
    await fillIn(page, freshEmail());

    await context.setOffline(true);
    await page.getByText('You’re offline. We’ve saved what you typed on this device.').waitFor();
    await submit.click();
    await besideTheButton.waitFor();
    expect(await page.locator('[data-loading]').count(), 'no spinner').toBe(0);
    await page.getByRole('button', { name: 'Edit answers' }).click();
    await page.getByLabel('First name').fill('Gracia');
    await page.getByRole('button', { name: 'Check your answers' }).click();
    await submit.click();
    const sent: (string | null)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/applications')) sent.push(request.postData());
    });
    await context.setOffline(false);
    await page.getByText('Thank you for providing your information!').waitFor();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('Gracia');

    await page.getByLabel('Password', { exact: true }).fill('nanoseconds-of-wire');
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await page.waitForURL('**/application/*');
    await page.getByLabel('Where do you live?').fill('Manila');
    await page.getByLabel('Hours a week that you can study').selectOption('30 to 40');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await besideTheButton.waitFor();
    await context.setOffline(false);
    await page.getByText('Book your interview').first().waitFor();
    await besideTheButton.waitFor({ state: 'detached' });

    await page.goto('/enroll');
    await page
      .getByRole('button', { name: /^Apply to / })
      .first()
      .click();
    await page.getByLabel('First name').fill('Only for me');
    await page.getByText('Draft saved on this device').waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Login' }).waitFor();
    expect(await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('intake.draft'))")).toEqual(
      [],
    );
    await page
      .getByRole('button', { name: /^Apply to / })
      .last()
      .click();
    expect(await page.getByLabel('First name').inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('an anonymous application survives a reload, and is hidden from the next person', async () => {
    const { page, context, complaints } = await portal.visit({ viewport: PHONE });
    const thanks = page.getByRole('heading', { name: TEXTS.enroll.thankYou });
    const form = page.getByLabel('First name');
    const applyTo = async (email: string) => {
      await fillIn(page, email);
      await page.getByRole('button', { name: 'Submit application' }).click();
      await thanks.waitFor();
      await page.reload();
      await thanks.waitFor();
      await page.getByText(email).waitFor();
    };
    await applyTo(freshEmail());
    const other = await context.newPage();
    await logIn(other, DEMO_APPLICANT, DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await other.getByRole('button', { name: 'Logout' }).click();
    await form.waitFor();
    await page.reload();
    await form.waitFor();

    await applyTo(freshEmail());
    await page.getByRole('button', { name: 'Apply for another person' }).click();
    await form.waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a log-in or log-out applies to all tabs, and the next person sees nothing of the former one', async () => {
    const { page, context, complaints } = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD);
    const enrollments = page.getByRole('heading', { name: 'Ongoing enrollments' });
    const other = await context.newPage();
    await page.goto('/');
    await enrollments.waitFor();
    await other.goto('/account');
    await other.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Login' }).waitFor();
    await page.waitForURL('**/enroll');

    await logIn(other, DEMO_APPLICANT, DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await page.getByRole('link', { name: 'Bagwis Code Academy' }).click();
    await enrollments.waitFor();
    // A pending request would reveal that the session has ended, and the page would leave.
    await page.getByText('Next:').waitFor();

    // The session ends unnoticed, and the next person's data is delayed.
    await page.route('**/api/applications?*', async (route) => {
      await arrived;
      await route.continue();
    });
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await context.clearCookies();
    await logIn(other, 'noel@bagwis.example', DEMO_PASSWORD);
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).waitFor();
    expect(await enrollments.count()).toBe(0);
    arrive();
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('malformed addresses show the page for absent documents', async () => {
    const { page, context, complaints } = await portal.visit({ viewport: PHONE });
    await page.goto(`/login?next=${encodeURIComponent('/..//evil.example')}`);
    await page.getByLabel('Email').fill(DEMO_APPLICANT);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    for (const address of ['/application/%25', '/batch/%2F', '/apply/%25']) {
      await page.goto(portal.url + address);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
