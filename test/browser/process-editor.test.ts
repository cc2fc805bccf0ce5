import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import {
  clickUntilGone,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSidewaysScrollAtBothWidths,
} from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const VIEWER = 'noel@bagwis.example';

/** What people see of the page or hear: texts, options, names and hints. */
const WORDS = `(() => {
  const main = document.querySelector('main');
  const shown = ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
    [...main.querySelectorAll('[' + name + ']')].map((one) => one.getAttribute(name)),
  );
  return [main.textContent, ...shown].join('\\n');
})()`;

describePortal('the editor of processes', (portal) => {
  test('lets an Owner make a process with questions, a video, a test, a condition and a plan, and see it live', async () => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    const { body: assessments } = await client.call('listAssessments');
    const { body: plans } = await client.call('listPaymentModels');
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    await page.goto('/admin/config?tab=processes');
    await page.getByRole('link', { name: 'New process' }).click();
    await page.getByRole('link', { name: 'Form and interview' }).click();
    await page.getByLabel('Name of the process').fill('Evening school');

    await button('Add a step').click();
    await page.keyboard.type('Warm up');
    const step = page.getByRole('listitem').filter({ has: button(/^3\. Warm up/) });
    await step.getByRole('button', { name: 'Add text' }).click();
    await step.getByLabel('Text', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Watch ');
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', '<p><b>this</b> first.</p>');
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(paste);
    })()`);
    await expect.poll(() => step.getByLabel('Text', { exact: true }).inputValue()).toBe('Watch **this** first.');
    await step.getByLabel('Calendly, Vimeo or Zoom').fill('example.com/video');
    await step.getByRole('button', { name: 'Add it' }).click();
    await step.getByText('example.com cannot be shown here.').waitFor();
    await step.getByLabel('Calendly, Vimeo or Zoom').fill('vimeo.com/823267311/3226ad8ef9');
    await step.getByRole('button', { name: 'Add it' }).click();
    await step.getByLabel(assessments[0]?.name ?? '').check();
    await step.getByLabel(plans[0]?.name ?? '').check();
    await step.getByRole('button', { name: 'Add a question', exact: true }).click();
    await page.keyboard.type('Which evening?');
    await step.getByLabel('Type of answer').selectOption('Choice');
    await step.getByLabel('Options').fill('Monday\nTuesday');
    await step.getByRole('checkbox', { name: 'Personal', exact: true }).check();
    await step.getByRole('button', { name: 'Paste a list of questions' }).click();
    const pasting = page.getByRole('dialog', { name: 'Paste a list of questions' });
    await pasting.getByLabel('Questions').fill('Do you cycle?\nYes\nNo\n\nWhere to? *');
    await expectAccessible(mia, 'process-paste');
    await pasting.getByRole('button', { name: 'Add 2 questions' }).click();
    await step.getByRole('button', { name: /^Do you cycle\?.*2 options/, expanded: true }).waitFor();
    const shortName = step.getByLabel('Short name');
    await shortName.selectText();
    await page.keyboard.type('whichEvenings');
    await page.keyboard.press('Backspace');
    await step.getByText(TEXTS.processEditor.nameIsTaken).waitFor();
    await shortName.blur();
    expect(await shortName.inputValue()).toBe('whichEvenings');
    await button(/^Undo: (?!add)/).click();
    await button('Undo: add 2 questions').click();
    await step.getByRole('button', { name: /^Do you cycle/ }).waitFor({ state: 'detached' });
    const again = step.getByRole('combobox', { name: 'Ask a question again, with the same answer' });
    await again.focus();
    await again.click();
    await page.keyboard.press('Tab');
    await step
      .getByLabel(assessments[0]?.name ?? '')
      .and(page.locator(':focus'))
      .waitFor();
    await again.click();
    const asked = (await step.getByRole('option').first().textContent()) ?? '';
    await step.getByRole('option').first().click();
    await step.getByRole('button', { name: new RegExp(`^${asked}.*same answer as in `) }).waitFor();
    await page.getByRole('button', { name: /^Undo: add/ }).click();
    const shown = step.getByRole('region', { name: 'When applicants see this step' });
    await shown.getByRole('button', { name: 'Add a condition' }).click();
    await shown.getByLabel('Value').selectOption('CONTRACT SENT');
    await shown.getByText('Shown when status is at least CONTRACT SENT').waitFor();

    await page.getByText('All conditions (').click();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Step 3: Warm up\s*Shown when status is at least CONTRACT SENT$/ })
      .getByRole('button')
      .click();
    await page.locator('select:focus').waitFor();

    const preview = page.getByRole('region', { name: 'What applicants see' });
    const writes: string[] = [];
    page.on('request', (request) => {
      // The editor's own draft may still be on its way.
      const isOfEditor = request.url().includes('/api/drafts/config.process.');
      if (request.method() !== 'GET' && !isOfEditor) writes.push(`${request.method()} ${request.url()}`);
    });
    expect(await preview.getByRole('button', { name: /Warm up/ }).count()).toBe(0);
    await preview.getByText('This step is hidden: status is NEW, needs CONTRACT SENT or later').waitFor();
    await preview.getByLabel('At this status').selectOption('CONTRACT SENT');
    await preview.getByText('this', { exact: true }).waitFor();
    await preview.getByLabel('Which evening?').selectOption('Tuesday');
    await preview.getByRole('button', { name: 'Save', exact: true }).click();
    await preview.getByText('Saved a moment ago').waitFor();
    const { body: applications } = await client.call('listApplications');
    const real = applications.find(({ status, trackingNumber }) => status === 'INTERVIEW PENDING' && trackingNumber);
    await preview.getByRole('combobox', { name: 'Preview as a real applicant' }).fill(`#${real?.trackingNumber}`);
    await page.getByRole('option', { name: `#${real?.trackingNumber} ` }).waitFor();
    await page.keyboard.press('Enter');
    await preview.getByText(`With the answers of ${real?.firstName} ${real?.lastName}`).waitFor();
    await preview.getByText('This step is hidden: status is INTERVIEW PENDING, needs CONTRACT SENT or later').waitFor();
    await preview.getByLabel('At this status').selectOption('CONTRACT SENT');
    expect(await preview.getByLabel('Which evening?').inputValue()).toBe('');
    await preview.getByLabel('Which evening?').selectOption('Monday');
    await preview.getByRole('button', { name: 'Save', exact: true }).click();
    await preview.getByText('Saved a moment ago').waitFor();
    await preview.getByRole('button', { name: 'Use sample answers' }).click();
    expect(writes, 'what a preview sends').toEqual([]);
    const words = (await page.evaluate<string>(WORDS)).replaceAll('an arrow key', '');
    expect(words).not.toMatch(/\b(json|keys?|ids?|operators?)\b/i);
    await expectAccessible(mia, 'process-editor');
    await expectNoSidewaysScrollAtBothWidths(page);

    await page.reload();
    await button(/^Undo: /).waitFor();
    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.type('evening');
    await page.getByRole('option', { name: 'Which evening? Step 3: Warm up' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('input:focus[value="Which evening?"]').waitFor();
    await button('Create the process').click();
    await page.getByRole('heading', { name: 'Evening school', level: 2 }).waitFor();
    const saved = (await client.call('listProcesses')).body.find(({ json }) => json.includes('Evening school'));
    const config = JSON.parse(saved?.json ?? '{}') as ProcessConfig;
    expect(config.applicationDetailsSteps[2]).toMatchObject({
      title: 'Warm up',
      content: [{ markdown: 'Watch **this** first.', integrations: [{ type: 'Vimeo' }] }],
      configuration: {
        fields: [{ name: 'whichEvening', dataType: 'select', options: ['Monday', 'Tuesday'], isPersonal: true }],
      },
      visibilityCondition: { terms: [{ target: 'STATUS', comparisonValue: 'CONTRACT SENT' }] },
      assessmentIds: [assessments[0]?._id],
      availablePaymentModels: [plans[0]?._id],
    });

    await page.getByLabel('Name of the process').fill('Night school');
    await page.getByText('1 change not live', { exact: true }).waitFor();
    await button('Save changes').click();
    const past = page.getByRole('region', { name: 'History' });
    await past.getByText('The process: name from “Evening school” to “Night school”').waitFor();
    await past.getByRole('button', { name: /^Restore the version of/ }).click();
    await page.getByText('1 change not live', { exact: true }).waitFor();
    expect(await page.getByLabel('Name of the process').inputValue()).toBe('Evening school');
    await past.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('starts a process from a file, also after a reload, and leads on to a batch with it', async () => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    const [one] = (await client.call('listProcesses')).body;
    const file = (content: string) => ({
      name: 'process.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/config/processes/new');
    await page.locator('input[type=file]').setInputFiles(file('{ "label": "Half'));
    await page.getByRole('alert').getByText('Line 1').waitFor();
    const config = { ...(JSON.parse(one?.json ?? '{}') as ProcessConfig), label: 'From a file' };
    const tests = { _id: 'tests', title: 'Elsewhere', assessmentIds: ['of-another-school'] };
    const steps = [...config.applicationDetailsSteps, tests];
    const names = { 'of-another-school': 'Their quiz' };
    const foreign = JSON.stringify({ ...config, applicationDetailsSteps: steps, names });
    await page.locator('input[type=file]').setInputFiles(file(foreign));
    await page.getByLabel(/: Elsewhere: Assessment “Their quiz”$/).selectOption('Leave it out');
    await expectAccessibleAtBothWidths(mia, 'process-file');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page
      .getByRole('button', { name: /Elsewhere/ })
      .first()
      .waitFor();
    await page.goBack();
    await page.locator('input[type=file]').setInputFiles(file(JSON.stringify(config)));
    const label = page.getByLabel('Name of the process');
    await expect.poll(() => label.inputValue()).toBe('From a file');
    await page.reload();
    await expect.poll(() => label.inputValue()).toBe('From a file');
    await page.getByRole('button', { name: 'Create the process' }).click();
    await page.getByRole('link', { name: 'Create a batch with it' }).click();
    await page.getByRole('heading', { name: 'New batch' }).waitFor();
    const process = page.getByLabel('Process', { exact: true });
    expect(await process.locator('option:checked').textContent()).toBe('From a file');
    const saved = (await client.call('listProcesses')).body.map(({ json }) => JSON.parse(json) as ProcessConfig);
    const ids = saved.flatMap(({ applicationDetailsSteps }) => applicationDetailsSteps.map(({ _id }) => _id));
    expect(new Set(ids).size, 'steps have ids of their own').toBe(ids.length);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('undoes edits by name, keeps the cards and the text in step, and names what keeps a save from happening', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/config/processes');
    await page
      .getByRole('link', { name: /^Edit / })
      .first()
      .click();
    const name = page.getByLabel('Name of the process');
    const before = await name.inputValue();
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true);

    await name.fill('A draft that will be damaged');
    const damage = () =>
      page.evaluate<boolean>(`(() => {
        const key = Object.keys(localStorage).find((one) => one.includes('.config.process.'));
        if (key) localStorage.setItem(key, JSON.stringify({ words: { config: '{"label":5}' }, typedAt: '' }));
        return key !== undefined;
      })()`);
    await expect.poll(damage).toBe(true);
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe(before);

    await name.fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('1 thing needs your attention').waitFor();
    expect(await name.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await page.getByRole('link', { name: 'All processes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Advanced: edit as text' }).click();
    const text = page.getByLabel('JSON');
    const heading = page.getByLabel('Heading', { exact: true });
    const whole = await text.inputValue();
    await text.fill('{');
    await page.getByRole('button', { name: 'Line 1' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true);
    await page.getByText('The text has an error in line 1.').waitFor();
    await page.getByRole('button', { name: 'Show the cards' }).click();
    await page.getByRole('button', { name: /^Application form/ }).click();
    await heading.fill('From a card');
    await page.reload();
    await page.getByRole('button', { name: 'Show the text' }).click();
    expect(await text.inputValue()).toBe('{');
    await page.getByRole('button', { name: 'Discard the text' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await text.fill(whole.replace('"label": ""', '"label": "Renamed"'));
    await page.getByRole('button', { name: 'Show the cards' }).click();
    expect(await name.inputValue()).toBe('Renamed');
    await page.getByRole('button', { name: /^Application form/ }).click();
    expect(await heading.inputValue()).toBe('From a card');
    await page.getByRole('button', { name: 'Undo: edit the text' }).click();
    await page.getByRole('button', { name: /^Undo: / }).click();
    expect(await name.inputValue()).toBe('');
    await page.getByRole('button', { name: /^Undo: / }).click();
    expect(await name.inputValue()).toBe(before);
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'All processes' }).click();
    await page.getByRole('heading', { name: 'Forms & processes', level: 2 }).waitFor();

    const left = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(await left()).toContain('From a card');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/enroll');
    expect(await left(), 'what the next person of this device finds').not.toContain('From a card');
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('asks before a save that changes something for applicants in progress, with a milder way', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/config/processes');
    await page
      .getByRole('link', { name: /^Edit Full-Stack/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^1\. / }).click();
    await page.getByRole('button', { name: 'Add a question', exact: true }).last().click();
    await page.keyboard.type('A late question');
    await page.getByLabel('Required').check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Saving this affects applicants' });
    await notice.getByText(/“A late question” becomes required/).waitFor();
    await notice
      .getByRole('button', { name: /^\d+ applicants?$/ })
      .first()
      .click();
    const applicants = page.getByRole('dialog');
    await applicants.getByRole('link').first().waitFor();
    expect(await applicants.getByRole('link').first().getAttribute('href')).toMatch(/^\/application\//);
    await applicants.getByRole('button', { name: 'Close' }).click();
    await expectAccessible(mia, 'process-impact');
    await notice.getByRole('button', { name: 'Make it optional' }).click();
    await notice.getByText(/becomes required/).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Required').isChecked()).toBe(false);
    // The step with the new question is open for some applicants.
    await notice.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();

    await page.getByRole('button', { name: /^Application form/ }).click();
    await page.getByRole('button', { name: /^How much have you programmed/ }).click();
    const options = page.getByRole('textbox', { name: 'Options', exact: true });
    const [first, ...rest] = (await options.inputValue()).split('\n');
    await options.fill([`${first}, yet`, ...rest].join('\n'));
    await page.getByRole('button', { name: 'Save changes' }).click();
    await notice.getByText(`which becomes “${first}, yet”. Their answers keep “${first}”.`).waitFor();
    await notice.getByRole('button', { name: /^Rename it in the (answer|\d+ answers) too$/ }).click();
    await notice.getByText('Their answers change with it.').waitFor();
    await notice.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByRole('link', { name: 'Recent bulk changes' }).click();
    const row = page.getByRole('row', { name: `Rename “${first}” to “${first}, yet”` });
    await row.getByText(/^\d+ renamed$/).waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('shows the second of two people what the first has saved, and merges field by field', async () => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/config/processes/new?pattern=interview');
    await page.getByLabel('Name of the process').fill('Shared school');
    await clickUntilGone(page.getByRole('button', { name: 'Create the process' }));
    await page.getByRole('heading', { name: 'Shared school', level: 2 }).waitFor();
    await page.getByRole('button', { name: /^1\. / }).click();
    await page.getByLabel('Title', { exact: true }).fill('Mine');
    await page.getByLabel('Name of the process').fill('Renamed by me');

    const all = (await client.call('listProcesses')).body.filter(({ json }) => json.includes('Shared school'));
    expect(all, 'many clicks create one').toHaveLength(1);
    const [saved] = all;
    const config = JSON.parse(saved?.json ?? '{}') as ProcessConfig;
    const [first, ...rest] = config.applicationDetailsSteps;
    const theirs = { ...config, applicationDetailsSteps: [{ ...first, title: 'Theirs', subtitle: 'New' }, ...rest] };
    const change = { json: JSON.stringify(theirs), version: saved?.version ?? 0 };
    await client.call('changeProcess', { params: { id: saved?._id ?? '' }, body: change });

    const conflict = page.getByRole('alert').filter({ hasText: TEXTS.documents.changedMeanwhile('this') });
    await conflict.getByText('“Mine”: title').waitFor();
    await conflict.getByText('They have “Theirs”, you have “Mine”.').waitFor();
    await expectAccessible(mia, 'process-conflict');
    expect(await page.getByLabel('Subtitle').inputValue()).toBe('New');
    await conflict.getByRole('button', { name: 'Use theirs' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Theirs');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { name: 'Renamed by me', level: 2 }).waitFor();

    await page.getByLabel('Subtitle').fill('Work of hours');
    await client.call('deleteProcess', { params: { id: saved?._id ?? '' } });
    await page.getByRole('alert').getByText(TEXTS.processEditor.deletedByOther).waitFor();
    expect(await page.getByLabel('Subtitle').inputValue(), 'edits of a deleted process stay').toBe('Work of hours');
    expect(await page.getByRole('button', { name: 'Save changes' }).isEnabled()).toBe(false);
    await expectAccessible(mia, 'process-deleted');
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('lets a Viewer read a process without buttons that change it', async () => {
    const noel = await portal.visitAs(VIEWER, DEMO_PASSWORD);
    const { page } = noel;
    await page.goto('/admin/config/processes');
    await page
      .getByRole('link', { name: /^View Full-Stack/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^1\. / }).click();
    await page.getByText('Only Owners and Admins can change processes.').waitFor();
    expect(
      await page
        .locator('form')
        .filter({ has: page.getByLabel('Name of the process') })
        .getByRole('button', { name: /^(Save|Add|Undo|Delete|Move|Duplicate)/ })
        .allTextContents(),
    ).toEqual([]);
    await expectAccessible(noel, 'process-viewer');
    expect(noel.complaints).toEqual([]);
    await noel.context.close();
  });
});
