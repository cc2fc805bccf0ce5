import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { type Client, createClient } from '../support/client.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { expectNoSidewaysScroll, expectNoSidewaysScrollAtBothWidths, PHONE, signIn, type Visitor } from './browser.ts';
import { openPage } from './every-page.ts';
import { describePortal } from './portal.ts';

const WORD = 'Donaudampfschiff'.repeat(19).slice(0, 300);
const PASSWORD = 'nanoseconds-of-wire';

const MARKDOWN = [
  `# ${WORD}`,
  '<script>window.harmed = "script"</script><img src="/nothing" onerror="window.harmed = 1">',
  '[press me](javascript:window.harmed=2) <a href="javascript:window.harmed=3">or me</a> <svg onload="window.harmed=4">',
  '<img src="/brand/bagwis.svg" width="9000" height="9000">',
  '<div style="position:fixed;inset:0;width:9000px">over everything</div>',
  `مرحبا بالعالم ${'مرحبا'.repeat(60)} ‮backwards‬ 👩‍👩‍👧‍👦${'🚢'.repeat(200)}`,
  `\`${WORD}\``,
  `\`\`\`\n${WORD}\n\`\`\``,
  `| ${WORD} | ${WORD} |\n|---|---|\n| ${WORD} | b |`,
  `> ${WORD}\n\n- ${WORD}`,
].join('\n\n');

const RTL = `${'مرحبا'.repeat(30)} 👩‍👩‍👧‍👦${'🚢'.repeat(40)}`;
const SCRIPT = `"><script>window.harmed = 6</script><img src=x onerror="window.harmed = 7">`;
/** File names are cut at 200 characters. */
const FILE = `${SCRIPT.replace('</script>', '')} ${'مرحبا'.repeat(9)}🚢${WORD.slice(0, 60)}.pdf`;

const question = (name: string, label: string) => ({ name, label, dataType: 'text' as const, required: false });
const CITY = { ...question('city', WORD), details: MARKDOWN };
const CHOICE = {
  ...question('choice', RTL),
  dataType: 'select' as const,
  options: [WORD, RTL, SCRIPT],
};
const PROOF = { ...question('proof', WORD), dataType: 'file' as const, details: MARKDOWN };
const processWith = (assessmentIds: string[], availablePaymentModels: string[]): ProcessConfig => ({
  label: WORD,
  requestSignup: true,
  fields: [{ name: 'note', label: WORD, dataType: 'paragraph', isAdminOnly: false }],
  applicationForm: {
    title: WORD,
    fields: [
      question('firstName', 'First name'),
      { ...question('email', 'Email'), dataType: 'email', required: true },
      CITY,
      CHOICE,
      PROOF,
    ],
  },
  applicationDetailsSteps: [
    { _id: 'form', title: WORD, subtitle: WORD, configuration: { title: WORD, fields: [CITY, CHOICE, PROOF] } },
    {
      _id: 'page',
      title: WORD,
      content: [
        { markdown: MARKDOWN, integrations: [{ type: 'Vimeo', url: `https://vimeo.com.evil.example/${WORD}` }] },
      ],
    },
    { _id: 'tests', title: RTL, subtitle: SCRIPT, assessmentIds },
    { _id: 'plans', title: SCRIPT, availablePaymentModels },
  ],
});

async function badlyWritten(owner: Client): Promise<{ quiz: string; plan: string; template: string; webhook: string }> {
  const quiz = await owner.call('createAssessment', {
    body: {
      name: WORD,
      type: 'quiz',
      description: MARKDOWN,
      questions: [
        {
          prompt: `${WORD} ${SCRIPT}`,
          details: MARKDOWN,
          options: [WORD, RTL, SCRIPT].map((value) => ({ value, isCorrect: value === WORD })),
        },
      ],
    },
  });
  const plan = await owner.call('createPaymentModel', {
    body: { name: WORD, details: MARKDOWN, upfrontCost: 1, monthlyCost: 1, numberOfMonths: 2 },
  });
  const template = await owner.call('createEmailTemplate', {
    body: { name: SCRIPT, subject: `${RTL} {{firstName}}`, body: `${MARKDOWN}\n\nFor {{firstName}}` },
  });
  const webhook = await owner.call('createWebhook', {
    body: { name: SCRIPT, targetUrl: `https://hooks.example/${WORD}` },
  });
  const made = [quiz, plan, template, webhook];
  expect(
    made.map(({ status }) => status),
    JSON.stringify(made.map(({ problem }) => problem)),
  ).toEqual(made.map(() => 200));
  const { body: secret } = webhook;
  return { quiz: quiz.body._id, plan: plan.body._id, template: template.body._id, webhook: secret._id };
}

