import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { APPLICATION_STATUSES, isLocked } from '../../domain/application/statuses.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { STATIONS, STATUS_WORDS } from '../../web/src/shared/application/status-words.ts';
import { type Client, createClient } from '../support/client.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNoSidewaysScrollAtBothWidths,
  expectWholeWords,
  PHONE,
  signIn,
  type Visitor,
} from './browser.ts';
import { describePortal } from './portal.ts';
import { replaceWidgets } from './widgets.ts';

const PASSWORD = 'nanoseconds-of-wire';
const EVENT = 'https://api.calendly.com/scheduled_events/GBGBDCAADAEDCRZ2';

const question = (name: string, label: string, required = false) => ({
  name,
  label,
  dataType: 'text' as const,
  required,
});
const processOf = (plans: readonly string[], quiz: string): ProcessConfig => ({
  label: 'Everything',
  requestSignup: true,
  fields: [],
  applicationForm: {
    title: 'Apply',
    fields: [
      question('firstName', 'First name'),
      question('lastName', 'Last name'),
      { ...question('email', 'Email', true), dataType: 'email' },
    ],
  },
  applicationDetailsSteps: [
    {
      _id: 'about-you',
      title: 'About you',
      configuration: {
        title: 'Five questions',
        fields: [
          question('city', 'Where do you live?', true),
          { ...question('story', 'Your story'), dataType: 'paragraph' },
          { ...question('cv', 'Your CV'), dataType: 'file' },
        ],
      },
    },
    {
      _id: 'read',
      title: 'What to expect',
      content: [
        { markdown: 'A **film** about us.', integrations: [{ type: 'Vimeo', url: 'https://vimeo.com/76979871' }] },
        { markdown: 'The group call.', integrations: [{ type: 'Zoom', url: 'https://zoom.us/j/94817263540' }] },
        {
          markdown: 'Only for those who live somewhere.',
          condition: {
            logicalOperator: 'AND',
            terms: [{ target: 'FIELD', targetDetails: 'city', operator: 'Exists' }],
          },
        },
      ],
    },
    {
      _id: 'meet',
      title: 'Meet us',
      content: [
        { markdown: 'Choose a time.', integrations: [{ type: 'Calendly', url: 'https://calendly.com/us/talk' }] },
      ],
    },
    { _id: 'pay', title: 'Choose how to pay', availablePaymentModels: [...plans] },
    { _id: 'tests', title: 'Two tests', assessmentIds: [quiz] },
  ],
});

/** In a window that ends within the first field, where the floating button could cover it. */
async function expectSaveBelow(page: Page, field: Locator, save: Locator): Promise<void> {
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  const top = await topOf(field);
  await page.setViewportSize({ ...PHONE, height: Math.round(top) + 20 });
  expect(await topOf(field)).toBe(top);
  expect(await topOf(save), 'Save floats only below a field').toBeGreaterThan(top);
  await page.setViewportSize(PHONE);
}

