import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONFIRMED_MINUTES } from '../../domain/access/confirmation.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { PASSWORD } from '../support/school.ts';
import { addApp } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld, type World } from '../support/world.ts';
import {
  clientOf,
  closeVisitors,
  describeInBrowser,
  expectAccessibleAtBothWidths,
  openBrowser,
  signIn,
  visit,
} from './browser.ts';

const OWNER = 'owner@asking.example';

describeInBrowser('a call that needs a confirmation', () => {
  let server: TestServer;
  let world: World;
  let browser: Browser;
  let clockShift = 0;
  beforeAll(async () => {
    server = await startTestServer({ now: () => Date.now() + clockShift });
    [world, browser] = await Promise.all([createWorld(server, 'asking'), openBrowser()]);
  });
  afterAll(async () => {
    await closeVisitors(browser);
    await server.close();
  });

  test('waits while one dialog asks, is refused after Cancel and made again after the password', async () => {
    const owner = await visit(browser, server.url);
    const { page, context } = owner;
    await signIn(owner, server.url, OWNER, PASSWORD);
    clockShift = CONFIRMED_MINUTES * 60_000;
    await page.goto('/admin/config/tokens');
    await page.getByText(TEXTS.apiTokens.none).waitFor();
    await page.getByLabel('Name').fill('Mirror');
    await page.getByRole('checkbox', { name: TEXTS.apiTokens.scopes.events }).check();
    const create = page.getByRole('button', { name: 'Create token' });
    await create.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    const password = dialog.getByLabel('Password', { exact: true });
    await expect.poll(() => password.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
    expect(await dialog.getByLabel('Email').inputValue()).toBe(OWNER);
    await expectAccessibleAtBothWidths(owner, 'confirmation');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(TEXTS.accounts.unconfirmed).first().waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Mirror');

    await create.click();
    await password.fill('not-hers');
    await page.keyboard.press('Enter');
    await dialog.getByText(TEXTS.privacy.passwordWrong).waitFor();
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(TEXTS.apiTokens.shownOnce).waitFor();
    expect((await world.staff.Owner.call('listApiTokens')).body.map(({ name }) => name)).toEqual(['Mirror']);
    await context.close();
  });

  test('takes a code of the authenticator app instead of the password', async () => {
    const owner = await visit(browser, server.url);
    const { page, context } = owner;
    await signIn(owner, server.url, OWNER, PASSWORD);
    const [code = ''] = await addApp(await clientOf(owner, server.url), { now: () => Date.now() + clockShift });
    clockShift += CONFIRMED_MINUTES * 60_000;
    await page.goto('/admin/config/tokens');
    await page.getByLabel('Name').fill('Warehouse');
    await page.getByRole('checkbox', { name: TEXTS.apiTokens.scopes.events }).check();
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Code', { exact: true }).fill('000000');
    expect(await dialog.getByLabel('Password').count()).toBe(0);
    await expectAccessibleAtBothWidths(owner, 'confirmation-by-code');
    await page.keyboard.press('Enter');
    await dialog.getByText(TEXTS.secondFactors.codeWrong).waitFor();
    await dialog.getByLabel('Code', { exact: true }).fill(code);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(TEXTS.apiTokens.shownOnce).waitFor();
    await context.close();
  });
});
