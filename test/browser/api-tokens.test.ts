import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { expectAccessible, expectAccessibleAtBothWidths, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';

describePortal('API tokens', (portal) => {
  test('are created for a program, shown once, and revoked', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: PHONE });
    const { page } = mia;
    await page.goto('/admin/config/tokens');
    await page.getByText(TEXTS.apiTokens.none).waitFor();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText(TEXTS.apiTokens.nameRequired).waitFor();
    await page.getByText(TEXTS.apiTokens.scopeRequired).waitFor();
    await expectAccessible(mia, 'tokens-incomplete');

    await page.getByLabel('Name').fill('CRM mirror');
    await page.getByRole('checkbox', { name: TEXTS.apiTokens.scopes.events }).check();
    await page.getByLabel('Expires after').selectOption('30');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText(TEXTS.apiTokens.shownOnce).waitFor();
    const token = (await page.getByText(/^intake_[\da-f]{88}$/).textContent()) ?? '';
    const row = page.getByRole('listitem').filter({ hasText: 'CRM mirror' });
    await row.getByText('never used').waitFor();
    await expectAccessibleAtBothWidths(mia, 'tokens-created');

    const call = () => fetch(`${portal.url}/api/events`, { headers: { Authorization: `Bearer ${token}` } });
    expect((await call()).status).toBe(200);
    await page.reload();
    await row.getByText('last used').waitFor();
    expect(await page.getByText(token).count(), 'it is shown once').toBe(0);

    await row.getByRole('button', { name: 'Revoke CRM mirror' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    expect((await call()).status).toBe(401);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('are for Owners only', async () => {
    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD);
    await jun.page.goto('/admin/config/tokens');
    await jun.page
      .getByRole('heading', { name: TEXTS.access.notFound })
      .or(jun.page.getByText('not found'))
      .first()
      .waitFor();
    expect(await jun.page.getByRole('link', { name: 'API tokens' }).count()).toBe(0);
    await jun.context.close();
  });
});
