import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { ProcessConfig } from '../domain/process/config.ts';
import { launchBrowser } from '../test/browser/browser.ts';
import { startPortal } from '../test/support/running-server.ts';
import { percentile } from './http-commands.ts';
import { LARGE_PROCESS, USUAL_PROCESS } from './large-process.ts';
import { loadNow } from './report.ts';
import type { Row } from './row.ts';
import { createOrganization, signInOwner } from './school.ts';

const VISITS = 5;
const KEYS = 60;
/** A fast typist, so that work after a key can hold up the next one. */
const KEY_DELAY_MS = 60;
const UNDOS = 10;
const DESK = { width: 1440, height: 900 };
const START_LIMIT_MS = 600_000;
const OWNER = 'owner@bench.example';
const LIST = '/admin/config/processes';

/** Times are milliseconds from an event's own time until the frame with its effect is painted. */
const OBSERVE = `
  const seen = (globalThis.__seen = { shownAt: 0, lastTaskEnd: 0, keys: [], clicks: [], frames: null });
  const painted = (note) => requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => note(performance.now()); port2.postMessage(0); });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.lastTaskEnd = startTime + duration;
  }).observe({ type: 'longtask', buffered: true });
  new MutationObserver(() => {
    if (seen.shownAt !== 0 || !document.getElementById('process-label')) return;
    seen.shownAt = -1;
    painted((now) => { seen.shownAt = now; });
  }).observe(document, { childList: true, subtree: true });
  addEventListener('keydown', ({ timeStamp }) => painted((now) => seen.keys.push(now - timeStamp)), true);
  addEventListener('click', ({ timeStamp }) => { seen.clickedAt = timeStamp; painted((now) => seen.clicks.push(now - timeStamp)); }, true);
  let last = 0;
  const frame = (now) => {
    if (seen.frames && last > 0) seen.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

interface Figures {
  readonly cold: number;
  readonly inApp: number;
  readonly label: number;
  readonly block: number;
  readonly json: number;
  readonly undo: number;
  readonly dragFrame: number;
  readonly controls: number;
}

/**
 * Waiting times of an Owner in the process editor on a desktop: 60 steps, 400 fields and 200 conditions, and a process
 * of 5 steps.
 */
export async function benchConfig(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'intake-bench-'));
  await createOrganization(directory, 'bench', OWNER);
  const server = await startPortal(directory, { DEMO: '0', RATE_LIMITS: 'off' }, START_LIMIT_MS);
  const browser = await launchBrowser();
  try {
    const { cookie } = await signInOwner(server.url, OWNER);
    const create = async (process: ProcessConfig): Promise<string> => {
      const response = await fetch(`${server.url}/api/processConfigBlobs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.url, cookie },
        body: JSON.stringify({ json: JSON.stringify(process) }),
      });
      if (!response.ok)
        throw new Error(`The server answered the process with ${response.status}: ${await response.text()}`);
      return ((await response.json()) as { _id: string })._id;
    };
    const ids = { usual: await create(USUAL_PROCESS), large: await create(LARGE_PROCESS) };
    const load = loadNow();
    const usual = await measureEditor(browser, { url: server.url, cookie, id: ids.usual });
    const large = await measureEditor(browser, { url: server.url, cookie, id: ids.large });
    return rowsOf(usual, large, load);
  } finally {
    await browser.close();
    await server.stop();
    await rm(directory, { recursive: true });
  }
}

function rowsOf(usual: Figures, large: Figures, load: number): Row[] {
  const rows: readonly (readonly [keyof Figures, string, number?, string?])[] = [
    ['cold', 'opened by URL with an empty cache', 1000],
    ['inApp', 'opened from the list', 1000],
    ['label', 'key in a question, p95', 50],
    ['block', 'key in a text block, p95', 50],
    ['json', 'key in the JSON view, p95'],
    ['undo', 'undo, slowest of 10', 100],
    ['dragFrame', 'longest frame while dragging and dropping a step', 50],
    ['controls', 'text boxes with one step open', undefined, ''],
  ];
  return rows.flatMap(([key, name, bar, unit = 'ms']) =>
    (
      [
        ['5 steps, 40 fields, 20 conditions', usual],
        ['60 steps, 400 fields, 200 conditions', large],
      ] as const
    ).map(([process, figures]) => ({
      name: `process editor, ${process}: ${name}, load ${load.toFixed(1)}`,
      figure: figures[key],
      unit,
      isLessBetter: true,
      ...(bar !== undefined && figures === large && { bar }),
    })),
  );
}

