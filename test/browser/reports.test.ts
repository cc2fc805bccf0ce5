import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { grandTotal } from '../../domain/reports/report.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { freshEmail } from '../support/school.ts';
import {
  comeBackLater,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSidewaysScrollAtBothWidths,
} from './browser.ts';
import { describePortal } from './portal.ts';

/** A busy machine takes longer than the usual 100 ms. */
const SOON = { timeout: 20_000 };

const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const TRENDS = 'Enrollment trends over time';
const LAUNCH = 'Patterns relative to course launch';
const COURSES = 'Applications per course';
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

describePortal('the reports page', (portal) => {
  test('counts the selection, keeps it in the address, and each number opens its applications', async () => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email: 'noel@bagwis.example', password: DEMO_PASSWORD } });
    const overview = async (query: Record<string, string>) =>
      (await client.call('reportOverview', { query: { courses: 'all', ...query } })).body;
    const viewer = await portal.visitAs('noel@bagwis.example', DEMO_PASSWORD);
    const { page } = viewer;
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
    await figure(page, COURSES).locator('svg').first().waitFor(SOON);
    const courses = page.getByLabel('Courses', { exact: true }).first();
    expect(await courses.getAttribute('placeholder')).toBe('4 of 6 selected');

    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('heading', { name: TEXTS.reports.selectCourses }).waitFor();
    for (const [button, chosen] of [
      ['All Java', '3 of 6 selected'],
      ['All Full Stack', '3 of 6 selected'],
      ['Active Only', '4 of 6 selected'],
      ['Select All', '6 of 6 selected'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await expect.poll(() => courses.getAttribute('placeholder')).toBe(chosen);
    }
    await courses.fill('next year');
    const option = page.getByRole('listbox').getByRole('option');
    await expect.poll(() => option.count()).toBe(1);
    expect(await page.evaluate("getComputedStyle(document.querySelector('[role=listbox]')).maxHeight")).toBe('300px');
    await expectAccessible(viewer, 'reports-courses');
    await option.click();
    await expect.poll(() => courses.getAttribute('placeholder')).toBe('5 of 6 selected');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Select All' }).click();

    const three = await overview({});
    await figure(page, TRENDS).getByText(three.trends.sentence).waitFor();
    await figure(page, TRENDS).getByText('time zone Asia/Manila').waitFor();
    await figure(page, TRENDS)
      .getByText(/so far, closes/)
      .waitFor();
    await page.getByRole('checkbox', { name: 'Complete periods only' }).check();
    await figure(page, TRENDS)
      .getByText((await overview({ complete: '1' })).trends.sentence)
      .waitFor(SOON);
    await expect
      .poll(() =>
        figure(page, TRENDS)
          .getByText(/so far, closes/)
          .count(),
      )
      .toBe(0);
    await page.getByRole('checkbox', { name: 'Complete periods only' }).uncheck();

    await page.getByRole('radio', { name: 'Weekly' }).check();
    await figure(page, TRENDS).getByText('Weeks start on Monday').waitFor(SOON);
    await page.getByLabel('Time period').selectOption('Custom Date Range');
    await expect.poll(() => parameter(page, 'from')).not.toBeNull();
    expect(parameter(page, 'to')).toBe(three.today);
    await page.getByLabel('Start date').fill('');
    await page.getByText(TEXTS.reports.bothDates).waitFor();
    await page.getByLabel('Start date').fill('2099-01-01');
    await page.getByText(TEXTS.reports.datesInOrder).waitFor();
    await page.getByLabel('End date').fill('2099-01-31');
    await page.getByText(TEXTS.reports.nothingInPeriod).first().waitFor(SOON);
    await page.getByText(TEXTS.reports.nothingAfterOpening).waitFor();
    const answered: string[] = [];
    page.on('response', async (response) => {
      if (response.status() !== 200 || !/\/api\/.*period=allTime/.test(response.url())) return;
      answered.push((await response.json()).trends.position);
    });
    await page.getByLabel('Time period').selectOption('All Time');
    const all = await overview({ period: 'allTime', interval: 'week' });
    await figure(page, TRENDS).getByText(all.trends.sentence).waitFor(SOON);
    await figure(page, LAUNCH).getByText(all.launch.sentence).waitFor();
    await figure(page, COURSES).getByText(all.courses.sentence).waitFor();
    await expectNoSidewaysScrollAtBothWidths(page);

    const picture = page.waitForEvent('download');
    await figure(page, TRENDS).locator('svg .apexcharts-series').first().waitFor(SOON);
    await figure(page, TRENDS).getByRole('button', { name: 'Download PNG' }).click();
    const png = await readFile((await (await picture).path()) ?? '');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const file = page.waitForEvent('download');
    await figure(page, TRENDS).getByRole('button', { name: 'Download CSV' }).click();
    const csv = await readFile((await (await file).path()) ?? '', 'utf8');
    expect(csv.trim().split('\r\n')).toHaveLength(all.trends.rows.length + 2);
    // Of what is shown: the log may have grown since.
    expect(answered.some((position) => csv.includes(position))).toBe(true);

    for (const name of [TRENDS, LAUNCH, COURSES]) {
      await figure(page, name).getByRole('button', { name: 'Show as table' }).click();
    }
    await figure(page, COURSES).getByRole('rowheader', { name: 'All' }).waitFor();
    await page.reload();
    await figure(page, LAUNCH).getByRole('table').waitFor(SOON);
    expect(await figure(page, TRENDS).getByRole('rowheader').count()).toBe(all.trends.rows.length + 1);
    await expectAccessibleAtBothWidths(viewer, 'reports');

    const total = figure(page, LAUNCH).getByRole('row').last().getByRole('link').last();
    expect(await total.innerText()).toBe(String(grandTotal(all.launch)));
    await total.click();
    await page.getByText(/^As counted in Reports/).waitFor(SOON);
    await expect
      .poll(() => page.getByText(/applications? shown$/).innerText(), SOON)
      .toBe(`${grandTotal(all.launch)} applications shown`);
    await page.getByRole('button', { name: 'Show all applications' }).click();
    await expect.poll(() => page.getByText(/^As counted in Reports/).count()).toBe(0);
  });

  test('shows each period, months again after weeks, and all time from the weeks since opening', async () => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email: 'noel@bagwis.example', password: DEMO_PASSWORD } });
    const { page, context } = await portal.visitAs('noel@bagwis.example', DEMO_PASSWORD);
    await page.goto('/admin/reports?courses=all');
    for (const [label, period] of [
      ['Last Month', 'lastMonth'],
      ['Last Year', 'lastYear'],
      ['Last 6 Months', 'last6Months'],
      ['Last 3 Months', 'last3Months'],
    ] as const) {
      await page.getByLabel('Time period').selectOption(label);
      const { body } = await client.call('reportOverview', { query: { courses: 'all', period } });
      await figure(page, TRENDS).getByText(body.trends.sentence).waitFor(SOON);
    }
    const weeks = figure(page, TRENDS).getByText('Weeks start on Monday');
    await page.getByRole('radio', { name: 'Weekly' }).check();
    await weeks.waitFor(SOON);
    await page.getByRole('radio', { name: 'Monthly' }).check();
    await expect.poll(() => weeks.count(), SOON).toBe(0);
    const whole = figure(page, LAUNCH).getByRole('button', { name: 'Show All Time' });
    await whole.click();
    await expect.poll(() => page.getByLabel('Time period').inputValue()).toBe('allTime');
    await expect.poll(() => whole.count(), SOON).toBe(0);
    await context.close();
  });

  test('an opened number that has changed since says so and leads to the list of its moment, also one without courses', async () => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const { page, context } = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD);
    await page.goto('/admin/reports?courses=all&period=allTime&tables=courses');
    const total = figure(page, COURSES).getByRole('row').last().getByRole('link').last();
    const [count, address] = [await total.innerText(), (await total.getAttribute('href')) ?? ''];
    const note = page.getByText(/^As counted in Reports/);
    const shown = page.getByText(/applications? shown$/);
    const otherwise = page.getByText(TEXTS.dashboard.countedOtherwise(Number(count)));
    await page.goto(address);
    await expect.poll(() => shown.innerText(), SOON).toBe(`${count} applications shown`);
    expect(await otherwise.count()).toBe(0);

    const { body: all } = await client.call('listApplications');
    const ada = all.find(({ email }) => email === DEMO_APPLICANT);
    const { status } = await client.call('submitApplication', { body: { ...ada, email: freshEmail() } });
    expect(status).toBe(200);
    await otherwise.waitFor(SOON);
    expect(await shown.innerText()).toBe(`${Number(count) + 1} applications shown`);
    await note.getByRole('link', { name: 'Show the list as of that moment' }).click();
    await page.getByText('The pipeline on').waitFor(SOON);
    await expect.poll(() => shown.innerText(), SOON).toBe(`${count} applications shown`);
    expect(await otherwise.count()).toBe(0);

    const { position } = (await client.call('getAsOf', { query: { at: '2020-01-01T00:00:00Z' } })).body;
    for (const path of ['', '/funnel']) {
      await page.goto(`/admin/reports${path}?asOf=${position}`);
      await page.getByText(TEXTS.reports.noCourses).waitFor(SOON);
    }
    await context.close();
  });

  test('says the same in browsers of every zone and language', async () => {
    const texts = new Set<string>();
    for (const [timezoneId, locale] of [
      ['Pacific/Kiritimati', 'en-US'],
      ['Pacific/Pago_Pago', 'th-TH-u-ca-buddhist'],
      ['Pacific/Chatham', 'ar-EG'],
    ] as const) {
      const { page, context } = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD, { timezoneId, locale });
      await page.goto('/admin/reports?courses=all&period=allTime&by=week&tables=trends,launch,courses');
      const all = [TRENDS, LAUNCH, COURSES].map((name) => figure(page, name));
      for (const one of all) await one.getByRole('rowheader', { name: 'All' }).waitFor(SOON);
      texts.add((await Promise.all(all.map((one) => one.innerText()))).join());
      await context.close();
    }
    expect(texts.size).toBe(1);
  });

  test('says what failed and tries again', async () => {
    const { page, complaints } = await portal.visitAs('noel@bagwis.example', DEMO_PASSWORD);
    const isBroken = { value: true };
    await page.route('**/api/reports/overview*', (route) =>
      isBroken.value ? route.fulfill({ status: 503, json: { message: 'The store is away.' } }) : route.continue(),
    );
    await page.goto('/admin/reports');
    await page.getByRole('heading', { name: 'The reports could not be loaded' }).waitFor(SOON);
    await page.getByText('The store is away.').waitFor();
    await expect.poll(() => complaints.some((text) => text.includes('The reports could not be loaded'))).toBe(true);
    complaints.length = 0;
    isBroken.value = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await figure(page, TRENDS).waitFor(SOON);

    isBroken.value = true;
    await comeBackLater(page);
    await expect.poll(() => complaints.length, SOON).toBe(1);
    expect(await page.getByRole('heading', { name: 'The reports could not be loaded' }).count()).toBe(0);
    expect(await figure(page, TRENDS).count(), 'shown figures stay').toBe(1);
  });
});
