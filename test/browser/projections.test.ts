import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { createClient } from '../support/client.ts';
import { runIntakeIn } from '../support/running-server.ts';
import { clientOf, expectAccessibleAtBothWidths, expectNoSidewaysScrollAtBothWidths } from './browser.ts';
import { describePortal } from './portal.ts';

const CREATOR = 'mia@bagwis.example';
const ADMIN = 'jun@bagwis.example';
const failsAt = (id: string) => `import { idOf, projection } from 'intake/projection';
export default projection<{ _id: string }>({
  name: 'picky',
  on: {
    ApplicationSubmitted(_, { stream }) {
      if (idOf(stream) === '${id}') throw new Error('no such case');
      return { _id: idOf(stream) };
    },
  },
});`;

describePortal('The projections', (portal) => {
  test('show a stopped document, which a creator skips with a reason, and are rebuilt', async () => {
    await runIntakeIn({ DATA_DIR: portal.directory }, 'user', 'grant-creator', '--email', CREATOR);
    const mia = await portal.visitAs(CREATOR, DEMO_PASSWORD);
    const { body: applications } = await (await clientOf(mia, portal.url)).call('listApplications');
    await mkdir(join(portal.directory, 'projections'));
    await writeFile(join(portal.directory, 'projections', 'picky.ts'), failsAt(applications[0]?._id ?? ''));
    const { page } = mia;
    await page.goto('/admin/config');
    await page.getByRole('navigation', { name: 'Config' }).getByRole('link', { name: 'Projections' }).click();
    const picky = page.getByRole('article', { name: 'picky.ts' });
    await picky.getByText('1 document stopped').waitFor();
    await page.getByText('1 projection needs attention: picky.ts.').waitFor();
    await picky.getByRole('button', { name: 'Skip this event…' }).focus();
    await page.keyboard.press('Enter');
    const focused = page.locator(':focus');
    await expect.poll(() => focused.evaluate(({ tagName }) => tagName)).toBe('TEXTAREA');
    await picky.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => focused.innerText()).toBe('Skip this event…');
    await page.keyboard.press('Enter');
    await picky.getByRole('button', { name: 'Skip ApplicationSubmitted' }).click();
    await picky.getByText(TEXTS.readModels.reasonMissing).waitFor();
    await expectAccessibleAtBothWidths(mia, 'projections');
    await expectNoSidewaysScrollAtBothWidths(page);
    await picky.getByLabel('Why is this event skipped?').fill('It is a test');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await picky
      .getByText(/ApplicationSubmitted at position .* is left out, decided by mia@bagwis\.example on .*: It is a test/)
      .waitFor();
    await expect.poll(() => focused.innerText()).toBe('picky.ts');

    const client = createClient(portal.url);
    await client.call('login', { body: { email: CREATOR, password: DEMO_PASSWORD } });
    const { body: projections } = await client.call('listProjections');
    const { eventId = '', position = '' } = projections.flatMap(({ skipped }) => skipped)[0] ?? {};
    for (const name of ['audit', 'applications']) {
      const body = { eventId, position, reason: 'It was sent twice' };
      expect((await client.call('skipEvent', { params: { name }, body })).status).toBe(200);
    }
    const left = page.getByText(/^One “Application submitted” event has been left out since .*: It was sent twice$/);
    for (const path of ['/admin/audit', '/admin/dashboard?trends=1']) {
      await page.goto(path);
      await left.waitFor();
    }

    await page.goto('/admin/projections');
    const batches = page.getByRole('article', { name: 'batches', exact: true });
    const generations = batches.getByText(/^batches@/);
    const before = await generations.textContent();
    await batches.getByRole('button', { name: 'Rebuild' }).click();
    await expect.poll(async () => (await generations.textContent()) !== before).toBe(true);
    await batches.getByText('Up to date').waitFor();
    await batches.getByText(/^(\d+) of \1$/).waitFor();
  });

  test('are for creators only', async () => {
    const { page } = await portal.visitAs(ADMIN, DEMO_PASSWORD);
    await page.goto('/admin/projections');
    await page.getByText(TEXTS.access.configRefused).waitFor();
  });
});
