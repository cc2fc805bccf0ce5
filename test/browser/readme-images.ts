import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { startPortal } from '../support/running-server.ts';
import { launchBrowser, logIn, visit } from './browser.ts';

const directory = await mkdtemp(join(tmpdir(), 'intake-images-'));
const portal = await startPortal(directory);
const browser = await launchBrowser();
try {
  await mkdir('docs/images', { recursive: true });
  const ada = await visit(browser, portal.url, { viewport: { width: 1100, height: 820 } });
  await logIn(ada.page, DEMO_APPLICANT, DEMO_PASSWORD);
  await ada.page
    .getByRole('link', { name: /Full-Stack, day/ })
    .first()
    .click();
  await ada.page.getByText('Book your interview').first().waitFor();
  await ada.page.getByLabel('Where do you live?').waitFor();
  await ada.page.screenshot({ path: 'docs/images/portal.png' });

  const mia = await visit(browser, portal.url, { viewport: { width: 1440, height: 900 } });
  await logIn(mia.page, 'mia@bagwis.example', DEMO_PASSWORD);
  await mia.page.goto('/admin/dashboard');
  const row = mia.page.getByRole('row').filter({ hasText: 'Contract sent' }).first();
  await row.getByRole('button').first().click();
  await mia.page.getByRole('tab', { name: 'Timeline' }).click();
  await mia.page
    .getByText(/changed status/)
    .first()
    .waitFor();
  await mia.page.screenshot({ path: 'docs/images/dashboard.png' });

  await mia.page.goto('/admin/dashboard?view=board');
  await mia.page.getByRole('region', { name: 'Applications by status' }).waitFor();
  await mia.page.screenshot({ path: 'docs/images/board.png' });
  await mia.page.goto('/admin/dashboard?trends=1');
  await mia.page.locator('.apexcharts-bar-area').first().waitFor();
  await mia.page.getByRole('heading', { name: 'Trends' }).scrollIntoViewIfNeeded();
  await expectStill(mia.page);
  await mia.page.screenshot({ path: 'docs/images/trends.png' });

  await mia.page.goto('/admin/reports');
  await mia.page.locator('.apexcharts-series').first().waitFor();
  await mia.page.screenshot({ path: 'docs/images/reports.png' });

  await mia.page.goto('/admin/config/processes');
  await mia.page
    .getByRole('link', { name: /^Edit Full-Stack/ })
    .first()
    .click();
  await mia.page.getByRole('button', { name: /^3\. / }).click();
  await mia.page
    .getByText(/^Shown when/)
    .first()
    .waitFor();
  await mia.page.getByRole('button', { name: /^3\. / }).scrollIntoViewIfNeeded();
  await mia.page.mouse.move(500, 500);
  await mia.page.mouse.wheel(0, 420);
  await expectStill(mia.page);
  await mia.page.screenshot({ path: 'docs/images/process.png' });
} finally {
  await browser.close();
  await portal.stop();
  await rm(directory, { recursive: true, force: true });
}

async function expectStill(page: Page): Promise<void> {
  await page.waitForFunction(
    'new Promise((done) => { const at = scrollY; requestAnimationFrame(() => requestAnimationFrame(() => done(at > 0 && at === scrollY))); })',
  );
}
