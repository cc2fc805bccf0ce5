import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD, SCHOOL } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { dayIn } from '../../domain/values/days.ts';
import { createClient } from '../support/client.ts';
import { freshEmail } from '../support/school.ts';
import { expectAccessible, expectNoSidewaysScroll, PHONE, type Visitor } from './browser.ts';
import { describePortal } from './portal.ts';

const cell = (page: Pick<Page, 'locator'>, column: string) =>
  page.locator(`.ag-row:not(.ag-full-width-row) [col-id="${column}"]`).filter({ visible: true });

async function showsLastRow(page: Page): Promise<boolean> {
  const box = await page.locator('.ag-row').last().boundingBox();
  if (!box) return false;
  const heights = [box.y + 1, box.y + box.height / 2, box.y + box.height - 2];
  const points = heights.map((y) => `document.elementFromPoint(${box.x + 100}, ${y})?.closest('.ag-row')`);
  return page.evaluate<boolean>(`[${points.join()}].every(Boolean)`);
}

async function ongoingOf(url: string) {
  const client = createClient(url);
  await client.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
  const batches = (await client.call('listBatches')).body;
  const ongoing = new Set(batches.filter(({ status }) => /Open|Closed/.test(status)).map(({ _id }) => _id));
  const { body } = await client.call('listApplications');
  const expected = body.filter(({ batchId, status }) => ongoing.has(batchId) && status !== 'TRANSFERRED');
  expect(expected.length).toBeGreaterThan(10);
  expect(expected.length).toBeLessThan(body.length);
  return { client, expected };
}

