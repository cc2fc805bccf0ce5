import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { PATTERNS, processFromPattern } from '../../domain/process-editing/patterns.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type Client, createClient } from '../support/client.ts';
import { PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
/** The four states of an editor, and no other words. */
const STATES = {
  saved: /^Saved$/,
  dirty: /^\d+ changes? not live$/,
  saving: /^Saving…$/,
  failed: /^Not saved, try again: \d+ changes?$/,
} as const;

async function signedIn(url: string): Promise<Client> {
  const client = createClient(url);
  await client.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
  return client;
}

async function newProcess(client: Client, label: string) {
  const config = processFromPattern(PATTERNS[2]?.key ?? 'short', () => crypto.randomUUID());
  const { body } = await client.call('createProcess', { body: { json: JSON.stringify({ ...config, label }) } });
  const id = body._id;
  const now = async () => {
    const { body: all } = await client.call('listProcesses');
    const { json, version } = all.find(({ _id }) => _id === id) ?? { json: '', version: -1 };
    return { version, config: JSON.parse(json) as ProcessConfig };
  };
  return { id, address: `/admin/config/processes/${id}`, now };
}

describePortal('the draft of a process', (portal) => {
  test('survives each interruption with its undo history, and its state is always one of four', async () => {
    const client = await signedIn(portal.url);
    const { id, address, now } = await newProcess(client, 'Fragile');
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD, { viewport: PHONE });
    const { context, complaints } = mia;
    const states = new Set<string>();
    await context.exposeFunction('noteState', (state: string) => states.add(state));
    await context.addInitScript(`(() => {
      let last = '';
      new MutationObserver(() => {
        const state = document.querySelector('[aria-label="Changes"] > [role="status"]')?.textContent ?? '';
        if (state !== last && state !== '') noteState(state);
        last = state;
      }).observe(document, { childList: true, subtree: true, characterData: true });
    })()`);
    // What others do is met when saving, not announced before.
    await context.route('**/api/live*', (route) => route.abort());

    const stateOf = (page: Page) => page.getByRole('region', { name: 'Changes' }).getByRole('status');
    const open = async (page: Page) => {
      await page.goto(address);
      await stateOf(page).waitFor();
    };
    const leave = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    const save = (page: Page) => page.getByRole('button', { name: /^(Save changes|Try again)$/ }).click();
    const firstStep = (page: Page) => page.getByRole('button', { name: /^1\. / });
    const answerSaves = (page: Page, status: number, json: object) =>
      page.route(`**/api/processConfigBlobs/${id}`, (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status, json }) : route.continue(),
      );

    interface Way {
      readonly name: string;
      /** From the page with a draft to the page that shows it again. */
      readonly lose: (page: Page) => Promise<Page>;
      readonly state: RegExp;
    }
    const ways: readonly Way[] = [
      {
        name: 'Back',
        lose: async (page) => {
          await page.goBack();
          await leave(page);
          await page.getByRole('heading', { name: 'Forms & processes', level: 2 }).waitFor();
          await page.goForward();
          return page;
        },
        state: STATES.dirty,
      },
      {
        name: 'Back on Android, pressed again while the question is asked',
        lose: async (page) => {
          await page.evaluate('history.back()');
          await page.getByRole('dialog').waitFor();
          await page.evaluate('history.back()');
          await leave(page);
          await page.getByRole('heading', { name: 'Forms & processes', level: 2 }).waitFor();
          await page.goForward();
          return page;
        },
        state: STATES.dirty,
      },
      {
        name: 'the tab closed',
        lose: async (page) => {
          const closed = page.waitForEvent('close');
          await page.close({ runBeforeUnload: true });
          await closed;
          const next = await context.newPage();
          await open(next);
          return next;
        },
        state: STATES.dirty,
      },
      {
        name: 'the session ended before a reload',
        lose: async (page) => {
          const { body: sessions } = await client.call('listSessions');
          const others = sessions.filter(({ isCurrent }) => !isCurrent);
          await Promise.all(others.map(({ _id }) => client.call('endSession', { params: { id: _id } })));
          await page.reload();
          await page.getByText(TEXTS.access.configRefused).waitFor();
          await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
          await page.getByLabel('Email').fill(OWNER);
          await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
          await page.keyboard.press('Enter');
          return page;
        },
        state: STATES.dirty,
      },
      {
        name: 'the server failing',
        lose: async (page) => {
          await answerSaves(page, 503, { message: TEXTS.requests.busy });
          await save(page);
          await page.getByText(TEXTS.processes.saveFailed(TEXTS.requests.busy)).waitFor();
          await page.unroute(`**/api/processConfigBlobs/${id}`);
          return page;
        },
        state: STATES.failed,
      },
      {
        name: 'somebody else saving meanwhile',
        lose: async (page) => {
          const { version, config } = await now();
          const theirs = { ...config, label: 'Theirs' };
          const change = { json: JSON.stringify(theirs), version };
          const { status } = await client.call('changeProcess', { params: { id }, body: change });
          expect(status).toBe(200);
          const refused = page.waitForResponse((response) => response.status() === 409);
          await save(page);
          await refused;
          await page.getByText('they have “Theirs”').waitFor();
          return page;
        },
        state: STATES.failed,
      },
      {
        name: 'a refused save',
        lose: async (page) => {
          const plan = { name: 'Soon deleted', upfrontCost: 100, currency: 'PHP' };
          const { body: model } = await client.call('createPaymentModel', { body: plan });
          await page.reload();
          await firstStep(page).click();
          await page.getByLabel('Soon deleted').check();
          await client.call('deletePaymentModel', { params: { id: model._id } });
          await save(page);
          await page.getByText(TEXTS.processes.paymentModelMissing).first().waitFor();
          return page;
        },
        state: STATES.failed,
      },
    ];

    let { page } = mia;
    const draftText = () =>
      page.evaluate<string | null>(`(() => {
        const key = Object.keys(localStorage).find((one) => one.endsWith('.config.process.${id}'));
        return key ? JSON.parse(localStorage.getItem(key)).words.config : null;
      })()`);
    await page.goto('/admin/config/processes');
    await page.getByRole('link', { name: 'Edit Fragile' }).click();
    let typed = 'Frágil';
    let start: string | null = null;
    for (const { name, lose, state } of ways) {
      await stateOf(page).waitFor();
      if (!(await page.getByLabel('Title', { exact: true }).isVisible())) await firstStep(page).click();
      typed += ` ß “名前” 👩‍🎓 ${name}`;
      await page.getByLabel('Name of the process').fill(typed);
      await page.getByLabel('Title', { exact: true }).fill(`Step of ${typed}`);
      page = await lose(page);
      await stateOf(page).waitFor();
      const words = await stateOf(page).textContent();
      expect(words, name).toMatch(state);
      expect(await page.getByLabel('Name of the process').inputValue(), name).toBe(typed);
      if (!(await page.getByLabel('Title', { exact: true }).isVisible())) await firstStep(page).click();
      expect(await page.getByLabel('Title', { exact: true }).inputValue(), name).toBe(`Step of ${typed}`);
      // The undo history belongs to a tab.
      if (name === 'the tab closed') start = await draftText();
    }
    // The draft is kept after a pause.
    await expect.poll(draftText, { message: 'the last choice' }).toContain('availablePaymentModels');
    const end = await draftText();
    const pressAll = async (way: RegExp) => {
      const button = page.getByRole('button', { name: way });
      let presses = 0;
      for (; await button.isEnabled(); presses += 1) await button.click();
      return presses;
    };
    const undone = await pressAll(/^Undo/);
    expect(undone, 'two for each way after it').toBeGreaterThanOrEqual(8);
    await expect.poll(draftText, { message: 'all undone' }).toBe(start);
    expect(await pressAll(/^Redo/)).toBe(undone);
    await expect.poll(draftText, { message: 'all done again' }).toBe(end);
    await page.getByRole('checkbox', { name: 'Soon deleted' }).uncheck();
    await save(page);
    await stateOf(page).getByText('Saved', { exact: true }).waitFor();
    const saved = await now();
    expect(saved.config.label).toBe(typed);
    expect(saved.config.applicationDetailsSteps[0]?.title).toBe(`Step of ${typed}`);
    expect([...states].filter((one) => !Object.values(STATES).some((state) => state.test(one)))).toEqual([]);
    expect(Object.values(STATES).every((state) => [...states].some((one) => state.test(one)))).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('is also what restoring a version makes, weighed like every change and taken back by one Undo', async () => {
    const client = await signedIn(portal.url);
    const { body: all } = await client.call('listProcesses');
    const live = all.find(({ json }) => json.includes('Full-Stack'));
    const id = live?._id ?? '';
    const config = JSON.parse(live?.json ?? '{}') as ProcessConfig;
    const [first, ...rest] = config.applicationDetailsSteps;
    const question = { name: 'lateQuestion', label: 'A late question', dataType: 'text', required: true };
    const withQuestion = {
      ...config,
      applicationDetailsSteps: [
        {
          ...first,
          configuration: {
            title: '',
            ...first?.configuration,
            fields: [...(first?.configuration?.fields ?? []), question],
          },
        },
        ...rest,
      ],
    };
    for (const one of [withQuestion, config, { ...config, label: 'Full-Stack at night' }]) {
      const { status } = await client.call('changeProcess', { params: { id }, body: { json: JSON.stringify(one) } });
      expect(status).toBe(200);
    }
    const current = async () => (await client.call('listProcesses')).body.find(({ _id }) => _id === id);
    const before = await current();

    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto(`/admin/config/processes/${id}`);
    const state = page.getByRole('region', { name: 'Changes' }).getByRole('status');
    const past = page.getByRole('region', { name: 'History' });
    const version = (words: string) => past.getByRole('listitem').filter({ hasText: words });
    const added = `Question “A late question” is new in “${first?.title}”`;
    await version('The process: name from “').waitFor();
    await version('Question “A late question” is deleted').waitFor();
    await version(added).waitFor();

    await past.getByText('Compare two versions').click();
    const [older, newer] = [past.getByLabel('Version', { exact: true }), past.getByLabel('And version')];
    const differences = past.getByRole('list', { name: /^Differences/ }).getByRole('listitem');
    expect(await differences.allTextContents()).toEqual([expect.stringMatching(/^The process: name from “/)]);
    await older.selectOption({ index: 3 });
    await expect.poll(() => differences.count()).toBe(1);
    await newer.selectOption({ index: 1 });
    await past.getByText('These versions are identical.').waitFor();
    await newer.selectOption({ index: 2 });
    expect(await differences.allTextContents()).toEqual([added]);

    await page.getByLabel('Name of the process').fill('Full-Stack by day');
    await state.getByText('1 change not live').waitFor();
    const unsaved = page.getByRole('region', { name: 'Changes' }).getByText('What saving changes');
    await version(added)
      .getByRole('button', { name: /^Restore/ })
      .click();
    await state.getByText('2 changes not live').waitFor();
    await unsaved.click();
    await page.getByRole('region', { name: 'Changes' }).getByText(added).waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Saving this affects applicants' })
      .getByText(/“A late question” becomes required/)
      .waitFor();
    expect(await current(), 'a restored version is not live before it is saved').toEqual(before);
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('button', { name: 'Undo: restore a version' }).click();
    await state.getByText('1 change not live').waitFor();
    expect(await page.getByLabel('Name of the process').inputValue()).toBe('Full-Stack by day');
    expect(await past.getByText('This version has replaced the values').count(), 'what is undone').toBe(0);

    await version(added)
      .getByRole('button', { name: /^Restore/ })
      .click();
    await state.getByText('2 changes not live').waitFor();
    await past.getByRole('button', { name: 'Undo' }).click();
    await state.getByText('1 change not live').waitFor();
    expect(await page.getByLabel('Name of the process').inputValue()).toBe('Full-Stack by day');
    await page.getByRole('button', { name: 'Redo: restore a version' }).waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('does not exist after looking or edits that come to nothing, and no event says otherwise', async () => {
    const client = await signedIn(portal.url);
    const { id, address } = await newProcess(client, 'Untouched');
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    const events = async () => (await client.call('listAudit', { query: { limit: '200' } })).body.map(({ _id }) => _id);
    const before = await events();
    const writes: string[] = [];
    page.on('request', (request) => {
      const isOfDraft = request.url().includes('/api/drafts/');
      if (request.method() !== 'GET' && !isOfDraft) writes.push(`${request.method()} ${request.url()}`);
    });
    await page.goto(address);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const state = page.getByRole('region', { name: 'Changes' }).getByRole('status');
    const dirty = () => state.getByText(/changes? not live/).waitFor();
    const name = page.getByLabel('Name of the process');
    const title = page.getByLabel('Title', { exact: true });
    const subtitle = page.getByLabel('Subtitle');
    const json = page.getByLabel('JSON');
    const shown = page.getByRole('region', { name: 'When applicants see this step' });
    const draftHere = () =>
      page.evaluate<string[]>(`Object.keys(localStorage).filter((key) => key.endsWith('.config.process.${id}'))`);
    const undoAll = async () => {
      while ((await button(/^Undo: /).count()) > 0) await button(/^Undo: /).click();
    };

    const ways: Readonly<Record<string, () => Promise<void>>> = {
      async 'only looking'() {
        for (const card of [/^Application form/, /^Dashboard columns/, /^2\. /, /^1\. /]) await button(card).click();
        await button('Advanced: edit as text').click();
        await json.click();
        await button('Show the cards').click();
        await page.getByRole('region', { name: 'What applicants see' }).getByLabel('At this status').waitFor();
      },
      async 'a save of nothing'() {
        await name.focus();
        await page.keyboard.press('Enter');
      },
      async 'words typed and taken out again'() {
        await name.pressSequentially(' 2');
        await dirty();
        await page.keyboard.press('Backspace');
        await page.keyboard.press('Backspace');
      },
      async 'an optional line filled and emptied'() {
        await subtitle.fill('Ten minutes');
        await dirty();
        await subtitle.fill('');
      },
      async 'a box ticked and unticked'() {
        const box = page.getByLabel('Ask for a password after applying');
        await button(/^Application form/).click();
        await box.click();
        await dirty();
        await box.click();
      },
      async 'a step moved there and back'() {
        const step = await title.inputValue();
        await button(`Move ${step} down`).click();
        await dirty();
        await button(`Move ${step} up`).click();
      },
      async 'a step added and deleted'() {
        await button('Add a step').last().click();
        await page.keyboard.type('Short-lived');
        await dirty();
        await button('Delete the step').click();
      },
      async 'a condition added and removed'() {
        await shown.getByRole('button', { name: 'Add a condition' }).click();
        await dirty();
        await shown.getByRole('button', { name: /^Remove/ }).click();
      },
      async 'spaces in the text'() {
        await button('Advanced: edit as text').click();
        await json.fill(`${await json.inputValue()}\n\n`);
        await button('Show the cards').click();
      },
      async 'everything undone'() {
        await title.fill('Other');
        await name.fill('Otherwise');
        await dirty();
        await undoAll();
      },
    };
    await state.getByText('Saved', { exact: true }).waitFor();
    for (const [way, act] of Object.entries(ways)) {
      if (!(await title.isVisible())) await button(/^1\. /).click();
      await act();
      await expect.poll(() => state.textContent(), { message: way }).toBe('Saved');
      expect(await button('Save changes').isDisabled(), way).toBe(true);
      await expect.poll(draftHere, { message: way }).toEqual([]);
    }
    await page.getByRole('link', { name: 'All processes' }).click();
    await page.getByRole('link', { name: 'New process' }).click();
    await page.getByRole('link', { name: 'Form and interview' }).click();
    await button('Create the process').waitFor();
    await page.getByRole('link', { name: 'All processes' }).click();
    await page.getByRole('link', { name: 'New process' }).waitFor();
    const inAccount = () => client.call('getDraft', { params: { form: `config.process.${id}` } });
    await expect.poll(async () => (await inAccount()).body.values).toBeNull();
    expect(writes).toEqual([]);
    expect(await events()).toEqual(before);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });
});
