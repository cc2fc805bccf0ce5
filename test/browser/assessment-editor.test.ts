import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { pngOf } from '../support/picture.ts';
import { applied, createSchool, PASSWORD, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  closeVisitors,
  describeInBrowser,
  expectAccessible,
  expectNoSidewaysScrollAtBothWidths,
  openBrowser,
  PHONE,
  signIn,
  type Visitor,
  visit,
} from './browser.ts';

const LIST = 'Is a whale a fish?\nYes\n*No\n\nWhich is even?\n3\n*4\n\nWhich is odd?\n*7\n8';

const PICTURE = { name: 'whale.png', mimeType: 'image/png', buffer: pngOf(320, 200) };

describeInBrowser('the editor of assessments', () => {
  let server: TestServer;
  let browser: Browser;
  let school: School;

  beforeAll(async () => {
    server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
    [browser, school] = await Promise.all([openBrowser(), createSchool(server, 'authors')]);
  });
  afterAll(async () => {
    await closeVisitors(browser);
    await server?.close();
  });

  const visitAs = async (role: 'Owner' | 'Admin' | 'Viewer', options?: Parameters<typeof visit>[2]) => {
    const visitor = await visit(browser, server.url, options);
    await signIn(visitor, server.url, `${role.toLowerCase()}@authors.example`, PASSWORD);
    return visitor;
  };

  test('makes a quiz from a pasted list, orders and copies its questions, and merges what two people change', async () => {
    const admin = await visitAs('Admin', { viewport: PHONE });
    const { page } = admin;
    const prompts = () =>
      page.getByRole('list', { name: 'Questions' }).locator('[aria-expanded] strong').allTextContents();
    await page.goto(`/admin/config/assessments?organizationId=${school.organizationId}`);
    await page.getByText('There are no assessments yet').waitFor();
    await page.getByRole('link', { name: 'New assessment' }).click();
    await page.getByRole('link', { name: 'Quiz', exact: true }).click();
    await page.getByLabel('Name').fill('Logic');
    await page.getByRole('button', { name: 'Paste a list of questions' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Questions').fill(`${LIST}\n\nNo star?\nA\nB`);
    await dialog.getByText('4 questions, 1 to correct').waitFor();
    await expectAccessible(admin, 'assessment-paste');
    await dialog.getByLabel('Questions').fill(LIST);
    await dialog.getByRole('button', { name: 'Add 3 questions' }).click();
    await page.getByText(TEXTS.assessments.createFirst).waitFor();
    await page.getByRole('button', { name: 'Create assessment' }).click();
    await page.getByRole('heading', { name: 'Logic', level: 2 }).waitFor();
    expect(await prompts()).toEqual(['1. Is a whale a fish?', '2. Which is even?', '3. Which is odd?']);

    await page.getByRole('button', { name: 'Drag Is a whale a fish?' }).press('Alt+ArrowDown');
    await page.getByRole('status').getByText('Is a whale a fish?, 2 of 3').waitFor();
    const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
    expect(await focused()).toBe('Drag Is a whale a fish?');
    await page.getByRole('button', { name: 'Move Is a whale a fish? down' }).press('Enter');
    await page.getByRole('status').getByText('Is a whale a fish?, 3 of 3').waitFor();
    expect(await focused()).toBe('Move Is a whale a fish? down');
    await page.getByRole('button', { name: 'Move Is a whale a fish? to…' }).click();
    await page.getByLabel('Place').selectOption('0');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('status').getByText('Is a whale a fish?, 1 of 3').waitFor();
    expect(await focused()).toBe('Move Is a whale a fish? to…');
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled(), 'back in the first order').toBe(true);

    const handle = page.getByRole('button', { name: 'Drag Which is odd?' });
    await handle.scrollIntoViewIfNeeded();
    const from = await handle.boundingBox();
    const above = await page.getByRole('button', { name: 'Drag Which is even?' }).boundingBox();
    if (!from || !above) throw new Error('The handles are not on the page');
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(from.x + 5, above.y - 60, { steps: 5 });
    await page.mouse.up();
    await expect.poll(prompts).toEqual(['1. Is a whale a fish?', '2. Which is odd?', '3. Which is even?']);

    await page.getByRole('button', { name: 'Duplicate Which is odd?' }).click();
    await page.getByLabel('Question', { exact: true }).fill('Which is prime?');
    expect(await prompts()).toEqual([
      '1. Is a whale a fish?',
      '2. Which is odd?',
      '3. Which is prime?',
      '4. Which is even?',
    ]);
    await page.getByRole('button', { name: 'Delete Which is even?' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: '4. Which is even?' }).waitFor();
    await page.getByRole('button', { name: 'Add here, before Is a whale a fish?' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(TEXTS.assessments.questionPromptMissing(1)).first().waitFor();
    await page.getByRole('button', { name: 'Delete Question 1' }).click();
    await expectAccessible(admin, 'assessment-questions');
    await expectNoSidewaysScrollAtBothWidths(page);

    const [quiz] = (await school.staff.Owner.call('listAssessments')).body;
    const questions = quiz?.questions?.map((one) => ({
      ...one,
      details: one.prompt.includes('whale') ? 'A hint' : null,
    }));
    await school.staff.Owner.call('changeAssessment', {
      params: { id: quiz?._id ?? '' },
      body: { version: quiz?.version, questions },
    });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const news = page.getByRole('status').filter({ hasText: 'owner@authors.example' });
    await news.getByText(/changed Questions from Is a whale a fish\?.* to .*; A hint, just now/).waitFor();
    await expectAccessible(admin, 'assessment-news');
    await expectNoSidewaysScrollAtBothWidths(page);
    await news.getByRole('button', { name: 'Got it' }).click();
    await news.waitFor({ state: 'detached' });
    const [saved] = (await school.staff.Owner.call('listAssessments')).body;
    expect(saved?.questions?.map(({ prompt, details }) => [prompt, details])).toEqual([
      ['Is a whale a fish?', 'A hint'],
      ['Which is odd?', null],
      ['Which is prime?', null],
      ['Which is even?', null],
    ]);
    const ids = saved?.questions?.flatMap(({ _id, options }) => [_id, ...options.map((option) => option._id)]);
    expect(new Set(ids).size, 'a copy has ids of its own').toBe(ids?.length);
    expect(admin.complaints).toEqual([]);
    await admin.context.close();

    const viewer = await visitAs('Viewer');
    await viewer.page.goto(`/admin/config/assessments?organizationId=${school.organizationId}`);
    await viewer.page.getByRole('link', { name: 'View Logic' }).click();
    await viewer.page.getByText('Which is prime?').waitFor();
    expect(await viewer.page.getByRole('button', { name: /save|add|paste|move/i }).count()).toBe(0);
    await expectAccessible(viewer, 'assessment-viewer');
    await viewer.context.close();
  });

  /** With an unsaved second question, of which the applicant answers one right. */
  const tryQuiz = async (admin: Visitor) => {
    const { page } = admin;
    const sent: string[] = [];
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByLabel('Question', { exact: true }).fill('Which is even?');
    await page.getByRole('button', { name: 'Try as applicant' }).click();
    await page.getByRole('alertdialog').getByText('Applicants cannot take this yet. Questions: Question 2').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByLabel('Option 1', { exact: true }).fill('3');
    await page.getByLabel('Option 2', { exact: true }).fill('4');
    await page.getByLabel('Option 2 is correct').check();
    // The editor's own draft is still sent to the account.
    page.on('request', (request) => {
      if (request.method() !== 'GET' && !request.url().includes('/api/drafts/')) sent.push(request.url());
    });
    await page.getByRole('button', { name: 'Try as applicant' }).click();
    const trial = page.getByRole('dialog', { name: 'Try as applicant' });
    await trial.getByText('This includes your unsaved changes.').waitFor();
    await trial.getByText('2 questions, one at a time').waitFor();
    await trial.getByRole('button', { name: 'Start the quiz' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await trial.getByText('Question 1 of 2').waitFor();
    await trial.getByRole('timer').waitFor();
    expect(await trial.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true);
    await trial.getByLabel('Yes').check();
    await trial.getByRole('button', { name: 'Next' }).click();
    await trial.getByLabel('3').check();
    await expectAccessible(admin, 'assessment-trial');
    await expectNoSidewaysScrollAtBothWidths(page);
    await trial.getByRole('button', { name: 'Submit' }).click();
    await page.getByText(TEXTS.assessments.confirmSubmit).waitFor();
    await page
      .getByRole('dialog', { name: TEXTS.assessments.confirmSubmit })
      .getByText('Submit', { exact: true })
      .click();
    await trial.getByText('50%').waitFor();
    await trial.getByRole('button', { name: 'Try again from the start' }).click();
    await trial.getByRole('button', { name: 'Start the quiz' }).waitFor();
    await trial.getByRole('button', { name: 'Close' }).click();
    expect(sent, 'nothing is sent').toEqual([]);
  };

  test('says how many applicants are taking a quiz, and lets staff try it without a trace', async () => {
    const { Admin } = school.staff;
    const questions = [{ prompt: 'Is it raining?', options: [{ value: 'Yes', isCorrect: true }, { value: 'No' }] }];
    const { _id } = (await Admin.call('createAssessment', { body: { name: 'Running', questions } })).body;
    await Admin.call('changeBatch', { params: { id: school.batches.Open }, body: { assessmentIds: [_id] } });
    const { client, applicationId } = await applied(server, school);
    await client.call('startSolution', { body: { assessmentId: _id, applicationId } });
    const admin = await visitAs('Admin');
    await admin.page.goto(`/admin/config/assessments/${_id}?organizationId=${school.organizationId}`);
    await admin.page.getByText('1 applicant is taking this quiz now.').waitFor();
    await expectAccessible(admin, 'assessment-takers');
    const before = await server.running.composition.log.head();
    await tryQuiz(admin);
    expect(await server.running.composition.log.head(), 'nothing is recorded').toBe(before);
    expect(admin.complaints).toEqual([]);
    await admin.context.close();
  });

  test('takes the attachment of a project, which applicants can download', async () => {
    const admin = await visitAs('Admin');
    const { page } = admin;
    await page.goto(`/admin/config/assessments/new?type=project&organizationId=${school.organizationId}`);
    await page.getByLabel('Name').fill('Build a page');
    await page.getByRole('button', { name: 'Create assessment' }).click();
    await page.getByRole('heading', { name: 'Build a page', level: 2 }).waitFor();
    await page.getByLabel('Attachment').setInputFiles(PICTURE);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Try as applicant' }).click();
    const address = await page.getByRole('dialog').getByRole('link', { name: 'whale.png' }).getAttribute('href');
    expect((await page.request.get(address ?? '')).headers()['content-disposition']).toContain('whale.png');
    expect(admin.complaints).toEqual([]);
    await admin.context.close();
  });

  test('gives an external assessment an address and a secret that is shown once, and tests what arrives', async () => {
    const owner = await visitAs('Owner');
    const { page } = owner;
    await page.goto(`/admin/config/assessments/new?type=external&organizationId=${school.organizationId}`);
    await page.getByLabel('Name').fill('Elsewhere');
    await page.getByLabel('Address of the assessment').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Create assessment' }).click();
    await page.getByText(TEXTS.assessments.urlInvalid).first().waitFor();
    await page.getByLabel('Address of the assessment').fill('https://provider.example/start');
    await page.getByRole('button', { name: 'Create assessment' }).click();
    await page.getByText('There is no secret yet').waitFor();
    await page.getByRole('button', { name: 'Enter a secret' }).click();
    await page.getByLabel('Secret of the provider').fill('too short');
    await page.getByRole('button', { name: 'Use this secret' }).click();
    await page.getByText(TEXTS.assessments.secretTooShort).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Generate a secret' }).click();
    await page.getByText('We show it only once').waitFor();
    await page.getByLabel('Test a result').waitFor();
    await page.getByText('No calls yet').waitFor();
    await expectAccessible(owner, 'assessment-external');
    await expectNoSidewaysScrollAtBothWidths(page);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(TEXTS.assessments.resultUnmatched).waitFor();
    const address = new URL(await page.locator('code', { hasText: '/api/inbound-webhook?' }).innerText());
    await fetch(new URL(`${address.pathname}${address.search}`, server.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ content: '{"secretToken":"wrong"}' }),
    });
    await page.reload();
    await page.getByText('The secret is set: ••••').waitFor();
    const calls = page.getByRole('region', { name: 'Calls received' });
    await calls.getByText('Refused').waitFor();
    await calls.getByText(TEXTS.assessments.senderRefused).waitFor();
    expect(await page.getByText('We show it only once').count()).toBe(0);
    expect(owner.complaints).toEqual([]);
    await owner.context.close();
  });
});