async function measureEditor(
  browser: Browser,
  { url, cookie, id }: { url: string; cookie: string; id: string },
): Promise<Figures> {
  const open = async (): Promise<Page> => {
    const context = await browser.newContext({ baseURL: url, viewport: DESK });
    const cookies = cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    });
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.addInitScript(OBSERVE);
    return page;
  };
  const cold: number[] = [];
  const inApp: number[] = [];
  for (let n = 0; n <= VISITS; n += 1) {
    const page = await open();
    await page.goto(`${LIST}/${id}`, { waitUntil: 'commit' });
    const coldAt = await shown(page);
    await page.goto(LIST);
    const link = page.locator(`a[href$="/${id}"]`).first();
    await link.waitFor();
    await idle(page);
    await link.click();
    const inAppAt = (await shown(page)) - (await page.evaluate<number>('__seen.clickedAt'));
    // The first one warms up the server.
    if (n > 0) {
      cold.push(coldAt);
      inApp.push(inAppAt);
    }
    await page.context().close();
  }
  const page = await open();
  await page.goto(`${LIST}/${id}`);
  await shown(page);
  const steps = page.locator('[data-card]').filter({ hasText: /Step number/ });
  const step = steps.nth(Math.floor((await steps.count()) / 2));
  await step.getByRole('button', { expanded: false }).first().click();
  const questions = step.getByRole('list', { name: 'Questions' });
  await questions.getByRole('button', { expanded: false }).first().click();
  const box = questions.getByLabel('Question', { exact: true });
  await box.waitFor();
  const controls = await page.locator('form').getByRole('textbox').count();
  const label = await typeIn(page, box);
  const block = await typeIn(
    page,
    step.getByRole('list', { name: 'Content' }).getByLabel('Text', { exact: true }).first(),
  );
  const undo = await undos(page);
  const dragFrame = await drag(page);
  await page.getByRole('button', { name: 'Advanced: edit as text' }).click();
  const text = page.getByLabel('JSON');
  await text.waitFor();
  await text.focus();
  await page.evaluate(`{
    const area = document.activeElement;
    const at = area.value.indexOf('"title": "') + '"title": "'.length;
    area.setSelectionRange(at, at);
  }`);
  const json = await typed(page);
  await page.context().close();
  return { cold: percentile(cold, 50), inApp: percentile(inApp, 50), label, block, json, undo, dragFrame, controls };
}

/** When the editor is on the screen and no long task follows for half a second. */
async function shown(page: Page): Promise<number> {
  await page.locator('#process-label').waitFor();
  await idle(page);
  return page.evaluate<number>('Math.max(__seen.shownAt, __seen.lastTaskEnd)');
}

const idle = (page: Page) =>
  page.evaluate(`new Promise((done) => {
    let since = performance.now();
    let last = since;
    const look = () => {
      const now = performance.now();
      if (now - last > 50) since = now;
      last = now;
      if (now - since > 500) done();
      else setTimeout(look, 4);
    };
    look();
  })`);

async function typeIn(page: Page, box: ReturnType<Page['locator']>): Promise<number> {
  await box.click();
  await page.keyboard.press('End');
  return typed(page);
}

async function typed(page: Page): Promise<number> {
  await idle(page);
  await page.evaluate('__seen.keys = []');
  for (let n = 0; n < KEYS; n += 1) await page.keyboard.press('abcde fghij'.charAt(n % 11), { delay: KEY_DELAY_MS });
  await idle(page);
  const keys = await page.evaluate<number[]>('__seen.keys');
  if (keys.length !== KEYS) throw new Error(`${keys.length} of ${KEYS} keys were observed`);
  return percentile(keys, 95);
}

/** Of as many added steps, because the editor joins edits of one place. */
async function undos(page: Page): Promise<number> {
  for (let n = 0; n < UNDOS; n += 1) await page.getByRole('button', { name: 'Add a step', exact: true }).click();
  const button = page.getByRole('button', { name: /^Undo: / });
  await idle(page);
  await page.evaluate('__seen.clicks = []');
  for (let n = 0; n < UNDOS; n += 1) {
    await button.click();
    await idle(page);
  }
  return Math.max(...(await page.evaluate<number[]>('__seen.clicks')));
}

async function drag(page: Page): Promise<number> {
  const handle = page
    .getByRole('list', { name: 'Steps' })
    .getByRole('button', { name: /^Drag / })
    .first();
  await handle.scrollIntoViewIfNeeded();
  const at = await handle.boundingBox();
  if (!at) throw new Error('The first step has no handle');
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
  await page.mouse.move(x, y);
  await idle(page);
  await page.evaluate('__seen.frames = []');
  await page.mouse.down();
  for (let n = 1; n <= 60; n += 1) {
    await page.mouse.move(x, Math.min(y + n * 12, DESK.height - 20));
    await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
  }
  await page.mouse.up();
  await idle(page);
  return page.evaluate<number>('Math.max(...__seen.frames)');
}
