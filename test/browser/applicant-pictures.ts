import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import type { ApplicationStatus } from '../../domain/application/statuses.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { pagePath } from '../../domain/values/pages.ts';
import { STATUS_WORDS } from '../../web/src/shared/application/status-words.ts';
import { CALENDLY_TOKEN, startCalendlyServer, zoomAt } from '../support/calendly-server.ts';
import { type Client, createClient } from '../support/client.ts';
import { startPortal } from '../support/running-server.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { openAlbum } from './album.ts';
import { launchBrowser, PHONE, visit } from './browser.ts';
import { replaceWidgets } from './widgets.ts';

/** An applicant's life on a phone, from the first visit to the payments, with a picture of each screen. */
const FOLDER = 'test/screenshots/applicant';
const START_LIMIT_MS = 300_000;
const EMAIL = 'grace.hopper@applicant.example';
const PASSWORD = 'nanoseconds-of-wire';
const DAY_MS = 86_400_000;

const directory = await mkdtemp(join(tmpdir(), 'intake-pictures-'));
const calendly = await startCalendlyServer();
const portal = await startPortal(
  directory,
  { RATE_LIMITS: 'off', CALENDLY_API_URL: calendly.url, DEMO: '1' },
  START_LIMIT_MS,
);
const browser = await launchBrowser();
const album = await openAlbum(FOLDER);
try {
  const owner = await asOwner();
  const { page: firstVisit } = await onPhone();
  await apply(firstVisit);
  const { page, context } = await onPhone();
  await confirmByEmail(page);
  const path = new URL(page.url()).pathname;
  const id = path.split('/').at(-1) ?? '';
  const change = async (body: object) => {
    const { body: now } = await owner.call('getApplication', { params: { id } });
    const { status, problem } = await owner.call('changeApplication', {
      params: { id },
      body: { version: now.version, ...body },
    });
    if (status !== 200) throw new Error(problem.message);
  };
  const moveTo = async (status: ApplicationStatus) => {
    await change({ status });
    await page.goto(path);
    await page.getByText(STATUS_WORDS[status].banner).waitFor();
  };

  await aboutYou(page);
  await whatToExpect(page);
  await bookInterview(page);
  await takeQuiz(page, path);
  await moveTo('INTERVIEW COMPLETED');
  await openStep(page, 'Join the group call');
  await album.take(page, 'step-group-call');
  await moveTo('DRILLS PENDING');
  await submitProject(page, path);
  await change({
    status: 'INCORRECT INFORMATION',
    requestedCorrections: [
      { _id: 'lastName', note: 'As in your passport, please.' },
      { _id: 'motivation', note: 'Tell us a little more: what would you like to build?' },
    ],
  });
  await page.goto(path);
  await correctAnswers(page);
  await moveTo('CONTRACT SENT');
  await album.take(page, 'contract-sent');
  await choosePlan(page);
  await moveTo('CONTRACT RECEIVED');
  await openStep(page, 'Choose how to pay');
  await album.take(page, 'contract-received');
  await page.getByRole('link', { name: 'See your payments' }).click();
  await page.getByRole('heading', { name: 'Due soon' }).waitFor();
  await album.take(page, 'payments');
  await moveTo('COMPLETE');
  await album.take(page, 'complete');
  await secondProgram(page, owner);
  await accountOf(page, () => context.clearCookies());
  await signedOut(page);
} finally {
  await browser.close();
  await portal.stop();
  await calendly.close();
  await rm(directory, { recursive: true, force: true });
}
console.log(`The pictures are in ${FOLDER}.`);
if (album.misfits.length > 0) console.log(`What does not fit:\n${album.misfits.join('\n')}`);

async function asOwner(): Promise<Client> {
  const owner = createClient(portal.url);
  const { body: user } = await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
  const { status, problem } = await owner.call('changeOrganization', {
    params: { id: user.orgRoles[0]?.orgId ?? '' },
    body: { calendlyAccessToken: CALENDLY_TOKEN },
  });
  if (status !== 200) throw new Error(problem.message);
  return owner;
}

