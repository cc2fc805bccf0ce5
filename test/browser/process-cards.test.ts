import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { DESKTOP, expectAccessibleAtBothWidths, PHONE, takePicture } from './browser.ts';
import { describePortal, type Portal } from './portal.ts';

const OWNER = 'mia@bagwis.example';

/** A process of three steps; the last one is shown once the portfolio is answered. */
const processNamed = (label: string) => ({
  label,
  fields: [{ name: 'portfolio', label: 'Portfolio', dataType: 'text', isAdminOnly: false }],
  applicationForm: {
    title: 'Apply',
    fields: [{ name: 'email', label: 'Email', dataType: 'email', required: true }],
  },
  applicationDetailsSteps: [
    {
      _id: 'about',
      title: 'About you',
      configuration: {
        title: '',
        fields: [
          { name: 'portfolio', label: 'Portfolio', dataType: 'text', required: false },
          { name: 'city', label: 'City', dataType: 'text', required: false },
        ],
      },
    },
    { _id: 'tests', title: 'Tests' },
    {
      _id: 'interview',
      title: 'Interview',
      visibilityCondition: {
        logicalOperator: 'AND',
        terms: [
          { target: 'STATUS', operator: 'Greater than or equal', comparisonValue: 'NEW' },
          { target: 'FIELD', targetDetails: 'portfolio', operator: 'Greater than', comparisonValue: '3' },
        ],
      },
    },
  ],
});

/** Everything that a screen reader is given to say, except how many changes there are to save. */
const LISTEN = `(() => {
  globalThis.heard = [];
  new MutationObserver((changes) => {
    const regions = changes.map(({ target }) =>
      (target instanceof Element ? target : target.parentElement)?.closest('[role=status], [role=alert], [aria-live]'),
    );
    for (const region of new Set(regions)) {
      if (region && !region.closest('[aria-label="Changes"]')) heard.push(region.textContent);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
})()`;

async function open(portal: Portal, label: string, changes: object = {}) {
  const client = createClient(portal.url);
  await client.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
  const { body: made } = await client.call('createProcess', {
    body: { json: JSON.stringify({ ...processNamed(label), ...changes }) },
  });
  const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
  const { page } = mia;
  await page.goto(`/admin/config/processes/${made._id}`);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const card = (title: RegExp) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title }) });
  /** The focused control has this label, and a finger on its middle would reach it. */
  const focusedInView = async (name: string) => {
    const control = page.locator(':focus').and(page.getByLabel(name, { exact: true }));
    await control.waitFor();
    const isReached = () =>
      page.evaluate<boolean>(`(() => {
        const { left, top, width, height } = document.activeElement.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === document.activeElement;
      })()`);
    await expect.poll(isReached, { message: name }).toBe(true);
    return control;
  };
  await page.getByLabel('Name of the process').waitFor();
  /** What was said since the last question. */
  const heard = () => page.evaluate<string[]>('heard.splice(0)');
  const focusedLabel = () => page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')");
  const steps = async () => {
    const heads = page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: /^\d+\. / });
    return (await heads.allInnerTexts()).map((text) => text.split('\n')[0]?.replace(/^\d+\. /, ''));
  };
  return { mia, page, client, heard, focusedLabel, steps, made, button, card, focusedInView };
}

