import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { expectAccessibleAtBothWidths, expectNoSidewaysScrollAtBothWidths } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';
const NAME = 'Jun Villanueva';
const { kinds } = TEXTS.securityLog;

describePortal('The security log', (portal) => {
  test('is found in Config, filtered by kind and person, empty, and back after a failure', async () => {
    const jun = createClient(portal.url);
    expect((await jun.call('login', { body: { email: ADMIN, password: 'not his password' } })).status).toBe(401);
    await jun.call('login', { body: { email: ADMIN, password: DEMO_PASSWORD } });
    for (const name of ['listSecurityLog', 'listApiTokens'] as const) expect((await jun.call(name)).status).toBe(403);
    await jun.call('listApplications');

    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/config');
    await page.getByRole('navigation', { name: 'Config' }).getByRole('link', { name: 'Security log' }).click();
    const entries = page.getByRole('list', { name: 'Entries, newest first' });
    const refused = entries.getByRole('article').filter({ hasText: kinds.refused }).filter({ hasText: NAME });
    await refused.getByText('2 times').waitFor();
    await refused.getByText('read the security log').waitFor();
    await entries.getByText(TEXTS.securityLog.account(NAME)).first().waitFor();
    await expectAccessibleAtBothWidths(mia, 'security-log');
    await expectNoSidewaysScrollAtBothWidths(page);

    await refused.getByRole('button', { name: `Only ${NAME}` }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('Person or token').locator('option:checked').textContent()).toBe(NAME);
    await page.getByLabel('Kind').selectOption(kinds.massRead);
    await entries.getByText("list an organization's applications").waitFor();
    await page.reload();
    await entries.getByText("list an organization's applications").waitFor();
    expect(await entries.getByRole('article').count()).toBe(1);
    await page.getByLabel('Kind').selectOption(kinds.personErased);
    await page.getByRole('heading', { name: 'No entries match these filters' }).waitFor();
    await expectAccessibleAtBothWidths(mia, 'security-log-empty');

    await page.route('**/api/security-log?*', (route) => route.abort());
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await page.getByRole('link', { name: 'Dashboard' }).first().waitFor();
    await page.getByLabel('Kind').selectOption(kinds.tokenMade);
    await page.getByRole('heading', { name: 'The security log could not be loaded' }).waitFor();
    await page.unroute('**/api/security-log?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No entries match these filters' }).waitFor();
    await mia.context.close();
  });

  test('is refused to an Admin', async () => {
    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD);
    await jun.page.goto('/admin/security');
    await jun.page.getByText(TEXTS.securityLog.ownersOnly).waitFor();
    expect(jun.complaints).toEqual([]);
    await jun.context.close();
  });
});
