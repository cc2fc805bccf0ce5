import { stat } from 'node:fs/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../test/browser/browser.ts';
import { measureBulk } from './dashboard-bulk.ts';
import { OBSERVE, type Seen, settled } from './dashboard-observer.ts';
import { measurePalette } from './dashboard-palette.ts';
import { type DashboardSchool, openDashboardSchool } from './dashboard-school.ts';
import { percentile } from './http-commands.ts';
import { loadNow } from './report.ts';
import type { Row } from './row.ts';

const VISITS = 5;
const CHANGES = 5;
const DESK = { width: 1440, height: 900 };
const DASHBOARD = '/admin/dashboard';
const WORDS = 'ana.santos';

interface Screen {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly close: () => Promise<void>;
}

/** Waiting times of staff on a desktop: 20,000 applications in 40 batches, and the usual 3,000. */
export async function benchDashboard(): Promise<Row[]> {
  const school = await openDashboardSchool();
  const browser = await launchBrowser();
  try {
    return await measureDashboard(browser, school);
  } finally {
    await browser.close();
    await school.close();
  }
}

export async function measureDashboard(browser: Browser, school: DashboardSchool): Promise<Row[]> {
  const { server, cookies } = school;
  const opening = async (cookie: string) => openScreen(browser, server.url, cookie);
  const less = { isLessBetter: true } as const;
  const rows: Row[] = [];
  let load = loadNow();
  const add = (name: string, figure: number, limits: Pick<Row, 'bar' | 'aim'> = {}, unit = 'ms') => {
    rows.push({ name: `dashboard, ${name}, load ${load.toFixed(1)}`, figure, unit, ...less, ...limits });
    load = loadNow();
  };

  const starts: number[] = [];
  for (let n = 0; n <= VISITS; n += 1) {
    const screen = await opening(cookies.large);
    const at = await firstRows(screen.page);
    // The first one warms up the server.
    if (n > 0) starts.push(at);
    await screen.close();
  }
  add('20,000 rows: first rows interactive, cold', percentile(starts, 50), { bar: 1300, aim: 1000 });

  const screen = await opening(cookies.large);
  const { page } = screen;
  await firstRows(page);
  const loops = await loopsOn(page);
  const heaps = [await heapOf(screen)];
  add('longest task while scrolling', await longestTaskWhile(page, scrollThrough), { bar: 100, aim: 50 });
  heaps.push(await heapOf(screen));
  add('search, slowest keystroke until its rows', await slowestSearch(page), { bar: 100, aim: 50 });
  heaps.push(await heapOf(screen));
  add('CSV of all rows', await csvOf(page), { bar: 2000 });
  heaps.push(await heapOf(screen));
  add('INP with 20,000 rows', await interactionsOn(page));
  heaps.push(await heapOf(screen));
  add('largest heap during the measurements', Math.max(...heaps), { bar: 300 }, 'MB');
  const palette = await measurePalette(page);
  add('palette, first applicants after the first key, slowest of 10', palette.first, { bar: 100 });
  add('palette, all results after the last key, slowest of 10', palette.last);
  add('a change appears in another browser, slowest of 5', await slowestChange(page, school), { bar: 1000 });
  await screen.close();

  const usual = await opening(cookies.normal);
  await firstRows(usual.page);
  add('20 million additions in the page, a baseline', percentile([...loops, ...(await loopsOn(usual.page))], 50));
  add('INP with 3,000 rows', await interactionsOn(usual.page), { bar: 100 });
  await usual.close();

  const bulk = await measureBulk(server.url, cookies.large);
  add('bulk change of 1,000 statuses', bulk.changed, { bar: 5000 });
  add('undo of that bulk change', bulk.undone);
  return rows;
}

async function openScreen(browser: Browser, url: string, cookie: string): Promise<Screen> {
  const context = await browser.newContext({ baseURL: url, viewport: DESK, acceptDownloads: true });
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    }),
  );
  const page = await context.newPage();
  await page.addInitScript(OBSERVE);
  return { page, devtools: await context.newCDPSession(page), close: () => context.close() };
}

const seenOn = (page: Page) => page.evaluate<Seen>('__seen');

/** From the request until rows are shown and the page could answer for half a second. */
async function firstRows(page: Page): Promise<number> {
  await page.goto(`${DASHBOARD}?tab=all`, { waitUntil: 'commit' });
  await page.locator('.ag-row [col-id="status"]').first().waitFor({ timeout: 120_000 });
  const { rowsAt, tasks } = await settled(page, 500);
  return Math.max(rowsAt, ...tasks.map(({ end }) => end));
}

