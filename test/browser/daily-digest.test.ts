import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { expectAccessibleAtBothWidths } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';

describePortal('the daily digest', (portal) => {
  test('is switched on in My account, in the zone of the browser, and its link says when it is no longer valid', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/account');
    const wants = page.getByLabel('Email me each morning what is new, overdue and planned for the day');
    await wants.check();
    const zone = page.getByRole('combobox', { name: 'Time zone of the morning email' });
    const own = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(await zone.inputValue()).toBe(own);
    await zone.fill('manila');
    await page.getByRole('option', { name: 'Asia/Manila' }).click();
    await expect.poll(() => zone.inputValue()).toBe('Asia/Manila');
    await expectAccessibleAtBothWidths(mia, 'daily-digest');
    await page.reload();
    expect(await zone.inputValue()).toBe('Asia/Manila');

    await page.goto('/unsubscribe/digest/forged');
    await page.getByRole('button', { name: 'Unsubscribe' }).waitFor();
    await expectAccessibleAtBothWidths(mia, 'daily-digest-end');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page
      .getByRole('alert')
      .getByText(/^This link has expired or is incomplete/)
      .waitFor();
    await page.goto('/account');
    expect(await wants.isChecked()).toBe(true);
    await mia.context.close();
  });
});
