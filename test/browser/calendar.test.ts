import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { expectAccessibleAtBothWidths, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

describePortal('interviews in a calendar', (portal) => {
  test('a member creates an address, copies it once, replaces and revokes it', async () => {
    const mia = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD, { viewport: PHONE });
    const { page } = mia;
    await page.goto('/account');
    const section = page.getByRole('region', { name: 'Interviews in your calendar' });
    await section.getByText('No address yet').waitFor();
    const addressShown = async () => {
      await section.getByText(TEXTS.calendar.shownOnce).waitFor();
      return (await section.getByText(/interviews\.ics$/).textContent()) ?? '';
    };
    const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

    // On a wide page the button to revoke takes the place of the one to create.
    await page.setViewportSize({ width: 1440, height: 900 });
    await section.getByRole('button', { name: /^Create an address/ }).dblclick({ delay: 500 });
    const first = await addressShown();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.setViewportSize(PHONE);
    await section.getByText('Address created').waitFor();
    await expectAccessibleAtBothWidths(mia, 'calendar-address');
    const file = await fetch(first);
    expect([file.status, await file.text()]).toEqual([200, expect.stringContaining('\r\nSUMMARY:Interview: ')]);

    await section.getByRole('button', { name: /^Create a new address/ }).click();
    await confirm('Create a new address');
    await section.getByText(first).waitFor({ state: 'detached' });
    const second = await addressShown();
    expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200]);

    await page.reload();
    await section.getByText('Address created').waitFor();
    expect(await section.getByText(second).count(), 'it is shown once').toBe(0);
    await section.getByRole('button', { name: /^Revoke/ }).click();
    await confirm('Revoke');
    await section.getByText('No address yet').waitFor();
    expect((await fetch(second)).status).toBe(404);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('is offered to members only', async () => {
    const applicant = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD);
    await applicant.page.goto('/account');
    await applicant.page.getByRole('heading', { name: 'Where you are logged in' }).waitFor();
    expect(await applicant.page.getByRole('heading', { name: 'Interviews in your calendar' }).count()).toBe(0);
    await applicant.context.close();
  });
});