/** Shows the processor's current speed, because another load can halve it. */
function loopsOn(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`Array.from({ length: 9 }, () => {
    const start = performance.now();
    let sum = 0;
    for (let n = 0; n < 2e7; n += 1) sum += n % 7;
    return sum > 0 ? performance.now() - start : 0;
  })`);
}

async function heapOf({ devtools }: Screen): Promise<number> {
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

async function longestTaskWhile(page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  const before = (await seenOn(page)).tasks.length;
  await act(page);
  const { tasks } = await settled(page, 300);
  return Math.max(0, ...tasks.slice(before).map(({ start, end }) => end - start));
}

/** Scrolls the first batch and then the page, as a wheel does. */
async function scrollThrough(page: Page): Promise<void> {
  const wheel = async (x: number, steps: number) => {
    await page.mouse.move(x, DESK.height / 2);
    for (let step = 0; step < steps; step += 1) {
      await page.mouse.wheel(0, 400);
      await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
    }
  };
  await wheel(DESK.width / 2, 50);
  await wheel(4, 80);
  await page.evaluate('scrollTo(0, 0)');
}

/** Types and deletes letter by letter; each until the matches are shown. */
async function slowestSearch(page: Page): Promise<number> {
  const box = page.getByLabel('Search applications');
  await box.focus();
  const times: number[] = [];
  for (const key of [...WORDS, ...Array.from(WORDS, () => 'Backspace')]) {
    await page.evaluate('__seen.answered = null');
    await page.keyboard.press(key);
    await settled(page, 100);
    const { answered } = await seenOn(page);
    if (answered !== null) times.push(answered);
  }
  if (times.length < WORDS.length) throw new Error('The search did not answer');
  return Math.max(...times);
}

async function csvOf(page: Page): Promise<number> {
  const started = performance.now();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download visible data as CSV' }).click();
  const path = await (await coming).path();
  const ms = performance.now() - started;
  const { size } = await stat(path);
  if (size < 1_000_000) throw new Error(`The CSV has ${size} bytes`);
  return ms;
}

/** Opens a row, sorts, filters, folds a batch, shows inactive ones, types. Returns the slowest. */
async function interactionsOn(page: Page): Promise<number> {
  await page.evaluate('__seen.inp = 0');
  const press = async (act: () => Promise<unknown>) => {
    await act();
    await settled(page, 150);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  await press(() => button(/^Work on the application/).click());
  await page.getByLabel('Change status').first().waitFor();
  await press(() => button(/^Work on the application/).click());
  const header = page.getByRole('columnheader', { name: 'Name', exact: true }).first();
  await press(() => header.click());
  await press(() => button('Overdue').click());
  await press(() => button('Overdue').click());
  await press(() => button(/^Batch 1\b/).click());
  await press(() => button(/^Batch 1\b/).click());
  const inactive = page.getByLabel('Show inactive applications');
  await press(() => inactive.click());
  await press(() => page.getByLabel('Search applications').pressSequentially('ana', { delay: 80 }));
  await page.getByLabel('Search applications').fill('');
  return (await settled(page, 300)).inp;
}

/** The time until a colleague's change is visible. */
async function slowestChange(page: Page, { server: { url }, cookies }: DashboardSchool): Promise<number> {
  // A table that is not mounted yet has other rows.
  await page.locator('[data-column="status"]').first().waitFor({ state: 'detached' });
  const cell = page.locator('.ag-row:not(.ag-full-width-row) [col-id="status"]').first();
  const link = page.locator('.ag-row:not(.ag-full-width-row) a[href^="/application/"]').first();
  const id = (await link.getAttribute('href'))?.split('/').at(-1);
  const times: number[] = [];
  for (let n = 0; n < CHANGES; n += 1) {
    const [status, text] = n % 2 === 0 ? ['DRILLS PENDING', 'Drills pending'] : ['CONTRACT SENT', 'Contract sent'];
    const started = performance.now();
    const [response] = await Promise.all([
      fetch(`${url}/api/applications/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', origin: url, cookie: cookies.large },
        body: JSON.stringify({ status }),
      }),
      cell.getByText(text).waitFor(),
    ]);
    if (!response.ok) throw new Error(`The server answered the change with ${response.status}`);
    times.push(performance.now() - started);
    await settled(page, 200);
  }
  return Math.max(...times);
}
