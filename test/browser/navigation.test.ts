import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';

interface Place {
  readonly entries: number;
  readonly path: string;
  readonly key: string;
}

/** How far Back and Forward can go, and where the page is between them. */
const placeOf = (page: Page) =>
  page.evaluate('({ entries: history.length, path: location.pathname, key: history.state?.key })') as Promise<Place>;

describePortal('the history of a tab', (portal) => {
  const typing = async () => {
    const visitor = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = visitor;
    await page.goto('/admin/config/batches');
    await page.getByRole('link', { name: 'Payment models' }).first().click();
    await page.getByRole('heading', { name: 'Payment models', level: 2 }).waitFor();
    return {
      ...visitor,
      begin: async () => {
        await page.getByRole('link', { name: 'New payment model' }).click();
        await page.getByLabel('Name').fill('Half-typed');
        await page.getByText('1 change not live: Name').waitFor();
      },
    };
  };
  const answer = async (page: Page, button: 'Cancel' | 'Leave') => {
    const asking = page.getByRole('dialog');
    await asking.getByRole('button', { name: button }).click();
    await asking.waitFor({ state: 'detached' });
  };

  test('is as before after Back is pressed twice at once on a page with changes, and the question is cancelled', async () => {
    const { page, context, complaints, begin } = await typing();
    await begin();
    const before = await placeOf(page);
    for (const press of ['history.back(); history.back()', 'history.go(-2)']) {
      await page.evaluate(press);
      await page.getByRole('dialog').waitFor();
      await expect.poll(() => placeOf(page), { message: press }).toEqual(before);
      await answer(page, 'Cancel');
      expect(await page.getByLabel('Name').inputValue()).toBe('Half-typed');
    }
    await page.evaluate('history.go(-2)');
    await answer(page, 'Leave');
    await page.waitForURL('**/config/batches');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('is asked about, too, after the link to the content was followed on the page before', async () => {
    const { page, context, complaints, begin } = await typing();
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await skip.focus();
    for (const name of ['followed', 'followed again']) {
      await skip.press('Enter');
      await page.locator('main:focus').waitFor();
      expect(new URL(page.url()).hash, name).toBe('#main');
      await skip.focus();
    }
    await begin();
    const before = await placeOf(page);
    await page.goBack();
    await answer(page, 'Cancel');
    await expect.poll(() => placeOf(page)).toEqual(before);
    await page.evaluate('history.go(-3)');
    await answer(page, 'Leave');
    await page.waitForURL('**/config/batches');
    await page.getByRole('heading', { name: 'Batches', level: 2 }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('has one entry for two clicks while the code of a page still loads, and the second click decides', async () => {
    const { page, context, complaints } = await portal.visitAs(OWNER, DEMO_PASSWORD);
    await page.goto('/account');
    const menu = page.getByRole('navigation');
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    const before = await placeOf(page);
    const { promise: code, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', (route) => code.then(() => route.continue()));
    await menu.getByRole('link', { name: 'Reports' }).dblclick();
    await menu.getByRole('link', { name: 'Dashboard' }).click();
    release();
    await page.getByRole('heading', { name: 'Applications Dashboard' }).waitFor();
    expect(await placeOf(page)).toMatchObject({ entries: before.entries + 1, path: '/admin/dashboard' });
    await page.goBack();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('offers to load a page again whose code did not arrive', async () => {
    const { page, context } = await portal.visit({ viewport: PHONE });
    await page.route('**/assets/portal-*.js', (route) => route.abort());
    await page.goto('/login');
    const note = page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' });
    await note.waitFor();
    await page.unrouteAll();
    await note.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(await note.count()).toBe(0);
    await context.close();
  });

  test('begins each page that is opened by its address at the top, and keeps where the one before was left', async () => {
    const { page, context, complaints } = await portal.visit({ viewport: PHONE });
    const isAt = (top: number) => expect.poll(() => page.evaluate('Math.round(scrollY)')).toBe(top);
    const open = page.getByRole('heading', { name: 'Full-Stack, day' });
    await page.goto('/enroll');
    await open.waitFor();
    await page.getByText('your time zone, ').waitFor();
    await page.evaluate('scrollTo(0, 300)');
    await isAt(300);
    await page.goto('/enroll?utm_source=letter');
    await page.getByText('your time zone, ').waitFor();
    // As a table that grows would be scrolled.
    await page.waitForTimeout(500);
    await isAt(0);
    await page.goBack();
    await isAt(300);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('leads back to the dashboard only where the dashboard is the page before', async () => {
    const { page, context, complaints } = await portal.visitAs(OWNER, DEMO_PASSWORD);
    await page.goto('/admin/dashboard');
    await page.getByText(/\d applications? shown/).waitFor();
    await page.goto('/account');
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill(DEMO_APPLICANT);
    await page.getByRole('group', { name: 'Applicants' }).getByRole('option').first().click();
    await page.waitForURL('**/application/*');
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await page.waitForURL('**/admin/dashboard');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('has no entry that could name another host', async () => {
    const { page, context, complaints } = await portal.visit();
    await page.goto(`${portal.url}//other.example/page`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    expect(page.url()).toBe(`${portal.url}/other.example/page#main`);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
