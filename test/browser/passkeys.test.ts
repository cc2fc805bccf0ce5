import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONFIRMED_MINUTES } from '../../domain/access/confirmation.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { linksTo } from '../support/emails.ts';
import { createSchool, freshEmail, PASSWORD } from '../support/school.ts';
import { addApp } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  closeVisitors,
  DESKTOP,
  describeInBrowser,
  expectAccessibleAtBothWidths,
  logIn,
  openBrowser,
  PHONE,
  signIn,
  visit,
} from './browser.ts';

const OWNER = 'owner@keys.example';
const ADMIN = 'admin@keys.example';
const VIEWER = 'viewer@keys.example';

/** Chromium's own, which verifies its user without asking. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

describeInBrowser('a passkey', () => {
  let server: TestServer;
  let browser: Browser;
  let clockShift = 0;
  beforeAll(async () => {
    server = await startTestServer({ now: () => Date.now() + clockShift });
    [, browser] = await Promise.all([createSchool(server, 'keys'), openBrowser()]);
  });
  afterAll(async () => {
    await closeVisitors(browser);
    await server.close();
  });

  test('is added, logs in, goes on in an ended session, confirms who it is, and is removed', async () => {
    const jun = await visit(browser, server.url, { viewport: PHONE });
    await signIn(jun, server.url, ADMIN, PASSWORD);
    const { page, context } = jun;
    const authenticator = await addAuthenticator(page);
    await page.goto('/account');
    const section = page.getByRole('region', { name: 'Passkeys' });
    await section.getByText(TEXTS.passkeys.empty).waitFor();
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    const name = section.getByLabel('Name of the passkey');
    await name.fill('');
    await page.keyboard.press('Enter');
    await section.getByText(TEXTS.forms.required).waitFor();
    await expectAccessibleAtBothWidths(jun, 'passkey-name');
    await name.fill('Jun’s phone');
    // A double click, quicker than the busy button.
    await section.locator('form').evaluate((form: { requestSubmit: () => void }) => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await section.getByText(TEXTS.passkeys.added('Jun’s phone', 'localhost')).waitFor();
    expect(await section.getByRole('listitem').count(), 'one for a double click').toBe(1);
    await section.getByText(TEXTS.passkeys.deviceBound).waitFor();
    await expectAccessibleAtBothWidths(jun, 'passkey-added');
    await section.getByRole('button', { name: 'Rename Jun’s phone' }).click();
    await name.fill('Work phone');
    await section.getByRole('button', { name: 'Save the name' }).click();
    await section.getByText(TEXTS.passkeys.renamed('Work phone')).waitFor();

    await context.clearCookies();
    // Otherwise the browser's offer in the field of the email takes it at once.
    await authenticator.verifies(false);
    await page.goto('/login');
    await page.getByLabel('Email').fill(ADMIN);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(TEXTS.passkeys.needed).waitFor();
    await expectAccessibleAtBothWidths(jun, 'passkey-login');
    const button = page.getByRole('button', { name: 'Log in with a passkey' });
    expect(await button.getAttribute('data-variant'), 'what helps is the first choice').toBe('filled');
    await button.click();
    await page.getByText(TEXTS.passkeys.cancelled).waitFor();
    // Otherwise this page's offer takes it, which is made again after the cancelled one.
    await page.goto('/enroll');
    await authenticator.verifies(true);
    // The offer in the field of the email is enough: Chromium's authenticator takes it without a press.
    const sent = () => page.waitForRequest((request) => request.url().endsWith('/api/passkeys/login'));
    const offered = sent();
    await page.goto('/login');
    await page.waitForURL((url) => url.pathname !== '/login');
    expect((await offered).postDataJSON()).toMatchObject({ isAfterPassword: false });

    await page.goto('/admin/config?tab=users');
    await page.getByRole('heading', { name: 'Users and Roles', level: 2 }).waitFor();
    await context.clearCookies();
    await page.getByRole('button', { name: new RegExp(VIEWER) }).click();
    await page.getByRole('button', { name: 'Log out on all devices' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out', exact: true }).click();
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByRole('button', { name: 'Log in with a passkey' }).waitFor();
    await expectAccessibleAtBothWidths(jun, 'passkey-session-ended');
    await ended.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await ended.getByText(TEXTS.passkeys.needed).waitFor();
    const pressed = sent();
    await ended.getByRole('button', { name: 'Log in with a passkey' }).click();
    await ended.waitFor({ state: 'detached' });
    expect((await pressed).postDataJSON()).toMatchObject({ isAfterPassword: true });

    clockShift = CONFIRMED_MINUTES * 60_000;
    await page.goto('/account');
    await section.getByRole('button', { name: 'Remove Work phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await confirmation.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
    await expectAccessibleAtBothWidths(jun, 'passkey-confirmation');

    const mia = await visit(browser, server.url, { viewport: DESKTOP });
    await signIn(mia, server.url, OWNER, PASSWORD);
    await mia.page.goto('/admin/config?tab=users');
    const row = mia.page.getByRole('row').filter({ hasText: ADMIN });
    await row.getByText(TEXTS.passkeys.count(1)).waitFor();

    await confirmation.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await section.getByText(TEXTS.passkeys.removed).waitFor();
    await section.getByText(TEXTS.passkeys.empty).waitFor();
    expect(jun.complaints).toEqual([]);
    expect(mia.complaints).toEqual([]);
    await Promise.all([context.close(), mia.context.close()]);
  });

  test('that was removed on another device while the confirmation asks for it gives way to the password', async () => {
    const email = freshEmail();
    const client = server.client();
    const { body: person } = await client.call('signup', { body: { email, password: PASSWORD } });
    const [link] = await linksTo(server.dataDir, email, '/verifyEmail');
    await client.call('verifyEmail', { body: { token: link?.searchParams.get('token') ?? '' } });
    const ada = await visit(browser, server.url, { viewport: PHONE });
    const { page, context } = ada;
    await signIn(ada, server.url, email, PASSWORD);
    await addAuthenticator(page);
    await page.goto('/account');
    const section = page.getByRole('region', { name: 'Passkeys' });
    const add = async (name: string) => {
      await section.getByRole('button', { name: 'Add a passkey' }).click();
      await section.getByLabel('Name of the passkey').fill(name);
      await page.keyboard.press('Enter');
    };
    await add('Lost phone');
    await section.getByText(TEXTS.passkeys.added('Lost phone', 'localhost')).waitFor();
    clockShift += CONFIRMED_MINUTES * 60_000;
    await add('New phone');
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
    await server.running.services.passkeys.removeAll(person._id);
    await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await section.getByText(TEXTS.passkeys.added('New phone', 'localhost')).waitFor();
    expect(await section.getByRole('listitem').count()).toBe(1);
    expect(ada.complaints).toEqual([]);
    await context.close();
  });

  test('of an applicant works at the address where it was added, and the pages say so', async () => {
    // Below `localhost`, each name is an address of its own.
    const host = 'keys.localhost';
    const email = freshEmail();
    const client = server.client();
    await client.call('signup', { body: { email, password: PASSWORD } });
    const [link] = await linksTo(server.dataDir, email, '/verifyEmail');
    await client.call('verifyEmail', { body: { token: link?.searchParams.get('token') ?? '' } });
    const own = `http://${host}:${new URL(server.url).port}`;
    const ada = await visit(browser, own, { viewport: PHONE });
    const { page, context } = ada;
    await addAuthenticator(page);
    const section = page.getByRole('region', { name: 'Passkeys' });
    const add = async (name: string, where: string) => {
      await section.getByRole('button', { name: 'Add a passkey' }).click();
      await section.getByLabel('Name of the passkey').fill(name);
      await page.keyboard.press('Enter');
      await section.getByText(TEXTS.passkeys.added(name, where)).waitFor();
    };
    await logIn(page, email, PASSWORD);
    await page.goto('/account');
    await add('At school', host);
    await context.clearCookies();
    await page.goto('/login');
    await page.waitForURL((url) => url.pathname !== '/login');

    await page.goto(`${server.url}/login`);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.getByText(TEXTS.passkeys.cancelled).waitFor();
    await expectAccessibleAtBothWidths(ada, 'passkey-of-another-address');
    await signIn(ada, server.url, email, PASSWORD);
    await page.goto(`${server.url}/account`);
    await section.getByText(TEXTS.passkeys.worksAt(host)).waitFor();
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.getByLabel('Name of the passkey').fill('At the portal');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByText(TEXTS.passkeys.confirmElsewhere([host])).waitFor();
    await expectAccessibleAtBothWidths(ada, 'passkey-confirmation-elsewhere');
    await dialog.getByRole('button', { name: 'Close' }).click();
    // The session of the other address, where the passkey logged in.
    const elsewhere = server.client();
    for (const { name, value } of await context.cookies(own)) elsewhere.cookies.set(name, value);
    const [code = ''] = await addApp(elsewhere, { now: () => Date.now() + clockShift });
    await page.reload();
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.getByLabel('Name of the passkey').fill('At the portal');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Code', { exact: true }).fill(code);
    await page.keyboard.press('Enter');
    await section.getByText(TEXTS.passkeys.added('At the portal', 'localhost')).waitFor();
    await expectAccessibleAtBothWidths(ada, 'passkeys-of-two-addresses');
    await context.clearCookies();
    await page.goto(`${server.url}/login`);
    await page.waitForURL((url) => url.hostname === 'localhost' && url.pathname !== '/login');
    await page.goto(`${own}/account`);
    await page.waitForURL((url) => url.hostname === host && url.pathname !== '/login');
    await page.goto(`${own}/account`);
    await section.getByText(TEXTS.passkeys.worksAt('localhost')).waitFor();
    await section.getByText(TEXTS.passkeys.worksAt(host)).waitFor();
    expect(ada.complaints).toEqual([]);
    await context.close();
  });
});
