import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { DESKTOP, expectAccessible, expectAccessibleAtBothWidths, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';
const OTHER_ADMIN = 'tala@bagwis.example';
const VIEWER = 'noel@bagwis.example';

describePortal('Users and Roles', (portal) => {
  const clientOf = async (email: string) => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email, password: DEMO_PASSWORD } });
    return client;
  };

  test('lets an Owner invite, resend and revoke, and shows the link to copy', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: PHONE });
    const { page } = mia;
    await page.goto('/admin/config?tab=users');
    await page.getByRole('heading', { name: 'Users and Roles', level: 2 }).waitFor();
    await page.getByText(TEXTS.members.noInvites).waitFor();
    await page.getByText('receive an email with a signup link').waitFor();
    const add = page.getByRole('button', { name: 'Add user' });
    await add.click();
    expect(await page.getByText(TEXTS.forms.required).count(), 'nothing is sent without email and role').toBe(2);
    await expectAccessible(mia, 'users-incomplete');

    const email = `nina-${randomUUID().slice(0, 8)}@staff.example`;
    const form = page.getByRole('region', { name: 'Add a user' });
    await form.getByLabel('Email').fill(OWNER);
    await form.getByLabel('Role').selectOption('Viewer');
    await add.click();
    await form.getByRole('alert').getByText(TEXTS.members.ownerIsFixedFor(OWNER)).waitFor();
    await form.getByLabel('Email').fill(email);
    await add.click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(TEXTS.members.invited(email, 'Viewer')).waitFor();
    await dialog.getByRole('button', { name: 'OK' }).click();
    const row = page.getByRole('row').filter({ hasText: email });
    const link = await row.getByLabel(`Signup link for ${email}`).inputValue();
    expect(link).toContain('/signup?token=');
    await expectAccessibleAtBothWidths(mia, 'users-invited');

    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/resend*', async (route) => {
      await held;
      await route.continue();
    });
    const resend = row.getByRole('button', { name: `Resend the invitation of ${email}` });
    await resend.press('Enter');
    await expect.poll(() => resend.getAttribute('data-loading')).toBe('true');
    expect(await resend.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    letGo();
    await dialog.getByText(TEXTS.members.invitedAgain(email)).waitFor();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => row.getByLabel(`Signup link for ${email}`).inputValue()).not.toBe(link);

    const nina = await portal.visit({ viewport: PHONE });
    await nina.page.goto(await row.getByLabel(`Signup link for ${email}`).inputValue());
    for (const [button, other] of [
      ['Create your account', 'Log in'],
      ['Log in', 'Create your account'],
    ] as const) {
      await nina.page.getByRole('button', { name: button, exact: true }).waitFor();
      await nina.page.getByRole('heading', { name: /^Join .+ as Viewer\?$/ }).waitFor();
      expect(await nina.page.getByLabel('Email').inputValue(), button).toBe(email);
      await expectAccessibleAtBothWidths(nina, `users-copied-link-${button}`);
      await nina.page.getByRole('main').getByRole('link', { name: other, exact: true }).click();
    }
    await nina.context.close();
    await row.getByRole('button', { name: `Revoke the invitation of ${email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText(TEXTS.members.inviteRevoked).waitFor();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await page.getByText(TEXTS.members.noInvites).waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('changes roles after Confirm changes, makes an Owner for good, and logs a member out', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: DESKTOP });
    const { page } = mia;
    await page.goto('/admin/config/users');
    const own = page.getByRole('button', { name: `${OWNER} (you)` });
    await own.click();
    await page.getByText(TEXTS.members.ownerIsFixedFor(OWNER)).waitFor();
    expect(await page.getByRole('button', { name: 'Confirm changes' }).count()).toBe(0);
    await own.press('Enter');

    const noel = page.getByRole('button', { name: VIEWER });
    await noel.press('Enter');
    const confirm = page.getByRole('button', { name: 'Confirm changes' });
    expect(await confirm.isDisabled()).toBe(true);
    const role = page.getByRole('table').getByLabel('Role');
    expect(await role.getByRole('option').allTextContents()).toEqual([
      ...['Owner', 'Admin', 'Viewer', 'Remove from organization'],
    ]);
    await role.selectOption('Admin');
    await expectAccessibleAtBothWidths(mia, 'users-role');
    // On a phone the members are no table.
    await page.setViewportSize(DESKTOP);
    await confirm.click();
    await page.getByText(`${VIEWER} now has the role Admin.`).waitFor();
    await page.getByRole('row', { name: new RegExp(`${VIEWER} Admin`) }).waitFor();

    const client = await clientOf(VIEWER);
    await noel.click();
    await page.getByRole('button', { name: 'Log out on all devices' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await page.getByText(`${VIEWER} has been logged out here.`).waitFor();
    expect((await client.call('getUser')).status).toBe(401);

    const organizationId = (await (await clientOf(VIEWER)).call('getUser')).body.orgRoles[0]?.orgId ?? '';
    const { address } = (await (await clientOf(VIEWER)).call('issueCalendarFeed', { body: { organizationId } })).body;
    await page.reload();
    await noel.click();
    const revoke = page.getByRole('button', { name: 'Revoke calendar address' });
    await revoke.click();
    await page.getByRole('dialog').getByText('stop getting interviews').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText(`The calendar address of ${VIEWER} has been revoked.`).waitFor();
    expect((await fetch(address ?? '')).status).toBe(404);

    await noel.click();
    expect(await revoke.count()).toBe(0);
    await role.selectOption('Owner');
    await confirm.click();
    await page.getByRole('dialog').getByText('This can’t be undone').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await role.selectOption('Remove from organization');
    await confirm.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await noel.waitFor({ state: 'detached' });

    const tala = page.getByRole('button', { name: OTHER_ADMIN });
    await tala.click();
    await role.selectOption('Owner');
    await confirm.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make Owner' }).click();
    await page.getByRole('row', { name: new RegExp(`${OTHER_ADMIN} Owner`) }).waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('offers an Admin neither the role Owner nor tools for Owners', async () => {
    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD);
    const { page } = jun;
    await page.goto('/admin/config/users');
    await page.getByRole('button', { name: OWNER }).click();
    await page.getByText(TEXTS.members.ownerIsFixedFor(OWNER)).waitFor();
    expect(await page.getByRole('button', { name: 'Log out on all devices' }).count()).toBe(0);
    const options = page.getByRole('region', { name: 'Add a user' }).getByLabel('Role').getByRole('option');
    expect(await options.allTextContents()).toEqual(['Please choose', 'Admin', 'Viewer']);
    await jun.context.close();
  });

  test('asks for admin permissions where the address belongs to no school, and refuses people who are signed out', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    await mia.page.route('**/api/organizationForCurrentDomain*', (route) => route.fulfill({ json: null }));
    await mia.page.goto('/admin/config?tab=users');
    await mia.page.getByText(TEXTS.access.noOrganizationForUsers).waitFor();
    const nobody = await portal.visit();
    await nobody.page.goto('/admin/config?tab=users');
    await nobody.page.getByText(TEXTS.access.configRefused).waitFor();
    await nobody.page.getByRole('main').getByRole('link', { name: 'Log in' }).waitFor();
    await nobody.context.close();
    await mia.context.close();
  });
});
