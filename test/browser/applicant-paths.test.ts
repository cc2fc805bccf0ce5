import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ApplicationView } from '../../api/contract/applications.ts';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { createClient } from '../support/client.ts';
import { runIntakeIn } from '../support/running-server.ts';
import { freshEmail } from '../support/school.ts';
import { expectNoSidewaysScroll, expectWholeWords, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

const apply = (page: Page, nth: 'first' | 'last') =>
  page
    .getByRole('button', { name: /^Apply to / })
    [nth]()
    .click();

describePortal('the ways of applicants', (portal) => {
  test('the header leads to their applications from every page', async () => {
    const { page, complaints, context } = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: PHONE });
    await page.goto('/payments');
    await page.getByRole('link', { name: 'My applications' }).click();
    await page.getByRole('heading', { name: 'Ongoing enrollments' }).waitFor();
    await expectNoSidewaysScroll(page);
    const header = await page.locator('header').first().boundingBox();
    expect(header?.height, 'two rows').toBeLessThanOrEqual(112);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('Back returns from checking the answers and from a program; another program keeps name and email', async () => {
    const email = freshEmail();
    const { page, complaints, context } = await portal.visit({ viewport: PHONE });
    await page.goto('/enroll');
    await apply(page, 'first');
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Email').fill(email);
    await apply(page, 'last');
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Grace');
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await page.goBack();
    await page.goBack();
    await page.getByLabel('First name').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/enroll');

    await page.getByRole('button', { name: 'Apply to Full-Stack, day' }).click();
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('How much have you programmed?').selectOption('A few tutorials');
    await page.getByLabel('Why do you want to become a developer?').fill('To find the moth.');
    await page.getByLabel('Where did you hear about our bootcamp?').selectOption('Reddit');
    const checking = page.getByRole('heading', { name: 'Check your answers' });
    await page.getByRole('button', { name: 'Check your answers' }).click();
    await checking.waitFor();
    await page.goBack();
    expect(await page.getByLabel('Last name').inputValue()).toBe('Hopper');
    await page.getByLabel('Last name').fill('Murray');
    await page.goForward();
    expect(await page.getByLabel('Last name').inputValue(), 'older answers are never shown').toBe('Murray');
    await page.getByRole('button', { name: 'Check your answers' }).click();
    await checking.waitFor();
    await page.getByText('Murray').waitFor();
    await page.getByRole('button', { name: 'Edit answers' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('form-title');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('no word is broken on a narrow phone or with large text, and the journey becomes a list', async () => {
    const { page, complaints, context } = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: PHONE });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Ongoing enrollments' }).waitFor();
    await expectWholeWords(page);
    for (const [path, heading] of [
      ['/enroll', 'Apply to join Bagwis Code Academy'],
      ['/account', 'My account'],
      ['/payments', 'Payments'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await expectWholeWords(page);
    }
    await page.goto('/');
    await page
      .getByRole('link', { name: /Full-Stack, day/ })
      .first()
      .click();
    const stations = page.getByRole('list', { name: 'Steps to enrollment' }).getByRole('listitem');
    await stations.first().waitFor();
    await expectWholeWords(page);
    const lines = async () =>
      new Set((await Promise.all((await stations.all()).map((one) => one.boundingBox()))).map((box) => box?.y)).size;
    expect(await lines(), 'in one row').toBe(1);
    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(lines, { message: 'one below the other' }).toBe(5);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a page is shown where it was left, also one that still loads', async () => {
    const { page, complaints, context } = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: PHONE });
    const place = () => page.evaluate('Math.round(scrollY)');
    await page.goto('/');
    await page
      .getByRole('link', { name: /Full-Stack, day/ })
      .first()
      .click();
    await page.getByLabel('Hours a week that you can study').waitFor();
    await page.evaluate('scrollTo(0, 700)');
    await expect.poll(place).toBe(700);
    await page.evaluate('document.querySelector(\'a[href^="/batch/"]\').click()');
    await page.waitForURL('**/batch/*');
    await page.getByRole('heading', { name: 'Full-Stack, day' }).waitFor();
    await expect.poll(place, { message: 'a new page begins at its top' }).toBe(0);
    await page.goBack();
    await expect.poll(place).toBe(700);
    await page.goto('/payments');
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    await page.route('**/assets/form-step*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.goBack();
    await page.getByLabel('Hours a week that you can study').waitFor();
    await expect.poll(place).toBe(700);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a page whose code cannot be loaded offline says so, and opens with the connection', async () => {
    const { page, context } = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: PHONE });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Ongoing enrollments' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByRole('heading', { name: 'This page has not loaded yet' }).waitFor();
    await expect.poll(() => page.title()).toContain('This page has not loaded yet');
    await page.getByText('You’re offline. The page opens when you reconnect.').waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('heading', { name: 'Ongoing enrollments' }).waitFor();
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'This page has not loaded yet' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    await context.close();
  });

  test('who gets a contract reads how to sign it and whom to ask', async () => {
    const { page, context } = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: PHONE });
    const answer = await context.request.get(`${portal.url}/api/applications?filter=mine`);
    const [application] = (await answer.json()) as readonly ApplicationView[];
    const owner = createClient(portal.url);
    await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const status = async (next: ApplicationView['status']) =>
      owner.call('changeApplication', { params: { id: application?._id ?? '' }, body: { status: next } });
    expect((await status('CONTRACT SENT')).status).toBe(200);
    await page.goto(`/application/${application?._id}`);
    await page.getByRole('region', { name: 'Your contract' }).getByText('sign the last page').waitFor();
    await page.getByRole('region', { name: 'Contact us' }).getByText('admissions@bagwis.example').waitFor();
    await expectWholeWords(page);
    expect((await status('INTERVIEW PENDING')).status).toBe(200);
    await context.close();
  });

  test('where schools share a host, home and the page of an application bring their first screens and keep their school', async () => {
    const { port } = new URL(portal.url);
    const other = ['--name', 'Another School', '--slug', 'another', '--owner-email', freshEmail()];
    await runIntakeIn({ DATA_DIR: portal.directory, PORT: port }, 'organization', 'create', ...other);
    const { page, complaints, context } = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: PHONE });
    const answer = await context.request.get(`${portal.url}/api/applications?filter=mine`);
    const [application] = (await answer.json()) as readonly ApplicationView[];
    const firstScreen = async (path: string, heading: string, whole: Locator) => {
      const code = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await code.promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByRole('heading', { name: heading }).waitFor();
      await page.getByRole('banner').getByText('Bagwis Code Academy').waitFor();
      code.resolve();
      await whole.waitFor();
      await page.unrouteAll();
      await page.evaluate('localStorage.clear()');
    };
    await firstScreen('/', 'Welcome to Bagwis Code Academy', page.getByText('your time zone, '));
    await firstScreen(
      `/application/${application?._id}`,
      'You are here',
      page.getByLabel('Hours a week that you can study'),
    );
    await page.getByRole('link', { name: 'Enroll', exact: true }).click();
    await page.getByRole('heading', { name: 'Apply to join Bagwis Code Academy' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