async function onPhone() {
  const visitor = await visit(browser, portal.url, { viewport: PHONE, timezoneId: 'Asia/Manila' });
  const startsAt = Date.now() + 3 * DAY_MS;
  const at = (ms: number) => new Date(Math.ceil(ms / DAY_MS) * DAY_MS + 2 * 3_600_000).toISOString();
  const zoom = zoomAt(at(startsAt), 'https://zoom.example/j/94817263540', at(startsAt));
  await replaceWidgets(visitor.context, calendly.schedule('INTERVIEW', zoom));
  return visitor;
}

async function apply(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Full-Stack, day' }).waitFor();
  await album.take(page, 'programs');
  await page.getByRole('button', { name: 'Apply to Full-Stack, day' }).click();
  await page.getByLabel('First name').waitFor();
  await album.take(page, 'apply');
  await page.getByLabel('Mobile number').fill('abc');
  await page.getByLabel('Email').fill('grace');
  await page.getByRole('button', { name: 'Check your answers' }).click();
  await page.getByText('Please complete all required fields').first().waitFor();
  await album.take(page, 'apply-errors');
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hoper');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Mobile number').fill('+63 917 555 0123');
  await page.getByLabel('How much have you programmed?').selectOption('A few tutorials');
  await page.getByLabel('Why do you want to become a developer?').fill('I like it when things work.');
  await page.getByLabel('Where did you hear about our bootcamp?').selectOption({ index: 1 });
  await album.take(page, 'apply-filled');
  await page.getByRole('button', { name: 'Check your answers' }).click();
  await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
  await album.take(page, 'check-answers');
  await page.getByRole('button', { name: 'Submit application' }).click();
  await page.getByText('Thank you for providing your information!').waitFor();
  await album.take(page, 'thank-you');
}

/** On another device. */
async function confirmByEmail(page: Page): Promise<void> {
  const email = page.getByRole('listitem').filter({ hasText: EMAIL }).getByRole('link').first();
  do await page.goto('/dev/outbox');
  while ((await email.count()) === 0);
  await email.click();
  const link = page.getByRole('link', { name: /verifyEmail/ });
  await link.waitFor();
  await album.take(page, 'email');
  await link.click();
  await page.getByRole('button', { name: 'Confirm my email' }).waitFor();
  await album.take(page, 'confirm-email');
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await page.getByRole('heading', { name: 'Set a password to follow your application' }).waitFor();
  await album.take(page, 'set-password');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password and continue' }).click();
  await page.waitForURL('**/application/*');
  await page.getByLabel('Where do you live?').waitFor();
  await album.take(page, 'application');
  await page.getByRole('link', { name: 'About this program' }).click();
  await page.getByRole('heading', { name: 'A normal Tuesday' }).waitFor();
  await album.take(page, 'program');
  await page.goBack();
  await page.getByLabel('Where do you live?').waitFor();
}

async function openStep(page: Page, title: string): Promise<void> {
  const step = page.getByRole('main').getByRole('button', { name: new RegExp(title) });
  await step.first().waitFor();
  const closed = page.getByRole('button', { name: new RegExp(title), expanded: false });
  if ((await closed.count()) > 0) await closed.click();
}

async function aboutYou(page: Page): Promise<void> {
  await page.getByLabel('A link to something you made').fill('https://example.org/compiler');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Please complete all required fields').first().waitFor();
  await album.take(page, 'step-form-errors');
  await page.getByLabel('Where do you live?').fill('Manila, Philippines');
  await page.getByLabel('Hours a week that you can study').selectOption('30 to 40');
  await page.getByLabel('Which laptop will you use?').fill('An old one');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: /^Next: / }).waitFor();
  await album.take(page, 'step-form-saved');
}

