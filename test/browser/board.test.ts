import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ApplicationView } from '../../api/contract/applications.ts';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import type { ApplicationStatus } from '../../domain/application/statuses.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type Client, createClient } from '../support/client.ts';
import { expectAccessible, expectNoSidewaysScroll, expectNoSidewaysScrollAtBothWidths, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';
const VIEWER = 'noel@bagwis.example';
/** A busy machine takes longer than the usual 100 ms. */
const SOON = { timeout: 20_000 };

const column = (page: Page, status: ApplicationStatus) => page.locator(`[data-column="${status}"]`);
const card = (within: Page | Locator, { _id }: ApplicationView) => within.locator(`[data-card="${_id}"]`);
const nameOf = ({ firstName, lastName }: ApplicationView) => `${firstName} ${lastName}`;
const onBoard = (page: Page, query: string) => page.goto(`/admin/dashboard?view=board&${query}`);
const by = ({ email }: ApplicationView) => `q=${encodeURIComponent(String(email))}`;

describePortal('the board', (portal) => {
  const clientOf = async (email: string): Promise<Client> => {
    const client = createClient(portal.url);
    expect((await client.call('login', { body: { email, password: DEMO_PASSWORD } })).status).toBe(200);
    return client;
  };
  const met = new Set<string>();
  const somebodyIn = async (client: Client, status: ApplicationStatus): Promise<ApplicationView> => {
    const { body: batches } = await client.call('listBatches');
    const open = new Set(batches.filter((batch) => batch.status === 'Open').map(({ _id }) => _id));
    const { body: all } = await client.call('listApplications');
    const found = all.find((one) => one.status === status && open.has(one.batchId) && !met.has(one._id));
    if (!found) throw new Error(`Nobody else is ${status}`);
    met.add(found._id);
    return found;
  };
  const statusOf = async (client: Client, { _id: id }: ApplicationView) =>
    (await client.call('getApplication', { params: { id } })).body.status;

  test('has a column for each status; a dialog moves cards and Undo moves them back', async () => {
    const client = await clientOf(OWNER);
    const ada = await somebodyIn(client, 'NEW');
    const reading = { name: 'We are reading', subject: 'We are reading', body: 'Give us a week.' };
    await client.call('createEmailTemplate', { body: { ...reading, statuses: ['DECISION PENDING'] } });
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: PHONE });
    const { page } = mia;
    await page.goto('/admin/dashboard');
    await page.getByRole('button', { name: 'Board', exact: true }).click();
    await card(page, ada).waitFor();
    expect(new URL(page.url()).searchParams.get('view')).toBe('board');
    const { body: batches } = await client.call('listBatches');
    const active = new Set(batches.filter(({ status }) => status !== 'Complete').map(({ _id }) => _id));
    const { body: all } = await client.call('listApplications');
    const shown = all.filter(({ status, batchId }) => status !== 'CANCELLED' && active.has(batchId));
    for (const status of ['NEW', 'DECISION PENDING', 'COMPLETE'] as const) {
      const count = shown.filter((one) => one.status === status).length;
      await expect
        .poll(() => column(page, status).getByRole('heading').innerText(), SOON)
        .toContain(count.toLocaleString('en'));
    }
    expect(await column(page, 'CANCELLED').innerText()).toContain('hidden');
    await expectNoSidewaysScrollAtBothWidths(page);
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
    await page.getByLabel('Batch', { exact: true }).selectOption(ada.batchId);
    await expectAccessible(mia, 'board-cards');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Cards \(.+\)$/ }).waitFor();
    await expect
      .poll(() => page.getByText(/applications? shown$/).innerText(), SOON)
      .toBe(`${shown.filter(({ batchId }) => batchId === ada.batchId).length} applications shown`);

    await page.getByLabel('Search applications').fill(String(ada.email));
    await expect.poll(() => page.locator('[data-card]').count(), SOON).toBe(1);
    await expectAccessible(mia, 'board');
    await page.getByRole('button', { name: `Move ${nameOf(ada)} to…` }).click();
    const dialog = page.getByRole('dialog', { name: `Move ${nameOf(ada)} to…` });
    await expectAccessible(mia, 'board-move');
    await dialog.getByRole('button', { name: 'Decision pending' }).click();
    await card(column(page, 'DECISION PENDING'), ada).waitFor();
    await page.getByText(`Moved ${nameOf(ada)} to Decision pending.`).waitFor();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await statusOf(client, ada)).toBe('DECISION PENDING');
    const focused = () => page.evaluate<string | undefined>('document.activeElement?.dataset.part');
    await expect.poll(focused, { message: 'the focus goes with the card' }).toBe('move');
    await page.getByRole('button', { name: 'Email “We are reading”' }).waitFor();
    await expectAccessible(mia, 'board-moved');
    await page.getByRole('button', { name: 'Undo' }).click();
    await card(column(page, 'NEW'), ada).waitFor();
    await expect.poll(() => statusOf(client, ada), SOON).toBe('NEW');
    const { body: after } = await client.call('listApplications', { query: { ids: ada._id } });
    expect(after[0]?.statusSince, 'as if it had never been elsewhere').toBe(ada.statusSince);
    await expectNoSidewaysScrollAtBothWidths(page);

    await page.getByRole('button', { name: `Move ${nameOf(ada)} to…` }).click();
    await dialog.getByRole('button', { name: 'Decision pending' }).click();
    await page.getByRole('button', { name: 'Email “We are reading”' }).click();
    const writing = page.getByRole('dialog', { name: 'Send an email to 1 application' });
    expect(await writing.getByLabel('Email template').locator('option:checked').innerText()).toBe(reading.name);
    await writing.getByRole('button', { name: 'Send to 1 application' }).click();
    await writing.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('region', { name: 'Selected applications' }).innerText(), SOON)
      .toContain(reading.name);

    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.locator('.ag-root').first().waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('a card is dragged to an empty column; a drop on TRANSFERRED asks for the batch', async () => {
    const client = await clientOf(OWNER);
    const grace = await somebodyIn(client, 'INFORMATION SENT');
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: { width: 1900, height: 1000 } });
    const { page } = mia;
    await onBoard(page, by(grace));
    await card(page, grace).dragTo(column(page, 'DRILLS PENDING'));
    await card(column(page, 'DRILLS PENDING'), grace).waitFor();
    await expect.poll(() => statusOf(client, grace), SOON).toBe('DRILLS PENDING');

    await card(page, grace).dragTo(column(page, 'TRANSFERRED'));
    const dialog = page.getByRole('dialog', { name: `Transfer ${nameOf(grace)}` });
    await dialog.getByRole('button', { name: 'Transfer the applicant' }).click();
    const alert = page.getByRole('alertdialog');
    await alert.getByText(TEXTS.applications.transferTargetMissing).waitFor();
    await alert.getByRole('button', { name: 'OK' }).click();
    await dialog.getByLabel('Transfer to').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Transfer the applicant' }).click();
    await alert.getByText(TEXTS.applications.transferDone).waitFor();
    await alert.getByRole('button', { name: 'OK' }).click();
    await card(column(page, 'TRANSFERRED'), grace).waitFor();
    await expect.poll(() => column(page, 'DRILLS PENDING').locator('[data-card]').count(), SOON).toBe(1);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('a refused move is reverted and says why; a conflicting one asks', async () => {
    const client = await clientOf(OWNER);
    const first = await somebodyIn(client, 'NEW');
    await client.call('changeApplication', { params: { id: first._id }, body: { status: 'CANCELLED' } });
    const again = await client.call('submitApplication', { body: { ...first } });
    expect(again.status).toBe(200);
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    // This page receives no live changes from here on, so it does not see Jun's.
    await page.route('**/api/live*', (route) => route.abort());
    await onBoard(page, `inactive=1&${by(first)}`);
    await card(column(page, 'CANCELLED'), first).getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'New', exact: true }).click();
    const alert = page.getByRole('alertdialog');
    await alert.getByText('Something went wrong updating the application').waitFor();
    await alert.getByRole('button', { name: 'OK' }).click();
    await card(column(page, 'CANCELLED'), first).waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);

    const second = again.body;
    const jun = await clientOf(ADMIN);
    await jun.call('changeApplication', { params: { id: second._id }, body: { status: 'INFORMATION SENT' } });
    await card(column(page, 'NEW'), second).getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Interview pending' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Your change is not saved yet' });
    await conflict.getByText(/Jun Villanueva changed status/).waitFor();
    await card(column(page, 'INFORMATION SENT'), second).waitFor();
    await expectAccessible(mia, 'board-conflict');
    await conflict.getByRole('button', { name: 'Save mine instead' }).click();
    await card(column(page, 'INTERVIEW PENDING'), second).waitFor();
    await expect.poll(() => statusOf(client, second), SOON).toBe('INTERVIEW PENDING');
    await mia.context.close();
  });

  test('by keyboard alone: arrows select cards, M moves one, and the focus follows the card', async () => {
    const client = await clientOf(ADMIN);
    const ada = await somebodyIn(client, 'DECISION PENDING');
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    const live = page.waitForRequest((request) => request.url().includes('/api/live'));
    await onBoard(page, 'tab=all');
    await live;
    const focusedCard = () =>
      page.evaluate<string | null>('document.activeElement?.closest("[data-card]")?.dataset.card');
    const focusedColumn = () =>
      page.evaluate<string | null>('document.activeElement?.closest("[data-column]")?.dataset.column');
    const cards = column(page, 'NEW').locator('[data-card]');
    await cards.nth(1).waitFor();
    await cards.first().getByRole('link').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(focusedCard).toBe(await cards.nth(1).getAttribute('data-card'));
    await page.keyboard.press('ArrowRight');
    await expect.poll(focusedColumn).toBe('INFORMATION SENT');
    await page.keyboard.press('ArrowLeft');
    await expect
      .poll(focusedCard, { message: 'where one was in that column' })
      .toBe(await cards.nth(1).getAttribute('data-card'));

    await card(page, ada).getByRole('link').focus();
    await page.keyboard.press('m');
    await page.getByRole('dialog').waitFor();
    const focusedWord = () => page.evaluate<string>('document.activeElement.ariaLabel');
    await expect.poll(focusedWord, { message: 'one step ahead' }).toBe('Interview pending');
    await page.keyboard.press('Escape');
    await expect.poll(focusedCard).toBe(ada._id);
    await client.call('changeApplication', { params: { id: ada._id }, body: { status: 'DRILLS PENDING' } });
    await card(column(page, 'DRILLS PENDING'), ada).waitFor();
    await expect.poll(focusedCard).toBe(ada._id);
    await page.getByText(`Jun Villanueva moved ${nameOf(ada)} to Drills pending.`).waitFor();
    expect(await card(page, ada).innerText()).toContain('Moved by Jun Villanueva');

    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Transferred' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Transfer to').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Transfer the applicant' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByText(TEXTS.applications.transferDone).waitFor();
    await page.keyboard.press('Enter');
    await card(column(page, 'TRANSFERRED'), ada).waitFor();
    await expect.poll(focusedCard, SOON).toBe(ada._id);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('a Viewer reads the board in any order, and moves nothing', async () => {
    const client = await clientOf(OWNER);
    const ada = await somebodyIn(client, 'INTERVIEW PENDING');
    const noel = await portal.visitAs(VIEWER, DEMO_PASSWORD, { viewport: PHONE });
    const { page } = noel;
    await onBoard(page, by(ada));
    await page.locator('[data-card]').first().waitFor();
    expect(await page.getByRole('button', { name: /^Move / }).count()).toBe(0);
    expect(await page.locator('[draggable="true"]').count()).toBe(0);
    await page.locator('[data-card] a').first().focus();
    await page.keyboard.press('m');
    await expectAccessible(noel, 'board-viewer');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectNoSidewaysScroll(page);

    const { body: batches } = await client.call('listBatches');
    const active = new Set(batches.filter(({ status }) => status !== 'Complete').map(({ _id }) => _id));
    const allIn = async (wanted: ApplicationStatus) =>
      (await client.call('listApplications')).body.filter(
        ({ status, batchId }) => status === wanted && active.has(batchId),
      );
    const id = (await allIn('DECISION PENDING')).at(-1)?._id as string;
    for (const status of ['DRILLS PENDING', 'DECISION PENDING'] as const) {
      await client.call('changeApplication', { params: { id }, body: { status } });
    }
    const shown = await allIn('DECISION PENDING');
    await onBoard(page, '');
    const cards = page.getByRole('button', { name: /^Cards/ });
    await cards.click();
    await page.getByLabel('Stage', { exact: true }).selectOption('In review');
    await page.waitForURL(/stage=/);
    await expect
      .poll(() => page.locator('[data-column]').evaluateAll((all) => all.map(({ dataset }) => dataset.column)), SOON)
      .toEqual(['INCORRECT INFORMATION', 'DECISION PENDING']);
    const inReview = (await allIn('INCORRECT INFORMATION')).length + shown.length;
    await page.getByText(`${inReview} applications shown`, { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download visible data as CSV' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.trim().split('\r\n').slice(1)).toHaveLength(inReview);
    await onBoard(page, 'order=longest');
    const topBy = (by: 'statusSince' | 'createdAt', isNewestFirst: boolean) => {
      const sorted = shown.toSorted((one, other) => String(one[by]).localeCompare(String(other[by])));
      return (isNewestFirst ? sorted.toReversed() : sorted).slice(0, 3).map(({ _id }) => _id);
    };
    const top = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('[data-column="DECISION PENDING"] [data-card]')].slice(0, 3).map(({ dataset }) => dataset.card)`,
      );
    expect(topBy('createdAt', true), 'they can be told apart').not.toEqual(topBy('statusSince', true));
    await cards.click();
    const order = page.getByLabel('Sort cards');
    await expect.poll(top, SOON).toEqual(topBy('statusSince', false));
    expect(await order.inputValue(), 'as the link says').toBe('longest');
    await order.selectOption({ label: 'Newest applications' });
    await expect.poll(top, SOON).toEqual(topBy('createdAt', true));
    await order.selectOption({ label: 'Recently moved' });
    await expect.poll(top, SOON).toEqual(topBy('statusSince', true));
    await expect.poll(() => new URL(page.url()).searchParams.has('order'), SOON).toBe(false);
    expect(noel.complaints).toEqual([]);
    await noel.context.close();
  });
});
