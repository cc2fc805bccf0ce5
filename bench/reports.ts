import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { ApplicationSubmitted, NO_TRACKING } from '../domain/application/events.ts';
import { streamOf } from '../domain/event-sourcing/streams.ts';
import { launchBrowser } from '../test/browser/browser.ts';
import { startPortal } from '../test/support/running-server.ts';
import type { Happening } from './history.ts';
import { percentile } from './http-commands.ts';
import { loadNow } from './report.ts';
import type { Row } from './row.ts';
import { appendPasts, createOrganization, type SignedInOwner, signInOwner } from './school.ts';

const SIZES = {
  large: { applications: 200_000, batches: 100 },
  small: { applications: 300, batches: 6 },
} as const;
const YEAR_MS = 365 * 86_400_000;
const VISITS = 5;
const CALLS = 20;
const START_LIMIT_MS = 900_000;
const ENVIRONMENT = { DEMO: '0', RATE_LIMITS: 'off' };
const DESK = { width: 1440, height: 900 };
const VIEWS = {
  'last 3 months by month': '/admin/reports',
  'all time by week': '/admin/reports?period=allTime&by=week',
} as const;

/** The first screen of the reports page, and its call compared with that of a small school. */
export async function benchReports(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  const schools = await makeSchools(directory);
  const server = await startPortal(directory, ENVIRONMENT, START_LIMIT_MS);
  const browser = await launchBrowser();
  try {
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(VIEWS)) {
      const large = percentile(await visits(browser, server.url, schools.large.cookie, path), 50);
      const small = percentile(await visits(browser, server.url, schools.small.cookie, path), 50);
      const load = loadNow().toFixed(1);
      const less = { unit: 'ms', isLessBetter: true } as const;
      const first = `reports, first charts, ${name}, cold`;
      rows.push({
        name: `${first}: 200,000 applications in 100 batches, load ${load}`,
        figure: large,
        bar: 1500,
        ...less,
      });
      rows.push({ name: `${first}: ÷ 300 applications in 6 batches`, figure: large, ratio: large / small, ...less });
    }
    for (const period of ['last3Months', 'allTime']) {
      const large = await callsOf(server.url, schools.large.cookie, period);
      const small = await callsOf(server.url, schools.small.cookie, period);
      rows.push({
        name: `reports, the call for ${period}: 200,000 applications in 100 batches ÷ 300 in 6`,
        figure: percentile(large, 50),
        unit: 'ms',
        ratio: percentile(large, 50) / percentile(small, 50),
        isLessBetter: true,
      });
    }
    return rows;
  } finally {
    await browser.close();
    await server.stop();
    await rm(directory, { recursive: true });
  }
}

async function makeSchools(directory: string) {
  for (const slug of ['large', 'small']) await createOrganization(directory, slug, `${slug}@bench.example`);
  const first = await startPortal(directory, ENVIRONMENT, START_LIMIT_MS);
  const make = async (slug: keyof typeof SIZES) => {
    const owner = await signInOwner(first.url, `${slug}@bench.example`);
    return { ...owner, history: await historyOf(owner, SIZES[slug]) };
  };
  try {
    const [large, small] = [await make('large'), await make('small')];
    await first.stop();
    await appendPasts(directory, [large, small]);
    return { large, small };
  } catch (error) {
    await first.stop();
    throw error;
  }
}

/** Submissions alone, evenly over the last year: nothing else is counted. */
async function historyOf(
  { organizationId, createBatch }: SignedInOwner,
  { applications, batches }: { applications: number; batches: number },
): Promise<readonly Happening[]> {
  const ids: string[] = [];
  for (let n = 1; n <= batches; n += 1) ids.push(await createBatch(`Full-Stack ${n}`, applications / batches));
  const begin = Date.now() - YEAR_MS;
  return Array.from({ length: applications }, (_, n) => ({
    stream: streamOf('application', randomUUID()),
    at: new Date(begin + (n / applications) * YEAR_MS).toISOString(),
    event: {
      type: ApplicationSubmitted.type,
      data: {
        organizationId,
        batchId: ids[(n * 7) % batches] as string,
        trackingNumber: n + 1,
        tracking: NO_TRACKING,
        userId: null,
      },
      personal: { email: `applicant.${n}@mail.example`, values: { firstName: 'Ada', lastName: 'Lovelace' } },
    },
  }));
}

/** From the request until the first chart is drawn and each report says its sentence. */
async function visits(browser: Browser, url: string, cookie: string, path: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n <= VISITS; n += 1) {
    const context = await browser.newContext({ baseURL: url, viewport: DESK });
    await context.addCookies(
      cookie.split('; ').map((pair) => {
        const at = pair.indexOf('=');
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
      }),
    );
    const page = await context.newPage();
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('svg .apexcharts-series').first().waitFor({ timeout: 120_000 });
    await page.getByRole('region', { name: 'Applications per course' }).getByText('had the most').waitFor();
    // The first visit warms the server up.
    if (n > 0) times.push(await page.evaluate<number>('performance.now()'));
    await context.close();
  }
  return times;
}

async function callsOf(url: string, cookie: string, period: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n <= CALLS; n += 1) {
    const begun = performance.now();
    const response = await fetch(`${url}/api/reports/overview?courses=all&period=${period}`, { headers: { cookie } });
    await response.text();
    if (!response.ok) throw new Error(`The report was answered ${response.status}`);
    if (n > 0) times.push(performance.now() - begun);
  }
  return times;
}
