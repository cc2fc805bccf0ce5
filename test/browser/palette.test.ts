import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { createClient } from '../support/client.ts';
import { expectAccessible, expectNoSidewaysScroll, PHONE, takePicture } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const VIEWER = 'noel@bagwis.example';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

describePortal('the command palette', (portal) => {
  const adaAtSchool = async () => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    const [ada] = (await client.call('searchApplicants', { query: { search: DEMO_APPLICANT } })).body;
    if (!ada) throw new Error(`${DEMO_APPLICANT} has not applied`);
    return ada;
  };

  test('takes an Owner by keyboard to an applicant, a setting’s field and an action of the page', async () => {
    const ada = await adaAtSchool();
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/dashboard');
    await page.getByText(/\d applications? shown/).waitFor();
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await box(page).waitFor();
    await option(page, 'Add new applicant').waitFor();
    await expectAccessible(mia, 'palette');
    await page.keyboard.type(`${ada.lastName} ${ada.firstName}`.toLowerCase());
    const applicants = page.getByRole('group', { name: 'Applicants' });
    await applicants.getByRole('option', { name: new RegExp(`#${ada.trackingNumber}`) }).waitFor();
    await expectAccessible(mia, 'palette-applicants');
    await box(page).fill(`#${ada.trackingNumber}`);
    const hit = applicants.getByRole('option').first();
    await expect.poll(() => hit.textContent()).toContain(DEMO_APPLICANT);
    expect(await box(page).getAttribute('aria-activedescendant')).toBe(await hit.getAttribute('id'));
    // Enter before the answer arrives does not open a result of the earlier text.
    await box(page).fill('a');
    await expect.poll(() => hit.textContent()).not.toContain(`#${ada.trackingNumber}`);
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/applicants?*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await box(page).fill(DEMO_APPLICANT);
    await page.keyboard.press('Enter');
    answer.resolve();
    await page.waitForURL(`**/application/${ada._id}`);
    await page.unroute('**/api/applicants?*');

    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: 'Recent applicants' }).getByRole('option').first().waitFor();
    await page.keyboard.type('calendly');
    await option(page, /Calendly access token/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/config/organization#calendlyAccessToken');
    await expect
      .poll(() => page.evaluate('document.activeElement?.labels?.[0]?.textContent ?? ""'))
      .toContain('Calendly');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('zzzz');
    await page.getByText(/^Nothing found/).waitFor();
    await box(page).fill('duplicate');
    await option(page, /^Duplicate /)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await box(page).waitFor({ state: 'hidden' });
    await page.goto('/admin/dashboard');
    await page.getByText(/\d applications? shown/).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('csv');
    const [download] = await Promise.all([page.waitForEvent('download'), option(page, /visible data as CSV/).click()]);
    expect(download.suggestedFilename()).toBe('applications.csv');
  });

  test('offers a Viewer on a phone what they may do, and says when the search fails', async () => {
    const noel = await portal.visitAs(VIEWER, DEMO_PASSWORD, { viewport: PHONE, colorScheme: 'dark' });
    const { page } = noel;
    await page.goto('/admin/config/batches');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await option(page, 'Switch to the light theme').waitFor();
    for (const name of ['Add new applicant', 'New batch', 'Invite a user'])
      expect(await option(page, name).count()).toBe(0);
    await page.route('**/api/applicants?*', (route) => route.abort());
    await page.keyboard.type('ana');
    await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 20_000 });
    await expectAccessible(noel, 'palette-failed');
    await page.unroute('**/api/applicants?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('group', { name: 'Applicants' }).getByRole('option').first().waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(noel, 'palette-phone');
    await takePicture(page, 'palette-phone-dark');
  });

  test('is not for applicants', async () => {
    const { page } = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD);
    await page.goto('/');
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('button', { name: 'Search', exact: true }).count()).toBe(0);
    expect(await box(page).count()).toBe(0);
  });
});
