import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONFIRMED_MINUTES } from '../../domain/access/confirmation.ts';
import { BULK_EMAILS_WAIT_MS, EMAILS_UNCONFIRMED } from '../../domain/bulk/action.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { emailsTo } from '../support/emails.ts';
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
const ADMIN = 'admin@asking.example';
const HOUR_MS = 3_600_000;

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

  test('shows the link of an Owner’s invitation, and sends it again', async () => {
    const orgId = world.organizationId;
    const email = 'next-owner@asking.example';
    const owner = await visit(browser, server.url);
    const { page, context } = owner;
    await signIn(owner, server.url, OWNER, PASSWORD);
    const client = await clientOf(owner, server.url);
    expect((await client.call('addUserToOrg', { body: { orgId, email, role: 'Owner' } })).status).toBe(200);
    clockShift += CONFIRMED_MINUTES * 60_000;
    await page.goto('/admin/config/users');
    const show = page.getByRole('button', { name: `Show link for ${email}` });
    const link = page.getByLabel(`Signup link for ${email}`, { exact: true });
    await show.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await link.count()).toBe(0);
    await expectAccessibleAtBothWidths(owner, 'hidden-invitation');
    await show.click();
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    const shown = await link.inputValue();
    expect(shown).toContain('/signup?token=');

    clockShift += CONFIRMED_MINUTES * 60_000;
    await page.reload();
    await page.getByRole('button', { name: `Resend the invitation of ${email}` }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(TEXTS.members.invitedAgain(email)).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    expect(await link.inputValue()).not.toBe(shown);
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

  /** Of each address, in their order. */
  const emailsSent = (addresses: readonly string[]) =>
    Promise.all(addresses.map(async (address) => (await emailsTo(server.dataDir, address)).length));
  const addresses = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${name}-${index}@asked.example`);
  const later = (ms: number) => {
    clockShift += ms;
  };
  const toNextHour = () => later(HOUR_MS - ((Date.now() + clockShift) % HOUR_MS));

  test('is the 51st invitation within an hour, of which nothing is sent after Cancel and one email after the password', async () => {
    const admin = await visit(browser, server.url);
    const { page, context } = admin;
    await signIn(admin, server.url, ADMIN, PASSWORD);
    const client = await clientOf(admin, server.url);
    toNextHour();
    later(CONFIRMED_MINUTES * 60_000);
    const all = addresses(EMAILS_UNCONFIRMED + 1, 'invited');
    const [last = '', ...others] = all.toReversed();
    for (const email of others) {
      const body = { orgId: world.organizationId, email, role: 'Viewer' } as const;
      expect((await client.call('addUserToOrg', { body })).status).toBe(200);
    }
    await page.goto('/admin/config?tab=users');
    const form = page.getByRole('region', { name: 'Add a user' });
    await form.getByLabel('Email').fill(last);
    await form.getByLabel('Role').selectOption('Viewer');
    await form.getByRole('button', { name: 'Add user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await form.getByText(TEXTS.accounts.unconfirmed).waitFor();
    await form.getByRole('button', { name: 'Add user' }).click();
    await expect.poll(() => emailsSent(all), { timeout: 20_000 }).toEqual([...others.map(() => 1), 0]);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(TEXTS.members.invited(last, 'Viewer')).waitFor();
    await expect.poll(() => emailsSent(all), { timeout: 20_000 }).toEqual(all.map(() => 1));
    expect(admin.complaints).toEqual([]);
    await context.close();
  });

  test('is an import with emails at its start, and again on its way beyond 50, and goes on where it was', async () => {
    const admin = await visit(browser, server.url);
    const { page, context } = admin;
    await signIn(admin, server.url, ADMIN, PASSWORD);
    toNextHour();
    later(CONFIRMED_MINUTES * 60_000);
    const all = addresses(EMAILS_UNCONFIRMED + 8, 'imported');
    const rows = all.map((email, index) => `Ana ${index},Cruz,${email}`);
    await page.goto('/admin/dashboard');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import a spreadsheet' }).click();
    await page.getByLabel('Import into').selectOption(world.batches.Open);
    const text = ['First name,Last name,Email', ...rows].join('\r\n');
    const file = { name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByLabel('Also send the emails and webhooks of a new application').check();
    const start = page.getByRole('button', { name: `Import ${all.length} applicants` });
    let parts = 0;
    await page.route('**/api/applications/import/*/rows**', async (route) => {
      parts += 1;
      // The confirmation ends while the first part is imported.
      if (parts === 2) later(CONFIRMED_MINUTES * 60_000);
      await route.continue();
    });
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    const confirm = async () => {
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    };
    await start.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(TEXTS.accounts.unconfirmed).waitFor();
    await start.click();
    await confirm();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(TEXTS.accounts.unconfirmed).waitFor();
    await page.getByText(`${EMAILS_UNCONFIRMED} of ${all.length} rows done`).waitFor();
    await page.getByRole('button', { name: 'Continue the import' }).click();
    await confirm();
    await page.getByText(`${all.length} imported`).waitFor();
    later(BULK_EMAILS_WAIT_MS);
    await expect.poll(() => emailsSent(all), { timeout: 20_000 }).toEqual(all.map(() => 1));
    expect(admin.complaints).toEqual([]);
    await context.close();
  });
});
