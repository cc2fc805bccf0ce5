import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Assessment } from '../../api/contract/assessments.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { applied, createSchool, freshEmail, PASSWORD, PROCESS, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { PROVIDER_SECRET } from '../support/world.ts';
import {
  closeVisitors,
  DESKTOP,
  describeInBrowser,
  expectAccessible,
  expectNoSidewaysScrollAtBothWidths,
  expectWholeWords,
  openBrowser,
  PHONE,
  signIn,
  type Visitor,
  visit,
} from './browser.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const { assessments: WORDS } = TEXTS;
const option = (value: string, isCorrect = false) => ({ value, isCorrect });
const QUESTIONS = [
  {
    prompt: 'A lamp is on. You press its switch seven times. Is it on?',
    options: [option('Yes'), option('No', true), option('That depends on the lamp')],
  },
  {
    prompt: 'What does this print?',
    details: '```js\nlet price = 100;\nprice = price + 20;\nconsole.log(price);\n```',
    options: [option('100'), option('120', true), option('price')],
  },
  {
    prompt: 'Which of these is a loop?',
    details: 'Think of what is done **again and again**.',
    options: [option('Stir until the sugar has dissolved', true), option('Put the pan on the stove')],
  },
];

describeInBrowser('the page of an assessment', () => {
  let server: TestServer;
  let browser: Browser;
  let school: School;
  let quiz: Assessment;
  let project: Assessment;
  let external: Assessment;
  let ahead = 0;

  beforeAll(async () => {
    server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now: () => Date.now() + ahead });
    [browser, school] = await Promise.all([openBrowser(), createSchool(server, 'tested')]);
    const { Admin } = school.staff;
    const create = async (body: object): Promise<Assessment> => {
      const { status, body: made } = await Admin.call('createAssessment', { body });
      expect(status).toBe(200);
      return made;
    };
    quiz = await create({ name: 'How computers think', timeLimitMinutes: 20, description: 'Nobody *fails* here.' });
    const imageUrl = await fileFor(Admin, quiz._id, 'questionImage', 'png');
    const questions = QUESTIONS.map((question, place) => (place === 1 ? { ...question, imageUrl } : question));
    await Admin.call('changeAssessment', { params: { id: quiz._id }, body: { questions } });
    project = await create({
      name: 'A page about your street',
      type: 'project',
      timeLimitMinutes: 3 * 24 * 60,
      instructions: '## What to build\n\nOne HTML page about **your street**.',
    });
    const attachment = await uploaded(Admin, project._id, 'attachment', 'pdf');
    await Admin.call('changeAssessment', { params: { id: project._id }, body: { attachment } });
    external = await create({
      name: 'Java warm-up',
      type: 'external',
      externalAssessmentUrl: 'https://exercises.example/java',
      messagingSecretToken: PROVIDER_SECRET,
    });
    const process: ProcessConfig = {
      ...PROCESS,
      applicationDetailsSteps: [
        { _id: 'tests', title: 'Your tests', assessmentIds: [quiz._id, project._id, external._id] },
      ],
    };
    const { body: made } = await Admin.call('createProcess', { body: { json: JSON.stringify(process) } });
    const params = { id: school.batches.Open };
    await Admin.call('changeBatch', { params, body: { processId: made._id } });
  });
  afterAll(async () => {
    await closeVisitors(browser);
    await server?.close();
  });

  async function uploaded(client: Client, targetId: string, uploadType: string, extension: 'png' | 'pdf') {
    const file = new File([SAMPLE_FILES[extension]], `${uploadType}.${extension}`);
    const { status, body } = await client.call('upload', {
      body: { targetType: 'assessment', targetId, uploadType, file },
    });
    expect(status).toBe(200);
    return body;
  }
  async function fileFor(...given: Parameters<typeof uploaded>): Promise<string> {
    const { fileId, fileName } = await uploaded(...given);
    return `/api/download/${fileId}/${fileName}`;
  }

  const pageOf = (applicationId: string, { _id }: Assessment) => `/applications/${applicationId}/assessments/${_id}`;
  const start = async ({ client, applicationId }: { client: Client; applicationId: string }, { _id }: Assessment) => {
    const { status, body } = await client.call('startSolution', { body: { applicationId, assessmentId: _id } });
    expect(status).toBe(200);
    return body;
  };
  async function visitAs(email: string, options?: Parameters<typeof visit>[2]): Promise<Visitor> {
    const visitor = await visit(browser, server.url, options);
    await signIn(visitor, server.url, email, PASSWORD);
    return visitor;
  }
  const untilAnswered = (client: Client, id: string, ...answers: (string | null)[]) =>
    vi.waitFor(async () => {
      const { body } = await client.call('getSolution', { params: { id } });
      expect(body.answers).toEqual(answers);
    }, 20_000);

  async function tabTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    for (let steps = 0; steps < 60; steps += 1) {
      if (await hasFocus(target)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${target}`);
  }
  const hasFocus = (target: Locator) => target.evaluate((element) => element === element.ownerDocument.activeElement);

  test('the keyboard alone leads from the programs to a submitted quiz', async () => {
    const visitor = await visit(browser, server.url, { viewport: DESKTOP });
    const { page } = visitor;
    const press = async (
      name: string | RegExp,
      { role = 'button' as 'button' | 'link', within = page.locator('body') } = {},
    ) => {
      await tabTo(page, within.getByRole(role, { name, exact: typeof name === 'string' }));
      await page.keyboard.press('Enter');
    };
    const type = async (label: string, text: string, exact = false) => {
      await tabTo(page, page.getByLabel(label, { exact }));
      await page.keyboard.type(text);
    };
    const dialog = { within: page.getByRole('dialog') };
    await page.goto('/enroll');
    await press('Apply to Open batch');
    await type('First name', 'Grace');
    await type('Last name', 'Hopper');
    await type('Email', freshEmail());
    await type('Where did you hear about our bootcamp?', 'Reddit');
    await press('Check your answers');
    await press('Submit application');
    await type('Password', PASSWORD, true);
    await press('Set password and continue');
    await page.waitForURL('**/application/*');
    await press(/^Open the quiz/, { role: 'link' });
    await press('Start the quiz');
    await press('Start', dialog);
    for (const [place, { prompt, options }] of QUESTIONS.entries()) {
      const heading = page.getByRole('heading', { name: prompt });
      await heading.waitFor();
      if (place > 0) expect(await hasFocus(heading), 'the reader goes on at the question').toBe(true);
      await tabTo(page, page.getByRole('radio').first());
      await page.keyboard.press('Space');
      for (let down = options.findIndex(({ isCorrect }) => isCorrect); down > 0; down -= 1) {
        await page.keyboard.press('ArrowDown');
      }
      if (place < QUESTIONS.length - 1) await press('Next');
    }
    await page.getByText('All your answers are saved').waitFor();
    await press('Submit');
    await press('Submit', dialog);
    await page.getByText('100%').waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  test('a quiz is started, answered, submitted and taken again', async () => {
    const ada = await applied(server, school);
    const visitor = await visitAs(ada.email, { viewport: PHONE });
    const { page } = visitor;
    await page.goto(pageOf(ada.applicationId, quiz));
    await page.getByRole('button', { name: 'Start the quiz' }).waitFor();
    await page.getByText('fails').waitFor();
    await expectAccessible(visitor, 'quiz-before');
    await page.getByRole('button', { name: 'Start the quiz' }).click();
    await page.getByText('Start this quiz? 3 questions. You have 20 minutes. The clock keeps running').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();

    await page.getByRole('heading', { name: QUESTIONS[0]?.prompt ?? '' }).waitFor();
    expect(await page.getByRole('timer').innerText()).toMatch(/^(20:00|19:\d\d) left$/);
    const submit = page.getByRole('button', { name: 'Submit' });
    expect(await submit.isDisabled()).toBe(true);
    await page.getByText(WORDS.answerEveryQuestion).waitFor();
    expect(await page.getByRole('button', { name: 'Prev' }).isDisabled()).toBe(true);
    await page.getByLabel('No', { exact: true }).check();
    await page.getByRole('button', { name: 'Next' }).click();
    const solutions = await ada.client.call('listSolutions', { query: { appId: ada.applicationId } });
    const id = solutions.body[0]?._id ?? '';
    await untilAnswered(ada.client, id, 'No', null, null);

    await page.getByRole('heading', { name: 'What does this print?' }).waitFor();
    await page.getByRole('img', { name: /question 2/ }).waitFor();
    await expectAccessible(visitor, 'quiz-running');
    await expectWholeWords(page);
    await expectNoSidewaysScrollAtBothWidths(page);
    await page.reload();
    await page.getByRole('heading', { name: 'What does this print?' }).waitFor();
    await page.getByLabel('100').check();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await page.getByLabel('Stir until').check();
    await page.getByText('Every question is answered.').waitFor();
    await expectAccessible(visitor, 'quiz-answered');
    await submit.click();
    await page.getByText(WORDS.confirmSubmit).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();

    await page.getByRole('heading', { name: 'Submitted' }).waitFor();
    await page.getByText('66.7%').waitFor();
    const back = page.getByRole('link', { name: 'Back to your application' });
    expect(await back.getAttribute('href')).toBe(`/application/${ada.applicationId}`);
    await page.getByText('Show your answers').click();
    await page.getByText('100', { exact: true }).waitFor();
    await expectAccessible(visitor, 'quiz-result');
    await expectNoSidewaysScrollAtBothWidths(page);
    await page.getByRole('button', { name: 'Retake' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retake' }).click();
    await page.getByRole('button', { name: 'Start the quiz' }).waitFor();
    await page.getByRole('heading', { name: 'Earlier attempts' }).waitFor();
    await page.getByRole('link', { name: 'Close' }).click();
    await page.waitForURL(`**/application/${ada.applicationId}**`);

    const { body: application } = await school.staff.Admin.call('getApplication', {
      params: { id: ada.applicationId },
    });
    const actions = (application.userActivity?.activityEntries ?? []).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['STARTED_ASSESSMENT', 'SUBMITTED_ASSESSMENT']));
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  test('a broken connection loses no answer, and another device continues the quiz', async () => {
    const ada = await applied(server, school);
    const { _id: id } = await start(ada, quiz);
    const phone = await visitAs(ada.email, { viewport: PHONE });
    const { page, context } = phone;
    await page.goto(pageOf(ada.applicationId, quiz));
    await page.getByLabel('No', { exact: true }).waitFor();
    await context.setOffline(true);
    await page.getByLabel('No', { exact: true }).check();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Not saved yet').waitFor();
    await page.getByLabel('120').check();
    await expectAccessible(phone, 'quiz-offline');
    await context.setOffline(false);
    await untilAnswered(ada.client, id, 'No', '120', null);
    await page.getByText('All your answers are saved').waitFor();

    // The server is unreachable for this device, and the page closes before the connection returns.
    await context.route('**/api/solutions/**', (route) => route.abort());
    await page.getByLabel('100').check();
    await page.getByRole('button', { name: 'Prev' }).click();
    await page.getByText('Not saved yet').waitFor();
    await page.close();
    await context.unroute('**/api/solutions/**');
    const again = await context.newPage();
    await again.goto(pageOf(ada.applicationId, quiz));
    await untilAnswered(ada.client, id, 'No', '100', null);
    await again.getByText('All your answers are saved').waitFor();

    await context.setOffline(true);
    await again.getByRole('button', { name: /^Question 3/ }).click();
    await again.getByLabel('Put the pan').check();
    await ada.client.call('changeSolution', {
      params: { id },
      body: { answers: ['No', '100', 'Stir until the sugar has dissolved'] },
    });
    await context.setOffline(false);
    await again.getByText('answered on another device at the same time').waitFor();
    expect(await again.getByLabel('Stir until').isChecked()).toBe(true);

    await again.getByLabel('Put the pan').check();
    await context.clearCookies();
    // Either the next save or the live stream can find the change first.
    await again.evaluate("document.querySelector('button[aria-label^=\\'Question 2\\']')?.click()");
    const ended = again.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await again.keyboard.press('Enter');
    await untilAnswered(ada.client, id, 'No', '100', 'Put the pan on the stove');
    expect(phone.complaints).toEqual([]);
    await context.close();
  });

  test("the time limit follows the server's clock, and the saved answers are submitted at its end", async () => {
    const ada = await applied(server, school);
    const { _id: id } = await start(ada, quiz);
    const visitor = await visit(browser, server.url, { viewport: PHONE });
    await visitor.context.addInitScript(`{
      const now = Date.now.bind(Date);
      window.skippedMs = 0;
      Date.now = () => now() + ${3 * HOUR_MS} + skippedMs;
      Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ${3 * HOUR_MS} });
    }`);
    const { page } = visitor;
    await signIn(visitor, server.url, ada.email, PASSWORD);
    ahead += 19 * MINUTE_MS;
    await page.goto(pageOf(ada.applicationId, quiz));
    await page.getByText(/^(1:00|0:\d\d) left$/).waitFor();
    await page.getByLabel('No', { exact: true }).check();
    await expectAccessible(visitor, 'quiz-last-minute');
    await untilAnswered(ada.client, id, 'No', null, null);
    ahead += MINUTE_MS;
    await page.evaluate(`skippedMs += ${MINUTE_MS}`);
    // A slow page receives the submission before its own clock says that the time is up.
    await page.getByText('Submitted automatically when time was up').waitFor();
    await page.getByText('33.3%').waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  test('a project is submitted as one file, also late', async () => {
    const ada = await applied(server, school);
    const visitor = await visitAs(ada.email, { viewport: PHONE });
    const { page } = visitor;
    await page.goto(pageOf(ada.applicationId, project));
    await page.getByText('your street', { exact: true }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'attachment.pdf' }).click();
    expect((await download).suggestedFilename()).toBe('attachment.pdf');
    await page.getByRole('button', { name: 'Start the project' }).click();
    await page.getByText('Start this project? You have 3 days, and').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('Due on').waitFor();
    await expectAccessible(visitor, 'project-running');
    await expectNoSidewaysScrollAtBothWidths(page);

    ahead += 73 * HOUR_MS;
    await page.reload();
    await page.getByText('You can still submit it; it will be marked as late.').waitFor();
    const file = { name: 'all-the-houses-of-my-street.zip', mimeType: 'application/zip', buffer: SAMPLE_FILES.zip };
    await page.getByLabel('Your file').setInputFiles(file);
    await page.getByText("Submit 'all-the-hous….zip'?").waitFor();
    expect(await page.getByText('Uploading').or(page.getByRole('progressbar')).count(), 'nothing is sent yet').toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).last().click();
    await page.getByText('You have not submitted anything yet.').waitFor();
    await page.getByLabel('Your file').setInputFiles(file);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByRole('heading', { name: 'Submitted' }).waitFor();
    await page.getByRole('link', { name: 'all-the-hous….zip' }).waitFor();
    await page.getByText('after the time limit').waitFor();
    await expectAccessible(visitor, 'project-handed-in');
    await expectNoSidewaysScrollAtBothWidths(page);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  test('an external assessment links to its site, and its result appears', async () => {
    const ada = await applied(server, school);
    const visitor = await visitAs(ada.email, { viewport: PHONE });
    const { page } = visitor;
    await page.goto(pageOf(ada.applicationId, external));
    const link = page.getByRole('link', { name: 'Open the assessment' });
    expect(await link.getAttribute('href')).toBe('https://exercises.example/java');
    expect(await page.getByRole('button', { name: /Start/ }).count()).toBe(0);
    await page.getByText(ada.email).waitFor();
    await expectAccessible(visitor, 'external');
    const content = JSON.stringify({
      source: 'provider',
      secretToken: PROVIDER_SECRET,
      event: 'assignment.completed',
      userEmail: ada.email,
      detailsUrl: 'https://exercises.example/results/1',
    });
    const query = { organizationId: school.organizationId, assessmentId: external._id };
    expect((await server.client().call('inboundWebhook', { query, body: { content } })).status).toBe(200);
    await page.getByRole('heading', { name: 'Completed' }).waitFor();
    expect(await page.getByRole('link', { name: 'See the details' }).getAttribute('href')).toContain('/results/1');
    await expectAccessible(visitor, 'external-completed');
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  test('staff read the answers and change nothing, a closed application is locked, and other people are refused', async () => {
    const ada = await applied(server, school);
    const { _id: id } = await start(ada, quiz);
    const answers = ['No', '100', null];
    await ada.client.call('changeSolution', { params: { id }, body: { answers } });
    const address = pageOf(ada.applicationId, quiz);
    const visitor = await visitAs('owner@tested.example');
    const { page, context } = visitor;
    await page.goto(address);
    await page.getByText('Only the applicant can take this assessment.').waitFor();
    await page.getByText('Show the answers so far').click();
    await page.getByText('Correct answer: 120').waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
    await expectAccessible(visitor, 'quiz-for-staff');

    await page.setViewportSize(PHONE);
    await signIn(visitor, server.url, ada.email, PASSWORD);
    const params = { id: ada.applicationId };
    await school.staff.Admin.call('changeApplication', { params, body: { status: 'WITHDRAWN' } });
    await page.goto(address);
    await page.getByText('its assessments are locked').waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
    await expectAccessible(visitor, 'quiz-locked');

    const stranger = await applied(server, school);
    await signIn(visitor, server.url, stranger.email, PASSWORD);
    await page.goto(address);
    await page.getByText(WORDS.fetchApplicationFailed).waitFor();
    await page.goto(pageOf(stranger.applicationId, { ...quiz, _id: 'none' }));
    await page.getByText(WORDS.fetchFailed).waitFor();
    await expectAccessible(visitor, 'assessment-none');
    await context.clearCookies();
    await page.goto(address);
    await page.getByText(WORDS.fetchApplicationFailed).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${address}`);
    await context.close();
  });
});
