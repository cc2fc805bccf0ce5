import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { freshEmail } from '../support/school.ts';
import { expectNoSidewaysScroll, PHONE } from './browser.ts';
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
});
