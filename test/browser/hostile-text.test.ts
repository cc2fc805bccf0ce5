import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../commands/demo/school.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { createClient } from '../support/client.ts';
import { DESKTOP, expectNoSidewaysScroll, PHONE, type Visitor } from './browser.ts';
import { describePortal } from './portal.ts';

const WORD = 'Donaudampfschiff'.repeat(19).slice(0, 300);
const PASSWORD = 'nanoseconds-of-wire';
const EMAIL = `${'grace'.repeat(12)}@applicant.example`;

/** What somebody writes who means harm, or only copies from elsewhere. */
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

const question = (name: string, label: string) => ({ name, label, dataType: 'text' as const, required: false });
const PROCESS: ProcessConfig = {
  label: WORD,
  requestSignup: true,
  fields: [{ name: 'note', label: WORD, dataType: 'paragraph', isAdminOnly: false }],
  applicationForm: {
    title: WORD,
    fields: [
      question('firstName', 'First name'),
      { ...question('email', 'Email'), dataType: 'email', required: true },
      question('city', WORD),
    ],
  },
  applicationDetailsSteps: [
    { _id: 'form', title: WORD, subtitle: WORD, configuration: { title: WORD, fields: [question('city', WORD)] } },
    { _id: 'page', title: WORD, content: [{ markdown: MARKDOWN, integrations: [] }] },
  ],
};

describePortal('texts that nobody expected', (portal) => {
  const paths: Record<'batch' | 'apply' | 'application', string> = { batch: '', apply: '', application: '' };

  beforeAll(async () => {
    const owner = createClient(portal.url);
    await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const process = await owner.call('createProcess', { body: { json: JSON.stringify(PROCESS) } });
    const { body: batch } = await owner.call('createBatch', {
      body: {
        name: WORD,
        description: MARKDOWN,
        privateDetails: MARKDOWN,
        slug: 'hostile',
        capacity: 9,
        status: 'Open',
        processId: process.body._id,
      },
    });
    const applicant = createClient(portal.url);
    await applicant.call('signup', { body: { email: EMAIL, password: PASSWORD, isCreator: false } });
    const { body: application } = await applicant.call('submitApplication', {
      body: {
        batchId: batch._id,
        organizationId: batch.organizationId,
        email: EMAIL,
        firstName: WORD,
        city: WORD,
        tracking: { source: WORD, medium: WORD, campaign: null, term: null, content: null },
      },
    });
    const commented = await owner.call('changeApplication', {
      params: { id: application._id },
      body: {
        version: application.version,
        adminComments: [{ message: `${WORD} <script>window.harmed = 5</script>` }],
      },
    });
    expect(commented.status, JSON.stringify(commented.problem)).toBe(200);
    paths.batch = `/batch/${batch._id}`;
    paths.apply = `/apply/${batch.organizationId}/${batch._id}`;
    paths.application = `/application/${application._id}`;
  });

  async function expectHarmless({ page }: Visitor): Promise<void> {
    await expectNoSidewaysScroll(page);
    expect(await page.evaluate('window.harmed')).toBeUndefined();
    expect(await page.locator('main script, main [onerror], main [onload], main [href^="javascript"]').count()).toBe(0);
  }
  /** The policy also forbids handlers in the document apart in which the sanitizer takes them away, and says so. */
  const expectNoComplaints = ({ complaints }: Visitor) =>
    expect(complaints.filter((text) => !text.startsWith('Executing inline event handler violates'))).toEqual([]);
  const expectPublicPagesHarmless = async (visitor: Visitor) => {
    const { page } = visitor;
    await page.goto('/enroll');
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: WORD }) });
    await card.getByRole('button', { name: 'Show More' }).click();
    await card.getByText('over everything').waitFor();
    await expectHarmless(visitor);
    await page.goto(paths.batch);
    await page.getByText('over everything').first().waitFor();
    await expectHarmless(visitor);
  };

  test.each([PHONE, DESKTOP])('break nothing that an applicant sees ($width px)', async (viewport) => {
    const stranger = await portal.visit({ viewport });
    await expectPublicPagesHarmless(stranger);
    await stranger.page.goto(paths.apply);
    await stranger.page.getByLabel('First name').fill(WORD);
    await stranger.page.getByLabel('Email').fill('x@example.com');
    await stranger.page.getByLabel('Where did you hear about our bootcamp?').selectOption('Reddit');
    await expectHarmless(stranger);
    await stranger.page.getByRole('button', { name: 'Check your answers' }).click();
    await stranger.page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    await expectHarmless(stranger);
    expectNoComplaints(stranger);
    await stranger.context.close();

    const grace = await portal.visitAs(EMAIL, PASSWORD, { viewport });
    await expectHarmless(grace);
    await expectPublicPagesHarmless(grace);
    await grace.page.goto(paths.application);
    for (const step of await grace.page.getByRole('button', { name: WORD, expanded: false }).all()) await step.click();
    await grace.page.getByRole('heading', { name: 'Your details' }).waitFor();
    await expectHarmless(grace);
    expectNoComplaints(grace);
    await grace.context.close();
  });

  test.each([PHONE, DESKTOP])('break nothing that staff see ($width px)', async (viewport) => {
    const mia = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD, { viewport });
    const { page } = mia;
    await expectPublicPagesHarmless(mia);
    await page.goto(paths.application);
    await page.getByRole('tab', { name: 'Admin tools' }).waitFor();
    await page.getByText('window.harmed = 5').first().waitFor();
    await expectHarmless(mia);
    await page.getByRole('tab', { name: 'History' }).click();
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
});
