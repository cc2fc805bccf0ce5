import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { freshEmail } from '../support/school.ts';
import { expectAccessibleAtBothWidths, PHONE, signIn } from './browser.ts';
import { nextEmailedLink } from './emailed-links.ts';
import { describePortal } from './portal.ts';

const PASSWORD = 'nanoseconds-of-wire';

describePortal('my account', (portal) => {
  const signUp = async (email: string) => {
    const client = createClient(portal.url);
    await client.call('signup', { body: { email, password: PASSWORD } });
    return client;
  };

  test('lets a person change the password, end other sessions, download their data and delete the account', async () => {
    const email = freshEmail();
    const elsewhere = await signUp(email);
    const grace = await portal.visitAs(email, PASSWORD, { viewport: PHONE });
    const { page } = grace;
    await page.goto('/');
    await page.getByRole('link', { name: 'My account' }).click();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    await page.getByText('Chrome on Linux (this device)').waitFor();
    await expectAccessibleAtBothWidths(grace, 'account');

    await page.getByRole('button', { name: /^Log out this device: An unknown device/ }).click();
    await page.getByRole('button', { name: /^Log out this device: An unknown device/ }).waitFor({ state: 'detached' });
    expect((await elsewhere.call('getUser')).status).toBe(401);

    const logOutOthers = page.getByRole('button', { name: 'Log out all other devices' });
    expect(await logOutOthers.count(), 'there are none').toBe(0);
    const others = [createClient(portal.url), createClient(portal.url)];
    for (const other of others) await other.call('login', { body: { email, password: PASSWORD } });
    await page.reload();
    await logOutOthers.waitFor();
    expect(await page.getByText('Logged in from 127.0.0.0/24').count()).toBe(3);
    await logOutOthers.click();
    await logOutOthers.waitFor({ state: 'detached' });
    expect(await page.getByText('Logged in from 127.0.0.0/24').count()).toBe(1);
    for (const other of others) expect((await other.call('getUser')).status).toBe(401);

    const current = page.getByLabel('Current password', { exact: true });
    const next = page.getByLabel('New password', { exact: true });
    await current.fill('not the password');
    await next.fill('compilers-and-moths');
    await page.keyboard.press('Enter');
    await page.getByText('The current password is wrong.').first().waitFor();
    await expectAccessibleAtBothWidths(grace, 'account-wrong-password');
    await current.fill('');
    await current.pressSequentially(PASSWORD);
    expect(await current.inputValue(), 'typing takes its error away, and not the focus').toBe(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Your password has been changed. You have been logged out on all other devices.').waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const data = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(data.account.email).toBe(email);

    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
    await expectAccessibleAtBothWidths(grace, 'account-delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
    await page.getByText('Your account and everything about you have been erased.').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('heading', { name: /^Apply to join/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/enroll');
    expect((await elsewhere.call('login', { body: { email, password: 'compilers-and-moths' } })).status).toBe(401);
    expect(grace.complaints).toEqual([]);
    await grace.context.close();
  });

  test('logging out leads to the home page', async () => {
    const ada = await portal.visit();
    for (const path of ['/account', '/payments']) {
      await signIn(ada, portal.url, DEMO_APPLICANT, DEMO_PASSWORD);
      await ada.page.goto(path);
      await ada.page.getByRole('heading', { level: 1 }).waitFor();
      await ada.page.getByRole('button', { name: 'Logout' }).click();
      await ada.page.getByRole('heading', { name: /^Apply to join/ }).waitFor();
      expect(new URL(ada.page.url()).pathname).toBe('/enroll');
    }
    await ada.context.close();
  });

  test('shows invitations, which the person accepts or declines', async () => {
    const owner = createClient(portal.url);
    const { body: mia } = await owner.call('login', {
      body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD },
    });
    const orgId = mia.orgRoles[0]?.orgId ?? '';
    const email = freshEmail();
    const invite = (role: string) => owner.call('addUserToOrg', { body: { orgId, email, role } });
    await signUp(email);
    const lin = await portal.visitAs(email, PASSWORD, { viewport: PHONE });
    const { page } = lin;
    await page.goto('/account');
    await page.getByText('Confirm your email address to see invitations sent to it.').waitFor();

    await invite('Viewer');
    const declined = await nextEmailedLink(portal.directory, '/invite', { to: email });
    await page.clock.install();
    await page.goto(declined);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('You declined this invitation.').waitFor();
    // Returning to the tab refetches the invitation.
    const asked = page.waitForResponse((response) => response.url().includes('/api/invites/'));
    await page.clock.fastForward(60_000);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    expect((await asked).status()).toBe(404);
    await page.getByText('You declined this invitation.').waitFor();
    await expectAccessibleAtBothWidths(lin, 'invite-declined');
    await invite('Viewer');
    const link = new URL(
      await nextEmailedLink(portal.directory, '/invite', { to: email, known: [declined] }),
      portal.url,
    );
    const [token, proof] = [link.searchParams.get('token') ?? '', link.searchParams.get('proof')];
    const body = { email, password: PASSWORD, token, proof };
    const client = createClient(portal.url);
    await client.call('login', { body });
    const { body: user } = await client.call('getUser');
    await owner.call('removeMemberFromOrg', { body: { orgId, userId: user._id } });

    await page.goto('/account');
    await page.getByText('You have no invitations.').waitFor();
    await expectAccessibleAtBothWidths(lin, 'account-no-invitations');
    await invite('Viewer');
    await page.reload();
    await page.getByText('Join as Viewer').waitFor();
    await expectAccessibleAtBothWidths(lin, 'account-invitations');
    await page.getByRole('button', { name: 'Decline the invitation from Bagwis Code Academy' }).click();
    await page.getByText('You declined the invitation from Bagwis Code Academy.').waitFor();
    await page.getByText('You have no invitations.').waitFor();
    expect((await client.call('getUser')).body.orgRoles).toEqual([]);

    await invite('Admin');
    await page.reload();
    await page.getByRole('button', { name: 'Accept the invitation from Bagwis Code Academy' }).click();
    await page.getByText('You joined Bagwis Code Academy as Admin.').waitFor();
    expect((await client.call('getUser')).body.orgRoles).toEqual([{ orgId, role: 'Admin' }]);
    expect(lin.complaints).toEqual([]);
    await lin.context.close();
  });

  test('requires a log-in, and asks for the password when the session has ended before a save', async () => {
    const email = freshEmail();
    const account = createClient(portal.url);
    await account.call('signup', { body: { email, password: PASSWORD, isCreator: false } });
    const someone = await portal.visitAs(email, PASSWORD);
    const { page, context } = someone;
    await context.clearCookies();
    await page.goto('/account');
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/account');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'My account' }).waitFor();

    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('compilers-and-moths');
    await context.clearCookies();
    await page.keyboard.press('Enter');
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await ended.waitFor({ state: 'detached' });
    await page.getByText(TEXTS.accounts.passwordChanged).waitFor();
    expect((await account.call('login', { body: { email, password: 'compilers-and-moths' } })).status).toBe(200);
    await context.close();
  });

  test('is created from an invitation, which opening the link does not accept', async () => {
    const owner = createClient(portal.url);
    const { body: mia } = await owner.call('login', {
      body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD },
    });
    const orgId = mia.orgRoles[0]?.orgId ?? '';
    const email = freshEmail();
    await owner.call('addUserToOrg', { body: { orgId, email, role: 'Viewer' } });
    const link = await nextEmailedLink(portal.directory, '/invite', { to: email });
    const ida = await portal.visit({ viewport: PHONE });
    const { page } = ida;
    await page.goto(link);
    await page.getByRole('heading', { name: /^Join .* as Viewer\?$/ }).waitFor();
    await expectAccessibleAtBothWidths(ida, 'invite');
    await page.getByRole('link', { name: 'Create your account' }).click();
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
    await page.getByLabel('Your name').fill('ida@bagwis.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(TEXTS.accounts.nameIsEmail).first().waitFor();
    await expectAccessibleAtBothWidths(ida, 'invite-signup');
    await page.getByLabel('Your name').fill('Ida Cruz');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Applications Dashboard' }).waitFor();
    await page.goto('/account');
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ida Cruz');
    await page.goto(link);
    await page.getByText('This invitation has been accepted.').waitFor();
    await expectAccessibleAtBothWidths(ida, 'invite-accepted');
    await ida.context.close();

    const other = await portal.visit({ viewport: PHONE });
    const second = freshEmail();
    await signUp(second);
    await owner.call('addUserToOrg', { body: { orgId, email: second, role: 'Admin' } });
    await signIn(other, portal.url, email, PASSWORD);
    await other.page.goto(await nextEmailedLink(portal.directory, '/invite', { to: second }));
    await other.page.getByText(`but the invitation is for ${second}`).waitFor();
    await expectAccessibleAtBothWidths(other, 'invite-somebody-else');
    await other.page.getByRole('button', { name: `Log out and continue as ${second}` }).click();
    await other.page.getByRole('link', { name: 'Log in', exact: true }).waitFor();
    await expect.poll(() => other.page.evaluate('document.activeElement.id')).toBe('main');
    await other.page.getByRole('link', { name: 'Log in', exact: true }).click();
    await other.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.page.keyboard.press('Enter');
    await other.page.getByRole('heading', { name: 'Applications Dashboard' }).waitFor();

    const third = freshEmail();
    await signUp(third);
    await owner.call('addUserToOrg', { body: { orgId, email: third, role: 'Viewer' } });
    const joins = await nextEmailedLink(portal.directory, '/invite', { to: third });
    // The dashboard reloads when its session has ended.
    await other.page.goto('about:blank');
    await signIn(other, portal.url, third, PASSWORD);
    await other.page.goto(joins);
    await other.page.getByText(`You are logged in as ${third}.`).waitFor();
    await other.page.getByLabel('Your name').fill('Third Person');
    await expectAccessibleAtBothWidths(other, 'invite-join');
    await other.page.getByRole('button', { name: 'Join Bagwis Code Academy' }).click();
    await other.page.getByRole('heading', { name: 'Applications Dashboard' }).waitFor();
    await other.page.goto('/invite?token=made-up');
    await other.page.getByRole('heading', { name: 'This invitation cannot be used' }).waitFor();
    await expectAccessibleAtBothWidths(other, 'invite-invalid');
    await other.context.close();
  });
});
