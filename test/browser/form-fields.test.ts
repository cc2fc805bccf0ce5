import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { createClient } from '../support/client.ts';
import type { Visitor } from './browser.ts';
import { openPage } from './every-page.ts';
import { describePortal } from './portal.ts';

/** Roles that Chromium gives to controls that take a value. */
const FIELDS = new Set(
  'textbox searchbox combobox listbox checkbox radio switch spinbutton slider Date DateTime InputTime ColorWell'.split(
    ' ',
  ),
);

/** Runs in the page: help and errors that can be seen and that no field refers to. */
const UNTIED = `(() => {
  const tied = new Set([...document.querySelectorAll('[aria-describedby], [aria-errormessage]')]
    .flatMap((one) => [one.getAttribute('aria-describedby'), one.getAttribute('aria-errormessage')].join(' ').split(/\\s+/)));
  return [...document.querySelectorAll('main :not(input, textarea, select):is([id$="-help"], [id$="-note"], [id$="-error"], [id$="-description"], [id$="-remark"])')]
    .filter((one) => !tied.has(one.id) && one.textContent.trim() && one.checkVisibility({ visibilityProperty: true }))
    .map((one) => 'no field refers to: ' + one.textContent.trim().slice(0, 60));
})()`;

/** What a screen reader is not told: the name of a field, its help, or what is wrong with it. */
async function untold(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const fields = nodes.filter(({ ignored, role }) => !ignored && FIELDS.has(String(role?.value)));
  const faults = fields.flatMap(({ name, role, description, properties = [] }) => {
    const called = String(name?.value ?? '').trim();
    if (!called) return [`a ${role?.value} without a name`];
    const isWrong = properties.some((one) => one.name === 'invalid' && one.value.value !== 'false');
    return isWrong && !description?.value ? [`${called}: marked as wrong, without an error`] : [];
  });
  return [...faults, ...((await page.evaluate(UNTIED)) as string[])];
}

/** Sends each form as it is, so that what it requires is missing. */
async function sendForms(page: Page): Promise<void> {
  const buttons = page.locator('main form button[type=submit]:enabled').filter({ visible: true });
  const count = await buttons.count();
  for (let n = 0; n < count; n += 1) {
    const button = buttons.nth(n);
    if ((await button.count()) > 0) await button.click();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }
}

describePortal('every form field', (portal) => {
  async function faultsOf(visitor: Visitor, paths: readonly string[], sent: readonly string[]) {
    const { page } = visitor;
    const faults: string[] = [];
    for (const path of paths) {
      await openPage(visitor, path);
      faults.push(...(await untold(page)).map((fault) => `${path}: ${fault}`));
      if (!sent.includes(path)) continue;
      await sendForms(page);
      await page.locator('main [aria-invalid=true]').first().waitFor();
      faults.push(...(await untold(page)).map((fault) => `${path}, sent empty: ${fault}`));
    }
    return faults;
  }

  test('tells a screen reader its name, its help and what is wrong with it', async () => {
    const ada = createClient(portal.url);
    await ada.call('login', { body: { email: DEMO_APPLICANT, password: DEMO_PASSWORD } });
    const { body: applications } = await ada.call('listApplications', { query: { filter: 'mine' } });
    const application = `/application/${applications[0]?._id}`;
    const { body: batches } = await createClient(portal.url).call('listBatches');
    const { body: school } = await ada.call('organizationForCurrentDomain');
    const apply = `/apply/${school?.slug}/${batches[0]?._id}`;

    const entering = ['/login', '/signup', '/passwordReset', '/passwordReset?token=made-up', '/loginLink'];
    const nobody = await portal.visit();
    expect(await faultsOf(nobody, [apply, ...entering], [apply, ...entering])).toEqual([]);
    const applicant = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD);
    expect(await faultsOf(applicant, [application, '/account'], ['/account'])).toEqual([]);

    const owner = await portal.visitAs('mia@bagwis.example', DEMO_PASSWORD);
    const kinds = ['batches', 'assessments', 'emails', 'paymentModels', 'webhooks'];
    const editors = kinds.map((kind) => `/admin/config/${kind}/new`);
    const pages = [
      '/admin/dashboard?show=add&trends=1',
      application,
      '/admin/import',
      '/admin/reports',
      '/admin/reports/saved/new',
      '/admin/reports/funnel',
      '/admin/reports/what-if',
      '/admin/audit',
      '/admin/security',
      '/admin/config/organization',
      '/admin/config/processes/new',
      '/admin/config/tokens',
      '/admin/config/users',
    ];
    expect(await faultsOf(owner, [...pages, ...editors], [])).toEqual([]);
    for (const visitor of [nobody, applicant, owner]) {
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    }
  });
});
