import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type Client, createClient } from '../support/client.ts';
import { expectAccessible, logIn, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';

describePortal('a page whose session has ended', (portal) => {
  const owner = async (): Promise<Client> => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    return client;
  };
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
  const password = (page: Page) => dialogOf(page).getByLabel('Password', { exact: true });
  const newApplication = async (client: Client) => (await client.call('listApplications')).body[0]?._id ?? '';
  const endSession = (context: BrowserContext) => context.clearCookies();

  test('stays, asks for the password of the same person, and goes on with what was pressed', async () => {
    const client = await owner();
    const id = await newApplication(client);
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page, context } = mia;
    await page.goto(`/application/${id}`);
    const note = page.getByLabel('Interview notes');
    const comment = page.getByLabel('Add a comment');
    await note.fill('Calm and kind');
    await comment.fill('Call her on Monday');
    await endSession(context);
    await page.getByRole('button', { name: 'Save Interview notes' }).click();
    await dialogOf(page).waitFor();
    const email = dialogOf(page).getByLabel('Email');
    expect(await email.inputValue()).toBe(OWNER);
    expect(await email.isEditable()).toBe(false);
    await expect.poll(() => password(page).evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
    await expectAccessible(mia, 'session-ended');
    for (const _ of [1, 2]) await page.keyboard.press('Escape');
    await password(page).fill('not-hers');
    await page.keyboard.press('Enter');
    await dialogOf(page).getByText(TEXTS.accounts.loginFailed).waitFor();
    await page.route('**/api/login*', (route) =>
      route.fulfill({ status: 429, json: { message: TEXTS.accounts.tooManyAttempts } }),
    );
    await dialogOf(page).getByRole('button', { name: 'Log in', exact: true }).click();
    await dialogOf(page).getByText(TEXTS.accounts.tooManyAttempts).waitFor();
    await page.unroute('**/api/login*');

    await password(page).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor({ state: 'detached' });
    const saved = async () => (await client.call('getApplication', { params: { id } })).body.interviewNotes;
    await expect.poll(saved).toBe('Calm and kind');
    expect(await comment.inputValue()).toBe('Call her on Monday');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.getByRole('listitem').getByText('Call her on Monday').first().waitFor();
    expect(mia.complaints).toEqual([]);
    await context.close();
  });

  test('is left with another account, and shows nothing of one person to another', async () => {
    const client = await owner();
    const id = await newApplication(client);
    const { page, context } = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: PHONE });
    await page.goto(`/application/${id}`);
    const comment = page.getByLabel('Add a comment');
    await comment.fill('Only for colleagues');
    await endSession(context);
    await page.getByRole('button', { name: 'Add comment' }).click();
    await dialogOf(page).waitFor();
    const other = await context.newPage();
    await logIn(other, 'noel@bagwis.example', DEMO_PASSWORD);
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.getByText('as the applicant sees it').waitFor();
    expect(await page.getByText('Only for colleagues').count()).toBe(0);
    expect(await comment.count()).toBe(0);

    await endSession(context);
    await logIn(page, OWNER, DEMO_PASSWORD);
    await page.goto('/admin');
    await page.getByRole('heading', { name: 'Applications Dashboard' }).waitFor();
    const { body: sessions } = await client.call('listSessions');
    await Promise.all(
      sessions.flatMap(({ _id, isCurrent }) => (isCurrent ? [] : client.call('endSession', { params: { id: _id } }))),
    );
    await dialogOf(page).waitFor();
    await dialogOf(page).getByRole('link', { name: 'Use another account' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/admin/dashboard');
    await context.close();
  });

  test('a comment that is posted offline stays as a draft, and no words promise that it is sent', async () => {
    const id = await newApplication(await owner());
    const { page, context } = await portal.visitAs(OWNER, DEMO_PASSWORD);
    await page.goto(`/application/${id}`);
    await page.getByLabel('Add a comment').fill('Written on a train');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Add comment' }).click();
    const alert = page.getByRole('alertdialog');
    await alert.getByText(/the server cannot be reached/).waitFor();
    await alert.getByRole('button', { name: 'OK' }).click();
    expect(await page.getByLabel('Add a comment').inputValue()).toBe('Written on a train');
    await page.getByText('Draft saved on this device').waitFor();
    expect(await page.getByText(/will send it/).count()).toBe(0);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.getByRole('listitem').getByText('Written on a train').first().waitFor();
    await context.close();
  });
});
