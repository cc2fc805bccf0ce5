import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../api/operator/demo/school.ts';
import { launchBrowser } from '../test/browser/browser.ts';
import { createClient } from '../test/support/client.ts';
import { startPortal } from '../test/support/running-server.ts';
import { percentile } from './http-commands.ts';
import { loadNow } from './report.ts';
import type { Row } from './row.ts';
import { measureVisit, type Vitals } from './vitals.ts';

const VISITS = 5;
const START_LIMIT_MS = 600_000;

interface Visit {
  readonly name: string;
  readonly path: string;
  readonly enter?: (page: Page) => Promise<void>;
  readonly act: (page: Page) => Promise<void>;
}

/** Waiting times on a slow phone, with the demo school. */
export async function benchWeb(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  const portal = await startPortal(directory, { RATE_LIMITS: 'off' }, START_LIMIT_MS);
  const browser = await launchBrowser();
  try {
    const rows: Row[] = [];
    for (const visit of await visitsOf(portal.url)) {
      const load = loadNow();
      const seen: Vitals[] = [];
      for (let n = 0; n <= VISITS; n += 1) {
        const vitals = await measureVisit(browser, { url: portal.url, ...visit });
        // The first one warms up the server.
        if (n > 0) seen.push(vitals);
      }
      rows.push(...rowsOf(`${visit.name}, load ${load.toFixed(1)}`, seen));
      printCode(visit.name, seen.at(-1)?.code ?? {});
    }
    return rows;
  } finally {
    await browser.close();
    await portal.stop();
    await rm(directory, { recursive: true });
  }
}

async function visitsOf(url: string): Promise<Visit[]> {
  const client = createClient(url);
  const login = await client.call('login', {
    body: { email: DEMO_APPLICANT, password: DEMO_PASSWORD, isCreator: false },
  });
  const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0] as string);
  const { body: applications } = await client.call('listApplications', { query: { filter: 'mine' } });
  const application = applications.find(({ status }) => status !== 'COMPLETE') ?? applications[0];
  if (!application) throw new Error('The demo school has no application of the demo applicant');
  const applicationId = application._id;
  const { body: tests } = await client.call('listAssessments');
  const quiz = tests.find(({ type }) => type === 'quiz');
  if (!quiz) throw new Error('The demo school has no quiz');
  await client.call('startSolution', { body: { applicationId, assessmentId: quiz._id } });
  const enter = async (page: Page) => {
    const cookies = cookie.map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url,
    }));
    await page.context().addCookies(cookies);
  };
  return [
    { name: '/enroll', path: '/enroll', act: apply },
    { name: 'home', path: '/', enter, act: openEnrollment },
    { name: 'application', path: `/application/${applicationId}`, enter, act: answer },
    { name: 'quiz', path: `/applications/${applicationId}/assessments/${quiz._id}`, enter, act: choose },
  ];
}

async function apply(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Apply to/ })
    .first()
    .tap();
  await page.getByLabel('First name').pressSequentially('Grace', { delay: 60 });
  await page.getByLabel('Last name').pressSequentially('Hopper', { delay: 60 });
}

async function openEnrollment(page: Page): Promise<void> {
  // The footer's time zone appears when the page is no longer the prerendered one.
  await page.getByText('your time zone, ').waitFor();
  await page.getByRole('main').getByRole('link').first().tap();
  await page.getByText('You are here').waitFor();
}

async function answer(page: Page): Promise<void> {
  // The first tap ends the prerendered screen.
  await page.getByText('You are here').waitFor();
  const step = page.getByRole('main').getByRole('button', { expanded: false }).first();
  if ((await step.count()) > 0) await step.tap();
  const field = page.getByRole('main').getByRole('textbox').first();
  if ((await field.count()) > 0) await field.pressSequentially('Manila', { delay: 60 });
}

/** Answers alternate, because a visit begins where the previous one ended. */
async function choose(page: Page): Promise<void> {
  await page.getByRole('radio').first().tap();
  const [next, previous] = [page.getByRole('button', { name: 'Next' }), page.getByRole('button', { name: 'Prev' })];
  await ((await next.isEnabled()) ? next : previous).tap();
  await page.getByRole('radio').nth(1).tap();
}

const bytesOf = ({ code }: Pick<Vitals, 'code'>): number => Object.values(code).reduce((sum, bytes) => sum + bytes, 0);

function printCode(name: string, code: Vitals['code']): void {
  const largestFirst = Object.entries(code).toSorted(([, one], [, other]) => other - one);
  const files = largestFirst.map(([path, bytes]) => `${path.split('/').at(-1)} ${(bytes / 1000).toFixed(1)}`);
  console.log(`${name} loads (kB): ${files.join(', ')}`);
}

function rowsOf(name: string, visits: readonly Vitals[]): Row[] {
  const median = (take: (vitals: Vitals) => number) => percentile(visits.map(take), 50);
  return [
    { name: `${name}: LCP`, figure: median(({ lcp }) => lcp), unit: 'ms', bar: 1200, aim: 1000, isLessBetter: true },
    // Three digits: letters of the final font are slightly wider than those of the fallback.
    {
      name: `${name}: CLS`,
      figure: Math.round(1000 * Math.max(...visits.map(({ cls }) => cls))) / 1000,
      unit: '',
      bar: 0,
      isLessBetter: true,
    },
    { name: `${name}: INP`, figure: median(({ inp }) => inp), unit: 'ms', bar: 100, isLessBetter: true },
    {
      name: `${name}: JavaScript and CSS`,
      figure: median(bytesOf) / 1000,
      unit: 'kB',
      bar: 190,
      aim: 160,
      isLessBetter: true,
    },
  ];
}
