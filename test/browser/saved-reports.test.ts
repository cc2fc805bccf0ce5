import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { expectAccessible, expectAccessibleAtBothWidths, expectNoSidewaysScrollAtBothWidths } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const VIEWER = 'noel@bagwis.example';
const SENTENCE = 'Counts distinct applications that reached CONTRACT SENT, by week and program.';

describePortal('saved reports', (portal) => {
  test('are made without code, built, changed beside their former figures, pinned, and deleted with an undo', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/reports/saved');
    await page.getByRole('heading', { name: 'There are no saved reports yet' }).waitFor();
    await expectAccessible(mia, 'saved-reports-empty');
    await page.getByRole('link', { name: 'New report' }).click();
    await page.getByText('Choose what the report counts.').waitFor();
    await page.getByLabel('What happens').selectOption({ label: 'The status of an application changes' });
    await page.getByLabel('What to show').selectOption({ label: 'How many applications it happened to' });
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('Field').selectOption({ label: 'New status' });
    await page.getByLabel('Values of New status').selectOption('CONTRACT SENT');
    await page.getByLabel('Group by').selectOption({ label: 'Week' });
    await page.getByLabel('Then by').selectOption({ label: 'Program' });
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText(SENTENCE).waitFor();
    await preview.getByText(TEXTS.savedReports.previewNewest).waitFor();
    await page.getByLabel('Name').fill('Contracts sent');
    await page.getByText('changes not live').waitFor();
    await expectAccessibleAtBothWidths(mia, 'report-builder');
    await expectNoSidewaysScrollAtBothWidths(page);
    await page.getByRole('button', { name: 'Save report' }).click();
    await page.getByRole('heading', { name: 'Contracts sent', level: 2 }).waitFor();
    await page.getByText(SENTENCE).waitFor();
    const address = new URL(page.url()).pathname;
    await page.getByText(/^v1 since .*, Mia Santos$/).waitFor();
    await page.getByText('Program: as of today, after transfers too.').waitFor();
    await page.getByRole('button', { name: 'Show as table' }).click();
    const whole = Number(await page.locator('tfoot td').last().innerText());
    expect(whole).toBeGreaterThan(20);
    await page.getByText(`${whole} applications in all`).waitFor();
    await expectAccessibleAtBothWidths(mia, 'saved-report');
    await page.locator('tfoot td').last().getByRole('link').click();
    await page.getByText(`From a report: Contracts sent, ${whole} applications.`).waitFor();
    await page.goBack();
    const download = page.waitForEvent('download');
    await page.locator('.apexcharts-svg').waitFor();
    await page.getByRole('button', { name: 'Download PNG' }).click();
    expect((await download).suggestedFilename()).toBe('Contracts sent.png');
    const client = createClient(portal.url);
    await client.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    const { body } = await client.call('getReportResult', { params: { id: address.split('/').at(-1) ?? '' } });
    const { axes = [], cells = [] } = body.table ?? {};
    // The chart of a phone has the newest 31 weeks.
    const first = Math.max(0, (axes[0]?.buckets.length ?? 0) - 31);
    // Not where lines meet, and of a line that is not the first.
    const isAlone = ({ at, value }: (typeof cells)[number]) =>
      cells.filter((other) => other.at[0] === at[0] && other.value === value).length === 1;
    const alone = cells.find((cell) => cell.n > 0 && (cell.at[0] ?? 0) >= first && cell.at[1] !== 0 && isAlone(cell));
    const [place = 0, line = 0] = alone?.at ?? [];
    await page.locator(`.apexcharts-marker[rel="${place - first}"][index="${line}"]`).click({ force: true });
    const group = [axes[0]?.buckets[place]?.label, axes[1]?.buckets[line]?.label].join(', ');
    await page.getByText(`From a report: Contracts sent: ${group}, `).waitFor();
    await page.goBack();

    await page.getByRole('button', { name: 'Pin to Reports' }).press('Enter');
    await page.getByRole('button', { name: 'Unpin from Reports' }).waitFor();
    expect(await page.locator(':focus').innerText()).toBe('Unpin from Reports');
    const { position } = (await client.call('getAsOf', { query: { at: new Date().toISOString() } })).body;
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('What to show').selectOption({ label: 'The median time since another event' });
    await page.getByText('1 change not live: What to show').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('region', { name: 'History' }).getByText('changed What to show').waitFor();
    await page.getByRole('link', { name: 'The report', exact: true }).click();
    await page.getByText(/^v2 since /).waitFor();
    await page.getByText(`median of ${whole} cases`).waitFor();

    await page.goto(`${address}?asOf=${position}`);
    await page.getByText(/^v1 since /).waitFor();
    await page.getByText(`${whole} applications in all`).waitFor();
    for (const name of ['Edit', 'Delete', 'Unpin from Reports'])
      expect([name, await page.getByRole('main').getByText(name, { exact: true }).count()]).toEqual([name, 0]);
    await expectAccessibleAtBothWidths(mia, 'saved-report-then');
    await page.getByRole('link', { name: 'All saved reports' }).click();
    await page.getByRole('link', { name: 'Contracts sent', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'New report' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Overview' }).click();
    const then = page.getByRole('region', { name: 'Contracts sent', exact: true });
    await then.getByRole('link', { name: String(whole), exact: true }).click();
    await page.getByText(`From a report: Contracts sent, ${whole} applications.`).waitFor();
    await page.getByRole('region', { name: 'As of a past date' }).waitFor();
    await page.goto(address);
    await page.getByText(/^v2 since /).waitFor();

    const noel = await portal.visitAs(VIEWER, DEMO_PASSWORD);
    await noel.page.goto('/admin/reports');
    const pinned = noel.page.getByRole('region', { name: 'Contracts sent', exact: true });
    await pinned.getByText(`median of ${whole} cases`).waitFor();
    const file = noel.page.waitForEvent('download');
    await pinned.getByRole('link', { name: 'Download CSV' }).click();
    expect(await readFile(await (await file).path(), 'utf8')).toContain('Contracts sent');

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(TEXTS.savedReports.confirmDelete).waitFor();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Contracts sent has been deleted.').waitFor();
    await page.getByRole('heading', { name: 'There are no saved reports yet' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByRole('link', { name: 'Contracts sent', exact: true }).getAttribute('href')).toBe(address);
    await page.getByText('Live').waitFor();
    await expectAccessibleAtBothWidths(mia, 'saved-reports');
  });
});