async function whatToExpect(page: Page): Promise<void> {
  await openStep(page, 'What to expect');
  const show = page.getByRole('button', { name: 'Show the video' });
  await show.waitFor();
  await album.take(page, 'step-page');
  await show.click();
  await page.frameLocator('iframe').getByText('A film').waitFor();
  await album.take(page, 'step-page-video');
}

async function bookInterview(page: Page): Promise<void> {
  await openStep(page, 'Book your interview');
  await page.getByRole('button', { name: 'Show the calendar' }).waitFor();
  await album.take(page, 'step-interview');
  await page.getByRole('button', { name: 'Show the calendar' }).click();
  const time = page.frameLocator('iframe[title^="Calendly"]').getByRole('button', { name: 'Thursday, 10:00' });
  await time.waitFor();
  await album.take(page, 'step-interview-calendar');
  await time.click();
  await page.getByText('The interview is booked').first().waitFor();
  await page.getByRole('link', { name: 'Open the interview' }).first().waitFor();
  await album.take(page, 'step-interview-booked');
}

async function takeQuiz(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await openStep(page, 'A small quiz');
  await page.getByRole('link', { name: /^Open the quiz/ }).waitFor();
  await album.take(page, 'step-quiz');
  await page.getByRole('link', { name: /^Open the quiz/ }).click();
  await page.getByRole('button', { name: 'Start the quiz' }).waitFor();
  await album.take(page, 'quiz');
  await page.getByRole('button', { name: 'Start the quiz' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await album.take(page, 'quiz-start');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('timer').waitFor();
  await album.take(page, 'quiz-running');
  const next = page.getByRole('button', { name: 'Next' });
  for (;;) {
    await page.getByRole('radio').first().check();
    if (await next.isDisabled()) break;
    const heading = await page.getByRole('heading', { level: 2 }).first().innerText();
    await next.click();
    await page.getByRole('heading', { name: heading, exact: true }).waitFor({ state: 'detached' });
  }
  await page.getByText('All your answers are saved').waitFor();
  await album.take(page, 'quiz-answered');
  await page.getByRole('button', { name: 'Submit' }).click();
  await dialog.waitFor();
  await album.take(page, 'quiz-submit');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { name: 'Submitted' }).waitFor();
  await page.getByText('Show your answers').click();
  await album.take(page, 'quiz-result');
}

async function submitProject(page: Page, path: string): Promise<void> {
  await openStep(page, 'Your first page');
  const open = page.getByRole('link', { name: /^Open the project/ });
  await open.waitFor();
  await album.take(page, 'step-project');
  await open.click();
  await page.getByRole('button', { name: 'Start the project' }).waitFor();
  await album.take(page, 'project');
  await page.getByRole('button', { name: 'Start the project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await page.getByText('Due on').waitFor();
  await album.take(page, 'project-running');
  const choose = (name: string) =>
    page.getByLabel('Your file').setInputFiles({ name, mimeType: 'application/zip', buffer: SAMPLE_FILES.zip });
  await choose('a-page-about-my-street.exe');
  await page.getByRole('alert').first().waitFor();
  await album.take(page, 'project-refused');
  await choose('a-page-about-my-street.zip');
  await page.getByRole('dialog').waitFor();
  await album.take(page, 'project-submit');
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { name: 'Submitted' }).waitFor();
  await album.take(page, 'project-submitted');
  await page.goto(path);
}

async function correctAnswers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Correct your answers' }).waitFor();
  await album.take(page, 'corrections-asked');
  await page.getByRole('button', { name: 'Correct your answers' }).click();
  const sent = page.getByRole('region', { name: 'What you sent' });
  await sent.getByLabel('Last name').fill('Hopper');
  await sent.getByLabel('Why do you want').fill('I would like to build a compiler that people can read.');
  await album.take(page, 'corrections-made');
  await sent.getByRole('button', { name: 'Send corrections' }).click();
  await page.getByText('Thank you for your corrections. We are checking them.').waitFor();
  await album.take(page, 'corrections-sent');
}

async function choosePlan(page: Page): Promise<void> {
  await openStep(page, 'Choose how to pay');
  const monthly = page.getByRole('region', { name: 'Month by month' });
  await monthly.getByText('Payment schedule').click();
  await album.take(page, 'plans');
  await monthly.getByRole('button', { name: /^Choose this plan/ }).click();
  await page.getByRole('dialog').waitFor();
  await album.take(page, 'plan-choice');
  await page.getByRole('dialog').getByRole('button', { name: 'Choose this plan' }).click();
  await monthly.getByText('Your plan').waitFor();
  await album.take(page, 'plan-chosen');
}

/** A person with an account applies again, and is transferred. */
async function secondProgram(page: Page, owner: Client): Promise<void> {
  await page.goto(pagePath('enroll'));
  await page.getByRole('button', { name: 'Apply to Full-Stack, evening' }).waitFor();
  await album.take(page, 'programs-again');
  await page.getByRole('button', { name: 'Apply to Full-Stack, evening' }).click();
  await page.getByLabel('Why do you want to become a developer?').fill('Evenings suit me better.');
  await page.getByLabel('How much have you programmed?').selectOption('A few tutorials');
  await page.getByLabel('Where did you hear about our bootcamp?').selectOption({ index: 1 });
  await album.take(page, 'apply-again');
  await page.getByRole('button', { name: 'Check your answers' }).click();
  await page.getByRole('button', { name: 'Submit application' }).click();
  await page.getByRole('link', { name: TEXTS.enroll.viewMyApplication }).waitFor();
  await album.take(page, 'thank-you-again');
  await page.getByRole('link', { name: TEXTS.enroll.viewMyApplication }).click();
  await page.waitForURL('**/application/*');
  const path = new URL(page.url()).pathname;
  await page.goto(pagePath('home'));
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await album.take(page, 'home');
  const { body: batches } = await owner.call('listBatches');
  const transferBatchId = batches.find(({ name }) => name === 'Java, autumn')?._id;
  const params = { id: path.split('/').at(-1) ?? '' };
  const moved = await owner.call('changeApplication', { params, body: { status: 'TRANSFERRED', transferBatchId } });
  if (moved.status !== 200) throw new Error(moved.problem.message);
  await page.goto(path);
  await page.getByRole('link', { name: 'Open your new application' }).waitFor();
  await album.take(page, 'transferred');
  await page.getByRole('link', { name: 'Open your new application' }).click();
  await page.getByRole('heading', { name: TEXTS.myApplication.answeredFor('Full-Stack, evening') }).waitFor();
  await album.take(page, 'transferred-to');
}

async function accountOf(page: Page, endSession: () => Promise<void>): Promise<void> {
  await page.goto(pagePath('account'));
  await page.getByRole('heading', { name: 'My account' }).waitFor();
  await album.take(page, 'account');
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('compilers-and-moths');
  await endSession();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  await album.take(page, 'account-session-ended');
}

async function signedOut(page: Page): Promise<void> {
  await page.goto(pagePath('login'));
  await page.getByLabel('Email').fill(EMAIL);
  await album.take(page, 'login');
  await page.getByLabel('Password', { exact: true }).fill('not hers');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').first().waitFor();
  await album.take(page, 'login-failed');
  await page.goto(pagePath('signup'));
  await page.getByLabel('Email').waitFor();
  await album.take(page, 'signup');
  await page.goto(pagePath('passwordReset'));
  await page.getByLabel('Email').fill(EMAIL);
  await album.take(page, 'password-reset');
  await page.keyboard.press('Enter');
  await page.getByRole('status').first().waitFor();
  await album.take(page, 'password-reset-sent');
  await page.goto('/no-such-page');
  await page.getByRole('main').getByRole('link').first().waitFor();
  await album.take(page, 'not-found');
}