describePortal('hostile texts', (portal) => {
  const paths = { batch: '', apply: '', embed: '' };
  let config: Record<'assessments' | 'paymentModels' | 'emails' | 'webhooks' | 'processes' | 'batches', string>;
  let owner: Client;
  let organizationId: string;
  let batchId: string;
  let quizId: string;

  beforeAll(async () => {
    owner = createClient(portal.url);
    await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const { quiz, plan, template, webhook } = await badlyWritten(owner);
    const process = await owner.call('createProcess', { body: { json: JSON.stringify(processWith([quiz], [plan])) } });
    expect(process.status, JSON.stringify(process.problem)).toBe(200);
    const { body: batch } = await owner.call('createBatch', {
      body: {
        name: WORD,
        description: MARKDOWN,
        privateDetails: MARKDOWN,
        slug: 'hostile',
        capacity: 9,
        status: 'Open',
        enableEmbedding: true,
        processId: process.body._id,
      },
    });
    organizationId = batch.organizationId;
    batchId = batch._id;
    quizId = quiz;
    config = {
      assessments: quiz,
      paymentModels: plan,
      emails: template,
      webhooks: webhook,
      processes: process.body._id,
      batches: batchId,
    };
    paths.batch = `/batch/${batchId}`;
    paths.apply = `/apply/${organizationId}/${batchId}`;
    paths.embed = `/embed.html?batchId=${batchId}`;
  });

  async function applied() {
    const email = `${'grace'.repeat(12)}${randomUUID().slice(0, 4)}@applicant.example`;
    const applicant = createClient(portal.url);
    await applicant.call('signup', { body: { email, password: PASSWORD, isCreator: false } });
    const { body: proof } = await applicant.call('dynamicUpload', {
      body: {
        uploaderEmail: email,
        uploadType: 'proof',
        organizationId,
        file: new File([SAMPLE_FILES.pdf], FILE),
      },
    });
    const submitted = await applicant.call('submitApplication', {
      body: {
        batchId,
        organizationId,
        email,
        firstName: WORD,
        city: WORD,
        choice: SCRIPT,
        proof,
        tracking: { source: WORD, medium: WORD, campaign: null, term: null, content: null },
      },
    });
    expect(submitted.status, JSON.stringify(submitted.problem)).toBe(200);
    const application = submitted.body;
    const commented = await owner.call('changeApplication', {
      params: { id: application._id },
      body: {
        version: application.version,
        adminComments: [{ message: `${WORD} <script>window.harmed = 5</script>` }],
      },
    });
    expect(commented.status, JSON.stringify(commented.problem)).toBe(200);
    return {
      email,
      application: `/application/${application._id}`,
      quiz: `/applications/${application._id}/assessments/${quizId}`,
    };
  }

  async function expectHarmless({ page }: Visitor): Promise<void> {
    await expectNoSidewaysScrollAtBothWidths(page);
    expect(await page.evaluate('window.harmed')).toBeUndefined();
    expect(await page.locator('main script, main [onerror], main [onload], main [href^="javascript"]').count()).toBe(0);
  }
  /** The CSP also blocks event handlers in the detached document in which the sanitizer removes them, and reports it. */
  const expectNoComplaints = ({ complaints }: Visitor) =>
    expect(complaints.filter((text) => !text.startsWith('Executing inline event handler violates'))).toEqual([]);
  const expectProgramHarmless = async (visitor: Visitor) => {
    await visitor.page.goto(paths.batch);
    await visitor.page.getByText('over everything').first().waitFor();
    await expectHarmless(visitor);
  };

  test('break no page of an applicant', async () => {
    const visitor = await portal.visit({ viewport: PHONE });
    await visitor.page.goto('/enroll');
    const card = visitor.page.getByRole('listitem').filter({ has: visitor.page.getByRole('heading', { name: WORD }) });
    await card.getByRole('button', { name: 'Show More' }).click();
    await card.getByText('over everything').waitFor();
    await expectHarmless(visitor);
    await expectProgramHarmless(visitor);
    await visitor.page.goto(paths.embed);
    await visitor.page.getByText('over everything').waitFor();
    await expectHarmless(visitor);
    await visitor.page.goto(paths.apply);
    await visitor.page.getByLabel('First name').fill(WORD);
    await visitor.page.getByLabel('Email').fill('x@example.com');
    await visitor.page.getByLabel(RTL.slice(0, 20)).selectOption(SCRIPT);
    await visitor.page
      .locator('input[type=file]')
      .setInputFiles({ name: FILE, mimeType: 'application/pdf', buffer: SAMPLE_FILES.pdf });
    await visitor.page.getByText('over everything').first().waitFor();
    await visitor.page.getByRole('button', { name: 'Remove' }).waitFor();
    await visitor.page.getByLabel('Where did you hear about our bootcamp?').selectOption('Reddit');
    await expectHarmless(visitor);
    await visitor.page.getByRole('button', { name: 'Check your answers' }).click();
    await visitor.page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    await expectHarmless(visitor);
    const grace = await applied();
    await signIn(visitor, portal.url, grace.email, PASSWORD);
    await openPage(visitor, '/');
    await expectHarmless(visitor);
    await expectProgramHarmless(visitor);
    await visitor.page.goto(grace.application);
    await visitor.page.getByRole('heading', { name: 'Your details' }).waitFor();
    for (const step of await visitor.page.locator('[aria-controls^="step-"]').all()) {
      if ((await step.getAttribute('aria-expanded')) === 'true') continue;
      await step.click();
      await expect.poll(() => step.getAttribute('aria-expanded')).toBe('true');
    }
    await visitor.page.getByRole('button', { name: 'Choose this plan' }).waitFor();
    await visitor.page.getByRole('link', { name: /^(Open the quiz|Continue): Donau/ }).waitFor();
    await expectHarmless(visitor);
    await visitor.page.goto(grace.quiz);
    const start = visitor.page.getByRole('button', { name: 'Start the quiz' });
    const answers = visitor.page.getByRole('radio');
    await start.waitFor();
    await expectHarmless(visitor);
    await start.click();
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await answers.last().click();
    await visitor.page.getByText('over everything').first().waitFor();
    await expectHarmless(visitor);
    await visitor.page.getByRole('button', { name: 'Submit' }).click();
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await visitor.page.getByText('Show your answers').click();
    await visitor.page.getByText(SCRIPT).first().waitFor();
    await expectHarmless(visitor);
    await visitor.page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(visitor.page);
    expectNoComplaints(visitor);
    await visitor.context.close();
  });

  test('break no page of staff', async () => {
    const mia = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD, { viewport: PHONE });
    const { page } = mia;
    await page.goto((await applied()).application);
    await page.getByRole('tab', { name: 'Admin tools' }).waitFor();
    await page.getByText('window.harmed = 5').first().waitFor();
    await expectHarmless(mia);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page
      .getByText(/commented/)
      .first()
      .waitFor();
    await expectHarmless(mia);
    await page.getByRole('slider', { name: /As of/ }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('region', { name: /The application at/ }).waitFor();
    await expectHarmless(mia);
    await page.goto('/admin/dashboard');
    await page.getByRole('heading', { name: 'Applications Dashboard' }).waitFor();
    await page.getByText(WORD).first().waitFor();
    await expectHarmless(mia);
    expectNoComplaints(mia);
    await mia.context.close();
  });

  test('break no list and no editor of the configuration', async () => {
    await applied();
    const mia = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD, { viewport: PHONE });
    const { page } = mia;
    const main = page.getByRole('main');
    for (const [tab, id] of Object.entries(config)) {
      await openPage(mia, `/admin/config/${tab}`);
      await expectHarmless(mia);
      await openPage(mia, `/admin/config/${tab}/${id}`);
      await expectHarmless(mia);
    }
    await openPage(mia, `/admin/config/emails/${config.emails}`);
    await main.getByText('over everything').first().waitFor();
    await expectHarmless(mia);

    await openPage(mia, `/admin/config/processes/${config.processes}`);
    for (const title of [/^Application form/, /^1\. Donau/, /^2\. Donau/, /^3\. /, /^4\. /]) {
      await main.getByRole('button', { name: title }).first().click();
      await expectHarmless(mia);
    }

    await main.getByRole('button', { name: 'Advanced: edit as text' }).click();
    const text = main.getByLabel('JSON', { exact: true });
    const before = await text.inputValue();
    const opened = (content: string) =>
      main
        .locator('input[type=file]')
        .setInputFiles({ name: 'process.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    const named = before.replace(WORD, `${SCRIPT.replaceAll('"', '\\"')} \\u202egnp`);
    const refused: Readonly<Record<string, [content: string, reason: string]>> = {
      'one line of 2 MB': ['x'.repeat(2_000_000), 'This file is too large for a process. Choose one under 1 MB.'],
      'a line that never ends': [`{"label":"${'x'.repeat(900_000)}`, 'Line 1'],
      'a zero byte': [before.replace(WORD, 'NUL \\u0000 inside'), 'Line 2'],
      'half of a character': [before.replace(WORD, 'half \\ud83d pair'), 'Line 2'],
      'nested without end': ['['.repeat(200_000), 'Line 1'],
    };
    const asText = main.getByRole('button', { name: 'Advanced: edit as text' });
    const asCards = main.getByRole('button', { name: 'Show the cards' });
    const name = main.getByLabel('Name of the process');
    for (const [what, [content, reason]] of Object.entries(refused)) {
      await opened(content);
      await main.getByText(reason).first().waitFor();
      await expectHarmless(mia);
      await asCards.click();
      expect(await name.inputValue(), what).toBe(WORD);
      await asText.click();
    }
    await opened(before.replace('{', '{ "__proto__": { "harmed": 8 },'));
    await main.getByText('"__proto__" is not part of a process.').waitFor();
    expect(await page.evaluate('({}).harmed')).toBeUndefined();
    await opened(named);
    await asCards.click();
    await expect.poll(() => name.inputValue()).toBe(`${SCRIPT} \u202egnp`);
    await expectHarmless(mia);
    expectNoComplaints(mia);
    await mia.context.close();
  });
});