describePortal('the dashboard for Owners and Admins', (portal) => {
  const staff = (email: string, options?: Parameters<typeof portal.visit>[0]): Promise<Visitor> =>
    portal.visitAs(email, DEMO_PASSWORD, options);
  const applyAs = async (email: string) => {
    const { client, expected } = await ongoingOf(portal.url);
    const ada = expected.find((one) => one.email === DEMO_APPLICANT);
    const { status, body } = await client.call('submitApplication', { body: { ...ada, email } });
    expect(status).toBe(200);
    return body._id;
  };
  const newApplicant = async () => {
    const email = freshEmail();
    await applyAs(email);
    return email;
  };
  const openRow = async (page: Page, email: string) => {
    await page.goto(`/admin/dashboard?q=${encodeURIComponent(email)}`);
    await page
      .getByRole('button', { name: /^Work on the application/ })
      .first()
      .click();
    await page.getByLabel('Change status').waitFor();
  };

  test('the keyboard searches, moves, opens and closes; and the address keeps what is open', async () => {
    const mia = await staff('mia@bagwis.example');
    const { page } = mia;
    await page.goto('/admin/dashboard');
    await cell(page, 'status').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type(DEMO_APPLICANT);
    await expect.poll(() => cell(page, 'email').allInnerTexts()).toEqual([DEMO_APPLICANT]);

    await expect.poll(() => showsLastRow(page), { message: 'nothing covers the only row' }).toBe(true);

    for (const key of ['ArrowDown', 'Enter']) {
      await page.getByLabel('Search applications').press(key);
      await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("col-id")')).toBe('trackingNumber');
    }
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: /^Application of/ });
    await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel')).toMatch(/^Application of/);
    await expectAccessible(mia, 'dashboard-open');
    await panel.getByRole('tab', { name: 'Admin tools' }).focus();
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await panel.getByText(TEXTS.applications.activitySince).waitFor();
    const columns = panel.getByRole('tabpanel').getByRole('columnheader');
    expect(await columns.allInnerTexts()).toEqual(['Action', 'Details', 'Time']);
    for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    await panel.getByLabel('Add a comment').fill('Typed and sent without a mouse.');
    await page.keyboard.press('Control+Enter');
    await panel.getByRole('button', { name: 'Delete my comment “Typed and sent without a mouse.”' }).waitFor();

    await page.reload();
    await panel.getByLabel('Change status').waitFor();
    expect(await page.getByLabel('Search applications').inputValue()).toBe(DEMO_APPLICANT);
    await panel.focus();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("col-id")')).toBe('trackingNumber');
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('two people who change different fields both succeed; a conflict names the other person', async () => {
    const mia = createClient(portal.url);
    await mia.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const jun = await staff('jun@bagwis.example');
    const { page } = jun;
    await openRow(page, await newApplicant());
    const params = { id: new URL(page.url()).searchParams.get('open') ?? '' };
    const miaSets = async (status: string) =>
      expect((await mia.call('changeApplication', { params, body: { status } })).status).toBe(200);
    await miaSets('INTERVIEW COMPLETED');
    await page.getByLabel('Interview notes').fill('Knows what she wants.');
    await page.getByRole('button', { name: 'Save Interview notes' }).click();
    await page.getByText('Saved a moment ago').waitFor();
    await expect.poll(() => page.getByLabel('Change status').inputValue()).toBe('INTERVIEW COMPLETED');

    // Jun chooses before Mia saves, so his choice is based on the former version.
    const select = page.getByLabel('Change status');
    await select.press('Home');
    await select.selectOption('CONTRACT SENT');
    await miaSets('DRILLS PENDING');
    await select.press('Enter');
    const conflict = page.getByRole('alert');
    await expect.poll(() => conflict.innerText()).toContain('Mia Santos changed status from');
    expect(await select.inputValue(), 'the choice is kept').toBe('CONTRACT SENT');
    await expectAccessible(jun, 'dashboard-conflict');
    await conflict.getByRole('button', { name: 'Save mine instead' }).click();
    await conflict.waitFor({ state: 'detached' });
    await expect.poll(() => cell(page, 'status').innerText()).toBe('Contract sent');
    // The cell shows the choice before the server has it.
    const atServer = async () => (await mia.call('getApplication', { params })).body.status;
    await expect.poll(atServer).toBe('CONTRACT SENT');

    const { body: before } = await mia.call('getApplication', { params });
    await select.click();
    await select.selectOption('COMPLETE');
    await page.getByText('Saved: COMPLETE.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Back to CONTRACT SENT.').waitFor();
    const { body: after } = await mia.call('getApplication', { params });
    expect([after.status, after.statusSince]).toEqual(['CONTRACT SENT', before.statusSince]);
    await page.getByLabel('Add a comment').fill('No answer');
    await page.getByLabel('Type', { exact: true }).selectOption('Call');
    await page.getByLabel('Follow up by').fill('2020-02-29');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.getByText(TEXTS.applications.followUpPast).waitFor();
    await page.getByLabel('Follow up by').fill(dayIn(SCHOOL.timeZone, Date.now()));
    await page.getByRole('button', { name: 'Add comment' }).click();
    const finish = page.getByRole('button', { name: 'Done' });
    await finish.waitFor();
    await expectAccessible(jun, 'dashboard-follow-up');
    const overdue = page.getByRole('button', { name: 'Overdue' });
    await overdue.click();
    await expect.poll(() => overdue.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => cell(page, 'status').count()).toBe(1);
    await expect.poll(() => cell(page, 'inStatus').innerText()).toBe('Less than a day, follow up');
    const isCut = await cell(page, 'inStatus').evaluate((one) => one.scrollWidth > one.clientWidth);
    expect(isCut, 'its column is wide enough').toBe(false);
    await finish.click();
    await expect.poll(() => cell(page, 'status').count()).toBe(0);
    await overdue.click();
    await select.waitFor();
    await select.selectOption('COMPLETE');
    await page.getByRole('button', { name: 'Email the applicant' }).click();
    await expect.poll(() => page.evaluate('document.activeElement?.labels?.[0]?.textContent')).toBe('Send an email');
    await jun.context.close();
  });

  test('typed text survives a reload, deleting a comment asks first, and Back closes the panel on a phone', async () => {
    const mia = await staff('mia@bagwis.example', { viewport: PHONE });
    const { page } = mia;
    await openRow(page, await newApplicant());
    await page.getByLabel('Add a comment').fill('Ask about the evening group.');
    await page.getByLabel('Type', { exact: true }).selectOption('Call');
    await page.reload();
    await page.getByLabel('Add a comment').waitFor();
    expect(await page.getByLabel('Add a comment').inputValue()).toBe('Ask about the evening group.');
    expect(await page.getByLabel('Type', { exact: true }).inputValue()).toBe('call');
    await page.getByRole('button', { name: 'Add comment' }).click();
    const mine = page.getByRole('button', { name: 'Delete my comment “Ask about the evening group.”' });
    await mine.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => mine.count()).toBe(1);
    await mine.click();
    await page.getByRole('button', { name: 'Delete the comment' }).click();
    await mine.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement?.textContent'), 'the keyboard goes on there').toBe('Comments');

    const jun = createClient(portal.url);
    await jun.call('login', { body: { email: 'jun@bagwis.example', password: DEMO_PASSWORD } });
    const id = new URL(page.url()).searchParams.get('open') ?? '';
    const adminComments = [{ message: 'Prefers mornings.' }];
    expect((await jun.call('changeApplication', { params: { id }, body: { adminComments } })).status).toBe(200);
    await page.getByText('Prefers mornings.').filter({ visible: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Delete my comment “Prefers mornings.”' }).count()).toBe(0);

    const box = page.getByLabel('Add a comment');
    const send = async (words: string, meanwhile: () => Promise<void>, end: (route: Route) => Promise<void>) => {
      const { promise: isLate, resolve } = Promise.withResolvers<void>();
      await page.route(
        (url) => url.pathname === `/api/applications/${id}`,
        async (route) => {
          if (route.request().method() !== 'PUT') return route.fallback();
          await isLate;
          return end(route);
        },
      );
      await box.fill(words);
      await page.getByRole('button', { name: 'Add comment' }).click();
      await expect.poll(() => box.inputValue()).toBe('');
      await meanwhile();
      resolve();
    };
    const goOn = () => box.pressSequentially('And ask about her laptop.');
    await send('Call her on Monday.', goOn, (route) => route.abort());
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    const both = 'Call her on Monday.\nAnd ask about her laptop.';
    await expect.poll(() => box.inputValue(), { message: 'neither is lost with the network' }).toBe(both);
    await page.reload();
    await expect.poll(() => box.inputValue()).toBe(both);

    const toggle = page.getByRole('button', { name: /^Work on the application/ }).first();
    const goOnAndClose = async () => {
      await goOn();
      await toggle.click();
      await box.waitFor({ state: 'detached' });
    };
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().includes(`/api/applications/${id}`),
    );
    await send('Call her on Tuesday.', goOnAndClose, (route) => route.continue());
    await answered;
    await toggle.click();
    await box.waitFor();
    await page.reload();
    await expect.poll(() => box.inputValue(), { message: 'nor with its row' }).toBe('And ask about her laptop.');

    const deleteOf = (words: string) => page.getByRole('button', { name: `Delete my comment “${words}”` });
    const deleteOld = async () => {
      await deleteOf('Call her on Tuesday.').click();
      await page.getByRole('button', { name: 'Delete the comment' }).click();
    };
    await send('Call her on Friday.', deleteOld, (route) => route.continue());
    const own = async () =>
      (await jun.call('getApplication', { params: { id } })).body.adminComments?.map(({ message }) => message);
    await expect.poll(own).toEqual(['Prefers mornings.', 'Call her on Friday.']);

    const closedByBack = async () => {
      await page.goBack();
      await box.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toBe('/admin/dashboard');
    };
    await closedByBack();
    await toggle.click();
    await box.waitFor();
    await toggle.click();
    await box.waitFor({ state: 'detached' });
    await page.goForward();
    await box.waitFor();
    await closedByBack();
    await mia.context.close();
  });

  test('a search, a filter and a sort apply to all batches, and the CSV file has the shown applications in their order', async () => {
    const mia = await staff('mia@bagwis.example');
    const { page } = mia;
    await page.goto('/admin/dashboard?tab=all&q=an&sort=name.asc');
    await cell(page, 'status').first().waitFor();
    const header = page.getByRole('columnheader', { name: 'Status', exact: true }).first();
    await header.hover();
    await header.locator('.ag-header-cell-filter-button').click();
    const statuses = page.getByRole('group', { name: 'Statuses' });
    for (const status of ['INTERVIEW PENDING', 'INTERVIEW SCHEDULED', 'INTERVIEW COMPLETED'])
      await statuses.getByLabel(status, { exact: true }).check();
    await expectAccessible(mia, 'dashboard-filter');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Filtered by Status.').waitFor();
    await expect
      .poll(async () => (await cell(page, 'status').allInnerTexts()).every((text) => /interview/i.test(text)))
      .toBe(true);
    await page.reload();
    await page.getByText('Filtered by Status.').waitFor();
    await expect
      .poll(() => cell(page, 'status').count(), { message: 'the table shows it after a reload' })
      .toBeGreaterThan(0);
    await expect
      .poll(async () => (await cell(page, 'status').allInnerTexts()).every((text) => /interview/i.test(text)))
      .toBe(true);
    await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).click();
    await page.waitForURL(/reports/);
    await page.goBack();
    await page.getByText('Filtered by Status.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('Filtered by Status.').waitFor({ state: 'detached' });
    const filterButton = header.locator('.ag-header-cell-filter-button');
    await filterButton.click();
    await statuses.getByText('INTERVIEW PENDING', { exact: true }).click();
    await page.keyboard.press('Escape');
    await statuses.waitFor({ state: 'detached' });
    await filterButton.click();
    await statuses.waitFor();
    expect(await statuses.getByRole('checkbox', { checked: true }).count(), 'Escape discards a choice').toBe(0);
    await statuses.getByText('INTERVIEW PENDING', { exact: true }).click();
    await page.getByRole('heading', { name: 'Applications Dashboard' }).click();
    await page.getByText('Filtered by Status.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('Filtered by Status.').waitFor({ state: 'detached' });
    const openFilter = (title: string) =>
      page
        .getByRole('columnheader', { name: title, exact: true })
        .first()
        .locator('.ag-header-cell-filter-button')
        .click();
    const expectShown = async (column: string, isRight: (text: string) => boolean) => {
      const texts = () => cell(page, column).allInnerTexts();
      await expect
        .poll(async () => (await texts()).length > 0 && (await texts()).every(isRight), { message: column })
        .toBe(true);
    };
    await openFilter('In status');
    await page.getByLabel('In its status for more than').fill('7');
    await page.keyboard.press('Enter');
    await page.getByText('Filtered by In status.').waitFor();
    await expectShown('inStatus', (text) => Number.parseInt(text, 10) > 7);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    const [from = '', to = ''] = [90, 30].map((days) => dayIn('UTC', Date.now() - days * 86_400_000));
    await openFilter('Date');
    await page.getByLabel('From', { exact: true }).fill(from);
    await page.getByLabel('To (inclusive)').fill(to);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Filtered by Date.').waitFor();
    await expectShown('createdAt', (text) => {
      const day = new Date(`${text} UTC`).toISOString().slice(0, 10);
      return from <= day && day <= to;
    });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('Filtered by Date.').waitFor({ state: 'detached' });
    const shownNames = () => page.locator('.ag-root').first().locator('.ag-row [col-id="name"]').allInnerTexts();
    await expect
      .poll(async () => {
        const names = await shownNames();
        return names.length > 1 && names.join() === names.toSorted((one, other) => one.localeCompare(other)).join();
      })
      .toBe(true);
    const shown = Number.parseInt(await page.getByText(/applications shown$/).innerText(), 10);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('[data-part="printed"] tbody tr').count(), 'paper has every row').toBe(shown);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    const head = page.getByRole('button', { name: /^Full-Stack, day/ });
    await head.click();
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('false');
    expect(await page.getByRole('region', { name: 'Full-Stack, day' }).locator('.ag-root').count()).toBe(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download visible data as CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.startsWith('\uFEFFTracking number,Status,First name,Last name,Email,Phone,')).toBe(true);
    const lines = text.trimEnd().split('\r\n');
    expect(lines.length - 1, 'collapsed batches included').toBe(shown);
    const names = lines.map((line) => line.split(',').slice(2, 4).join(' ')).join('\n');
    await head.click();
    await expect.poll(async () => (await shownNames()).length).toBeGreaterThan(1);
    await expect.poll(async () => names.includes((await shownNames()).join('\n'))).toBe(true);

    const payments = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download payments as CSV' }).click();
    const [titles, ...invoices] = (await readFile(await (await payments).path(), 'utf8')).trimEnd().split('\r\n');
    expect(titles).toMatch(/^\uFEFFBatch,Tracking number,Name,Email,Plan,Invoice,.*,Paid,Balance,/);
    expect(invoices.length, 'the demo has invoices').toBeGreaterThan(10);
    await mia.context.close();
  });

  test('a transfer asks for the batch, confirms, and shows the copy', async () => {
    const mia = await staff('mia@bagwis.example');
    const { page } = mia;
    const email = await newApplicant();
    await openRow(page, email);
    const alert = page.getByRole('alertdialog');
    await page.getByLabel('Change status').selectOption('TRANSFERRED');
    await page.getByRole('button', { name: 'Transfer the applicant' }).click();
    expect(await alert.innerText()).toContain('Please select a course to transfer the student to');
    await alert.getByRole('button', { name: 'OK' }).click();
    await page.getByLabel('Transfer to').selectOption('Java, autumn');
    await page.getByRole('button', { name: 'Transfer the applicant' }).click();
    await alert
      .getByText('Enrollment has been transferred. A new application has been created in the selected batch.')
      .waitFor();
    await alert.getByRole('button', { name: 'OK' }).click();
    const target = page.getByRole('region', { name: 'Java, autumn' });
    await target.scrollIntoViewIfNeeded();
    await target.getByText(email).filter({ visible: true }).waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByText('transferred the applicant to Java, autumn').waitFor();

    await page.getByRole('tab', { name: 'Admin tools' }).click();
    await page.getByLabel('Change status').selectOption('NEW');
    const copyLives = TEXTS.applications.copyLives('Java, autumn');
    await alert.getByText(TEXTS.applications.updateFailed(copyLives)).waitFor();
    await alert.getByRole('button', { name: 'OK' }).click();

    await page.getByRole('link', { name: 'Open the new application' }).first().click();
    const before = page.getByRole('region', { name: 'Before the transfer' });
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await before.getByText('transferred the applicant to Java, autumn').waitFor();
    await before.getByText('Application received').waitFor();
    await page.getByRole('tab', { name: 'Admin tools' }).click();
    await page.getByRole('link', { name: 'Open the original' }).click();
    await page.getByRole('link', { name: 'Open the new application' }).first().waitFor();

    const again = await applyAs(email);
    await page.goto(`/admin/dashboard?q=${encodeURIComponent(email)}&open=${again}`);
    await page.getByLabel('Change status').selectOption('TRANSFERRED');
    await page.getByLabel('Transfer to').selectOption('Java, autumn');
    await page.getByRole('button', { name: 'Transfer the applicant' }).click();
    await alert.getByText(TEXTS.applications.transferFailed(TEXTS.enroll.duplicate)).waitFor();
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect
      .poll(() => page.evaluate('document.activeElement?.textContent'), { message: 'the keyboard goes on from there' })
      .toBe('Transfer the applicant');
    await mia.context.close();
  });

  test('trends count enrollees, statuses and plans of ongoing batches, and names are escaped', async () => {
    const { client, expected } = await ongoingOf(portal.url);
    const script = `<img src=x onerror="window.harmed = 1"> ${'Donaudampfschiff'.repeat(16)}`;
    const batchId = expected[0]?.batchId ?? '';
    expect((await client.call('changeBatch', { params: { id: batchId }, body: { name: script } })).status).toBe(200);

    const mia = await staff('mia@bagwis.example');
    const { page } = mia;
    await page.goto(`/admin/dashboard?q=${encodeURIComponent(DEMO_APPLICANT)}`);
    await page.getByLabel('View Trends').check();
    const trends = page.getByRole('region', { name: /^Trends Work in progress/ });
    const expectSum = async (title: string, sum: number) => {
      const region = trends.getByRole('region', { name: title }).first();
      await region.getByRole('button', { name: 'Show as table' }).click();
      const numbers = () => region.locator('tbody td[data-number]').allInnerTexts();
      await expect.poll(async () => (await numbers()).map(Number).reduce((one, other) => one + other, 0)).toBe(sum);
    };
    await trends.locator('.apexcharts-bar-area').first().waitFor({ state: 'attached' });
    await expectSum('Enrollment status', expected.length);
    await trends.getByLabel('Contract Signed').check();
    const signed = expected.filter(({ status }) => ['CONTRACT RECEIVED', 'FINANCE PENDING'].includes(status));
    await expectSum('Payment plans', signed.length);

    await trends.getByLabel('Day', { exact: true }).check();
    await trends.getByLabel('Group by').selectOption('Tracking');
    await trends.getByLabel('Then by').selectOption('Batch');
    await page.waitForURL(/by=day.*group=tracking.*then=batch/);
    await page.setViewportSize(PHONE);
    await page.reload();
    await trends.locator('.apexcharts-bar-area').first().waitFor({ state: 'attached' });
    expect(await trends.getByLabel('Day', { exact: true }).isChecked(), 'the address remembers it').toBe(true);
    await expectNoSidewaysScroll(page);
    await expectAccessible(mia, 'dashboard-trends');
    // The bar shows the batch's largest source only; the table shows all.
    await trends.getByLabel('Week', { exact: true }).check();
    await trends.getByLabel('Group by').selectOption('Batch');
    await trends.getByLabel('Then by').selectOption('Tracking');
    const enrollees = trends.getByRole('region', { name: 'Portal enrollees' });
    await enrollees
      .getByText(/, \d+ others$/)
      .first()
      .waitFor();
    await enrollees.getByRole('button', { name: 'Show as table' }).click();
    const heads = enrollees.getByRole('columnheader');
    await heads.filter({ hasText: 'Week' }).waitFor();
    expect((await heads.allInnerTexts()).filter((text) => / others$/.test(text))).toEqual([]);
    expect(await page.evaluate('window.harmed')).toBeUndefined();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('a Viewer sees trends without plans, and no plan is requested', async () => {
    const noel = await staff('noel@bagwis.example');
    const asked: string[] = [];
    noel.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await noel.page.goto(`/admin/dashboard?trends=1&q=${encodeURIComponent(DEMO_APPLICANT)}`);
    await noel.page.getByRole('heading', { name: 'Enrollment status' }).waitFor();
    await noel.page.locator('.apexcharts-pie-area').first().waitFor({ state: 'attached' });
    expect(await noel.page.getByRole('heading', { name: 'Payment plans' }).count()).toBe(0);
    expect(asked).toContain('/api/applications');
    expect(asked).not.toContain('/api/paymentModels');
    await noel.context.close();
  });
});