describePortal('the steps of an application', (portal) => {
  let owner: Client;
  let batchId: string;
  let organizationId: string;
  let processId: string;

  async function made<Name extends 'createPaymentModel' | 'createAssessment'>(name: Name, body: object) {
    const { body: answer, status, problem } = await owner.call(name, { body });
    expect(status, JSON.stringify(problem)).toBe(200);
    return answer._id;
  }

  beforeAll(async () => {
    owner = createClient(portal.url);
    await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const plans = [
      await made('createPaymentModel', { name: 'At once', details: 'The **cheapest** way.', upfrontCost: 90_000 }),
      await made('createPaymentModel', {
        name: 'Bit by bit',
        upfrontCost: 10_000,
        monthlyCost: 7_500,
        numberOfMonths: 12,
        monthlyPaymentDay: 31,
      }),
    ];
    const quiz = await made('createAssessment', {
      name: 'Logic',
      type: 'quiz',
      description: 'Five minutes of thinking.',
      timeLimitMinutes: 90,
      questions: [{ prompt: 'Is it?', options: [{ value: 'Yes', isCorrect: true }, { value: 'No' }] }],
    });
    const project = await made('createAssessment', {
      name: 'A small page',
      type: 'project',
      timeLimitMinutes: 3 * 24 * 60,
    });
    const { body: process } = await owner.call('createProcess', {
      body: { json: JSON.stringify(processOf(plans, quiz)) },
    });
    const { body: batch } = await owner.call('createBatch', {
      body: { name: 'Every step', status: 'Open', processId: process._id, assessmentIds: [quiz, project] },
    });
    ({ _id: batchId, organizationId } = batch);
    processId = process._id;
  });

  async function applicant(name: string) {
    const email = `${name}.${crypto.randomUUID().slice(0, 8)}@applicant.example`;
    const client = createClient(portal.url);
    await client.call('signup', { body: { email, password: PASSWORD, isCreator: false } });
    const { body } = await client.call('submitApplication', {
      body: { batchId, organizationId, email, firstName: 'Grace', lastName: 'Hopper', tracking: null },
    });
    const read = async () => (await client.call('getApplication', { params: { id: body._id } })).body;
    return { email, client, id: body._id, path: `/application/${body._id}`, read };
  }
  const openStep = (visitor: Visitor, title: string) =>
    visitor.page.getByRole('button', { name: new RegExp(title), expanded: false }).click();
  const hasFocus = (target: Locator) => target.evaluate((element) => element === element.ownerDocument.activeElement);
  const done = async ({ context, complaints }: Visitor) => {
    expect(complaints).toEqual([]);
    await context.close();
  };

  test('lead from the first answer to the plan and the assessments', async () => {
    const grace = await applicant('grace');
    const visitor = await portal.visitAs(grace.email, PASSWORD, { viewport: PHONE });
    const { page, context } = visitor;
    await replaceWidgets(context, EVENT);
    await page.goto(grace.path);

    await page.getByRole('button', { name: /^Active\s*About you/ }).waitFor();
    await page.getByRole('button', { name: /^Pending\s*Choose how to pay/ }).waitFor();
    const live = page.getByLabel('Where do you live?');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expectSaveBelow(page, live, save);
    await live.fill('Manila');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('I write compilers.') });
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Required answers done, 1 optional left').waitFor();
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Save', exact: true }))).toBe(true);
    await page.getByRole('heading', { name: 'Five questions' }).waitFor();
    // What is optional does not hold back what comes next.
    await page.getByRole('button', { name: /^Next: / }).waitFor();
    expect(await page.getByText('Next: About you').count()).toBe(0);
    await expectAccessible(visitor, 'step-form');

    await openStep(visitor, 'What to expect');
    await page.getByText('Only for those who live somewhere.').waitFor();
    expect(await page.locator('iframe').count(), 'nothing of others before one agrees').toBe(0);
    const show = page.getByRole('button', { name: 'Show the video' });
    const cutOff = await show.evaluate((button) => button.scrollHeight - button.clientHeight);
    expect(cutOff, 'a button shows all its words').toBeLessThanOrEqual(0);
    await show.click();
    await page.frameLocator('iframe[title="Vimeo: What to expect"]').getByText('A film').waitFor();
    expect(await page.getByRole('link', { name: 'Open the meeting in Zoom' }).getAttribute('target')).toBe('_blank');
    await expectAccessible(visitor, 'step-content');

    await openStep(visitor, 'Choose how to pay');
    await page.getByText('12 monthly payments of').waitFor();
    const monthly = page.getByRole('region', { name: 'Bit by bit' });
    await monthly.getByText('Payment schedule').click();
    await expect.poll(() => monthly.getByRole('row').count()).toBe(15);
    await expectAccessible(visitor, 'step-plans');
    await expectWholeWords(page);
    await monthly.getByRole('button', { name: 'Choose this plan: Bit by bit' }).click();
    await page.getByRole('dialog').getByText('You can choose another plan until we receive your contract.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Choose this plan' }).click();
    await monthly.getByText('Your plan').waitFor();
    await page.getByRole('button', { name: /^Complete\s*Choose how to pay/ }).waitFor();
    await expect.poll(() => hasFocus(monthly), { message: 'the pressed button is gone' }).toBe(true);

    await openStep(visitor, 'Two tests');
    const quiz = page.getByRole('listitem').filter({ has: page.getByText('Quiz · 1 question · 1 hour 30 minutes') });
    await quiz.getByRole('link', { name: 'Open the quiz: Logic' }).waitFor();
    await page.getByRole('heading', { name: 'Assessments in this program' }).waitFor();
    await page.getByText('Project · 3 days').waitFor();

    await openStep(visitor, 'Meet us');
    await page.getByRole('button', { name: 'Show the calendar' }).click();
    const calendar = page.frameLocator('iframe[title="Calendly: Meet us"]');
    await calendar.getByText(`Grace Hopper <${grace.email}>`).waitFor();
    await page.evaluate(
      `postMessage({ event: 'calendly.event_scheduled', payload: { event: { uri: '${EVENT}-forged' } } }, '*')`,
    );
    await context.setOffline(true);
    await calendar.getByRole('button', { name: 'Thursday, 10:00' }).click();
    await page.getByRole('main').getByText('You’re offline.').waitFor();
    await context.setOffline(false);
    await page.getByText('The interview is booked.').first().waitFor();
    await expectAccessible(visitor, 'step-calendar');
    await expectNoSidewaysScrollAtBothWidths(page);

    const saved = await grace.read();
    expect(saved).toMatchObject({
      status: 'INTERVIEW SCHEDULED',
      city: 'Manila',
      cv: { fileName: 'cv.txt' },
      calendlyEventUri: EVENT,
      selectedPaymentModelId: expect.any(String),
    });
    const staffs = await owner.call('getApplication', { params: { id: grace.id } });
    const noted = staffs.body.userActivity?.activityEntries.map(({ action, actionDetails }) => [action, actionDetails]);
    expect(noted).toEqual(
      expect.arrayContaining([
        ['VIEW_APPLICATION', null],
        ['SAVE_APPLICATION_STEP', 'About you'],
        ['VIEW_APPLICATION_STEP', 'Choose how to pay'],
        ['SAVE_APPLICATION_STEP', 'Choose how to pay'],
        ['SCHEDULED_INTERVIEW', 'Meet us'],
      ]),
    );
    const booked = noted?.filter(([action]) => action === 'SCHEDULED_INTERVIEW');
    expect(booked, 'a forged message books nothing').toHaveLength(1);

    await page.reload();
    await page.frameLocator('iframe[title="Vimeo: What to expect"]').getByText('A film').waitFor();
    await page.getByRole('button', { name: 'Choose another time' }).waitFor();
    await done(visitor);
  });

  test('each status shows its meaning and progress, as soon as it changes', async () => {
    const grace = await applicant('statuses');
    const { body: elsewhere } = await owner.call('createBatch', {
      body: { name: 'Elsewhere', status: 'Open', processId },
    });
    const visitor = await portal.visitAs(grace.email, PASSWORD, { viewport: PHONE });
    const { page } = visitor;
    await page.goto(grace.path);
    await page.getByText(STATUS_WORDS.NEW.banner).waitFor();
    const others = APPLICATION_STATUSES.filter((status) => status !== 'NEW' && status !== 'TRANSFERRED');
    for (const status of [...others, 'TRANSFERRED'] as const) {
      const { version } = await grace.read();
      const target = status === 'TRANSFERRED' ? { transferBatchId: elsewhere._id } : {};
      const changed = await owner.call('changeApplication', {
        params: { id: grace.id },
        body: { version, status, ...target },
      });
      expect(changed.status, JSON.stringify(changed.problem)).toBe(200);
      const { banner, station } = STATUS_WORDS[status];
      const isOnTheWay = station !== null && station < STATIONS.length - 1;
      await page.getByText(banner).waitFor();
      const here = () => page.locator('[aria-current="step"]').allInnerTexts();
      await expect.poll(here, { message: status }).toEqual(isOnTheWay ? [STATIONS[station]] : []);
      const why = page.getByText('This application is closed, so its steps are locked.');
      expect(await why.count(), status).toBe(isLocked(status) ? 1 : 0);
      await expectNoSidewaysScrollAtBothWidths(page);
    }
    await page.getByRole('link', { name: 'Open your new application' }).click();
    await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
    await page.getByLabel('Where do you live?').waitFor();
    const started = await owner.call('changeBatch', { params: { id: elsewhere._id }, body: { status: 'Complete' } });
    expect(started.status, JSON.stringify(started.problem)).toBe(200);
    await page.reload();
    await page.getByText('This program has started, so applications can no longer be changed.').waitFor();
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
    await expectNoSidewaysScrollAtBothWidths(page);
    await done(visitor);
  });

  test('a draft continues on another device, and saving or discarding it there removes it here', async () => {
    const grace = await applicant('drafts');
    const phone = await portal.visitAs(grace.email, PASSWORD, { viewport: PHONE });
    const laptop = await portal.visitAs(grace.email, PASSWORD);
    const cityOn = ({ page }: Visitor) => page.getByLabel('Where do you live?');
    const comeBack = ({ page }: Visitor) => page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    const onAccount = ({ page }: Visitor) => page.getByText('Draft saved on this device and in your account').waitFor();
    await phone.page.goto(grace.path);
    await cityOn(phone).fill('Manila, Philippines');
    await onAccount(phone);

    await laptop.page.goto(grace.path);
    await laptop.page.getByText('Draft from another device').waitFor();
    expect(await cityOn(laptop).inputValue()).toBe('Manila, Philippines');
    await expectAccessible(laptop, 'step-draft-elsewhere');
    await laptop.page.getByRole('button', { name: 'Continue with it' }).click();
    await laptop.page.getByLabel('Your story').fill('It began with a moth.');
    await onAccount(laptop);

    await comeBack(phone);
    await phone.page.getByText('Draft from another device').waitFor();
    expect(await phone.page.getByLabel('Your story').inputValue()).toBe('It began with a moth.');

    await phone.context.setOffline(true);
    await phone.page.getByLabel('Your story').fill('It began on the phone.');
    await laptop.page.getByLabel('Your story').fill('It began on the laptop.');
    await onAccount(laptop);
    await phone.context.setOffline(false);
    await phone.page.getByText('It is not saved yet.').waitFor();
    await expect.poll(() => phone.page.getByLabel('Your story').inputValue()).toBe('It began on the laptop.');
    await phone.page.getByRole('button', { name: 'Use this device’s draft' }).click();
    expect(await phone.page.getByLabel('Your story').inputValue()).toBe('It began on the phone.');
    await onAccount(phone);

    await phone.page.getByRole('button', { name: 'Save', exact: true }).click();
    await phone.page.getByText('Saved a moment ago').waitFor();
    await comeBack(laptop);
    const onLaptop = () => laptop.page.getByLabel('Your story').inputValue();
    await expect.poll(onLaptop, { timeout: 20_000 }).toBe('It began on the phone.');
    await expect.poll(() => laptop.page.getByText(/Draft/).count()).toBe(0);
    await done(phone);
    await done(laptop);
  });

  test("a draft beyond the account's quota stays on the device, which says why, until there is room", async () => {
    const grace = await applicant('full');
    const save = (n: number, values: object | null) =>
      grace.client.call('saveDraft', { params: { form: `form-${n}` }, body: { values } });
    for (let n = 0; n < QUOTAS.account.drafts; n += 1) expect((await save(n, { n })).status).toBe(200);
    const { context, page } = await portal.visitAs(grace.email, PASSWORD, { viewport: PHONE });
    await page.goto(grace.path);
    await page.getByLabel('Where do you live?').fill('Manila');
    const refusal = TEXTS.quotas.draftCount(QUOTAS.account.drafts);
    await page.getByText(`Draft saved on this device only. ${refusal}`).waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Where do you live?').inputValue()).toBe('Manila');
    await save(0, null);
    await page.getByLabel('Where do you live?').fill('Manila, Philippines');
    await page.getByText('Draft saved on this device and in your account').waitFor();
    await context.close();
  });

  test('a save does not overwrite an unseen save of another person', async () => {
    const grace = await applicant('conflict');
    const visitor = await portal.visitAs(grace.email, PASSWORD, { viewport: PHONE });
    const { page } = visitor;
    await page.goto(grace.path);
    await page.getByLabel('Where do you live?').fill('Manila');
    const { version } = await grace.read();
    const corrected = await owner.call('changeApplication', {
      params: { id: grace.id },
      body: { version, city: 'Metro Manila', story: 'Told on the phone.' },
    });
    expect(corrected.status, JSON.stringify(corrected.problem)).toBe(200);
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    await page.getByText(TEXTS.documents.changedMeanwhile('this')).waitFor();
    await page.getByText('Metro Manila').waitFor();
    await expectAccessible(visitor, 'step-conflict');
    expect(await page.getByLabel('Where do you live?').inputValue()).toBe('Manila');
    expect(await page.getByLabel('Your story').inputValue(), 'untouched answers follow').toBe('Told on the phone.');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved a moment ago').waitFor();
    expect(await grace.read()).toMatchObject({ city: 'Manila', story: 'Told on the phone.' });
    await done(visitor);
  });

  test('a session that ends asks for the password in place, and a locked application says why it cannot be changed', async () => {
    const grace = await applicant('ended');
    const visitor = await portal.visit({ viewport: PHONE });
    const { page, context } = visitor;
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/api\/(user|applications\/.*)$/.test(pathname)) asked.push(pathname);
    });
    await page.goto(grace.path);
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).waitFor();
    expect(asked.toSorted(), 'who is signed out is refused once').toEqual([
      `/api/applications/${grace.id}`,
      '/api/user',
    ]);

    await signIn(visitor, portal.url, grace.email, PASSWORD);
    await page.goto(grace.path);
    await page.getByLabel('Where do you live?').fill('Cebu');
    await context.clearCookies();
    // Either Save or the live stream can find the change first.
    await page.evaluate("[...document.querySelectorAll('button')].find((one) => one.textContent === 'Save')?.click()");
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await expectAccessible(visitor, 'step-session-ended');
    await page.keyboard.press('Enter');
    await ended.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Where do you live?').inputValue()).toBe('Cebu');
    await page.getByText('Saved a moment ago').waitFor();
    // The draft that the login found is asked for once more, and is what has just been saved.
    await page.waitForTimeout(500);
    expect(await page.getByText('Draft from another device').count()).toBe(0);

    const { version } = await grace.read();
    const withdrawn = await owner.call('changeApplication', {
      params: { id: grace.id },
      body: { version, status: 'WITHDRAWN' },
    });
    expect(withdrawn.status, JSON.stringify(withdrawn.problem)).toBe(200);
    await page.goto(grace.path);
    await page.getByText('This application is closed, so its steps are locked.').waitFor();
    for (const title of ['About you', 'Meet us', 'Choose how to pay', 'Two tests']) await openStep(visitor, title);
    await page.getByText('You can no longer book an interview here.').waitFor();
    await page.getByText('No payment plan has been chosen.').waitFor();
    await page.getByText('Cebu').waitFor();
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('link', { name: /Logic/ }).count()).toBe(0);
    await expectAccessible(visitor, 'step-locked');
    await expectNoSidewaysScroll(page);
    await done(visitor);
  });

  test('a plan is fixed once the contract is received, and staff see the steps that they may', async () => {
    const grace = await applicant('signed');
    const { body: plans } = await grace.client.call('listPaymentModels');
    const plan = plans.find(({ name }) => name === 'Bit by bit');
    const save = async (client: Client, body: object) => {
      const { version } = await grace.read();
      const { status, problem } = await client.call('changeApplication', {
        params: { id: grace.id },
        body: { version, ...body },
      });
      expect(status, JSON.stringify(problem)).toBe(200);
    };
    await save(grace.client, { selectedPaymentModelId: plan?._id });

    const visitor = await portal.visitAs('noel@bagwis.example', DEMO_PASSWORD);
    const { page } = visitor;
    await page.goto(grace.path);
    await openStep(visitor, 'Choose how to pay');
    await page.getByText('Payment plans are shown to Owners and Admins only.').waitFor();
    expect(await page.getByRole('region', { name: 'Admin tools' }).count()).toBe(0);
    await openStep(visitor, 'Meet us');
    await page.getByText('No interview has been booked.').waitFor();
    await page.getByText('only the applicant and admins can change it').waitFor();

    await signIn(visitor, portal.url, 'mia@bagwis.example', DEMO_PASSWORD);
    await page.goto(grace.path);
    await openStep(visitor, 'Choose how to pay');
    await page.getByText('The chosen plan').waitFor();
    await page.getByRole('button', { name: 'Change to this plan: At once' }).click();
    await page.getByRole('dialog').getByText('Choose “At once”?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await openStep(visitor, 'What to expect');
    await page.getByText('Applicants see this only if its condition is met:').waitFor();
    await openStep(visitor, 'Two tests');
    await page.getByText('Quiz · 1 question').waitFor();
    expect(await page.getByRole('link', { name: /Logic/ }).count(), 'staff take no test for an applicant').toBe(0);
    await expectAccessible(visitor, 'step-admin');
    await save(owner, { status: 'CONTRACT SENT' });
    await page.getByText('Please read the contract, sign it and send it back.').waitFor();
    await page.getByText('Next: About you').waitFor();

    await save(owner, { status: 'CONTRACT RECEIVED' });
    await page.setViewportSize(PHONE);
    await signIn(visitor, portal.url, grace.email, PASSWORD);
    await page.goto(grace.path);
    await openStep(visitor, 'Choose how to pay');
    await page
      .getByText('The payment plan is now part of the contract. To change it, please reply to one of our emails.')
      .waitFor();
    expect(await page.getByRole('button', { name: /this plan/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'See your payments' }).click();
    await page.getByText('PHP 100,000.00').first().waitFor();
    const staffs = await owner.call('getApplication', { params: { id: grace.id } });
    const noted = staffs.body.userActivity?.activityEntries ?? [];
    expect(new Set(noted.map(({ action }) => action))).toEqual(new Set(['VIEW_APPLICATION', 'VIEW_APPLICATION_STEP']));
    expect(noted.filter(({ action }) => action === 'VIEW_APPLICATION')).toHaveLength(1);
    await done(visitor);
  });
});
