import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { createClient } from '../support/client.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';

/** Counts the clicks of a mouse. Choosing from a list takes two; keys are free. */
function clicking(page: Page) {
  let clicks = 0;
  return {
    async press(button: Locator) {
      clicks += 1;
      await button.click();
    },
    async choose(list: Locator, choice: string | { readonly label: string }) {
      clicks += 2;
      await list.selectOption(choice);
    },
    async find(person: string) {
      await page.keyboard.press('/');
      await page.keyboard.type(person);
      await page.waitForURL((url) => url.searchParams.get('q') === person);
    },
    /** Since the last call. */
    taken() {
      const taken = clicks;
      clicks = 0;
      return taken;
    },
  };
}

/** The last column of the table in docs/frequent-jobs.md. */
function documented(): Record<string, number> {
  const text = readFileSync(join(import.meta.dirname, '../../docs/frequent-jobs.md'), 'utf8');
  const rows = text.matchAll(/^\| ([^|]+) \| [^|]+ \| (\d+) \|$/gm);
  return Object.fromEntries([...rows].map(([, job, clicks]) => [job, Number(clicks)]));
}

describePortal('the most frequent jobs of an officer', (portal) => {
  test('take few clicks', async () => {
    const client = createClient(portal.url);
    await client.call('login', { body: { email: OWNER, password: DEMO_PASSWORD } });
    const all = (await client.call('listApplications')).body;
    // A transferred application has a copy with the same email.
    const isOnly = (email: string | null) => all.filter((other) => other.email === email).length === 1;
    const stuck = all.find(({ status, email }) => status === 'INTERVIEW PENDING' && isOnly(email));
    if (!stuck?.email) throw new Error('No one waits for an interview');
    const kept = (stuck.adminComments ?? []).map(({ _id, message }) => ({ _id, message }));
    const adminComments = [...kept, { message: 'Wants evenings', kind: 'call' as const }];
    const noted = await client.call('changeApplication', { params: { id: stuck._id }, body: { adminComments } });
    expect(noted.status).toBe(200);

    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    const officer = clicking(page);
    const taken: Record<string, number> = {};
    const job = async (name: string, work: () => Promise<void>) => {
      await work();
      taken[name] = officer.taken();
    };
    const row = page.locator('.ag-row [col-id="name"]').filter({ visible: true });
    const panel = page.getByRole('tabpanel');

    await page.goto('/admin/dashboard?tab=all');
    await row.first().waitFor();
    await job('find a person', async () => {
      await officer.find(stuck.email ?? '');
      await expect.poll(() => row.count()).toBe(1);
    });
    await job('see why they are stuck, and what was said on the phone', async () => {
      await officer.press(row.first());
      await panel.getByText('Time in status').waitFor();
      const comment = panel.getByRole('listitem').filter({ hasText: 'Wants evenings' });
      await comment.getByText(/^Call · /).waitFor();
    });
    await job('move them on', async () => {
      await officer.choose(panel.getByLabel('Change status'), 'INTERVIEW COMPLETED');
      await panel.getByText('Saved: INTERVIEW COMPLETED.').waitFor();
    });
    await page.keyboard.press('Escape');
    await page.goto(`/admin/dashboard?tab=all&q=${encodeURIComponent(stuck.email)}`);
    await row.first().waitFor();
    await job('hand them over', async () => {
      await officer.press(row.first());
      await officer.choose(panel.getByLabel('Assignee'), { label: 'Jun Villanueva' });
      await officer.press(panel.getByRole('button', { name: 'Assign', exact: true }));
      await panel.getByText('Saved').first().waitFor();
    });

    await page.goto('/admin/dashboard');
    await row.first().waitFor();
    await job('see today’s interviews', async () => {
      await officer.press(page.getByRole('button', { name: /upcoming interview/ }));
      await page.getByRole('region', { name: 'Interviews' }).getByRole('rowgroup').first().waitFor();
    });
    await job('see what is overdue', async () => {
      await officer.press(page.getByRole('button', { name: 'Overdue' }));
      await page.waitForURL(/overdue/);
    });

    await page.goto('/admin/dashboard?tab=all&q=interview+pending');
    await row.first().waitFor();
    await job('write to all that are shown', async () => {
      await officer.press(page.getByLabel('Select all applications shown here').first());
      await officer.press(page.getByRole('button', { name: 'Send', exact: true }));
      const dialog = page.getByRole('dialog');
      await officer.choose(dialog.getByRole('combobox'), { label: 'Interview scheduled' });
      await officer.press(dialog.getByRole('button', { name: /^Send to / }));
      await dialog.waitFor({ state: 'detached' });
    });

    await page.goto('/admin/dashboard?tab=all&q=information+sent&sort=name.asc');
    await row.first().waitFor();
    await page.locator('.ag-row a[href^="/application/"]').first().focus();
    await page.keyboard.press('Enter');
    await job('decide ten offers', async () => {
      for (let n = 1; n <= 10; n += 1) {
        await page.getByText(new RegExp(`^${n} of \\d+$`)).waitFor();
        await officer.choose(page.getByLabel('Change status'), 'CONTRACT SENT');
        await page.getByText('Saved: CONTRACT SENT.').waitFor();
        await page.getByRole('link', { name: 'Next' }).focus();
        await page.keyboard.press('Enter');
      }
    });

    await page.goto('/admin/dashboard');
    await row.first().waitFor();
    await job('export for accounting', async () => {
      const file = page.waitForEvent('download');
      await officer.press(page.getByRole('button', { name: 'Download payments as CSV' }));
      expect((await file).suggestedFilename()).toBe('payments.csv');
    });
    expect(taken).toEqual(documented());
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });
});
