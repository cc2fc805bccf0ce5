import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { createClient } from '../support/client.ts';
import { appliedTo, batchOffering, receiveContract } from '../support/payments.ts';
import { createSchool, freshEmail, signedIn } from '../support/school.ts';
import { startTestServer } from '../support/server.ts';
import {
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSidewaysScroll,
  expectWholeWords,
  PHONE,
} from './browser.ts';
import { describePortal } from './portal.ts';

const PASSWORD = 'nanoseconds-of-wire';
const LATER_MS = 140 * 86_400_000;

describePortal('payments of an applicant', (portal) => {
  const plansOf = (config?: ProcessConfig) =>
    config?.applicationDetailsSteps.flatMap(({ availablePaymentModels }) => availablePaymentModels ?? []) ?? [];
  const valuesFor = (config: ProcessConfig | undefined, email: string) =>
    Object.fromEntries(
      (config?.applicationForm.fields ?? []).map(({ name, dataType, options }) => [
        name,
        { select: options?.[0], email, tel: '+63 912 345 6789' }[dataType as string] ?? 'Grace',
      ]),
    );

  async function enrolled(email: string, programs = 1): Promise<void> {
    const owner = createClient(portal.url);
    await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const { body: batches } = await owner.call('listBatches');
    const { body: processes } = await owner.call('listProcesses');
    const configs = new Map(processes.map(({ _id, json }) => [_id, JSON.parse(json) as ProcessConfig]));
    const configOf = ({ processId }: { processId: string | null }) => configs.get(processId ?? '');
    const withPlans = batches.filter((batch) => batch.status === 'Open' && plansOf(configOf(batch)).length > 0);
    expect(withPlans.length).toBeGreaterThanOrEqual(programs);
    const applicant = createClient(portal.url);
    await applicant.call('signup', { body: { email, password: PASSWORD } });
    for (const batch of withPlans.slice(0, programs)) {
      const values = { ...valuesFor(configOf(batch), email), batchId: batch._id };
      const applied = await applicant.call('submitApplication', { body: values });
      expect(applied.status).toBe(200);
      const changed = await owner.call('changeApplication', {
        params: { id: applied.body._id },
        body: { selectedPaymentModelId: plansOf(configOf(batch))[0], status: 'CONTRACT RECEIVED' },
      });
      expect(changed.status).toBe(200);
    }
  }

  test('show the balance, the next invoices and the schedule', async () => {
    const email = freshEmail();
    await enrolled(email);
    const grace = await portal.visitAs(email, PASSWORD, { viewport: PHONE });
    const { page } = grace;
    await page.goto('/');
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByRole('heading', { name: 'Due soon' }).waitFor();
    await page.getByText('Balance').waitFor();
    expect(await page.getByRole('region', { name: 'Due soon' }).getByRole('listitem').count()).toBeLessThanOrEqual(3);
    expect(await page.getByRole('row').count()).toBeGreaterThan(1);
    await page.getByRole('region', { name: 'How to pay' }).getByText('account 0123 4567 89').waitFor();
    await page.getByRole('region', { name: 'Contact us' }).getByText('admissions@bagwis.example').waitFor();
    await expectWholeWords(page);
    const rows = page.getByRole('row');
    await page.setViewportSize({ width: 320, height: 700 });
    const cells = async () =>
      Promise.all((await rows.nth(1).getByRole('cell').all()).map((cell) => cell.boundingBox()));
    await expect
      .poll(async () => new Set((await cells()).map((box) => box?.y)).size, { message: 'the status below the date' })
      .toBe(2);
    await page.setViewportSize(PHONE);
    await expectAccessibleAtBothWidths(grace, 'payments');
    expect(grace.complaints).toEqual([]);
    await grace.context.close();
  });

  test('for several programs are a list of balances, also by keyboard', async () => {
    const email = freshEmail();
    await enrolled(email, 2);
    const grace = await portal.visitAs(email, PASSWORD, { viewport: PHONE });
    const { page } = grace;
    await page.goto('/payments');
    const balances = page.getByRole('main').getByRole('link', { name: /Balance/ });
    await balances.first().waitFor();
    expect(await balances.count()).toBe(2);
    await expectAccessibleAtBothWidths(grace, 'payments-several');
    await balances.first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'All payments' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
    await page.getByRole('link', { name: 'All your balances' }).click();
    await balances.first().waitFor();
    expect(grace.complaints).toEqual([]);
    await grace.context.close();
  });

  test('list up to three overdue invoices first, and the dates of paid ones', async () => {
    let ahead = 0;
    const server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now: () => Date.now() + ahead });
    try {
      const school = await createSchool(server, 'late');
      const { applicationId, email } = await appliedTo(
        await batchOffering(school, school.paymentModelId),
        server.client({ organizationId: school.organizationId }),
        freshEmail(),
      );
      await receiveContract(school, applicationId, school.paymentModelId);
      ahead = LATER_MS;
      const owner = await signedIn(server, 'owner@late.example', school.organizationId);
      const { body: accounts } = await owner.call('listPaymentAccounts', { query: { applicationId } });
      const params = { id: accounts[0]?._id ?? '', n: '1' };
      expect((await owner.call('payInvoice', { params, body: {} })).status).toBe(200);
      const { cookies } = await signedIn(server, email, school.organizationId);

      const ada = await portal.visit({ viewport: PHONE });
      await ada.context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: server.url })));
      const { page } = ada;
      await page.goto(`${server.url}/payments`);
      const overdue = page.getByRole('region', { name: 'Overdue' });
      await overdue.getByText(/^And [12] more, below\.$/).waitFor();
      expect(await overdue.getByRole('listitem').count()).toBe(3);
      expect(await page.getByRole('region', { name: 'Due soon' }).getByRole('listitem').count()).toBeLessThan(3);
      await page.getByText('PHP\u00A01,503.00').waitFor();
      await page.getByRole('cell', { name: /^Paid on \w+, \d+ \w+ \d{4}$/ }).waitFor();
      await expectAccessibleAtBothWidths(ada, 'payments-overdue');
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScroll(page);
      expect(ada.complaints).toEqual([]);
      await ada.context.close();
    } finally {
      await server.close();
    }
  });

  test('are empty before a contract is received, and require a log-in', async () => {
    const ada = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: PHONE });
    await ada.page.goto('/payments');
    await ada.page.getByRole('heading', { name: 'You have no payments yet' }).waitFor();
    await expectAccessible(ada, 'payments-none');
    await expectNoSidewaysScroll(ada.page);
    await ada.context.close();
    const nobody = await portal.visit();
    await nobody.page.goto('/payments');
    await nobody.page.getByRole('heading', { name: 'Log in' }).waitFor();
    await nobody.context.close();
  });
});
