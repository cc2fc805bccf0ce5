import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { createClient } from '../support/client.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { freshEmail } from '../support/school.ts';
import { expectAccessibleAtBothWidths, PHONE, type Visitor } from './browser.ts';
import { describePortal } from './portal.ts';

const GOOGLE = 'G-AB12CD34EF';
const PIXEL = '1234567890123456';
const PASSWORD = 'nanoseconds-of-wire';

/** Serves the services' scripts from the test and records which ones the page requested. The page's CSP is the real one. */
async function standIn(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route(/googletagmanager\.com|connect\.facebook\.net/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: 'window.arrived = (window.arrived ?? 0) + 1;' });
  });
  return asked;
}

const told = (page: Page) =>
  page.evaluate(`({
    google: (window.dataLayer ?? []).map((entry) => [...entry]),
    facebook: (window.fbq?.queue ?? []).map((entry) => [...entry]),
  })`) as Promise<{ google: unknown[][]; facebook: unknown[][] }>;
const events = async (page: Page) => (await told(page)).google.filter(([kind]) => kind === 'event');
const pagesTold = async (page: Page) => {
  const views = (await events(page)).filter(([, name]) => name === 'page_view');
  return views.map(([, , view]) => (view as { page_location: string }).page_location);
};

describePortal('analytics of a school', (portal) => {
  const ids = { batch: '', quiz: '', project: '' };

  beforeAll(async () => {
    const owner = createClient(portal.url);
    await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const { body: school } = await owner.call('organizationForCurrentDomain');
    const set = await owner.call('changeOrganization', {
      params: { id: school?._id ?? '' },
      body: { googleAnalyticsId: GOOGLE, facebookPixelId: PIXEL },
    });
    expect(set.status).toBe(200);
    const options = ['yes', 'no'].map((value) => ({ value, isCorrect: value === 'yes' }));
    const quiz = await owner.call('createAssessment', {
      body: { name: 'Warm-up', type: 'quiz', questions: [{ prompt: 'Is water wet?', options }] },
    });
    const project = await owner.call('createAssessment', { body: { name: 'Build it', type: 'project' } });
    const { body: batches } = await owner.call('listBatches');
    const open = batches.find(({ status }) => status === 'Open');
    const assessmentIds = [...(open?.assessmentIds ?? []), quiz.body._id, project.body._id];
    await owner.call('changeBatch', { params: { id: open?._id ?? '' }, body: { assessmentIds } });
    Object.assign(ids, { batch: open?._id, quiz: quiz.body._id, project: project.body._id });
  });

  async function applied() {
    const email = freshEmail();
    const applicant = createClient(portal.url);
    await applicant.call('signup', { body: { email, password: PASSWORD } });
    const { body: batch } = await applicant.call('getBatch', { params: { id: ids.batch } });
    const { body: process } = await applicant.call('getProcess', { params: { id: batch.processId ?? '' } });
    const { fields } = (JSON.parse(process) as { applicationForm: { fields: { name: string; options?: string[] }[] } })
      .applicationForm;
    const values = Object.fromEntries(fields.map(({ name, options }) => [name, options?.[0] ?? 'Grace']));
    const { body, status, problem } = await applicant.call('submitApplication', {
      body: { ...values, phoneNumber: null, batchId: ids.batch, email },
    });
    expect(status, JSON.stringify(problem)).toBe(200);
    return { email, id: body._id };
  }

  const arrive = async (visitor: Visitor, path: string) => {
    await visitor.page.goto(path);
    await expect.poll(() => visitor.page.evaluate('window.arrived')).toBe(2);
  };

  test('send each page view to Google and Meta once, with the campaign and without ids or names', async () => {
    const visitor = await portal.visit({ viewport: PHONE });
    const { page, context } = visitor;
    const asked = await standIn(context);
    await arrive(visitor, '/enroll?utm_source=blog&utm_medium=post&organizationId=bagwis');
    expect(asked.toSorted()).toEqual([
      'https://connect.facebook.net/en_US/fbevents.js',
      `https://www.googletagmanager.com/gtag/js?id=${GOOGLE}`,
    ]);
    await page
      .getByRole('button', { name: /^Apply to / })
      .first()
      .click();
    await page.getByLabel('First name').fill('Grace');
    await page.getByRole('link', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await expect
      .poll(() => pagesTold(page))
      .toEqual([`${portal.url}/enroll?utm_source=blog&utm_medium=post`, expect.stringMatching(/\/login$/)]);
    const { google, facebook } = await told(page);
    expect(google).toContainEqual(['config', GOOGLE, expect.objectContaining({ send_page_view: false })]);
    expect(facebook).toEqual([
      ['set', 'autoConfig', false, PIXEL],
      ['init', PIXEL],
      ['track', 'PageView'],
    ]);
    expect(JSON.stringify({ google, facebook })).not.toContain('Grace');
    expect(visitor.complaints).toEqual([]);
    await context.close();
  });

  test('send a conversion for a submitted project and a passed quiz, each with its amount', async () => {
    const grace = await applied();
    const visitor = await portal.visitAs(grace.email, PASSWORD, { viewport: PHONE });
    const { page, context } = visitor;
    await standIn(context);
    const conversions = async () => (await events(page)).filter(([, name]) => name !== 'page_view');
    await arrive(visitor, `/applications/${grace.id}/assessments/${ids.quiz}`);
    await page.getByRole('button', { name: 'Start the quiz' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await page.getByLabel('yes').click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByText('correct', { exact: true }).waitFor();
    await expect.poll(conversions).toEqual([['event', 'quiz_passed', { value: 1000, currency: 'PHP' }]]);
    expect((await told(page)).facebook.at(-1)).toEqual(['trackCustom', 'QuizPassed', { value: 1000, currency: 'PHP' }]);

    await arrive(visitor, `/applications/${grace.id}/assessments/${ids.project}`);
    await page.getByRole('button', { name: 'Start the project' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'work.pdf', mimeType: 'application/pdf', buffer: SAMPLE_FILES.pdf });
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('heading', { name: 'Submitted' }).waitFor();
    await expect.poll(conversions).toEqual([['event', 'project_submitted', { value: 499, currency: 'PHP' }]]);
    const everything = JSON.stringify((await told(page)).google);
    for (const secret of [grace.id, ids.project, grace.email, 'Grace']) expect(everything).not.toContain(secret);
    expect(visitor.complaints).toEqual([]);
    await context.close();
  });

  test('are named in the footer, and stop for visitors who opt out and for staff', async () => {
    const visitor = await portal.visit({ viewport: PHONE });
    const { page, context } = visitor;
    await standIn(context);
    await arrive(visitor, '/enroll');
    await page.getByText('Visits are counted with Google Analytics and Meta Pixel.').waitFor();
    await expectAccessibleAtBothWidths(visitor, 'counted');
    await page.getByRole('button', { name: 'Stop counting my visits' }).click();
    await page.getByText('Your visits are not counted.').waitFor();
    expect(await page.evaluate(`window['ga-disable-${GOOGLE}']`)).toBe(true);
    await page.getByRole('link', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(await pagesTold(page)).toHaveLength(1);
    await page.goto('/enroll');
    await page.getByText('Your visits are not counted.').waitFor();
    expect(await page.evaluate('window.dataLayer')).toBeUndefined();
    expect(visitor.complaints).toEqual([]);
    await context.close();

    const mia = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD);
    const asked = await standIn(mia.context);
    await mia.page.goto('/enroll');
    await mia.page
      .getByRole('button', { name: /^Apply to / })
      .first()
      .waitFor();
    expect(asked).toEqual([]);
    expect(await mia.page.getByText('Visits are counted').count()).toBe(0);
    await mia.context.close();
  });

  test('are off on addresses with a token, and if the browser asks for privacy', async () => {
    const visitor = await portal.visit({ viewport: PHONE });
    const { page, context } = visitor;
    const asked = await standIn(context);
    await page.goto('/passwordReset?token=secret');
    await page.getByRole('main').getByRole('textbox').first().waitFor();
    await page.getByRole('link', { name: 'Enroll' }).click();
    await page
      .getByRole('button', { name: /^Apply to / })
      .first()
      .waitFor();
    expect(asked).toEqual([]);
    await context.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })");
    await page.goto('/enroll');
    await page.getByText('Your visits are not counted.').waitFor();
    expect(asked).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await context.close();
  });

  test('are off without ids: no script, no note, and a CSP without the services', async () => {
    const owner = createClient(portal.url);
    await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const { body: school } = await owner.call('organizationForCurrentDomain');
    const none = { googleAnalyticsId: null, facebookPixelId: null };
    await owner.call('changeOrganization', { params: { id: school?._id ?? '' }, body: none });
    const visitor = await portal.visit();
    const { page, context } = visitor;
    const asked = await standIn(context);
    const answer = await page.goto('/enroll');
    expect(answer?.headers()['content-security-policy']).not.toMatch(/google|facebook/);
    await page.getByText('Times are shown in your time zone, UTC.').waitFor();
    expect(await page.getByText('Visits are counted').count()).toBe(0);
    expect([asked, await page.evaluate('window.dataLayer ?? window.fbq ?? null')]).toEqual([[], null]);
    expect(visitor.complaints).toEqual([]);
    await context.close();
  });
});
