import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ApplicationView } from '../../api/contract/applications.ts';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { FAMILY_OF_STATUS } from '../../domain/application/statuses.ts';
import { type Client, createClient } from '../support/client.ts';
import { freshEmail } from '../support/school.ts';
import { expectAccessible, expectNoSidewaysScroll, expectNoSidewaysScrollAtBothWidths, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';
const VIEWER = 'noel@bagwis.example';
const cell = (page: Page, column: string) =>
  page.locator(`.ag-row:not(.ag-full-width-row) [col-id="${column}"]`).filter({ visible: true });
/** Fetches a body again if the browser has dropped it. */
function answersTo(page: Page, wanted: RegExp): Promise<string>[] {
  const answers: Promise<string>[] = [];
  const again = async (url: string) => (await page.request.get(url)).text();
  page.on('response', (response) => {
    const url = response.url();
    if (wanted.test(new URL(url).pathname)) answers.push(response.text().catch(() => again(url)));
  });
  return answers;
}
const isToBeMet = ({ status, calendlyStartTime }: ApplicationView) =>
  status !== 'CANCELLED' &&
  status !== 'TRANSFERRED' &&
  typeof calendlyStartTime === 'string' &&
  Date.parse(calendlyStartTime) > Date.now();
const shown = async (page: Page) =>
  Number.parseInt((await page.getByText(/applications? shown$/).innerText()).replaceAll(',', ''), 10);

describePortal('the table of the dashboard', (portal) => {
  const clientOf = async (email: string): Promise<Client> => {
    const client = createClient(portal.url);
    const { status } = await client.call('login', { body: { email, password: DEMO_PASSWORD } });
    expect(status).toBe(200);
    return client;
  };

  test('upcoming interviews open under their number, and quick filters narrow all batches', async () => {
    const client = await clientOf(OWNER);
    const { body: all } = await client.call('listApplications');
    const expected = all.filter(isToBeMet);
    expect(expected.length, 'the demo has interviews to come').toBeGreaterThan(1);
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: PHONE });
    const { page } = mia;
    await page.goto('/admin/dashboard?tab=all');
    await cell(page, 'status').first().waitFor();
    const button = page.getByRole('button', { name: `See ${expected.length} upcoming interviews` });
    await button.click();
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
    const box = page.getByRole('region', { name: 'Interviews', exact: true });
    await box.getByRole('columnheader').first().waitFor();
    expect(await box.getByRole('columnheader').allInnerTexts()).toEqual([
      'Name',
      'Email',
      'Date',
      'Link',
      'Assignee',
      'Last comment',
      'Interview',
    ]);
    const times = await box
      .locator('time')
      .evaluateAll((each) => each.map((one) => one.getAttribute('datetime') ?? ''));
    expect(times).toEqual([...times].sort());
    expect(times.filter((at) => Date.parse(at) > Date.now())).toHaveLength(expected.length);
    const {
      _id: id,
      status,
      statusSince,
    } = expected.find((one) => one.status === 'INTERVIEW SCHEDULED') as ApplicationView;
    const row = box.getByRole('row').filter({ has: page.locator(`a[href="/application/${id}"]`) });
    await row.getByRole('button', { name: /^Mark as completed: / }).click();
    // The cell's text goes on with *Undo* once the change is saved.
    await row.getByRole('cell', { name: /^Completed/ }).waitFor();
    const statusNow = async () => (await client.call('getApplication', { params: { id } })).body;
    await expect.poll(async () => (await statusNow()).status).toBe('INTERVIEW COMPLETED');
    await row.getByRole('button', { name: /^Undo/ }).click();
    await row.getByRole('button', { name: /^Mark as completed: / }).waitFor();
    await expect.poll(statusNow).toMatchObject({ status, statusSince });
    await expectNoSidewaysScrollAtBothWidths(page);
    await page.getByLabel('Search applications').fill(DEMO_APPLICANT);
    await expectAccessible(mia, 'dashboard-interviews');
    await page.getByLabel('Search applications').fill('');
    await expect.poll(() => new URL(page.url()).searchParams.has('q')).toBe(false);
    await page.reload();
    await box.waitFor();
    await button.click();
    await box.waitFor({ state: 'detached' });
    const head = '.ag-grid-pinned-top-rows';
    const position = () => page.evaluate(`getComputedStyle(document.querySelector('${head}')).position`);
    await expect.poll(position).toBe('relative');
    await page.locator(head).first().dispatchEvent('touchstart');
    await expect.poll(position).toBe('sticky');

    const before = await shown(page);
    await page.getByRole('button', { name: 'Unassigned' }).click();
    await expect.poll(() => shown(page)).toBeLessThan(before);
    await page.getByRole('button', { name: 'Mine' }).click();
    await expect
      .poll(() => page.getByRole('button', { name: 'Unassigned' }).getAttribute('aria-pressed'))
      .toBe('false');
    const { body: me } = await client.call('getUser');
    const mine = all.filter(
      ({ adminAssignee, status }) => adminAssignee?.userId === me._id && FAMILY_OF_STATUS[status] !== 'ended',
    );
    await expect.poll(() => shown(page)).toBe(mine.length);
    await page.getByRole('button', { name: 'Mine' }).click();
    await expect.poll(() => shown(page)).toBe(before);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('an Admin finds applications by tab, column, status, assignee and plan', async () => {
    const client = await clientOf(ADMIN);
    const [{ body: all }, { body: batches }, { body: plans }, { body: me }] = await Promise.all([
      client.call('listApplications'),
      client.call('listBatches'),
      client.call('listPaymentModels'),
      client.call('getUser'),
    ]);
    const complete = batches.filter(({ status }) => status === 'Complete');
    const ofComplete = new Set(complete.map(({ _id }) => _id));
    const active = all.filter(({ batchId }) => !ofComplete.has(batchId));
    const cancelled = active.filter(({ status }) => status === 'CANCELLED');
    const mine = active.filter(
      ({ status, adminAssignee }) => status !== 'CANCELLED' && adminAssignee?.userId === me._id,
    );
    const planned = active.find(
      ({ status, selectedPaymentModelId }) => status !== 'CANCELLED' && selectedPaymentModelId,
    );
    const counts = [complete.length, cancelled.length, mine.length];
    expect([...counts, planned].every(Boolean), 'the demo has some of each').toBe(true);
    const said = `${'Speaks slowly, listens well, and asks twice. '.repeat(2)}Strong.`;
    const commented = mine[0]?._id ?? '';
    const comment = { adminComments: [{ message: said }] };
    expect((await client.call('changeApplication', { params: { id: commented }, body: comment })).status).toBe(200);

    const staff = await portal.visitAs(ADMIN, DEMO_PASSWORD, { viewport: { width: 3000, height: 900 } });
    const { page } = staff;
    await page.goto('/admin/dashboard');
    await cell(page, 'status').first().waitFor();
    const titles = await page.locator('.ag-root').first().getByRole('columnheader').allInnerTexts();
    const asked = ['Motivation', 'Experience', 'Hours a week', 'Interview notes'];
    const behindEmail = titles.indexOf('Email') + 1;
    expect(titles.slice(behindEmail, behindEmail + asked.length), "the process's fields").toEqual(asked);

    const search = page.getByLabel('Search applications');
    await search.fill('cancelled');
    await page.getByText(`${cancelled.length} matches are hidden.`).waitFor();
    await page.getByLabel('Show inactive applications').check();
    await expect.poll(() => shown(page)).toBe(cancelled.length);
    await page.waitForURL(/inactive=1/);
    await page.getByLabel('Show inactive applications').uncheck();
    await search.fill(ADMIN);
    await expect.poll(() => shown(page)).toBe(mine.length);
    await search.fill(mine[0]?.email ?? '');
    const row = page.locator(`.ag-row[row-id="${commented}"]`);
    await row.getByRole('img', { name: 'Assigned to me' }).waitFor();
    await expect.poll(() => row.locator('[col-id="comments"]').innerText()).toBe(`${said.slice(0, 50)}…`);
    await search.fill(planned?.email ?? '');
    const planNames = plans.map(({ name }) => name);
    await expect.poll(() => cell(page, 'plan').first().innerText()).toSatisfy((text) => planNames.includes(text));
    await search.fill('');
    const starred = page.locator('.ag-row', { has: page.getByRole('img', { name: 'Assigned to me' }) });
    const others = () => cell(page, 'assignee').allInnerTexts();
    await expect
      .poll(async () => (await others()).filter((text) => text !== 'Jun Villanueva').length)
      .toBeGreaterThan(0);
    const starredFor = await starred.locator('[col-id="assignee"]').allInnerTexts();
    expect(starredFor.filter((text) => text !== 'Jun Villanueva')).toEqual([]);

    await page.getByRole('tab', { name: 'Complete' }).click();
    await page.waitForURL(/tab=complete/);
    const heads = page.locator('section[aria-label] > h2 > button');
    await expect.poll(() => heads.count()).toBe(complete.length);
    await heads.getByText(complete[0]?.name ?? '', { exact: true }).waitFor();
    const colour = await heads
      .first()
      .locator('[data-status="Complete"]')
      .evaluate((element) => {
        const probe = element.ownerDocument.body.appendChild(element.ownerDocument.createElement('i'));
        probe.style.color = 'var(--problem)';
        const colours = [element, probe].map((one) => one.ownerDocument.defaultView?.getComputedStyle(one).color);
        probe.remove();
        return colours;
      });
    expect(colour[0], 'Complete stands in red').toBe(colour[1]);

    const header = page.getByRole('columnheader', { name: 'Email', exact: true }).first();
    await header.hover();
    await header.locator('.ag-header-cell-filter-button').click();
    const filter = page.locator('.ag-filter');
    await filter.getByRole('combobox').first().waitFor();
    expect(await filter.locator('input[type=text]:visible').count(), 'it asks for existence only').toBe(0);
    await page.keyboard.press('Escape');
    await cell(page, 'trackingNumber').first().getByRole('link').click();
    await page.waitForURL(/\/application\/[^/]+$/);
    await page.getByRole('region', { name: 'Admin tools' }).waitFor();
    expect(staff.complaints).toEqual([]);
    await staff.context.close();
  });

  test('applications are overdue by the limits that Owners and Admins set', async () => {
    const client = await clientOf(OWNER);
    const { body: school } = await client.call('organizationForCurrentDomain');
    const others = (school?.statusLimits ?? []).filter(({ status }) => status !== 'NEW');
    const limited = await client.call('changeOrganization', {
      params: { id: school?._id ?? '' },
      body: { statusLimits: [...others, { status: 'NEW', days: 1 }] },
    });
    expect(limited.status, JSON.stringify(limited.problem)).toBe(200);
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/dashboard?tab=all&only=overdue');
    await cell(page, 'inStatus').first().waitFor();
    for (const text of await cell(page, 'inStatus').allInnerTexts()) expect(text).toMatch(/^\d+ days?, overdue$/);
    const before = await shown(page);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Time limits' }).click();
    const dialog = page.getByRole('dialog', { name: 'Time limits' });
    const field = dialog.getByLabel('Days in NEW', { exact: true });
    await expectAccessible(mia, 'dashboard-limits');
    await field.fill('soon');
    await dialog.getByRole('button', { name: 'Save time limits' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.locator('[aria-invalid="true"]').count(), 'the one that is meant is marked').toBe(1);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('');
    await dialog.getByRole('button', { name: 'Save time limits' }).click();
    await dialog.waitFor({ state: 'detached' }).catch(() => undefined);
    await expect.poll(() => shown(page)).toBeLessThan(before);
    await expect.poll(() => cell(page, 'status').allInnerTexts()).not.toContain('New');
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test("staff add an applicant with the batch's form, and the application is not linked to their account", async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: PHONE });
    const { page } = mia;
    await page.goto(`/admin/dashboard?q=${encodeURIComponent(DEMO_APPLICANT)}`);
    await cell(page, 'status').first().waitFor();
    await page.getByRole('button', { name: 'Add new applicant' }).click();
    const box = page.getByRole('region', { name: 'Add new applicant' });
    const { body: batches } = await (await clientOf(OWNER)).call('listBatches');
    const open = batches.filter(({ status }) => status === 'Open');
    await box.getByLabel('Batch').waitFor();
    expect(await box.getByLabel('Batch').locator('option:not([disabled])').allInnerTexts()).toEqual(
      open.map(({ name }) => name),
    );
    await box.getByLabel('Batch').selectOption({ index: 1 });
    await box.getByRole('button', { name: 'Add applicant' }).click();
    await box.getByRole('alert').waitFor();
    await expectAccessible(mia, 'dashboard-add');
    await expectNoSidewaysScroll(page);
    const email = freshEmail();
    const texts: Readonly<Record<string, string>> = {
      'First name': 'Zita',
      'Last name': 'Ōkami',
      Email: email,
    };
    for (const [label, text] of Object.entries(texts)) await box.getByLabel(new RegExp(`^${label}`)).fill(text);
    for (const choice of await box.locator('select[aria-required="true"]').all())
      await choice.selectOption({ index: 1 });
    for (const rest of await box.locator(':is(input, textarea)[aria-required="true"]').all()) {
      if ((await rest.inputValue()) !== '') continue;
      await rest.fill((await rest.getAttribute('type')) === 'tel' ? '+639170000000' : 'As told by telephone');
    }
    await box.getByLabel('How did they hear about us?').selectOption('Reddit');
    await box.getByText('in your account').waitFor();
    await page.reload();
    await box.getByLabel('Batch').selectOption({ index: 1 });
    await expect.poll(() => box.getByLabel(/^First name/).inputValue()).toBe('Zita');
    const { promise: isAdded, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/api/drafts/add*', async (route) => {
      if (route.request().method() === 'PUT') await isAdded;
      await route.continue();
    });
    const draft = page.waitForResponse(
      (answer) => answer.request().method() === 'GET' && answer.url().includes('/api/drafts/add'),
    );
    await box.getByRole('button', { name: 'Add applicant' }).click();
    await box.getByText('Zita Ōkami has been added.').waitFor();
    await expect.poll(() => box.getByLabel(/^First name/).inputValue()).toBe('');
    goOn();
    expect(await (await draft).json(), 'nothing of it comes back into the next one').toMatchObject({ values: null });
    const { body: all } = await (await clientOf(OWNER)).call('listApplications');
    expect(all.find(({ email: theirs }) => theirs === email)).toMatchObject({
      userId: null,
      status: 'NEW',
      tracking: { source: 'Reddit' },
    });

    for (const [label, text] of Object.entries({ ...texts, Email: email.toUpperCase() }))
      await box.getByLabel(new RegExp(`^${label}`)).fill(text);
    await box.getByRole('button', { name: 'Add applicant' }).click();
    const notice = box.getByRole('alert').filter({ hasText: `Zita Ōkami has already applied to ${open[0]?.name}.` });
    await notice.getByRole('link', { name: 'Go to the application' }).click();
    await page.waitForURL(/\/application\//);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('headers sort by one column or several, and columns arranged by keyboard stay on another device until they are reset', async () => {
    // Only columns in the window exist in the document.
    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD, { viewport: { width: 1920, height: 900 } });
    const { page } = jun;
    const titles = () => page.locator('.ag-root').first().getByRole('columnheader').allInnerTexts();
    const header = (name: string) =>
      page.getByRole('columnheader', { name, exact: true }).filter({ visible: true }).first();
    const isSorted = (name: string, sort: string) =>
      expect.poll(() => header(name).getAttribute('aria-sort')).toBe(sort);
    const widthOf = async (name: string) => (await header(name).boundingBox())?.width ?? 0;
    const menu = page.getByRole('button', { name: /^Columns/ });
    const reset = async () => {
      await menu.click();
      await page.getByRole('button', { name: 'Reset columns' }).click();
      await page.keyboard.press('Escape');
    };
    await page.goto('/admin/dashboard?tab=all');
    await cell(page, 'status').first().waitFor();
    await reset();
    const [before, width] = [await titles(), await widthOf('Status')];

    await header('Email').dragTo(header('Status'), {
      sourcePosition: { x: 30, y: 10 },
      targetPosition: { x: 8, y: 10 },
    });
    await expect.poll(titles).not.toEqual(before);
    await isSorted('Email', 'none');
    const seen = await header('Email').evaluateHandle((element) => {
      const names: string[] = [];
      const { MutationObserver } = element.ownerDocument.defaultView ?? {};
      const note = (all: readonly { attributeName: string }[]) => names.push(...all.map((one) => one.attributeName));
      new MutationObserver(note).observe(element, { attributeFilter: ['data-pressed', 'aria-sort'] });
      return names;
    });
    await header('Email').click();
    await isSorted('Email', 'ascending');
    expect((await seen.jsonValue())[0], 'the press is seen before the table is sorted').toBe('data-pressed');
    const ofAll = page.getByRole('columnheader', { name: 'Email', exact: true });
    await expect
      .poll(() => ofAll.evaluateAll((all) => all.map((one) => one.ariaSort)), { message: 'all batches follow' })
      .toSatisfy((all: string[]) => all.length > 1 && all.every((sort) => sort === 'ascending'));
    await header('Email').click();
    await isSorted('Email', 'descending');
    await header('Status').click({ modifiers: ['Shift'] });
    await isSorted('Status', 'ascending');
    await isSorted('Email', 'descending');
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('email.desc,status.asc');
    await header('Status').click();
    await isSorted('Email', 'none');
    await isSorted('Status', 'descending');
    await reset();
    await expect.poll(titles).toEqual(before);
    await isSorted('Date', 'descending');

    const press = async (name: string, key: string) => {
      const saved = page.waitForResponse(
        (answer) => answer.url().endsWith('/api/preferences') && answer.request().method() === 'PUT',
      );
      await header(name).focus();
      await page.keyboard.press(key);
      await saved;
    };
    await press('Status', 'Shift+ArrowRight');
    await press('Status', 'Alt+ArrowRight');
    await press('Email', 'Enter');
    const moved = await titles();
    expect(moved).not.toEqual(before);
    expect([...moved].sort()).toEqual([...before].sort());
    await menu.click();
    const hidden = page.waitForResponse((answer) => /hidden":\["/.test(answer.request().postData() ?? ''));
    await page.getByRole('group', { name: 'Shown columns' }).getByLabel('Acct', { exact: true }).click();
    // Leaving the page would end the request, and saves wait for the ones before.
    await hidden;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns (1 hidden)' }).waitFor();
    const after = moved.filter((title) => title !== 'Acct');
    await expect.poll(titles).toEqual(after);

    // Another device has the account, but nothing of this browser's storage.
    await page.goto('/healthz');
    await page.evaluate('localStorage.clear(), sessionStorage.clear()');
    await page.goto('/admin/dashboard?tab=all');
    await cell(page, 'status').first().waitFor();
    await expect.poll(titles).toEqual(after);
    await expect.poll(() => widthOf('Status')).toBeGreaterThan(width);
    await isSorted('Email', 'ascending');
    await reset();
    await expect.poll(titles).toEqual(before);
    await expect.poll(() => widthOf('Status')).toBe(width);
    await isSorted('Date', 'descending');
    expect(jun.complaints).toEqual([]);
    await jun.context.close();
  });

  test('a table begins high on the page, asks for its rows once, is one tab stop, keeps number and name in view, and returns after leaving the window', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/dashboard?tab=all');
    const status = cell(page, 'status').first();
    await status.waitFor();
    expect((await status.boundingBox())?.y, 'the first row at 1440 × 900').toBeLessThan(350);
    for (const name of ['Assignee', 'Comments']) {
      const box = await page.getByRole('columnheader', { name, exact: true }).first().boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Number.NaN), `${name}, without scrolling sideways`).toBeLessThan(1440);
    }
    const rowAction = page.getByRole('button', { name: /^Work on the application/ }).first();
    const ground = () =>
      rowAction.evaluate((button) => button.ownerDocument.defaultView?.getComputedStyle(button).backgroundColor);
    const atRest = await ground();
    await status.hover();
    await expect.poll(ground, { message: 'the row shows its action under the pointer' }).not.toBe(atRest);
    await page.mouse.move(2, 2);
    await expect.poll(ground).toBe(atRest);
    const asked = (await page.evaluate(`performance.getEntriesByType('resource')
      .filter(({ name }) => /\\/api\\/applications\\?/.test(name)).map(({ name, initiatorType }) => [name, initiatorType])`)) as [
      string,
      string,
    ][];
    expect(asked[0]?.[1], 'before the code of the page has loaded').toBe('link');
    expect(new Set(asked.map(([name]) => name)).size).toBe(asked.length);

    const sections = page.locator('section[aria-label]:has(.ag-root) > h2 > button');
    const hasFocus = (target: Locator) => target.evaluate((element) => element === element.ownerDocument.activeElement);
    const inTable = () => page.evaluate<boolean>('document.activeElement?.closest(".ag-root") !== null');
    await sections.first().focus();
    await page.keyboard.press('Tab');
    await expect.poll(inTable).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("role")')).toBe('gridcell');
    await expect.poll(ground, { message: 'and under the keyboard' }).not.toBe(atRest);
    await page.keyboard.press('Tab');
    await expect.poll(() => hasFocus(sections.nth(1))).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(inTable).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => hasFocus(sections.first())).toBe(true);

    const number = cell(page, 'trackingNumber').first();
    const leftOf = async (one: Locator) => Math.round((await one.boundingBox())?.x ?? Number.NaN);
    await expect.poll(() => leftOf(number)).not.toBeNaN();
    const [before, beside] = [await leftOf(number), await leftOf(status)];
    await status.hover();
    const scrolled = async () => {
      await page.mouse.wheel(200, 0);
      return leftOf(status);
    };
    await expect.poll(scrolled).toBeLessThan(beside);
    expect(await leftOf(number)).toBe(before);
    await page.mouse.move(2, 2);
    await page.getByLabel('Search applications').focus();
    expect(await leftOf(number), 'also without the pointer over them').toBe(before);

    // A full-page picture scrolls everything out of view and back.
    await page.screenshot({ fullPage: true });
    await expect.poll(() => page.locator('.ag-row').count()).toBeGreaterThan(0);

    const tools = page.getByRole('button', { name: 'Columns' });
    const toolsAt = await leftOf(tools);
    const overdue = page.getByRole('button', { name: 'Overdue' });
    await overdue.click();
    await expect.poll(() => overdue.getAttribute('aria-pressed')).toBe('true');
    expect(await leftOf(tools), 'the toolbar does not move').toBe(toolsAt);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('the toolbar is one row of controls of one height, which stay when a number changes', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    type Control = readonly [name: string, left: number, top: number, height: number];
    const controls = () =>
      page.evaluate<Control[]>(`[...document.querySelectorAll('[data-toolbar] :is(button, label, input[type=search])')]
        .map((one) => { const { x, y, height } = (one.closest('[role=tablist], fieldset:has([aria-pressed] + [aria-pressed])') ?? one)
          .getBoundingClientRect(); return [one.innerText || one.placeholder, one.getBoundingClientRect().x, y + height / 2, height]; })`);
    const interviews = page.getByRole('button', { name: /^See \d+ upcoming interview/ });
    for (const view of ['table', 'board']) {
      await page.goto(`/admin/dashboard?view=${view}`);
      await interviews.waitFor();
      await page
        .locator(view === 'table' ? '.ag-root' : '[data-card]')
        .first()
        .waitFor();
      const drawn = await controls();
      const middles = drawn.map(([, , middle]) => middle);
      expect(drawn.length, view).toBeGreaterThan(10);
      expect(Math.max(...middles) - Math.min(...middles), `${view}: one row`).toBeLessThan(2);
      const heights = drawn.map(([, , , height]) => height);
      expect(Math.max(...heights) - Math.min(...heights), `${view}: of one height`).toBeLessThan(2);
    }
    expect(
      (await page.locator('[data-column]').first().boundingBox())?.y,
      'the board begins in the first quarter of the page',
    ).toBeLessThan(225);

    const before = await controls();
    const count = await interviews.innerText();
    const client = await clientOf(OWNER);
    const met = (await client.call('listApplications')).body.filter(isToBeMet);
    // From ten to nine, where there are so many.
    for (const { _id } of met.slice(0, met.length > 9 ? met.length - 9 : 1))
      await client.call('changeApplication', { params: { id: _id }, body: { status: 'CANCELLED' } });
    await expect.poll(() => interviews.innerText()).not.toBe(count);
    const lefts = (drawn: readonly Control[]) => drawn.map(([, left]) => left);
    expect(lefts(await controls()), 'nothing moves').toEqual(lefts(before));
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('an opened application leads to the next and the previous one as the dashboard shows them', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: PHONE });
    const { page } = mia;
    await page.goto('/admin/dashboard?tab=all&sort=name.asc');
    await page.locator('.ag-row').first().waitFor();
    await page.getByLabel('Search applications').fill('an');
    await page.waitForURL(/q=an/);
    const addresses = page.locator('.ag-row a[href^="/application/"]');
    await addresses.first().waitFor();
    const total = await shown(page);
    const [first, second] = await addresses.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    expect(total).toBeGreaterThan(2);
    await addresses.first().click();
    const walk = page.getByRole('navigation', { name: 'Applications on the dashboard' });
    await walk.getByText(`1 of ${total}`).waitFor();
    expect(await walk.getByRole('link', { name: 'Previous' }).count(), 'no wrap-around').toBe(0);
    await expectNoSidewaysScroll(page);
    const next = walk.getByRole('link', { name: 'Next' });
    await next.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${second}`);
    await walk.getByText(`2 of ${total}`).waitFor();
    await next.and(page.locator(':focus')).waitFor();
    await page.reload();
    await walk.getByText(`2 of ${total}`).waitFor();
    await walk.getByRole('link', { name: 'Previous' }).click();
    await page.waitForURL(`**${first}`);
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await page.waitForURL(/dashboard.*q=an/);

    await page.goto('/admin/dashboard?tab=all');
    await page.locator('.ag-root .ag-row a[href^="/application/"]').first().hover();
    // In the frame that shows the row, so before the scrolling counts as ended.
    const clicked = page.evaluate<string>(`new Promise((done) => {
      const all = () => [...document.querySelector('.ag-root').querySelectorAll('.ag-row a[href^="/application/"]')]
        .map((link) => link.getAttribute('href'));
      const atStart = new Set(all());
      const look = () => {
        const inside = all().filter((href) => !atStart.has(href))[5];
        if (!inside) return requestAnimationFrame(look);
        const row = document.querySelector('.ag-row a[href="' + inside + '"]');
        row.click();
        // It goes on scrolling while the application loads.
        for (let box = row; box; box = box.parentElement) if (box.scrollTop > 0) box.scrollTop += 1;
        done(inside);
      };
      look();
    })`);
    await page.mouse.wheel(0, 1200);
    const inside = await clicked;
    await page.waitForURL(`**${inside}`);
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await page.locator(`.ag-row a[href="${inside}"]`).waitFor();

    await page.goto('/admin/dashboard?tab=all&q=nothing+of+the+kind');
    await page.getByRole('heading', { name: /^Nothing matches/ }).waitFor();
    await page.goto(first ?? '');
    await page.getByRole('link', { name: 'Back to the dashboard' }).waitFor();
    await page.getByLabel('Change status').waitFor();
    expect(await walk.count(), 'absent where the dashboard did not show it').toBe(0);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('plain rows follow each key of a search, and tables follow when typing stops', async () => {
    const jun = await portal.visitAs(ADMIN, DEMO_PASSWORD);
    const { page } = jun;
    await page.goto('/admin/dashboard?tab=all');
    await cell(page, 'status').first().waitFor();
    const all = await shown(page);
    const box = page.getByLabel('Search applications');
    await box.pressSequentially('ana', { delay: 60 });
    await expect.poll(() => shown(page)).toBeLessThan(all);
    const names = page.locator('[data-column="name"], .ag-row [col-id="name"]').filter({ visible: true });
    await expect.poll(async () => (await names.allInnerTexts()).length).toBeGreaterThan(0);
    await page.waitForURL(/q=ana/);
    await page.getByRole('tab', { name: 'Active' }).click();
    await page.waitForURL((url) => !url.searchParams.has('tab'));
    await box.fill('');
    await page.waitForURL((url) => !url.searchParams.has('q'));
    await page.goBack();
    await expect.poll(() => box.inputValue()).toBe('ana');
    await box.and(page.locator(':focus')).waitFor();
    await expect.poll(() => shown(page)).toBeLessThan(all);
    await box.press('End');
    for (let n = 0; n < 3; n += 1) await box.press('Backspace', { delay: 20 });
    await expect.poll(() => shown(page)).toBe(all);
    await expect.poll(() => page.locator('[data-column]').filter({ visible: true }).count()).toBe(0);
    await cell(page, 'status').first().waitFor();
    await page
      .getByRole('button', { name: /^Work on the application/ })
      .first()
      .click();
    await page.getByLabel('Change status').first().waitFor();

    await box.fill('ana');
    await page.waitForURL(/q=ana/);
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL((url) => url.search === '');
    await expect.poll(() => box.inputValue()).toBe('');
    await page.goBack();
    await expect.poll(() => box.inputValue()).toBe('ana');

    await box.fill('');
    await box.focus();
    await page.keyboard.insertText('never and nowhere '.repeat(2000));
    expect((await box.inputValue()).length, 'no more than an address carries').toBe(500);
    const nothing = page.getByRole('heading', { name: /^Nothing matches/ });
    await nothing.waitFor();
    expect((await nothing.boundingBox())?.height, 'no more of it than can be read').toBeLessThan(60);
    expect(jun.complaints).toEqual([]);
    await jun.context.close();
  });

  test('a Viewer reads the table, and no answer contains what only Owners and Admins may see', async () => {
    const noel = await portal.visitAs(VIEWER, DEMO_PASSWORD);
    const { page } = noel;
    const answered = answersTo(page, /^\/api\/(?!live)/);
    const lists = answersTo(page, /^\/api\/applications$/);
    await page.goto('/admin/dashboard?tab=all');
    await cell(page, 'status').first().waitFor();
    await page.getByText(/applications? shown$/).waitFor();
    const rows = (await Promise.all(lists)).flatMap((text) => JSON.parse(text) as Record<string, unknown>[]);
    expect(rows.length).toBeGreaterThan(10);
    const names = new Set(rows.flatMap((row) => Object.keys(row)));
    for (const secret of ['adminAssignee', 'adminComments', 'selectedPaymentModelId', 'interviewNotes'])
      expect(names, secret).not.toContain(secret);
    const titles = await page.locator('.ag-root').first().getByRole('columnheader').allInnerTexts();
    for (const title of ['Plan', 'Comments', 'Assignee', 'Interview notes']) expect(titles).not.toContain(title);
    const cut = cell(page, 'field.motivation').filter({ hasText: /…$/ }).first();
    const [beginning = ''] = (await cut.innerText()).split('…');
    expect(beginning.length, 'but for a blank at its end').toSatisfy((length) => length === 50 || length === 49);
    await cut.hover();
    await expect
      .poll(() => page.locator('.ag-tooltip').innerText(), { message: 'the whole of it' })
      .toMatch(new RegExp(`^${RegExp.escape(beginning)}.*[^…]$`));
    for (const name of ['Mine', 'Unassigned', 'More', 'Add new applicant', /^Work on/])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(await page.locator('.ag-selection-checkbox').count()).toBe(0);
    await page.getByRole('button', { name: 'Overdue' }).waitFor();
    await page.getByLabel('Search applications').fill(DEMO_APPLICANT);
    await expect.poll(() => shown(page)).toBe(1);
    await expectAccessible(noel, 'dashboard-viewer');
    const network = (await Promise.all(answered)).join();
    expect(network).toContain('Why do you want to become a developer?');
    expect(network, 'not even that there is such a column').not.toMatch(/interview ?notes/i);
    expect(noel.complaints).toEqual([]);
    await noel.context.close();
  });
});
