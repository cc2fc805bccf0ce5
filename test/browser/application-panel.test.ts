import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { ApplicationView } from '../../api/contract/applications.ts';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type Client, createClient } from '../support/client.ts';
import { startMailServer } from '../support/mail-server.ts';
import { freshEmail } from '../support/school.ts';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, PHONE } from './browser.ts';
import { describePortalWith } from './portal.ts';

const mails = await startMailServer();
afterAll(() => mails.close());

describePortalWith({ SMTP_URL: mails.url }, 'the panel in which Owner and Admin work on an application', (portal) => {
  const owner = async (): Promise<Client> => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    return client;
  };
  const applications = async (client: Client) => (await client.call('listApplications')).body;
  const newApplicant = async (client: Client) => {
    const ada = (await applications(client)).find(({ email }) => email === DEMO_APPLICANT);
    const email = freshEmail();
    const { body, problem } = await client.call('submitApplication', { body: { ...ada, email, firstName: 'Grace' } });
    expect(body._id, JSON.stringify(problem)).toBeTruthy();
    const params = { id: body._id };
    const outcomes = async () => (await client.call('listMessages', { params })).body.map(({ status }) => status);
    await expect.poll(outcomes).toEqual(['delivered']);
    return { id: body._id, email };
  };
  const answerAlert = async (page: Page, text: string) => {
    const alert = page.getByRole('alertdialog');
    await alert.getByText(text, { exact: true }).waitFor();
    await alert.getByRole('button', { name: 'OK' }).click();
  };

  async function withAccount(client: Client): Promise<ApplicationView> {
    const { body: processes } = await client.call('listProcesses');
    const { body: batches } = await client.call('listBatches');
    const plansOf = ({ batchId }: ApplicationView) => {
      const json = processes.find(({ _id }) => _id === batches.find((batch) => batch._id === batchId)?.processId)?.json;
      const { applicationDetailsSteps = [] } = JSON.parse(json ?? '{}') as Partial<ProcessConfig>;
      return applicationDetailsSteps.flatMap(({ availablePaymentModels }) => availablePaymentModels ?? []);
    };
    const { body: plans } = await client.call('listPaymentModels');
    const monthly = plans.find(({ numberOfMonths }) => numberOfMonths > 1);
    const found = (await applications(client)).find(
      (one) => one.status === 'INTERVIEW COMPLETED' && plansOf(one).length > 1,
    );
    const changed = await client.call('changeApplication', {
      params: { id: found?._id ?? '' },
      body: { selectedPaymentModelId: monthly?._id, status: 'CONTRACT RECEIVED' },
    });
    expect(changed.status).toBe(200);
    return changed.body;
  }

  test('an email is previewed before sending, and listed among the messages with its outcome', async () => {
    const mia = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD);
    const { page } = mia;
    const client = await owner();
    const { id, email } = await newApplicant(client);
    await page.goto(`/admin/dashboard?tab=all&q=${encodeURIComponent(email)}`);
    await page.getByRole('button', { name: /^Work on the application/ }).click();
    await page.getByLabel('Change status').waitFor();
    await page.getByRole('heading', { name: 'Answers' }).waitFor();
    await page.locator('dt', { hasText: 'Why do you want to become a developer?' }).waitFor();
    const templates = page.getByLabel('Send an email');
    await expect.poll(() => templates.locator('option').allInnerTexts()).toContain('Interview scheduled');
    expect(await templates.locator('option').allInnerTexts(), 'about accounts, not applications').not.toContain(
      'Password reset',
    );
    await templates.selectOption('Interview scheduled');
    const preview = page.getByRole('region', { name: 'Preview of the email' });
    await preview.getByText(email).waitFor();
    await preview.locator('iframe').contentFrame().getByText('Hi Grace,').waitFor();
    expect(await preview.locator('iframe').getAttribute('sandbox')).toBe('');
    await expectAccessible(mia, 'panel-mail', { hasScriptlessFrame: true });
    await page.getByRole('button', { name: 'Send this email' }).dblclick();
    await answerAlert(page, `Sent 'Interview scheduled' to ${email}`);
    await templates.selectOption('Interview scheduled');
    await page.getByRole('button', { name: 'Edit this email' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('One more thing');
    await page.getByRole('textbox', { name: 'Text' }).fill('Hi {{firstName}}, bring your **passport**.');
    await page.getByRole('textbox', { name: 'Subject' }).focus();
    await preview.locator('iframe').contentFrame().getByText('Hi Grace, bring your passport.').waitFor();
    await expectAccessible(mia, 'panel-mail-edited', { hasScriptlessFrame: true });
    await page.getByText('Draft saved on this device').waitFor();
    await page.reload();
    await expect.poll(() => page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('One more thing');
    const another = () => templates.selectOption('Email without a template');
    const discarding = page.getByRole('dialog', { name: 'Discard this email?' });
    await another();
    await discarding.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toContain('bring your **passport**');
    await another();
    await discarding.getByRole('button', { name: 'Discard' }).click();
    await discarding.waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Subject' }).fill('About tomorrow');
    await page.getByRole('textbox', { name: 'Text' }).fill('See you at nine.');
    await page.getByRole('button', { name: 'Send this email' }).click();
    await answerAlert(page, `Sent 'About tomorrow' to ${email}`);
    await templates.selectOption('Interview scheduled');
    await page.getByRole('button', { name: 'Edit this email' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Your passport, {{firstName}}');
    await page.getByRole('textbox', { name: 'Text' }).fill('Hi {{firstName}}, bring your **passport**.');
    await page.getByRole('button', { name: 'Send this email' }).click();
    await answerAlert(page, `Sent 'Interview scheduled' to ${email}`);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const entries = page.getByRole('tabpanel').getByRole('listitem');
    const own = entries.filter({ hasText: 'sent an email without a template' });
    await own.getByText('About tomorrow').click();
    const wordsOf = (entry: Locator) => entry.getByRole('region', { name: 'The email' });
    await wordsOf(own).locator('iframe').contentFrame().getByText('See you at nine.').waitFor();
    const edited = entries.filter({ hasText: 'sent the email Interview scheduled, edited' });
    await edited.getByText('Show the email').click();
    await wordsOf(edited).getByText('Your passport, Grace').waitFor();
    await wordsOf(edited).locator('iframe').contentFrame().getByText('Hi Grace, bring your passport.').waitFor();
    const messages = entries.filter({ hasText: 'Interview scheduled', hasNotText: ', edited' });
    expect(await messages.count(), 'a double click sends one mail, and the history has one entry').toBe(1);
    await expect.poll(() => messages.first().innerText(), { timeout: 20_000 }).toContain('Delivered');
    expect(await messages.first().innerText()).toMatch(/^You sent the email Interview scheduled/);
    await messages.getByText('Show the email').click();
    const said = messages.getByRole('region', { name: 'The email' });
    await said.locator('iframe').contentFrame().getByText('Hi Grace,').waitFor();
    await expectAccessible(mia, 'panel-timeline', { hasScriptlessFrame: true });
    const only = page.getByRole('group', { name: 'Show only' });
    await only.getByRole('button', { name: 'Status' }).click();
    await messages.first().waitFor({ state: 'detached' });
    await entries.getByText(/changed status from/).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await only.getByRole('button', { name: 'Status', pressed: true }).waitFor();
    await only.getByRole('button', { name: 'Status' }).click();
    await only.getByRole('button', { name: 'Calls and meetings' }).click();
    await page.getByText('No entries of this kind yet.').waitFor();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await messages.first().waitFor();

    await page.getByRole('tab', { name: 'Admin tools' }).click();
    const tools = page.getByRole('tabpanel');
    for (const fact of ['Current status', 'Last seen', 'Tracking link'])
      await tools.getByText(fact, { exact: true }).waitFor();
    expect(await tools.locator('dt').allTextContents()).toEqual(
      expect.arrayContaining(['source', 'medium', 'campaign', 'term', 'content']),
    );
    const assignee = tools.getByLabel('Assignee');
    const assigned = async () =>
      (await client.call('getApplication', { params: { id } })).body.adminAssignee?.userEmail;
    const assign = tools.getByRole('button', { name: 'Assign', exact: true });
    let answer = Promise.withResolvers<void>();
    await page.route(`**/api/applications/${id}`, async (route) => {
      if (route.request().method() === 'PUT') await answer.promise;
      await route.continue();
    });
    const note = tools.getByLabel('Interview notes');
    const saveNote = tools.getByRole('button', { name: 'Save Interview notes' });
    await note.fill('Calm');
    await saveNote.click();
    await note.pressSequentially(' and kind');
    answer.resolve();
    await saveNote.and(page.locator(':enabled')).click();
    await saveNote.waitFor({ state: 'detached' });
    expect(await note.inputValue(), 'words typed while others are being saved stay').toBe('Calm and kind');
    answer = Promise.withResolvers();
    await assignee.selectOption('Tala Mercado');
    const tala = await assignee.inputValue();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByRole('tab', { name: 'Admin tools' }).click();
    expect(await assignee.inputValue(), 'an unsaved choice survives a change of tab').toBe(tala);
    await assign.click();
    await assign.waitFor({ state: 'detached' });
    await assignee.selectOption('UNASSIGNED');
    answer.resolve();
    await expect.poll(assigned, { timeout: 20_000 }).toBe('tala@bagwis.example');
    await assign.and(page.locator(':enabled')).waitFor();
    expect(await assignee.inputValue(), 'a choice made while another one is being saved stays').toBe('');
    await assign.click();
    await expect.poll(assigned, { timeout: 20_000 }).toBe(undefined);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('a saved status offers the email that goes with it, which is sent only when asked', async () => {
    const client = await owner();
    const { id, email } = await newApplicant(client);
    const words = { subject: 'Book your interview, {{firstName}}', body: 'Here: {{applicationLink}}' };
    const body = { name: 'Please book', ...words, statuses: ['INTERVIEW PENDING' as const] };
    const templateId = (await client.call('createEmailTemplate', { body })).body._id;
    const mia = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD);
    const { page } = mia;
    await page.goto(`/application/${id}`);
    const status = page.getByLabel('Change status');
    await status.selectOption('DECISION PENDING');
    await page.getByText('Saved: DECISION PENDING.').waitFor();
    await page.getByRole('button', { name: 'Email the applicant' }).waitFor();
    await status.selectOption('INTERVIEW PENDING');
    await page.getByText('Saved: INTERVIEW PENDING.').waitFor();
    await page.getByRole('button', { name: 'Email “Please book”' }).click();
    const chosen = page.getByLabel('Send an email');
    await expect.poll(() => chosen.inputValue()).toBe(templateId);
    await expect.poll(() => chosen.evaluate((select) => select === select.ownerDocument.activeElement)).toBe(true);
    const preview = page.getByRole('region', { name: 'Preview of the email' });
    await preview.getByText('Book your interview, Grace').waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await preview.waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: 'Admin tools' }).click();
    await preview.getByText('Book your interview, Grace').waitFor();
    expect(await chosen.inputValue(), 'the chosen template survives a change of tab').toBe(templateId);
    const sent = async () => (await client.call('listMessages', { params: { id } })).body.length;
    expect(await sent(), 'only the one about the application').toBe(1);
    await expectAccessible(mia, 'panel-status-email', { hasScriptlessFrame: true });
    await page.getByRole('button', { name: 'Edit this email' }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Any day suits us: {{applicationLink}}');
    await page.getByRole('button', { name: 'Send this email' }).click();
    await answerAlert(page, `Sent 'Please book' to ${email}`);
    expect(await sent()).toBe(2);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('a failed email marks the tab of an open page, shows the reason, and can be sent again', async () => {
    const client = await owner();
    mails.recover();
    const { id: applicationId } = await newApplicant(client);
    const { body: templates } = await client.call('listEmailTemplates');
    const templateId = templates.find(({ name }) => name === 'Interview scheduled')?._id ?? '';
    mails.answer('recipient', { code: 550, text: '5.1.1 no such mailbox' });
    const mia = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD, { viewport: PHONE });
    const { page } = mia;
    await page.goto(`/application/${applicationId}`);
    await page.getByRole('tab', { name: 'Timeline', exact: true }).waitFor();
    await client.call('sendEmailTemplate', { body: { templateId, applicationId } });
    const tab = page.getByRole('tab', { name: 'Timeline 1 failed', exact: true });
    await tab.click();
    const message = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Last tried' });
    const again = message.getByRole('button', { name: 'Send again: Interview scheduled' });
    const sent = page.getByRole('listitem').filter({ hasText: 'sent the email Interview scheduled' });
    await again.waitFor();
    expect(await message.innerText()).toMatch(
      /Could not be sent: The mail server does not know this address\.\s+Last tried .* · SMTP 550 5\.1\.1 no such mailbox/,
    );
    expect((await again.boundingBox())?.height).toBeGreaterThanOrEqual(36);
    await expectAccessible(mia, 'panel-mail-failed');
    await expectNoSidewaysScroll(page);
    mails.recover();
    await again.dblclick();
    await sent.getByText('Delivered').waitFor();
    expect(await again.count()).toBe(0);
    await tab.waitFor({ state: 'detached' });
    await page.getByText('sent the email Interview scheduled to the applicant again').waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('another plan previews what it voids and issues; invoices are marked paid and void with a note', async () => {
    const client = await owner();
    const { _id } = await withAccount(client);
    const mia = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD, { viewport: PHONE });
    const { page } = mia;
    await page.goto(`/application/${_id}`);
    const panel = page.getByRole('region', { name: 'Admin tools' });
    const begin = async () => {
      await panel.getByRole('tab', { name: 'Payments' }).click();
      await panel
        .getByRole('button', { name: /^Mark as paid/ })
        .first()
        .click();
    };
    const note = panel.getByLabel('How it was paid (optional)');
    await begin();
    await note.fill('Cash, <b>receipt</b> 12');
    await page.reload();
    await begin();
    expect(await note.inputValue(), 'typed words outlast a session that ends').toBe('Cash, <b>receipt</b> 12');
    await panel.getByRole('button', { name: 'Mark as paid', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Mark .* as paid\? This cannot be undone\.$/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await panel.getByText(/^Paid on/).count(), 'nothing happens before one is sure').toBe(0);
    await panel.getByRole('button', { name: 'Mark as paid', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await panel.getByText(/^Paid on/).waitFor();
    await panel.getByText('Cash, <b>receipt</b> 12').waitFor();
    await panel.getByRole('button', { name: /^Void/ }).last().click();
    await panel.getByRole('button', { name: 'Void', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
    await panel.getByText(/^Voided on/).waitFor();
    await begin();
    await panel.getByRole('button', { name: 'Mark as paid', exact: true }).click();
    const { body: accounts } = await client.call('listPaymentAccounts', { query: { applicationId: _id } });
    const next = accounts[0]?.invoices.find(({ status }) => status === 'unpaid');
    await client.call('voidInvoice', { params: { id: _id, n: String(next?.n) }, body: {} });
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await answerAlert(page, TEXTS.payments.invoiceVoid);
    await panel.getByText(`${TEXTS.payments.invoiceVoid} What you typed here is not saved with it.`).waitFor();
    expect(await panel.getByRole('button', { name: 'Mark as paid', exact: true }).count()).toBe(0);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expectAccessible(mia, 'panel-payments');
    await expectNoSidewaysScroll(page);

    await page.setViewportSize(DESKTOP);
    await panel.getByRole('tab', { name: 'Admin tools' }).click();
    const plan = panel.getByLabel('Payment plan');
    await expect.poll(() => plan.locator('option').count()).toBeGreaterThan(2);
    const before = await plan.inputValue();
    const values = await plan.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
    await plan.selectOption(values.find((value) => value !== '' && value !== before) ?? '');
    await page.getByText(/^Voids \d+ invoices? and issues \d+ invoices?\./).waitFor();
    await expectAccessible(mia, 'panel-plan');
    await page.getByRole('button', { name: 'Save payment plan' }).click();
    await page.getByText('Saved a moment ago').waitFor();
    expect(await plan.inputValue()).not.toBe(before);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('solutions show the score, and each answer beside the correct one', async () => {
    const client = await owner();
    const scored = (await applications(client)).find(({ assessmentScores }) =>
      assessmentScores?.some(({ score }) => score !== null && score < 100),
    );
    const mia = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD);
    const { page } = mia;
    await page.goto(`/application/${scored?._id}`);
    await page.getByRole('tab', { name: 'Solutions' }).click();
    const solutions = page.getByRole('tabpanel');
    await solutions
      .getByText(/^Submitted on .*\d%$/)
      .first()
      .waitFor();
    await solutions.getByText('Show the answers').first().click();
    await solutions.getByRole('img', { name: 'Incorrect' }).first().waitFor();
    await solutions
      .getByText(/^Correct answer: /)
      .first()
      .waitFor();
    await expectAccessible(mia, 'panel-solutions');
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const history = page.getByRole('tabpanel').getByRole('listitem');
    await history
      .filter({ hasText: /submitted .+, with \d+(\.\d+)?%/ })
      .first()
      .waitFor();
    await expect
      .poll(async () => (await history.allInnerTexts()).filter((text) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(text)))
      .toEqual([]);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });
});