describePortal('the cards of a process', (portal) => {
  test('keep a rule on a deleted question in red, and a refused save focuses that very control', async () => {
    const { mia, page, button, card } = await open(portal, 'Rules that lose their question');
    await button(/^3\. Interview/).click();
    const interview = card(/^3\. Interview/);
    const rule = interview.getByRole('group', { name: 'Condition 2' });
    await rule.getByLabel('Value').fill('');
    await button(/^1\. About you/).click();
    const about = card(/^1\. About you/);
    await about.getByRole('button', { name: /^Portfolio/ }).click();
    await about.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: /^Dashboard columns/ }).click();
    await page
      .getByRole('region', { name: 'Dashboard columns' })
      .getByRole('button', { name: /^Portfolio/ })
      .click();
    await button('Remove the column').click();
    await page.getByRole('dialog').getByText(TEXTS.processEditor.willNotWork).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();

    const sentence = 'Shown when status is at least NEW and “Portfolio” (deleted) is more than …';
    const head = interview.getByText(sentence, { exact: true }).first();
    await head.waitFor();
    const red = await page.evaluate<string>(`(() => {
      const sample = document.createElement('span');
      sample.style.color = 'var(--problem)';
      const colour = getComputedStyle(document.body.appendChild(sample)).color;
      sample.remove();
      return colour;
    })()`);
    expect(await head.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).color)).toBe(
      red,
    );

    await button('Save changes').click();
    const problems = page.getByRole('alert').filter({ hasText: '2 things need your attention' });
    const what = rule.getByLabel('What');
    await what.and(page.locator(':focus')).waitFor();
    expect(await what.locator('option:checked').textContent()).toBe('“Portfolio” (deleted)');
    await problems.getByRole('button').last().click();
    await what.and(page.locator(':focus')).waitFor();
    await expectAccessibleAtBothWidths(mia, 'process-rule-gone');

    await interview.getByRole('button', { name: 'Choose another question instead of “Portfolio” (deleted)' }).click();
    await what.and(page.locator(':focus')).waitFor();
    await what.selectOption('City');
    await interview.getByText('Shown when status is at least NEW and “City” is answered').first().waitFor();
    await problems.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Undo: / }).click();
    await interview.getByRole('button', { name: 'Remove the condition on “Portfolio” (deleted)' }).click();
    await interview.getByText('Shown when status is at least NEW', { exact: true }).first().waitFor();
    await page.locator('button:focus').filter({ hasText: 'Add a condition' }).waitFor();
    await button('Save changes').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });
  test('copies columns and texts, sets a form heading before its first question, and keeps cards and text at the same place', async () => {
    const content = [
      {
        _id: 'hello',
        markdown: 'Hello',
        condition: { terms: [{ target: 'FIELD', targetDetails: 'firstName', operator: 'Exists' }] },
      },
    ];
    const [about, tests, interview] = processNamed('').applicationDetailsSteps;
    const steps = [about, { ...tests, content }, interview];
    const { mia, page, button, card } = await open(portal, 'Copies', { applicationDetailsSteps: steps });
    await button(/^2\. Tests/).click();
    const step = card(/^2\. Tests/);
    await step.getByText('Shown when “First name” is answered').waitFor();
    await step.getByText(TEXTS.processEditor.notAsked).waitFor();
    expect(await page.getByText('was deleted').count()).toBe(0);
    await button('Duplicate the text').click();
    await step.getByLabel('Text', { exact: true }).nth(1).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(' again');
    expect(await step.getByLabel('Text', { exact: true }).first().inputValue()).toBe('Hello');
    await step.getByLabel('Heading of the questions').fill('Your tests');

    await button('Advanced: edit as text').click();
    const text = page.getByLabel('JSON').and(page.locator(':focus'));
    await text.waitFor();
    const atCursor = await page.evaluate<string>(
      'document.activeElement.value.slice(document.activeElement.selectionStart)',
    );
    expect(atCursor).toMatch(/^\{\s+"_id": "tests"/);
    const written = JSON.parse(await text.inputValue()) as ProcessConfig;
    const copied = written.applicationDetailsSteps[1];
    expect(copied?.configuration).toEqual({ title: 'Your tests', fields: [] });
    expect(new Set(copied?.content?.map(({ _id }) => _id)).size).toBe(2);
    for (let line = 0; line < 6; line += 1) await page.keyboard.press('ArrowUp');
    await page.getByRole('region', { name: 'What applicants see' }).getByLabel('City').waitFor();
    await button('Show the cards').click();
    await page.getByLabel('Question', { exact: true }).and(page.locator(':focus')).waitFor();
    expect(await page.getByLabel('Question', { exact: true }).inputValue()).toBe('City');

    await page.getByRole('button', { name: /^Dashboard columns/ }).click();
    const columns = page.getByRole('region', { name: 'Dashboard columns' });
    await columns.getByRole('button', { name: /^Portfolio/ }).click();
    await button('Duplicate as a staff field').click();
    await columns.getByLabel('Heading').and(page.locator(':focus')).waitFor();
    expect(await columns.getByLabel('Heading').inputValue()).toBe('Portfolio (copy)');
    await button('Save changes').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });
  test.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])(
    'are added between any two and copied on %s, and each new one is open, focused and in view',
    async (device, size) => {
      const { mia, page, button, card, focusedInView } = await open(portal, `Cards on ${device}`);
      await page.setViewportSize(size);
      await button('Add a step before 2').click();
      await focusedInView('Title');
      await page.keyboard.type('Second');
      const second = card(/^2\. Second/);
      await button(/^1\. About you/).click();
      const about = card(/^1\. About you/);

      await about.getByRole('button', { name: 'Add a question before 2' }).click();
      await focusedInView('Question');
      await page.keyboard.type('Country');
      const questions = about.getByRole('list', { name: 'Questions' }).locator('> li');
      await expect.poll(() => questions.allInnerTexts()).toHaveLength(3);
      expect(await questions.nth(1).getByRole('button', { expanded: true }).innerText()).toMatch(/^Country/);
      await questions.nth(1).getByRole('button', { name: 'Duplicate' }).click();
      const copy = await focusedInView('Question');
      expect(await copy.inputValue()).toBe('Country (copy)');
      await about.getByRole('button', { name: 'Paste a list of questions' }).click();
      const pasting = page.getByRole('dialog', { name: 'Paste a list of questions' });
      await pasting.getByLabel('Questions').fill('Do you cycle?\nYes\nNo\n\nWhere to?');
      await pasting.getByRole('button', { name: 'Add 2 questions' }).click();
      const pasted = await focusedInView('Question');
      expect(await pasted.inputValue()).toBe('Do you cycle?');

      await button(/^2\. Second/).click();
      const again = second.getByRole('combobox', { name: 'Ask a question again, with the same answer' });
      await again.fill('Cit');
      await second.getByRole('option', { name: 'City' }).click();
      const asked = await focusedInView('Question');
      expect(await asked.inputValue()).toBe('City');
      await second.getByRole('button', { name: 'Add text' }).click();
      await focusedInView('Text');
      await page.keyboard.type('Below');
      await second.getByRole('button', { name: 'Add text before 1' }).click();
      const above = await focusedInView('Text');
      expect(await above.inputValue()).toBe('');
      await page.keyboard.type('Above');
      await second.getByRole('button', { name: 'Duplicate the step' }).click();
      const title = await focusedInView('Title');
      expect(await title.inputValue()).toBe('Second (copy)');
      const third = card(/^3\. Second \(copy\)/);
      const texts = third.getByLabel('Text', { exact: true });
      expect(await texts.nth(0).inputValue()).toBe('Above');
      expect(await texts.nth(1).inputValue()).toBe('Below');

      await button(/^Dashboard columns/).click();
      await button('Add a field that only staff fill in before 1').click();
      await focusedInView('Heading');
      await takePicture(page, `process-new-card-${size.width}-light`);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await takePicture(page, `process-new-card-${size.width}-dark`);
      expect(mia.complaints).toEqual([]);
      await mia.context.close();
    },
  );

  const stepsNamed = (...titles: readonly string[]) => ({
    applicationDetailsSteps: titles.map((title) => ({ _id: `step-${title}`, title })),
  });

  test('move by dragging, with the keyboard, with two buttons and by a dialog, each with one announcement', async () => {
    const titles = ['Portfolio', 'Interview', 'Tests', 'Contract', 'Payment', 'Laptop', 'Welcome'];
    const { mia, page, heard, focusedLabel, steps, button } = await open(portal, 'Seven steps', stepsNamed(...titles));
    const at = (place: number) => titles.toSpliced(1, 1).toSpliced(place - 1, 0, 'Interview');
    const expectMoved = async (place: number, control: string) => {
      await expect.poll(steps).toEqual(at(place));
      expect([await heard(), await focusedLabel()]).toEqual([[`Interview, ${place} of 7`], control]);
    };
    await page.evaluate(LISTEN);

    await button('Drag Interview').press('Alt+ArrowDown');
    await expectMoved(3, 'Drag Interview');
    await button('Drag Interview').press('Alt+ArrowUp');
    await expectMoved(2, 'Drag Interview');
    await button('Move Interview up').press('Enter');
    await expectMoved(1, 'Move Interview up');
    await button('Move Interview down').click();
    await expectMoved(2, 'Move Interview down');
    await button('Move Interview to…').click();
    const dialog = page.getByRole('dialog', { name: 'Move Interview to…' });
    await dialog.getByLabel('Place').selectOption({ label: '7: after Welcome' });
    await takePicture(page, 'process-move-to-1440-light');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expectMoved(7, 'Move Interview to…');

    const handle = button('Drag Interview');
    await handle.scrollIntoViewIfNeeded();
    const from = await handle.boundingBox();
    const target = await button('Drag Tests').boundingBox();
    if (!from || !target) throw new Error('The handles are not on the page');
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(from.x + 5, target.y - 5, { steps: 5 });
    await page.mouse.up();
    await expectMoved(2, 'Drag Interview');
    await page.getByRole('button', { name: 'Undo: move Interview' }).click();
    await expect.poll(steps).toEqual(at(7));
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('are dragged by a finger through sixty of all heights, and the page scrolls at its edge', async () => {
    const titles = Array.from({ length: 60 }, (_, index) => `Step number ${index + 1}`);
    const { mia, page, heard, steps, button, focusedLabel } = await open(portal, 'Sixty steps', stepsNamed(...titles));
    await page.setViewportSize(PHONE);
    await button(/^30\. /).click();
    const handle = button('Drag Step number 60');
    await handle.scrollIntoViewIfNeeded();
    await page.evaluate(LISTEN);
    const box = await handle.boundingBox();
    if (!box) throw new Error('The handle is not on the page');
    const finger = await mia.context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: box.x + 8, y }] });
    await touch('touchStart', box.y + 8);
    await touch('touchMove', box.y - 40);
    await touch('touchMove', 4);
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(0);
    await touch('touchEnd');
    await expect.poll(async () => (await steps()).slice(0, 3)).toEqual([titles[59], titles[0], titles[1]]);
    expect([await heard(), await focusedLabel()]).toEqual([['Step number 60, 1 of 60'], 'Drag Step number 60']);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('move to another step with their rules, and the moved one is open, focused and announced there', async () => {
    const { mia, page, client, made, heard, focusedLabel, card, button } = await open(portal, 'To another step');
    await button(/^1\. About you/).click();
    const about = card(/^1\. About you/);
    await about.getByRole('button', { name: /^Portfolio/ }).click();
    await page.evaluate(LISTEN);
    await about.getByRole('button', { name: 'Move Portfolio to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move Portfolio to…' });
    await dialog.getByLabel('Where').selectOption('Tests');
    await expectAccessibleAtBothWidths(mia, 'process-move-out');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect.poll(focusedLabel).toBe('Move Portfolio to…');
    expect(await heard()).toEqual(['Portfolio, 1 of 1 in Tests']);
    await card(/^2\. Tests/)
      .getByRole('button', { name: /^Portfolio/, expanded: true })
      .waitFor();
    await page.getByText('Shown when status is at least NEW and “Portfolio” is more than 3').first().waitFor();
    await button('Save changes').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const saved = (await client.call('listProcesses')).body.find(({ _id }) => _id === made._id);
    const { applicationDetailsSteps: steps, fields } = JSON.parse(saved?.json ?? '{}') as ProcessConfig;
    const before = processNamed('');
    expect(steps[1]?.configuration?.fields).toEqual([before.applicationDetailsSteps[0]?.configuration?.fields[0]]);
    expect(steps[2]).toEqual(before.applicationDetailsSteps[2]);
    expect(fields).toEqual(before.fields);

    await button(/^1\. About you/).click();
    const again = about.getByRole('combobox', { name: 'Ask a question again, with the same answer' });
    await again.click();
    await about.getByRole('option', { name: 'Portfolio' }).click();
    await about.getByRole('button', { name: 'Move Portfolio to…' }).click();
    const places = await dialog.getByLabel('Where').locator('option').allTextContents();
    expect(places).toEqual(['Questions', 'Application form', 'Interview']);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('without answers or references are deleted at once, with an undo in the focus', async () => {
    const { mia, page, card, button, steps, heard } = await open(portal, 'Nothing depends on it');
    await button(/^1\. About you/).click();
    const about = card(/^1\. About you/);
    await about.getByRole('button', { name: /^Portfolio/ }).click();
    await about.getByRole('button', { name: 'Delete', exact: true }).click();
    const asking = page.getByRole('dialog', { name: 'Delete “Portfolio”?' });
    await asking.getByText(TEXTS.processEditor.staffOnly).waitFor();
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await about.getByRole('button', { name: /^City/ }).click();
    await page.evaluate(LISTEN);
    await about.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Deleted “City”.').waitFor();
    expect(await heard()).toEqual(['Deleted “City”']);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await about.getByRole('button', { name: /^City/ }).count()).toBe(0);
    await expectAccessibleAtBothWidths(mia, 'process-deleted');
    await page.setViewportSize(DESKTOP);
    await page.locator('button:focus').filter({ hasText: 'Undo' }).press('Enter');
    await about.getByRole('button', { name: /^City/, expanded: true }).waitFor();
    await page.locator('input:focus[value="City"]').waitFor();
    await page.getByText('Deleted “City”.').waitFor({ state: 'detached' });
    expect(await button('Save changes').isDisabled(), 'as it was').toBe(true);

    await button(/^2\. Tests/).click();
    await button('Delete the step').click();
    await page.getByText('Deleted “Tests”.').waitFor();
    expect(await steps()).toEqual(['About you', 'Interview']);
    await page.getByLabel('Name of the process').fill('Another name');
    await page.getByText('Deleted “Tests”.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Undo: / }).click();
    await page.getByRole('button', { name: 'Undo: delete Tests' }).click();
    expect(await steps()).toEqual(['About you', 'Tests', 'Interview']);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('with answers, conditions or a column are deleted after a list of them, each a link, and undo restores all', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/config/processes');
    await page
      .getByRole('link', { name: /^Edit Full-Stack/ })
      .first()
      .click();
    const question = page
      .getByRole('list', { name: 'Questions' })
      .getByRole('button', { name: /^Hours a week that you can study/ });
    const dialog = page.getByRole('dialog', { name: 'Delete “Hours a week that you can study”?' });
    const ask = async () => {
      const head = page.getByRole('button', { name: /^1\. About you/ });
      if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
      if ((await question.getAttribute('aria-expanded')) === 'false') await question.click();
      await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
      await dialog.waitFor();
    };
    await page.getByRole('button', { name: /^1\. About you/ }).click();
    await ask();
    await expectAccessibleAtBothWidths(mia, 'process-deletion');
    await page.setViewportSize(DESKTOP);
    const lines = await dialog.getByRole('listitem').allInnerTexts();
    expect(lines).toEqual([
      expect.stringMatching(
        /^\d+ answers to “Hours a week that you can study” are kept, and staff can still see them\.$/,
      ),
      expect.stringMatching(
        /^\d+ answers? to “Hours a week that you can study” in applications that have ended (is|are) kept/,
      ),
      `Step 3: Book your interview: Shown when “Hours a week that you can study” is answered. ${TEXTS.processEditor.staffOnly}`,
      `Step 4: A small quiz: Shown when “Hours a week that you can study” is answered. ${TEXTS.processEditor.staffOnly}`,
      `The column “Hours a week” ${TEXTS.processEditor.columnStays}`,
    ]);
    await dialog
      .getByRole('button', { name: /^\d+ answers?$/ })
      .first()
      .click();
    const applicants = page.getByRole('dialog', { name: /^\d+ answers$/ });
    await applicants.getByRole('link').first().waitFor();
    expect(await applicants.getByRole('link').count()).toBe(Number.parseInt(lines[0] ?? '', 10));
    await applicants.getByRole('button', { name: 'Close' }).click();
    await dialog.getByRole('button', { name: 'Step 4: A small quiz' }).click();
    const quiz = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^4\. A small quiz/ }) });
    await quiz.getByLabel('What').and(page.locator(':focus')).waitFor();
    await ask();
    await dialog.getByRole('button', { name: 'The column “Hours a week”' }).click();
    await page.locator('input:focus[value="Hours a week"]').waitFor();
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled(), 'nothing is deleted yet').toBe(true);

    await ask();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted “Hours a week that you can study”.').waitFor();
    await page.locator('button:focus').filter({ hasText: 'Undo' }).press('Enter');
    await question.waitFor();
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled(), 'as it was').toBe(true);
    const shownWhen = page.getByText('Shown when “Hours a week that you can study” is answered');
    await expect.poll(() => shownWhen.count()).toBeGreaterThan(1);
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });
});
