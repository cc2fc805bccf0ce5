import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type Client, createClient } from '../support/client.ts';
import { freshEmail } from '../support/school.ts';
import { expectAccessible, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

/** A busy machine takes longer than the usual 100 ms. */
const SOON = { timeout: 20_000, interval: 20 };
const status = (page: Page, email: string) =>
  page.locator('.ag-row:not(.ag-full-width-row)', { hasText: email }).locator('[col-id="status"]');

describePortal('live changes', (portal) => {
  const clientOf = async (email: string): Promise<Client> => {
    const client = createClient(portal.url);
    const { status: answered } = await client.call('login', { body: { email, password: DEMO_PASSWORD } });
    expect(answered).toBe(200);
    return client;
  };
  const applicationOf = async (client: Client, email: string) => {
    const { body } = await client.call('listApplications');
    const found = body.find((application) => application.email === email);
    if (!found) throw new Error(`No one applied as ${email}`);
    return found;
  };
  const listening = (page: Page) => page.waitForRequest((request) => request.url().includes('/api/live'));

  test('appear in an open page, and lose nothing that is being typed', async () => {
    const jun = await portal.visitAs('jun@bagwis.example', DEMO_PASSWORD);
    const live = listening(jun.page);
    await jun.page.goto('/admin/dashboard?tab=all&sort=name.asc&q=ada');
    await live;
    const client = await clientOf('mia@bagwis.example');
    const { email, _id: id } = await applicationOf(client, DEMO_APPLICANT);
    const toggle = jun.page.getByRole('button', { name: /^Work on the application/ });
    await toggle.first().click();
    const box = jun.page.getByLabel('Add a comment').first();
    await box.fill('I was just saying that');
    await jun.page.mouse.wheel(0, 250);
    const scrolled = () => jun.page.evaluate<number>('scrollY');
    const hasComeToRest = async () => {
      const before = await scrolled();
      await jun.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      return before > 0 && (await scrolled()) === before;
    };
    await expect.poll(hasComeToRest).toBe(true);
    const [top, open] = [await scrolled(), await toggle.evaluateAll((all) => all.map((one) => one.ariaExpanded))];
    await box.evaluate((element) => element.setAttribute('data-same', ''));

    await client.call('changeApplication', { params: { id }, body: { status: 'CONTRACT SENT' } });
    await expect.poll(() => status(jun.page, String(email)).first().innerText(), SOON).toBe('Contract sent');
    await client.call('changeApplication', { params: { id }, body: { status: 'DRILLS PENDING' } });
    await expect.poll(() => status(jun.page, String(email)).first().innerText(), SOON).toBe('Drills pending');

    expect(await scrolled()).toBe(top);
    expect(await toggle.evaluateAll((all) => all.map((one) => one.ariaExpanded))).toEqual(open);
    expect(await jun.page.locator('[data-same]').inputValue()).toBe('I was just saying that');

    const ids = new URL(jun.page.url()).searchParams.get('open') ?? '';
    const { body: worked } = await client.call('listApplications', { query: { ids } });
    const place = async () => (await box.boundingBox())?.y ?? 0;
    await box.click();
    const before = await place();
    const above = { ...worked[0], email: freshEmail(), firstName: 'Aaada' };
    expect((await client.call('submitApplication', { body: above })).status).toBe(200);
    await jun.page.locator('.ag-row [col-id="name"]', { hasText: 'Aaada' }).first().waitFor();
    await expect
      .poll(async () => Math.abs((await place()) - before), { ...SOON, message: 'half a row is more than it moves' })
      .toBeLessThan(18);
    await jun.page.keyboard.press('End');
    await jun.page.keyboard.type(' today');
    expect(await jun.page.locator('[data-same]').inputValue(), 'no row takes the focus out of what is typed').toBe(
      'I was just saying that today',
    );

    await jun.page.getByLabel('Search applications').fill('');
    const { body: batch } = await client.call('createBatch', { body: { name: 'A new batch', status: 'Open' } });
    await jun.page.getByRole('region', { name: 'A new batch' }).getByText('Open').waitFor();
    const renamed = { name: 'A renamed batch', status: 'Closed' } as const;
    await client.call('changeBatch', { params: { id: batch._id }, body: renamed });
    await jun.page.getByRole('region', { name: 'A renamed batch' }).getByText('Closed').waitFor();
    expect(jun.complaints).toEqual([]);
    await jun.context.close();
  });

  test('a lower role removes its tools at once, and a higher one restores them', async () => {
    const [mia, tala] = await Promise.all([clientOf('mia@bagwis.example'), clientOf('tala@bagwis.example')]);
    const { page, complaints } = await portal.visitAs('tala@bagwis.example', DEMO_PASSWORD);
    const member = {
      orgId: (await mia.call('organizationForCurrentDomain')).body?._id ?? '',
      userId: (await tala.call('getUser')).body?._id ?? '',
    };
    const become = async (role: 'Admin' | 'Viewer') =>
      expect((await mia.call('changeRoleInOrganization', { body: { ...member, role } })).status).toBe(200);
    const live = listening(page);
    await page.goto(`/admin/dashboard?q=${encodeURIComponent(DEMO_APPLICANT)}`);
    await live;
    const boxes = page.locator('.ag-row .ag-selection-checkbox');
    const rows = page.locator('.ag-row [col-id="name"]');
    await boxes.first().waitFor();
    await become('Viewer');
    await expect.poll(() => boxes.count(), SOON).toBe(0);
    await rows.first().waitFor();
    await become('Admin');
    await boxes.first().waitFor();
    await rows.first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('a person at work on a row sees who changed it, and does not overwrite it unseen', async () => {
    const jun = await portal.visitAs('jun@bagwis.example', DEMO_PASSWORD);
    const { page } = jun;
    const notes = `Knows what she wants (${randomUUID().slice(0, 8)}).`;
    const live = listening(page);
    await page.goto(`/admin/dashboard?q=${encodeURIComponent(DEMO_APPLICANT)}`);
    await live;
    await page
      .getByRole('button', { name: /^Work on the application/ })
      .first()
      .click();
    await page.getByLabel('Interview notes').fill(notes);
    // By the keyboard, so that the choice waits.
    await page.getByLabel('Change status').press('Home');
    await page.getByLabel('Change status').selectOption('CONTRACT RECEIVED');
    const before = await page.getByLabel('Change status').boundingBox();
    const mia = await clientOf('mia@bagwis.example');
    const { _id: id } = await applicationOf(mia, DEMO_APPLICANT);
    await mia.call('changeApplication', { params: { id }, body: { status: 'CONTRACT SENT' } });
    await page.getByText(/Mia Santos changed status from .* to Contract sent at \d\d:\d\d\.$/i).waitFor();
    expect(await page.getByLabel('Change status').boundingBox(), 'nothing moves').toEqual(before);
    expect(await page.getByLabel('Change status').inputValue()).toBe('CONTRACT RECEIVED');
    expect(await page.getByLabel('Interview notes').inputValue()).toBe(notes);
    await expectAccessible(jun, 'dashboard-changed-by');

    await page.getByRole('button', { name: 'Save status' }).click();
    const conflict = page.getByRole('alert');
    await conflict.getByRole('button', { name: 'Keep theirs' }).click();
    await page.getByRole('button', { name: 'Save Interview notes' }).click();
    await page.getByText('Saved a moment ago').waitFor();
    const { body } = await mia.call('getApplication', { params: { id } });
    expect([body.status, body.interviewNotes]).toEqual(['CONTRACT SENT', notes]);
    await jun.context.close();
  });

  test('an applicant sees the new status and keeps what they typed', async () => {
    const ada = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: PHONE });
    const { page } = ada;
    const mia = await clientOf('mia@bagwis.example');
    const { _id: id } = await applicationOf(mia, DEMO_APPLICANT);
    await mia.call('changeApplication', { params: { id }, body: { status: 'INTERVIEW COMPLETED' } });
    const live = listening(page);
    await page.goto(`/application/${id}`);
    await live;
    const run = randomUUID().slice(0, 8);
    const sentence = `Half a sentence ${run}`;
    const main = page.locator('main');
    await expect.poll(() => main.innerText()).toMatch(/interview completed/i);
    const city = page.getByLabel('Where do you live?');
    const laptop = page.getByLabel('Which laptop will you use?');
    const step = page.getByRole('button', { name: /About you/ });
    if ((await step.getAttribute('aria-expanded')) === 'false') await step.click();
    await laptop.fill(sentence);
    await mia.call('changeApplication', { params: { id }, body: { status: 'DRILLS PENDING' } });
    await expect.poll(() => main.innerText(), SOON).toMatch(/drills pending/i);
    const theirs = { city: `Cebu ${run}`, laptop: `The school's ${run}` };
    await mia.call('changeApplication', { params: { id }, body: theirs });
    await expect.poll(() => city.inputValue(), SOON).toBe(theirs.city);
    expect(await laptop.inputValue()).toBe(sentence);

    const offer = page.getByRole('alert').filter({ hasText: TEXTS.documents.changedMeanwhile('this') });
    await expect.poll(() => offer.innerText()).toContain(theirs.laptop);
    await offer.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved a moment ago').waitFor();
    const { body } = await mia.call('getApplication', { params: { id } });
    expect([body.city, body.laptop]).toEqual([theirs.city, sentence]);
    const seen = await page.evaluate<string>('document.body.innerText');
    expect(seen).not.toContain('mia@bagwis.example');
    expect(seen).not.toContain('Mia Santos');
    expect(ada.complaints).toEqual([]);
    await ada.context.close();
  });

  test('a hidden tab has no connection, and shows what it missed when it becomes visible', async () => {
    const { page, context } = await portal.visitAs('jun@bagwis.example', DEMO_PASSWORD);
    const live = listening(page);
    await page.goto(`/admin/dashboard?q=${encodeURIComponent(DEMO_APPLICANT)}`);
    const request = await live;
    await status(page, DEMO_APPLICANT).first().waitFor();
    const becomes = (isHidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} }); document.dispatchEvent(new Event('visibilitychange'))`,
      );
    const ended = page.waitForEvent('requestfailed', { predicate: (failed) => failed === request });
    await becomes(true);
    await ended;
    const mia = await clientOf('mia@bagwis.example');
    const { _id: id } = await applicationOf(mia, DEMO_APPLICANT);
    await mia.call('changeApplication', { params: { id }, body: { status: 'FINANCE PENDING' } });
    const again = listening(page);
    await becomes(false);
    expect(new URL((await again).url()).searchParams.get('after')).toMatch(/^0x[0-9a-f]{32}$/);
    await expect.poll(() => status(page, DEMO_APPLICANT).first().innerText()).toBe('Finance pending');
    await context.close();
  });

  test('after an outage the page shows what happened meanwhile', async () => {
    const jun = await portal.visitAs('jun@bagwis.example', DEMO_PASSWORD);
    const { page, context } = jun;
    const live = listening(page);
    await page.goto(`/admin/dashboard?q=${encodeURIComponent(DEMO_APPLICANT)}`);
    await live;
    await status(page, DEMO_APPLICANT).first().waitFor();
    await context.setOffline(true);
    const mia = await clientOf('mia@bagwis.example');
    const { _id: id } = await applicationOf(mia, DEMO_APPLICANT);
    await mia.call('changeApplication', { params: { id }, body: { status: 'CONTRACT DECLINED' } });
    await context.setOffline(false);
    await expect
      .poll(() => status(page, DEMO_APPLICANT).first().innerText(), { timeout: 20_000 })
      .toBe('Contract declined');
    await context.close();
  });
});
