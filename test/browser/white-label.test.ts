import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagePath } from '../../domain/values/pages.ts';
import { type Applied, answers, applied, createSchool, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { closeVisitors, describeInBrowser, openBrowser, PHONE, signIn, visit } from './browser.ts';

const BLUE = '#1d4ed8';

describeInBrowser('a portal of two schools', () => {
  let server: TestServer;
  let browser: Browser;
  let north: School;
  let south: School;
  let ada: Applied;
  let inSouth: string;

  beforeAll(async () => {
    server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
    browser = await openBrowser();
    north = await createSchool(server, 'north');
    south = await createSchool(server, 'south');
    await south.staff.Owner.call('changeOrganization', {
      params: { id: south.organizationId },
      body: { accentColor: BLUE },
    });
    ada = await applied(server, north);
    const { body } = await ada.client.call('submitApplication', {
      body: { batchId: south.batches.Open, organizationId: south.organizationId, ...answers(ada.email) },
    });
    inSouth = body._id;
  });
  afterAll(async () => {
    await closeVisitors(browser);
    await server?.close();
  });

  const looksLike = async (page: Page, school: string) => {
    await page.getByRole('banner').getByRole('link', { name: school }).waitFor();
    await page.getByRole('contentinfo').getByText(school).waitFor();
    await expect.poll(() => page.title()).toContain(school);
  };
  const accentOf = (page: Page) =>
    page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--mantine-color-accent-6")');

  test('lets a visitor choose a school before the code has loaded, and keeps the choice', async () => {
    const { page, context, complaints } = await visit(browser, server.url, { viewport: PHONE });
    const { promise: code, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', (route) => code.then(() => route.continue()));
    await page.goto('/enroll', { waitUntil: 'commit' });
    const north = page.getByRole('main').getByRole('link', { name: 'School north' });
    await north.waitFor();
    expect(await page.title()).toBe('Choose your school');
    release();
    await page.getByText('your time zone, ').waitFor();
    await north.click();
    await looksLike(page, 'School north');
    await page.goto('/enroll');
    await looksLike(page, 'School north');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('opens a link to a program in its school, whatever school was visited before', async () => {
    const { page, context, complaints } = await visit(browser, server.url, { viewport: PHONE });
    await page.goto(`/enroll?organizationId=${north.organizationId}`);
    await looksLike(page, 'School north');
    await page.goto(`/enroll?batchId=${south.batches.Open}`);
    await looksLike(page, 'School south');
    await page.getByRole('region', { name: 'Application for Open batch' }).getByLabel('First name').waitFor();
    await page.goto(`/enroll?batchId=${south.batches.Closed}`);
    await page.getByText('not accepting').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('shows a school’s page as that school’s, whatever school was visited before', async () => {
    const { page, context, complaints } = await visit(browser, server.url, { viewport: PHONE });
    await page.goto(`/enroll?organizationId=${north.organizationId}`);
    await looksLike(page, 'School north');
    const accentOfNorth = await accentOf(page);

    for (const open of [() => page.goto('/apply/south'), () => page.reload()]) {
      await open();
      await looksLike(page, 'School south');
      expect(await page.title()).toBe('Apply to join School south');
      expect(await accentOf(page)).not.toBe(accentOfNorth);
    }
    // What the visitor opens from there stays with the school.
    await page.getByRole('link', { name: 'Login' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await looksLike(page, 'School south');
    await page.getByRole('link', { name: 'Enroll' }).click();
    await page.getByRole('heading', { name: 'Apply to join School south' }).waitFor();

    // A wrong link does not make the browser forget the school.
    await page.goto('/apply/nowhere');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goto('/enroll');
    await looksLike(page, 'School south');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('sends the page with its own school’s screen and title', async () => {
    const html = await (await fetch(`${server.url}/apply/south?organizationId=${north.organizationId}`)).text();
    expect(html).toContain('<title>Apply to join School south</title>');
    expect(html).toContain('data-own-school');
    expect(html).not.toContain('School north');
  });

  test('names each school at home, and shows each application as its school’s', async () => {
    const visitor = await visit(browser, server.url, { viewport: PHONE });
    const { page, context, complaints } = visitor;
    await signIn(visitor, server.url, ada.email, PASSWORD);
    await page.goto(`/?organizationId=${north.organizationId}`);
    const cards = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Open batch' }) });
    await cards.filter({ hasText: 'School north' }).waitFor();
    await cards.filter({ hasText: 'School south' }).getByRole('link').click();
    await page.waitForURL(`**${pagePath('application', { applicationId: inSouth })}`);
    await looksLike(page, 'School south');
    await page.goto(pagePath('application', { applicationId: ada.applicationId }));
    await looksLike(page, 'School north');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('returns staff who applied to another school to their own', async () => {
    const visitor = await visit(browser, server.url);
    const { page, context } = visitor;
    await signIn(visitor, server.url, 'owner@north.example', PASSWORD);
    await page.goto('/apply/south');
    await looksLike(page, 'School south');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Applications Dashboard' }).waitFor();
    await looksLike(page, 'School north');
    await context.close();
  });

  test('links the frame of a closed program to the other programs of its school only', async () => {
    const { page, context } = await visit(browser, server.url, { viewport: PHONE });
    const { Closed } = south.batches;
    await south.staff.Owner.call('changeBatch', { params: { id: Closed }, body: { enableEmbedding: true } });
    await page.goto(`/embed.html?batchId=${Closed}`);
    const others = page.getByRole('link', { name: 'See other programs' });
    expect(await others.getAttribute('href')).toBe('/apply/south');
    await page.goto('/embed.html?batchId=unknown');
    await page.getByRole('heading', { name: 'This program cannot be embedded' }).waitFor();
    expect(await others.count()).toBe(0);
    await context.close();
  });
});
