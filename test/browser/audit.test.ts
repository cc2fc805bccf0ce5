import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { expectAccessibleAtBothWidths, expectNoSidewaysScrollAtBothWidths } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';
const VIEWER = 'noel@bagwis.example';

describePortal('The audit log', (portal) => {
  test('is found in Config, searched, filtered from an entry, opened and downloaded', async () => {
    const jun = createClient(portal.url);
    await jun.call('login', { body: { email: ADMIN, password: DEMO_PASSWORD } });
    const [one, other] = (await jun.call('listApplications')).body.filter(({ status }) => status === 'NEW');
    const applicationIds = [one?._id ?? '', other?._id ?? ''];
    const action = { kind: 'status', status: 'INFORMATION SENT' } as const;
    const { body: bulk } = await jun.call('startBulk', { body: { applicationIds, action } });
    await expect
      .poll(async () => (await jun.call('getBulk', { params: { id: bulk._id } })).body.phase)
      .toBe('finished');

    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/admin/config');
    await page.getByRole('navigation', { name: 'Config' }).getByRole('link', { name: 'Audit log' }).click();
    const entries = page.getByRole('list', { name: 'Entries, newest first' });
    const changed = entries
      .getByRole('article')
      .filter({ hasText: 'Jun Villanueva set the status of 2 applications to' });
    const opener = changed.getByRole('button', { name: 'Show 2 applications' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => changed.getByText('changed status from').count()).toBe(2);
    await expectAccessibleAtBothWidths(mia, 'audit');
    await expectNoSidewaysScrollAtBothWidths(page);

    await page.getByLabel('Search').fill(`${one?.firstName} ${one?.lastName}`);
    const status = entries.getByRole('article').filter({ hasText: 'as one of 2' });
    await expect.poll(() => page.url()).toContain('q=');
    await changed.waitFor({ state: 'detached' });
    await page.reload();
    await entries
      .getByRole('button', { name: new RegExp(`^Only about ${one?.firstName}`) })
      .first()
      .click();
    await page.getByLabel('Object', { exact: true }).waitFor();
    await page.getByLabel('Search').fill('');
    await expect.poll(() => new URL(page.url()).searchParams.has('q')).toBe(false);
    const applied = entries.getByText('changed status from').first();
    await applied.waitFor();
    expect(await status.count()).toBe(0);
    await page.getByRole('button', { name: 'Everything except this object' }).click();
    await changed.waitFor();

    await page.getByLabel('Kind').selectOption('batch');
    await page.getByRole('button', { name: 'Everything except this object' }).waitFor();
    await page.getByLabel('Change', { exact: true }).selectOption('Program created');
    await entries.getByText('created the program').first().waitFor();
    await entries.getByText('changed the status of').first().waitFor({ state: 'detached' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    await page.getByText(`${lines.length - 1} entries downloaded.`).waitFor();
    expect(lines[0]).toBe('\uFEFFTime (UTC),Who,Email,What,Kind,Object,Details');
    expect(new Set(lines.slice(1).map((line) => line.includes(',Program,')))).toEqual(new Set([true]));

    await page.getByLabel('Search').fill('no such thing at all');
    await page.getByRole('heading', { name: 'No entries match these filters' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await entries.getByText('downloaded the audit log').first().waitFor();
    await entries.getByRole('link', { name: /\w/ }).first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });

  test('ends for a member who was removed at the next answer, and so does a report, without a trace of the school', async () => {
    const mia = createClient(portal.url);
    await mia.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    const { body: report } = await mia.call('createSavedReport', {
      body: { name: 'Who applied', events: ['ApplicationSubmitted'] },
    });
    const groupBy = [{ kind: 'field', field: 'application.batch', when: 'event' }] as const;
    await mia.call('changeSavedReport', { params: { id: report._id }, body: { groupBy: [...groupBy] } });
    const { page, context } = await portal.visitAs(ADMIN, DEMO_PASSWORD);
    await page.goto('/admin/audit');
    await page.getByRole('list', { name: 'Entries, newest first' }).waitFor();
    await page.getByText('changed groups of the saved report to program after the event').waitFor();
    const other = await context.newPage();
    await other.goto(`${portal.url}/admin/reports/saved/${report._id}`);
    await other.getByRole('heading', { name: report.name }).waitFor();
    const jun = (await mia.call('listUsers')).body.find(({ email }) => email === ADMIN);
    const { body: school } = await mia.call('organizationForCurrentDomain');
    const removed = { orgId: school?._id ?? '', userId: jun?._id ?? '' };
    expect((await mia.call('removeMemberFromOrg', { body: removed })).status).toBe(200);
    await page.getByRole('button', { name: 'Show older entries' }).click();
    for (const [shown, title] of [
      [page, 'Audit log'],
      [other, 'Reports'],
    ] as const) {
      await shown.getByText(TEXTS.access.configRefused).waitFor();
      const words = await shown.getByRole('main').innerText();
      const said = [TEXTS.access.noLongerMember(school?.name ?? ''), TEXTS.access.configRefused];
      expect(words.split('\n').filter(Boolean)).toEqual([title, ...said, 'Go to the home page']);
    }
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await page.waitForURL(`${portal.url}/`);
    await context.close();
  });

  test('is refused to a Viewer', async () => {
    const { page, context } = await portal.visitAs(VIEWER, DEMO_PASSWORD);
    await page.goto('/admin/audit');
    await page.getByText(TEXTS.access.configRefused).waitFor();
    await context.close();
  });
});
