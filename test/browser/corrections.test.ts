import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagePath } from '../../domain/values/pages.ts';
import { type Applied, applied, createSchool, PASSWORD, PROCESS, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { closeVisitors, describeInBrowser, expectAccessible, openBrowser, PHONE, signIn, visit } from './browser.ts';

const NOTE = 'As in your passport, please';

describeInBrowser('answers that staff ask the applicant to correct', () => {
  let server: TestServer;
  let browser: Browser;
  let school: School;
  let ada: Applied;

  beforeAll(async () => {
    server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
    [browser, school] = await Promise.all([openBrowser(), createSchool(server, 'correcting')]);
    ada = await applied(server, school);
  });
  afterAll(async () => {
    await closeVisitors(browser);
    await server?.close();
  });

  test('are marked with a note, corrected where the applicant reads them, and told in the history', async () => {
    const path = pagePath('application', { applicationId: ada.applicationId });
    const admin = await visit(browser, server.url);
    await signIn(admin, server.url, 'admin@correcting.example', PASSWORD);
    await admin.page.goto(path);
    await admin.page.getByRole('button', { name: 'Ask for corrections' }).click();
    await admin.page.getByRole('checkbox', { name: 'First name: to be corrected' }).check();
    const save = admin.page.getByRole('button', { name: 'Save and set INCORRECT INFORMATION' });
    await save.click();
    await admin.page.getByText('Say in a note what the applicant should correct.').waitFor();
    await admin.page.getByLabel('First name: what should the applicant correct?').fill(NOTE);
    await expectAccessible(admin, 'marking-answers');
    await save.click();
    await admin.page.getByText('To be corrected: ').waitFor();

    // A mark that is taken back and not saved survives a change of tab.
    const mark = admin.page.getByRole('checkbox', { name: 'First name: to be corrected' });
    await admin.page.getByRole('button', { name: 'Change what to correct' }).click();
    await mark.uncheck();
    await admin.page.getByRole('tab', { name: 'Solutions' }).click();
    await admin.page.getByRole('tab', { name: 'Admin tools' }).click();
    await mark.waitFor();
    expect(await mark.isChecked()).toBe(false);
    await admin.page.getByRole('button', { name: 'Cancel' }).click();
    await admin.page.getByText('To be corrected: ').waitFor();

    const visitor = await visit(browser, server.url, { viewport: PHONE });
    await signIn(visitor, server.url, ada.email, PASSWORD);
    const { page } = visitor;
    await page.goto(path);
    await page.getByRole('button', { name: 'Correct your answers' }).click();
    const sent = page.getByRole('region', { name: 'What you sent' });
    const name = sent.getByLabel('First name');
    await name.waitFor();
    expect(await name.evaluate('document.activeElement.id')).toBe('sent');
    await expect
      .poll(() => sent.getByRole('textbox', { name: 'First name', description: new RegExp(NOTE) }).count())
      .toBe(1);
    await expectAccessible(visitor, 'corrections');
    await name.fill('Augusta Ada');
    await sent.getByRole('button', { name: 'Send corrections' }).click();
    await sent.getByText('Sent. We will check your answers.').waitFor();
    expect(await sent.getByText(NOTE).count()).toBe(0);
    await page.getByText('Thank you for your corrections. We are checking them.').waitFor();
    await sent.getByText('You corrected “First name”.').waitFor();
    expect(await page.getByText('Please correct your answers').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Correct your answers' }).count()).toBe(0);
    await expectAccessible(visitor, 'corrected');
    expect(visitor.complaints).toEqual([]);

    await admin.page.getByRole('tab', { name: 'Timeline' }).click();
    await admin.page.getByText(`asked the applicant to correct First name: ${NOTE}`).waitFor();
    await admin.page.getByText('corrected First name from Ada to Augusta Ada').first().waitFor();
    expect(admin.complaints).toEqual([]);
  });

  test('move with a transfer, under the questions that they answered', async () => {
    const { Admin } = school.staff;
    const bob = await applied(server, school);
    const params = { id: bob.applicationId };
    const [firstName, lastName, email] = PROCESS.applicationForm.fields;
    const degree = { name: 'degree', label: 'Degree', dataType: 'text', required: false };
    const asksElse = {
      ...PROCESS,
      applicationForm: { title: 'Apply', fields: [firstName, lastName, email, degree] },
      applicationDetailsSteps: [],
    };
    const { body: process } = await Admin.call('createProcess', { body: { json: JSON.stringify(asksElse) } });
    const elsewhere = { name: 'Java', status: 'Open' as const, processId: process._id };
    const transferBatchId = (await Admin.call('createBatch', { body: elsewhere })).body._id;
    await Admin.call('changeApplication', { params, body: { motivation: 'Machines that weave' } });
    const moved = await Admin.call('changeApplication', { params, body: { status: 'TRANSFERRED', transferBatchId } });
    expect(moved.status).toBe(200);

    const visitor = await visit(browser, server.url, { viewport: PHONE });
    await signIn(visitor, server.url, bob.email, PASSWORD);
    const { page } = visitor;
    await page.goto(pagePath('application', { applicationId: bob.applicationId }));
    await page.getByText('Your answers moved too.').waitFor();
    await page.getByRole('link', { name: 'Open your new application' }).click();
    const sent = page.getByRole('region', { name: 'What you sent' });
    await sent.getByRole('heading', { name: 'Your answers for Open batch' }).waitFor();
    expect(await sent.getByRole('term').allInnerTexts(), 'nothing that was not asked').toEqual(['Why?']);
    await sent.getByRole('definition').getByText('Machines that weave').waitFor();
    await expectAccessible(visitor, 'answers-after-a-transfer');

    const admin = await visit(browser, server.url);
    await signIn(admin, server.url, 'admin@correcting.example', PASSWORD);
    await admin.page.goto(page.url());
    await admin.page.getByRole('heading', { name: 'Before the transfer, for Open batch' }).waitFor();
    await admin.page.getByRole('definition').getByText('Machines that weave').waitFor();

    const copy = { id: new URL(page.url()).pathname.split('/').at(-1) ?? '' };
    await Admin.call('changeApplication', { params: copy, body: { status: 'INCORRECT INFORMATION' } });
    await page.getByRole('button', { name: 'Send corrections' }).waitFor();
    await sent.getByRole('definition').getByText('Machines that weave').waitFor();
    expect([...visitor.complaints, ...admin.complaints]).toEqual([]);
  });
});
