import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { addDays, dayIn } from '../../domain/values/days.ts';
import { formatCalendarDay } from '../../web/src/shared/dates/day.ts';
import { authenticatorApp } from '../support/authenticator-app.ts';
import { addApp } from '../support/second-factor.ts';
import { clientOf, DESKTOP, expectAccessibleAtBothWidths, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';
const { setUpBy, dueTitle, off, from, since } = TEXTS.requiredFactors;

describePortal('a second factor for all staff', (portal) => {
  test('is announced, required, set up where the person was, and the work goes on', async () => {
    const today = dayIn('Asia/Manila', Date.now());
    const later = addDays(today, 5);
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: DESKTOP });
    await mia.page.goto('/admin/config?tab=users');
    const setting = mia.page.getByRole('region', { name: TEXTS.requiredFactors.title });
    await setting.getByText(off).waitFor();
    await setting.getByText(ADMIN).or(setting.getByText(/Jun/)).waitFor();
    await setting.getByLabel('Required from').fill(later);
    await setting.getByRole('button', { name: 'Require it' }).click();
    await setting.getByText(TEXTS.requiredFactors.ownFirst).waitFor();
    await addApp(await clientOf(mia, portal.url), { password: DEMO_PASSWORD });
    await setting.getByRole('button', { name: 'Require it' }).click();
    await setting.getByText(from(formatCalendarDay(later))).waitFor();
    await expectAccessibleAtBothWidths(mia, 'required-factors-setting');

    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD, { viewport: PHONE });
    const { page } = jun;
    await page.goto('/');
    await page.getByRole('heading', { name: setUpBy(formatCalendarDay(later)), level: 1 }).waitFor();
    await expectAccessibleAtBothWidths(jun, 'required-factors-grace');
    await page.getByRole('button', { name: 'Set up now' }).click();
    await page.getByRole('link', { name: 'Enroll', exact: true }).click();
    await page.getByRole('heading', { name: /^Apply/, level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Set up now' }).click();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('heading', { name: /^Welcome/, level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: /^Welcome/, level: 1 }).waitFor();
    await jun.context.clearCookies();
    await page.goto('/login');
    await page.getByLabel('Email').fill(ADMIN);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: setUpBy(formatCalendarDay(later)), level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('heading', { name: /^Welcome/, level: 1 }).waitFor();
    await page.goto('/admin/config?tab=users');
    const email = page.getByRole('textbox', { name: 'Email' });
    await email.fill('new@colleague.example');
    await page.getByLabel('Role', { exact: true }).selectOption('Viewer');

    await mia.page.setViewportSize(DESKTOP);
    await setting.getByLabel('Required from').fill(today);
    await setting.getByRole('button', { name: 'Change the day' }).click();
    await mia.page.getByRole('dialog').getByRole('button', { name: 'Require it' }).click();
    await setting.getByText(since(formatCalendarDay(today))).waitFor();

    // The open page learns it from the server.
    await page.getByRole('heading', { name: dueTitle, level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Later' }).count()).toBe(0);
    await expectAccessibleAtBothWidths(jun, 'required-factors-due');
    const otherTab = await jun.context.newPage();
    await otherTab.goto('/admin/reports');
    await otherTab.getByRole('button', { name: 'Set up now' }).click();
    await page.getByRole('button', { name: 'Set up now' }).click();
    const setUp = page.getByRole('region', { name: 'Second factor' });
    await setUp.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await setUp.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await setUp.getByRole('img', { name: TEXTS.secondFactors.qrCode }).waitFor();
    await expectAccessibleAtBothWidths(jun, 'required-factors-scan');
    const code = authenticatorApp((await setUp.locator('code').textContent()) ?? '');
    await setUp.getByLabel('Code', { exact: true }).fill(code());
    await page.keyboard.press('Enter');
    await otherTab.getByRole('heading', { name: dueTitle, level: 1 }).waitFor({ state: 'detached' });
    await otherTab.close();
    await setUp.getByRole('button', { name: 'I have saved them' }).click();

    await email.waitFor();
    expect(await email.inputValue(), 'what was typed').toBe('new@colleague.example');
    await page.getByRole('button', { name: 'Add user' }).click();
    await page.getByText(TEXTS.members.invited('new@colleague.example', 'Viewer')).waitFor();
    expect([...mia.complaints, ...jun.complaints]).toEqual([]);
    await Promise.all([jun.context.close(), mia.context.close()]);
  });
});
