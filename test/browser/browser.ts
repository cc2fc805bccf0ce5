import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ENDPOINTS } from '../../api/contract/endpoints.ts';
import { adaptersUnderTest } from '../support/adapters.ts';

/** The headless shell comes first: without a window it needs a third of the time. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
/**
 * Chromium obeys only the last list of disabled features, so this repeats Playwright's. The first two are popups of the address
 * bar, which each window renders and no test needs.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
const FLAGS = [
  `--disable-features=${DISABLED_FEATURES}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const SCREENSHOTS = 'test/screenshots';
/** Time limit of one step on a machine that is busy and three times slower. */
const PATIENCE_MS = 60_000;
/** `CPU_SLOWDOWN=4` imitates a slow phone. It shows which tests press elements that are not ready yet. */
const SLOWDOWN = Number(process.env.CPU_SLOWDOWN ?? 1);
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Lets axe look into frames of other origins. */
const AXE = `${AXE_SOURCE}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`;
const VIOLATIONS = { resultTypes: ['violations'], selectors: false } satisfies RunOptions;
/** What the theme changes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const AXE_OPTIONS = {
  light: VIOLATIONS,
  dark: { ...VIOLATIONS, runOnly: { type: 'rule', values: COLOR_RULES } },
} satisfies Record<string, RunOptions>;
/** What the width can change: a width may show other elements, in the same colors. */
const WIDTH_OPTIONS = {
  ...VIOLATIONS,
  rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])),
} satisfies RunOptions;

const executablePath = [process.env.CHROMIUM_PATH, ...CANDIDATES].find((path) => path && existsSync(path));
if (!executablePath && process.env.REQUIRE_BROWSER)
  throw new Error('REQUIRE_BROWSER is set, but there is no Chromium.');

/** Runs the suite in the system's Chromium. Without one the suite is skipped, and its name says why. */
export const describeInBrowser = (name: string, suite: () => void): void => {
  if (executablePath) describe(name, suite);
  else describe.skip(`${name} (no Chromium found; set CHROMIUM_PATH)`, suite);
};

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args: FLAGS, headless: true });

let shared: Promise<Browser> | undefined;
/** One browser for each worker; it closes with the worker. Each visitor has a browser context of their own. */
export async function openBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchBrowser();
  return shared as Promise<Browser>;
}

/** Call at the end of a file: a failed test leaves its visitors open. */
export const closeVisitors = async (browser: Browser | undefined): Promise<void> => {
  for (const context of browser?.contexts() ?? []) await context.close();
};

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Uncaught errors and console errors, except for answers that the test asks for. */
  readonly complaints: string[];
}

export async function visit(
  browser: Browser,
  url: string,
  { viewport = DESKTOP, colorScheme = 'light' as 'light' | 'dark', timezoneId = 'UTC' } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme,
    timezoneId,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  context.on('page', (page) => void slowDown(page));
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
  });
  return { context, page, complaints };
}

async function slowDown(page: Page): Promise<void> {
  if (SLOWDOWN === 1) return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Logs in through the API, because the form has tests of its own and takes longer. The page is still blank. */
export async function signIn({ context }: Pick<Visitor, 'context'>, url: string, email: string, password: string) {
  const answer = await context.request.post(new URL(ENDPOINTS.login.path, url).href, {
    data: { email, password },
    headers: { Origin: new URL(url).origin },
  });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()}`);
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
}

/** Once for each document: the script is large. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate<boolean>("'axe' in globalThis"))) await frame.evaluate(AXE);
}

/**
 * Fails for what axe finds in either theme, and takes a picture of each. Only colour rules run in the dark theme. A frame that
 * may not run scripts is left out. On servers it does nothing: the embedded run looks at the same pages.
 */
export async function expectAccessible(
  { page }: Visitor,
  name: string,
  { hasScriptlessFrame = false } = {},
): Promise<void> {
  if (adaptersUnderTest() === 'servers') return;
  const frames = hasScriptlessFrame ? [page.mainFrame()] : page.frames();
  await Promise.all(frames.map(loadAxe));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await violationsIn(page, { ...AXE_OPTIONS[colorScheme], iframes: !hasScriptlessFrame });
    await takePicture(page, `${name}-${page.viewportSize()?.width}-${colorScheme}`);
    expect(found, `${name}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/**
 * The same, ending at the width of a phone. At the width of a desktop all rules except those about colors run. Nothing overflows
 * sideways at either width.
 */
export async function expectAccessibleAtBothWidths(visitor: Visitor, name: string): Promise<void> {
  const { page } = visitor;
  await expectNoSidewaysScrollAtBothWidths(page, async () => {
    await takePicture(page, `${name}-${DESKTOP.width}-light`);
    if (adaptersUnderTest() === 'servers') return;
    await loadAxe(page.mainFrame());
    expect(await violationsIn(page, WIDTH_OPTIONS), `${name}, ${DESKTOP.width} px`).toEqual([]);
  });
  await expectAccessible(visitor, name);
}

/** In an open modal dialog, if there is one: what it covers is checked without it. */
async function violationsIn(page: Page, options: RunOptions): Promise<readonly string[]> {
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document.querySelector('[aria-modal="true"]') ?? document, ${JSON.stringify(options)})`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Takes no pictures in CI. */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env.CI) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage });
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
}

/** At the widths of a desktop and a phone. The phone's width is last. */
export async function expectNoSidewaysScrollAtBothWidths(page: Page, atDesktop = async () => {}): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await atDesktop();
  await page.setViewportSize(PHONE);
  await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
}

const sidewaysScroll = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
