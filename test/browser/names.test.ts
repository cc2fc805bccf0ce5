import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type Client, createClient } from '../support/client.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';
const OTHER_ADMIN = 'tala@bagwis.example';
const NAME = 'Mia Chen';

describePortal('names of staff', (portal) => {
  const clientOf = async (email: string, name: string): Promise<Client> => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email, password: DEMO_PASSWORD } });
    expect((await client.call('changeName', { body: { name } })).status).toBe(200);
    return client;
  };

  test('a member of staff sets a name under My account, and Users and Roles shows it with the email', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/account');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('mia@bagwis.example');
    await name.press('Enter');
    const form = page.getByRole('region', { name: 'Your name' });
    await form.getByText(TEXTS.accounts.nameIsEmail).waitFor();
    expect(await page.evaluate('document.activeElement.autocomplete')).toBe('name');
    await expectAccessibleAtBothWidths(mia, 'account-name-refused');
    await name.fill(' Mia  Chen ');
    await name.press('Enter');
    await form.getByText(TEXTS.accounts.nameChanged(NAME)).waitFor();
    expect(await name.inputValue()).toBe(NAME);
    await expectAccessibleAtBothWidths(mia, 'account-name');
    await page.goto('/admin/config/users');
    await page.getByRole('button', { name: `${NAME} ${OWNER} (you)` }).waitFor();
    await expectAccessibleAtBothWidths(mia, 'users-names');
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('staff are called by name as assignees, authors and actors, with the email where two share a name', async () => {
    const mia = await clientOf(OWNER, NAME);
    await clientOf(ADMIN, 'Jun Reyes');
    await clientOf(OTHER_ADMIN, 'Jün  Reyes');
    const idOf = async (email: string) =>
      (await mia.call('listUsers')).body.find((member) => member.email === email)?._id ?? '';
    const all = (await mia.call('listApplications')).body;
    // A transferred application has a copy with the same email.
    const isOnly = (email: string | null) => all.filter((other) => other.email === email).length === 1;
    const application = all.find(({ status, email }) => status === 'INTERVIEW PENDING' && isOnly(email));
    const params = { id: application?._id ?? '' };
    const ids = { owner: await idOf(OWNER), admin: await idOf(ADMIN) };
    await mia.call('changeApplication', { params, body: { adminAssignee: { userId: ids.admin } } });
    const action = { kind: 'assign', userId: ids.owner } as const;
    await mia.call('startBulk', { body: { applicationIds: [params.id], action } });
    const kept = (application?.adminComments ?? []).map(({ _id, message }) => ({ _id, message }));
    const adminComments = [...kept, { message: 'Knows her way around' }];
    expect((await mia.call('changeApplication', { params, body: { adminComments } })).status).toBe(200);

    const tala = await portal.visitAs(OTHER_ADMIN, DEMO_PASSWORD);
    const { page } = tala;
    const found = `tab=all&q=${encodeURIComponent(`${application?.email} mia chen`)}`;
    await page.goto(`/admin/dashboard?${found}`);
    await page
      .getByRole('button', { name: /^Work on the application/ })
      .first()
      .click();
    const tools = page.getByRole('tabpanel');
    const assignee = tools.getByLabel('Assignee');
    await expect
      .poll(() => assignee.locator('option').allInnerTexts())
      .toEqual(['UNASSIGNED', NAME, `Jun Reyes (${ADMIN})`, `Jün Reyes (${OTHER_ADMIN})`]);
    expect(await assignee.locator('option:checked').innerText()).toBe(NAME);
    const comment = tools.getByRole('listitem').filter({ hasText: 'Knows her way around' });
    await comment.getByText(/^Mia Chen ·/).waitFor();
    await expectAccessible(tala, 'names-panel');
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByText(`Mia Chen assigned the application to Jun Reyes (${ADMIN})`).first().waitFor();
    await page.getByText('Mia Chen assigned the application to themselves').first().waitFor();
    await expectAccessible(tala, 'names-history');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Recent bulk changes' }).click();
    const recent = page.getByRole('region', { name: 'Recent bulk changes' });
    await recent.getByText(`Assign to ${NAME}`).waitFor();
    await recent.getByRole('cell', { name: NAME, exact: true }).waitFor();
    await expectAccessibleAtBothWidths(tala, 'names-bulk');

    await page.goto(`/admin/dashboard?view=board&${found}`);
    await page.locator('[data-card]').getByText(NAME).waitFor();
    await expectAccessibleAtBothWidths(tala, 'names-board');
    await page.goto('/admin/audit');
    await page.getByText('Mia Chen commented').first().waitFor();
    await expect.poll(() => page.getByLabel('Person').locator('option').allInnerTexts()).toContain(NAME);
    await expectAccessibleAtBothWidths(tala, 'names-audit');
    expect(tala.complaints).toEqual([]);
    await tala.context.close();
  });
});
