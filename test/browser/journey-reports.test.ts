import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { FUNNEL_RULE } from '../../domain/reports/funnel.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import {
  comeBackLater,
  DESKTOP,
  expectAccessibleAtBothWidths,
  expectNoSidewaysScrollAtBothWidths,
  PHONE,
} from './browser.ts';
import { describePortal } from './portal.ts';

describePortal('the reports on journeys', (portal) => {
  test('a Viewer compares courses in the funnel, opens a number on the dashboard and saves the table', async () => {
    const noel = await portal.visitAs('noel@bagwis.example', DEMO_PASSWORD);
    const { page } = noel;
    await page.goto('/admin/reports');
    await page.getByRole('link', { name: 'Funnel and speed' }).click();
    await page.getByLabel('Compare').waitFor();
    await page.getByRole('button', { name: 'Select All' }).click();
    await page.getByText(FUNNEL_RULE).waitFor();
    await expectAccessibleAtBothWidths(noel, 'funnel');
    await expectNoSidewaysScrollAtBothWidths(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const row = page.getByRole('row', { name: /^INTERVIEW SCHEDULED/ });
    const number = row.getByRole('link').first();
    const count = await number.innerText();
    expect(await readFile(await download.path(), 'utf8')).toContain(`INTERVIEW SCHEDULED,${count},`);
    await number.click();
    await page.getByText(`From a report: Reached INTERVIEW SCHEDULED, ${count} applications.`).waitFor();
    await page.getByText(`${count} applications shown`).waitFor();
    await page.getByRole('button', { name: 'Show all applications' }).click();
    await page.getByText(/From a report/).waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByLabel('Compare').selectOption('Sources');
    await page.getByRole('columnheader', { name: 'Facebook' }).waitFor();
    await page.getByLabel('Show').selectOption('Days to reach, median');
    await page.reload();
    await page.getByRole('columnheader', { name: 'Facebook' }).waitFor();
    const perDay = await page.locator('figure li').evaluateAll((bars) =>
      bars.flatMap((bar) => {
        const days = Number.parseFloat(bar.querySelector('a')?.textContent ?? '');
        const style = bar.querySelector('[style]')?.getAttribute('style') ?? '';
        const width = Number.parseFloat(style.replace('width:', ''));
        return days > 0 ? [Number((width / days).toFixed(3))] : [];
      }),
    );
    expect(perDay.length).toBeGreaterThan(20);
    expect(new Set(perDay).size, 'bars of all sources have one scale').toBe(1);
    await page
      .getByRole('row', { name: /^INTERVIEW SCHEDULED/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByText(/From a report: Reached INTERVIEW SCHEDULED, \d+ applications/).waitFor();
    await page.goBack();
    await page.getByLabel('Compare').selectOption('Courses');
    const withoutApplicants = page.locator('figure').filter({ hasText: 'Java, next year' });
    await withoutApplicants.getByText('0 applications').waitFor();
    expect(await withoutApplicants.getByRole('listitem').count(), 'no bars without applicants').toBe(0);

    await page.getByRole('link', { name: 'Seat forecast' }).click();
    await page
      .getByText(/Probably .* will be signed|No forecast/)
      .first()
      .waitFor();
    await expectAccessibleAtBothWidths(noel, 'forecast');
    const tables = page.getByRole('main').locator('section:has(> table)');
    expect(await tables.count()).toBeGreaterThan(1);
    expect(
      await tables.evaluateAll((all) =>
        all
          .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.getAttribute('aria-label')),
      ),
      'on a phone, rows are stacked and none is cut',
    ).toEqual([]);
    const seats = page.getByRole('region', { name: 'Seats' });
    await page.setViewportSize(PHONE);
    expect(await seats.evaluate((table) => table.scrollWidth <= table.clientWidth)).toBe(true);
    await page.setViewportSize(DESKTOP);
    const open = seats.getByRole('link').nth(1);
    const waiting = await open.innerText();
    await open.click();
    await page.getByText(`From a report: Still open, ${waiting} applications.`).waitFor();
    await page.goBack();

    await page.getByRole('link', { name: 'What if' }).click();
    await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Full-Stack, winter' });
    await page.getByText('Other time limits').click();
    const limit = page.getByLabel('NEW', { exact: true });
    await limit.fill('');
    await limit.pressSequentially('400');
    await page.getByText(TEXTS.organizations.statusLimitInvalid(365)).waitFor();
    await page.getByText('Correct the marked fields').waitFor();
    await page.keyboard.press('Tab');
    expect(await limit.inputValue()).toBe('400');
    expect(await page.getByRole('region', { name: 'What if' }).count()).toBe(0);
    await limit.fill('1');
    await page.getByText('Owners and Admins see which applications differ.').waitFor();
    await page.getByText('Another ranking of statuses').click();
    await page.getByRole('button', { name: 'Move WITHDRAWN up' }).press('Enter');
    const focused = page.locator(':focus');
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Move WITHDRAWN down');
    await page.getByRole('button', { name: 'Use the portal’s ranking' }).press('Enter');
    await expect.poll(() => focused.innerText()).toBe('Another ranking of statuses');
    await expectAccessibleAtBothWidths(noel, 'what-if');
    await page.getByLabel('Quiz for the pass mark').selectOption({ index: 1 });
    await page.getByLabel('Actual pass mark, %').fill('0');
    const mark = page.getByLabel('Other pass mark, %');
    await mark.pressSequentially('101');
    await page.getByText(TEXTS.reportPages.markInvalid).waitFor();
    await mark.fill('100');
    await page.getByText(/would not have passed; of these/).waitFor();
    const { page: ofOwner } = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD);
    await ofOwner.goto(page.url());
    const differ = ofOwner.getByRole('heading', { name: /\d applications? differ/ });
    await differ.waitFor();
    const refused = { status: 400, json: { message: 'The store is away.' } };
    const asked = ['whatIf', 'batches', 'assessments'].map((name) => `**/api/${name}*`);
    for (const path of asked) await ofOwner.route(path, (route) => route.fulfill(refused));
    const failures = asked.map((path) => ofOwner.waitForResponse(path));
    await comeBackLater(ofOwner);
    for (const failure of failures) await (await failure).finished();
    await ofOwner.unrouteAll();
    await ofOwner.evaluate('new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))');
    expect(await differ.count(), 'shown figures stay').toBe(1);
    const passed = ofOwner.getByRole('row', { name: /^Passed/ }).getByRole('link');
    const differing = await passed.last().innerText();
    await passed.last().click();
    await ofOwner.getByText(`From a report: Passed, Differ, ${differing} applications.`).waitFor();
    await ofOwner.goBack();
    const sentence = await ofOwner.getByText(/differs? of \d+\./).innerText();
    await ofOwner.getByRole('link', { name: 'Link to this result' }).click();
    await ofOwner.getByText('later events change nothing').waitFor();
    await ofOwner.reload();
    await ofOwner.getByText(sentence).waitFor();
  });
});
