import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { expectAccessibleAtBothWidths, expectNoSidewaysScrollAtBothWidths } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const VIEWER = 'noel@bagwis.example';

/** The downloaded file, and the board's columns with their counts. */
async function fileAndColumns(page: Page): Promise<{ file: string; columns: readonly string[] }> {
  const headings = page.locator('[data-column]').getByRole('heading');
  await headings.first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download visible data as CSV' }).click(),
  ]);
  return { file: await readFile(await download.path(), 'utf8'), columns: await headings.allInnerTexts() };
}

describePortal('The dashboard as of a moment', (portal) => {
  test('shows that moment only to look at, leads to its applications and changes, and back to now', async () => {
    const mia = createClient(portal.url);
    await mia.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    const [one] = (await mia.call('listApplications')).body.filter(({ status }) => status === 'NEW');
    const params = { id: one?._id ?? '' };
    const visitor = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = visitor;
    await page.goto('/admin/dashboard?view=board');
    const recorded = await fileAndColumns(page);
    const { position } = (await mia.call('getAsOf', { query: { at: new Date().toISOString() } })).body;
    await mia.call('changeApplication', { params, body: { status: 'INFORMATION SENT' } });

    await page.goto('/admin/dashboard');
    await page.getByRole('button', { name: 'As of a past date' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Date and time').fill('2020-03-01T09:00');
    await page.getByRole('button', { name: 'Show the pipeline' }).click();
    const past = page.getByRole('region', { name: 'As of a past date' });
    await past.getByText('The pipeline on Sun, 1 Mar 2020').waitFor();
    await page.getByText('0 applications shown').waitFor();
    await past.getByRole('button', { name: 'Next change' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Add new applicant' }).waitFor();
    await page.goto('/admin/dashboard?asOf=yesterday');
    await page.getByText('The moment in this link is damaged, so this page shows the current state.').waitFor();
    await page.goto(`/admin/dashboard?asOf=0x${'0'.repeat(32)}`);
    await past.getByText(TEXTS.requests.positionUnknown).waitFor();
    expect(await past.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await past.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('button', { name: 'Add new applicant' }).waitFor();

    await page.goto(`/admin/dashboard?view=board&asOf=${position}`);
    expect(await fileAndColumns(page), 'as it was recorded then').toEqual(recorded);
    await page.goto('/admin/dashboard?view=board');
    expect(await fileAndColumns(page)).not.toEqual(recorded);

    await page.goto(`/admin/dashboard?asOf=${position}&open=${params.id}`);
    await past.getByText('You can read everything, but not change it.').waitFor();
    const then = page.getByRole('region', { name: 'The application at that moment' });
    await then.getByText(/^now /).first().waitFor();
    expect(await then.textContent()).toMatch(/^StatusNEWnow INFORMATION SENT/);
    expect(await page.getByRole('button', { name: 'Add new applicant' }).count()).toBe(0);
    expect(await page.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0);
    await expectAccessibleAtBothWidths(visitor, 'time-travel');
    await expectNoSidewaysScrollAtBothWidths(page);
    await past.getByRole('button', { name: 'Next change' }).click();
    await then.getByText(/^now /).first().waitFor({ state: 'detached' });
    await past.getByRole('button', { name: 'Previous change' }).click();
    await then.getByText(/^now /).first().waitFor();

    await page
      .getByRole('link', { name: String(one?.trackingNumber) })
      .first()
      .click();
    const ofOne = page.getByRole('region', { name: 'As of a past date' });
    await ofOne.getByText(/^The application on/).waitFor();
    await then.getByText(/^now /).first().waitFor();
    await ofOne.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('tab', { name: 'Admin tools' }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  test('shows every report of that moment, whose numbers open the applications of then', async () => {
    const mia = createClient(portal.url);
    await mia.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    const [one] = (await mia.call('listApplications')).body.filter(({ status }) => status === 'NEW');
    const { position } = (await mia.call('getAsOf', { query: { at: new Date().toISOString() } })).body;
    const overview = { courses: 'all', period: 'allTime', asOf: position } as const;
    const before = (await mia.call('reportOverview', { query: overview })).body.courses.totals[0] ?? 0;
    await mia.call('erasePerson', { body: { applicationId: one?._id ?? '' } });
    await mia.call('changeBatch', { params: { id: one?.batchId ?? '' }, body: { name: 'Renamed since' } });

    const visitor = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = visitor;
    await page.goto(`/admin/reports?courses=all&period=allTime&tables=courses&asOf=${position}`);
    await page.getByText('You can read everything, but not change it.').waitFor();
    await page
      .getByText(/^as of .* · /)
      .first()
      .waitFor();
    expect(await page.getByText('Renamed since').count()).toBe(0);
    const total = page.getByRole('region', { name: 'Table: Applications per course' }).getByRole('row').last();
    expect(await total.getByRole('link').textContent()).toBe(String(before - 1));
    await total.getByRole('link').click();
    await page.getByText('As counted in Reports').waitFor();
    await page.getByText(`${before - 1} applications shown`).waitFor();
    await page.getByText('The pipeline on').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Funnel and speed' }).click();
    const funnel = page.getByRole('region', { name: 'Funnel and speed' });
    const applied = funnel
      .getByRole('row', { name: /^Applied/ })
      .getByRole('link')
      .first();
    const count = await applied.textContent();
    await expectAccessibleAtBothWidths(visitor, 'reports-time-travel');
    await expectNoSidewaysScrollAtBothWidths(page);
    await applied.click();
    await page.getByText(`From a report: Applied, ${count} applications.`).waitFor();
    await page.getByText('The pipeline on').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Seat forecast' }).click();
    await page.getByRole('region', { name: 'Seats' }).waitFor();
    await page.getByRole('link', { name: 'Saved reports' }).click();
    await page.getByRole('heading', { name: 'There were no saved reports then' }).waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('heading', { name: 'There are no saved reports yet' }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  test('shows what the school had set up, with the changes of each document, and offers nothing to change', async () => {
    const mia = createClient(portal.url);
    await mia.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    const model = { name: 'Twelve months', currency: 'PHP', upfrontCost: 10, monthlyCost: 5, numberOfMonths: 12 };
    const { _id: id } = (await mia.call('createPaymentModel', { body: model })).body;
    const hook = { name: 'Old chat', targetUrl: 'https://chat.example.org/a' };
    const { _id: hookId } = (await mia.call('createWebhook', { body: hook })).body;
    const { position } = (await mia.call('getAsOf', { query: { at: new Date().toISOString() } })).body;
    await mia.call('changePaymentModel', { params: { id }, body: { name: 'A whole year' } });
    await mia.call('deleteWebhook', { params: { id: hookId } });

    const visitor = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = visitor;
    await page.goto(`/admin/config/paymentModels?asOf=${position}`);
    const past = page.getByRole('region', { name: 'As of a past date' });
    await past.getByText('The configuration on').waitFor();
    await page.getByRole('link', { name: 'Twelve months', exact: true }).click();
    await past.getByText('The payment model on').waitFor();
    await page.getByText('Twelve months').first().waitFor();
    expect(await page.getByRole('button', { name: /Save|Delete/ }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'History' }).count()).toBe(0);
    await past.getByRole('button', { name: 'Next change' }).click();
    await page.getByRole('heading', { name: 'A whole year', level: 2 }).waitFor();
    await past.getByRole('button', { name: 'Previous change' }).click();
    await page.getByRole('heading', { name: 'Twelve months', level: 2 }).waitFor();
    await expectAccessibleAtBothWidths(visitor, 'config-time-travel');
    await expectNoSidewaysScrollAtBothWidths(page);
    await page.goto(`/admin/config/webhooks?asOf=${position}`);
    await page.getByRole('link', { name: 'Old chat', exact: true }).click();
    await page.getByText(hook.targetUrl).waitFor();
    for (const tab of ['Organization', 'Batches', 'Assessments', 'Emails', 'Forms & processes', 'Users']) {
      await page.getByRole('link', { name: tab, exact: true }).click();
      await past.getByText('You can read everything, but not change it.').waitFor();
      expect(await page.getByRole('link', { name: /^New/ }).count()).toBe(0);
    }
    await page.getByRole('row', { name: 'mia@bagwis.example Owner' }).waitFor();
    await past.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('heading', { name: 'Pending invites' }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  test('is not offered to a Viewer, whose link shows today', async () => {
    const { page, context } = await portal.visitAs(VIEWER, DEMO_PASSWORD);
    await page.goto(`/admin/dashboard?asOf=0x${'1'.repeat(32)}`);
    await page.getByText(/applications shown$/).waitFor();
    await page.getByText('which only Owners and Admins can open. This page shows the current state.').waitFor();
    expect(await page.getByRole('button', { name: 'As of a past date' }).count()).toBe(0);
    await context.close();
  });
});
