import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ApplicationView } from '../../api/contract/applications.ts';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type Client, createClient } from '../support/client.ts';
import { expectAccessible, expectAccessibleAtBothWidths, expectNoSidewaysScroll, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';
const SOON = { timeout: 20_000 };
const box = (page: Page, id: string) => page.locator(`.ag-row[row-id="${id}"] .ag-selection-checkbox input`);
const bar = (page: Page) => page.getByRole('region', { name: 'Selected applications' });
const barText = (page: Page) => bar(page).innerText();
const press = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click();

describePortal('bulk changes', (portal) => {
  const clientOf = async (email: string): Promise<Client> => {
    const client = createClient(portal.url);
    const { status } = await client.call('login', { body: { email, password: DEMO_PASSWORD } });
    expect(status).toBe(200);
    return client;
  };
  const list = async (client: Client) => (await client.call('listApplications')).body;
  const statusesOf = async (client: Client, ids: readonly string[]) => {
    const all = await list(client);
    return ids.map((id) => all.find(({ _id }) => _id === id)?.status);
  };
  const select = async (page: Page, { _id, email }: ApplicationView) => {
    await page.getByLabel('Search applications').fill(String(email));
    await box(page, _id).click();
  };

  test('rows of two batches stay selected during a search; the preview names refusals, and undo restores each status', async () => {
    const client = await clientOf(OWNER);
    const all = await list(client);
    const find = (status: string, batchId?: string) => {
      const found = all.find((one) => one.status === status && one.email && one.batchId !== batchId);
      if (!found) throw new Error(`The demo has nobody in ${status}`);
      return found;
    };
    const one = find('NEW');
    const other = find('INTERVIEW COMPLETED', one.batchId);
    const transferred = find('TRANSFERRED');
    const ids = [one._id, other._id, transferred._id];
    await client.call('createEmailTemplate', {
      body: { name: 'Your contract', subject: 'Your contract', body: 'Please sign.', statuses: ['CONTRACT SENT'] },
    });
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto(`/admin/dashboard?tab=all&q=${encodeURIComponent(String(one.email))}`);
    await select(page, one);
    await select(page, other);
    await select(page, transferred);
    await expect.poll(() => barText(page), SOON).toContain('3 selected · 2 of them are not shown');
    await client.call('changeApplication', { params: { id: one._id }, body: { status: 'INFORMATION SENT' } });
    await page.getByLabel('Search applications').fill(String(one.email));
    const row = page.locator(`.ag-row[row-id="${one._id}"]`);
    await expect.poll(() => row.locator('[col-id="status"]').innerText(), SOON).toBe('Information sent');
    expect(await box(page, one._id).isChecked()).toBe(true);

    await press(page, 'Set status');
    const dialog = page.getByRole('dialog', { name: 'Set the status of 3 applications' });
    await dialog.getByLabel('New status').waitFor();
    const options = await dialog.getByLabel('New status').locator('option').allInnerTexts();
    expect(options).toContain('CONTRACT SENT');
    expect(options).not.toContain('TRANSFERRED');
    await dialog.getByLabel('New status').selectOption('CONTRACT SENT');
    await dialog.getByText('2 of 3 will be changed · 1 refused').waitFor();
    await dialog.getByText(TEXTS.bulk.isTransferred).waitFor();
    await dialog.getByText(`${transferred.firstName} ${transferred.lastName}`).waitFor();
    await expectAccessible(mia, 'bulk-preview');
    await dialog.getByRole('button', { name: 'Change 2 applications' }).click();
    await expect.poll(() => barText(page), SOON).toContain('Set status to CONTRACT SENT · 2 changed · 1 refused');
    expect(await statusesOf(client, ids)).toEqual(['CONTRACT SENT', 'CONTRACT SENT', 'TRANSFERRED']);
    await expect.poll(() => row.locator('[col-id="status"]').innerText(), SOON).toBe('Contract sent');

    await press(page, 'Email “Your contract”');
    const offered = page.getByRole('dialog', { name: 'Send an email to 2 applications' });
    await offered.getByText('2 will be emailed').waitFor();
    await offered.getByRole('button', { name: 'Send to 2 applications' }).waitFor();
    await offered.getByRole('button', { name: 'Cancel' }).click();
    expect(await barText(page)).toContain('Set status to CONTRACT SENT');

    await press(page, 'Results');
    const results = page.getByRole('dialog', { name: 'Set status to CONTRACT SENT' });
    await expect.poll(() => results.getByRole('listitem').count(), SOON).toBe(3);
    expect(await results.getByRole('listitem').first().innerText()).toContain(TEXTS.bulk.isTransferred);
    await expectAccessible(mia, 'bulk-results');

    await page.goto(`/admin/dashboard?show=bulk&q=${encodeURIComponent(String(one.email))}`);
    const recent = page.getByRole('region', { name: 'Recent bulk changes' });
    await recent.getByRole('button', { name: 'Results of: Set status to CONTRACT SENT' }).waitFor();
    await expectAccessible(mia, 'bulk-recent');
    await recent.getByRole('button', { name: 'Undo: Set status to CONTRACT SENT' }).click();
    const question = page.getByRole('dialog', { name: /^Restore the previous status of 2 applications/ });
    await question.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => recent.innerText(), SOON).toContain('Undone: 2 restored · 1 unchanged');
    expect(await statusesOf(client, ids)).toEqual(['INFORMATION SENT', 'INTERVIEW COMPLETED', 'TRANSFERRED']);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('emails of a bulk change wait and can be withdrawn, also on a phone', async () => {
    const client = await clientOf(ADMIN);
    const both = (await list(client)).filter(({ status, email }) => status === 'NEW' && email).slice(0, 2);
    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD, { viewport: PHONE });
    const { page } = jun;
    await page.goto(`/admin/dashboard?tab=all&q=${encodeURIComponent(String(both[0]?.email))}`);
    for (const one of both) await select(page, one);
    await expect.poll(() => barText(page), SOON).toContain('2 selected');
    await expectNoSidewaysScroll(page);
    await press(page, 'Send');
    const dialog = page.getByRole('dialog', { name: 'Send an email to 2 applications' });
    await expect.poll(() => dialog.getByLabel('Email template').locator('option').count(), SOON).toBeGreaterThan(1);
    await dialog.getByLabel('Email template').selectOption({ index: 1 });
    await dialog.getByText('2 will be emailed').waitFor();
    await dialog.getByText(/^The emails are sent after 60 seconds/).waitFor();
    await dialog.locator('iframe').waitFor();
    await expectAccessible(jun, 'bulk-mail', { hasScriptlessFrame: true });
    await dialog.getByRole('button', { name: 'Send to 2 applications' }).click();
    await bar(page)
      .getByText(/Undo cancels them until then/)
      .waitFor();
    await expect.poll(() => barText(page), SOON).toContain('2 emailed');
    const ids = both.map(({ _id }) => _id);
    expect(await statusesOf(client, ids)).toEqual(['INFORMATION SENT', 'INFORMATION SENT']);
    await expectNoSidewaysScroll(page);
    await press(page, 'Undo');
    await page
      .getByRole('dialog', { name: /^Cancel the emails to 2 applications/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(() => barText(page), SOON).toContain('Undone: 2 restored · 2 emails cancelled');
    expect(await statusesOf(client, ids)).toEqual(['NEW', 'NEW']);
    await expectAccessible(jun, 'bulk-undone');
    await press(page, 'Dismiss');
    await expect.poll(() => barText(page), SOON).toBe('');
    expect(jun.complaints).toEqual([]);
    await jun.context.close();
  });

  test('the keyboard alone selects a row, a range and a whole batch, and assigns them', async () => {
    const client = await clientOf(OWNER);
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/dashboard?tab=all');
    const section = page.getByRole('region', { name: 'Full-Stack, day' });
    const rows = section.locator('.ag-row:not(.ag-full-width-row)');
    // A click opens the row, another closes it; the cell stays focused.
    for (const isOpen of ['true', 'false']) {
      await rows.first().locator('[col-id="status"]').click();
      await expect.poll(() => rows.first().getByRole('button').getAttribute('aria-expanded')).toBe(isOpen);
    }
    await page.keyboard.press('Space');
    await expect.poll(() => barText(page), SOON).toContain('1 selected');
    for (const key of ['ArrowDown', 'ArrowDown', 'Shift+Space']) await page.keyboard.press(key);
    await expect.poll(() => barText(page), SOON).toContain('3 selected');
    await page.keyboard.press('Control+A');
    const many = Number.parseInt((await section.getByText(/applications$/).innerText()).trim(), 10);
    expect(many).toBeGreaterThan(3);
    await expect.poll(() => barText(page), SOON).toContain(`${many} selected`);

    const top = await page.evaluate<number>('scrollY');
    await page.keyboard.press('b');
    const isInBar = () => bar(page).evaluate((element) => element.contains(element.ownerDocument.activeElement));
    await expect.poll(isInBar).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Assign');
    expect(await page.evaluate<number>('scrollY'), 'the rows stay where they are').toBe(top);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Assign ${many} applications` });
    const select = dialog.getByLabel('Assignee');
    await expect.poll(() => select.locator('option').count(), SOON).toBeGreaterThan(2);
    await select.focus();
    await page.keyboard.type('tala');
    const run = dialog.getByRole('button', { name: /^Assign \d+ applications$/ });
    await run.waitFor();
    await run.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => barText(page), SOON).toContain('Assign to Tala Mercado');
    await expect.poll(() => barText(page), SOON).toMatch(/\d+ assigned/);
    const assigned = (await list(client)).filter(
      ({ adminAssignee, status }) => adminAssignee?.userEmail === 'tala@bagwis.example' && status !== 'CANCELLED',
    );
    expect(assigned.length).toBeGreaterThanOrEqual(many);

    await rows.first().getByRole('checkbox').check();
    const shown = Number.parseInt(await page.getByText(/applications shown$/).innerText(), 10);
    await bar(page)
      .getByRole('button', { name: `Select all ${shown} shown` })
      .click();
    await expect.poll(() => barText(page), SOON).toContain(`${shown} selected`);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('a spreadsheet is mapped, previewed, imported, continued after a reload and undone', async () => {
    const client = await clientOf(ADMIN);
    const batch = (await client.call('listBatches')).body.find(({ name }) => name === 'Full-Stack, day');
    const known = (await list(client)).find(
      ({ batchId, email, status }) => email && status !== 'CANCELLED' && batchId === batch?._id,
    );
    if (!known) throw new Error('The demo has no active applicant in this batch');
    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD);
    const { page } = jun;
    await page.goto('/admin/dashboard');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import a spreadsheet' }).click();
    await page.getByRole('heading', { name: 'Import applicants' }).waitFor();
    await page.getByLabel('Import into').selectOption(known.batchId);
    const choose = (name: string, text: string | Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('students.xlsx', Buffer.from([0x50, 0x4b, 3, 4]));
    await page.getByText(/^This is a workbook, not a CSV file/).waitFor();

    const people = Array.from(
      { length: 58 },
      (_, n) => `Ana ${n},Cruz,ana${n}@moved.example,contract sent,Never,"=1+1, yes",x`,
    );
    const file = [
      'Given name,Surname,E-mail,Stage,How much have you programmed,Why,<script>alert(1)</script>',
      ...people,
      `Known,Person,${known.email},,Never,Because,x`,
      'No,Email,nobody,,Never,Because,x',
    ].join('\r\n');
    await choose('students.csv', file);
    const imported = (column: string) => page.getByLabel(`Import ${column} as`);
    await imported('E-mail').waitFor();
    expect(await imported('E-mail').inputValue()).toBe('email');
    expect(await imported('Surname').inputValue()).toBe('lastName');
    expect(await imported('<script>alert(1)</script>').inputValue()).toBe('');
    await imported('E-mail').selectOption('');
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByText(/^Choose a column for: Email/).waitFor();
    await imported('E-mail').selectOption('email');
    await imported('Why').selectOption('motivation');
    await expectAccessibleAtBothWidths(jun, 'import-columns');

    await page.reload();
    await page.getByText('must be chosen again, because the page was reloaded').waitFor();
    await choose('students.csv', file);
    await expect.poll(() => imported('Why').inputValue()).toBe('motivation');
    const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })');
    expect(kept).not.toContain('moved.example');
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByText('58 new · 1 duplicate · 1 with errors').waitFor();
    await page.getByText('contract sent becomes CONTRACT SENT').waitFor();
    await page.getByLabel('Show only the 2 that will not be imported').check();
    await page.getByText(TEXTS.bulk.alreadyApplied).waitFor();
    await page.getByText(`Email: ${TEXTS.accounts.emailInvalid}`).waitFor();
    await expectAccessibleAtBothWidths(jun, 'import-preview');

    let parts = 0;
    await page.route('**/api/applications/import/*/rows**', async (route) => {
      parts += 1;
      await (parts === 1 ? route.continue() : route.abort());
    });
    await page.getByRole('button', { name: 'Import 58 applicants' }).click();
    await page.getByText('Connection lost. Still trying…').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('This import was interrupted after 50 applicants').waitFor();
    await expectAccessibleAtBothWidths(jun, 'import-interrupted');
    await page.unroute('**/api/applications/import/*/rows**');
    await choose('others.csv', 'Email\nb@moved.example');
    await page.getByText(/^This is not the file that you started with/).waitFor();
    await choose('students.csv', file);
    await page.getByText('58 imported · 1 duplicate · 1 with errors').waitFor();
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    const leaving = page.getByRole('dialog', {
      name: /^You can download the rows that were not imported only on this page/,
    });
    await leaving.getByRole('button', { name: 'Cancel' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download 2 rows as CSV' }).click();
    const failed = await readFile(await (await download).path(), 'utf8');
    expect(failed).toContain(`Known,Person,${known.email},,Never,Because,x,${TEXTS.bulk.alreadyApplied}\r\n`);
    expect(failed).toContain(`No,Email,nobody,,Never,Because,x,Email: ${TEXTS.accounts.emailInvalid}\r\n`);
    await expectAccessibleAtBothWidths(jun, 'import-finished');
    const added = (await list(client)).filter(({ email }) => email?.endsWith('@moved.example'));
    expect(added).toHaveLength(58);
    expect(added[0]).toMatchObject({ status: 'CONTRACT SENT', motivation: '=1+1, yes' });

    await page.getByRole('button', { name: 'Show the imported applicants' }).click();
    const results = page.getByRole('dialog', { name: /^Import into/ });
    await results.getByRole('link', { name: 'Ana 0 Cruz' }).waitFor();
    await results.getByRole('button', { name: 'Close' }).click();
    await client.call('changeApplication', { params: { id: added[0]?._id ?? '' }, body: { status: 'COMPLETE' } });
    await page.getByRole('button', { name: 'Undo the whole import' }).click();
    const question = page.getByRole('dialog', { name: /^Remove 58 applications and erase/ });
    await question.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: 57 removed · 1 left').waitFor();
    await page.getByRole('button', { name: 'Show what was kept and why' }).click();
    await results.getByText(TEXTS.bulk.changedSince).waitFor();
    expect(await results.getByRole('link').count()).toBe(1);
    await expectAccessible(jun, 'import-undone');
    expect((await list(client)).filter(({ email }) => email?.endsWith('@moved.example'))).toHaveLength(1);
    expect(jun.complaints).toEqual([]);
    await jun.context.close();
  });
});
