import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Frame, type Locator, type Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ENDPOINTS } from '../../api/contract/endpoints.ts';
import { adaptersUnderTest } from '../support/adapters.ts';
import { type Client, createClient } from '../support/client.ts';

/** The headless shell is three times faster. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
/** Chromium obeys only the last such list, so it repeats Playwright's after two popups of the address bar. */
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
const PATIENCE_MS = 60_000;
/** `CPU_SLOWDOWN=4` shows which tests press elements that are not ready. */
const SLOWDOWN = Number(process.env.CPU_SLOWDOWN ?? 1);
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Lets axe look into frames of other origins. */
const AXE = `${AXE_SOURCE}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`;
const VIOLATIONS = { resultTypes: ['violations'], selectors: false } satisfies RunOptions;
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const AXE_OPTIONS = {
  light: VIOLATIONS,
  dark: { ...VIOLATIONS, runOnly: { type: 'rule', values: COLOR_RULES } },
} satisfies Record<string, RunOptions>;
const WIDTH_OPTIONS = {
  ...VIOLATIONS,
  rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])),
} satisfies RunOptions;

const executablePath = [process.env.CHROMIUM_PATH, ...CANDIDATES].find((path) => path && existsSync(path));
if (!executablePath && process.env.REQUIRE_BROWSER)
  throw new Error('REQUIRE_BROWSER is set, but there is no Chromium.');

export const describeInBrowser = (name: string, suite: () => void): void => {
  if (executablePath) describe(name, suite);
  else describe.skip(`${name} (no Chromium found; set CHROMIUM_PATH)`, suite);
};

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args: FLAGS, headless: true });

let shared: Promise<Browser> | undefined;
export async function openBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchBrowser();
  return shared as Promise<Browser>;
}

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
  { viewport = DESKTOP, colorScheme = 'light' as 'light' | 'dark', timezoneId = 'UTC', locale = 'en-US' } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme,
    timezoneId,
    locale,
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

/** Logs in through the API, which is faster; the page is still blank. */
export async function signIn({ context }: Pick<Visitor, 'context'>, url: string, email: string, password: string) {
  const answer = await context.request.post(new URL(ENDPOINTS.login.path, url).href, {
    data: { email, password },
    headers: { Origin: new URL(url).origin },
  });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()}`);
}

/** Calls with the visitor's own session. */
export async function clientOf({ context }: Pick<Visitor, 'context'>, url: string): Promise<Client> {
  const client = createClient(url);
  for (const { name, value } of await context.cookies(url)) client.cookies.set(name, value);
  return client;
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
}

/** Once per document, because the script is large. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate<boolean>("'axe' in globalThis"))) await frame.evaluate(AXE);
}

/** Fails on axe violations in either theme; only color rules run in the dark one. Skipped on servers, where the pages are the same. */
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

/** Also fails on sideways overflow; ends at the phone's width, and skips color rules at the desktop's. */
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

/** Checks only an open modal dialog if there is one. */
async function violationsIn(page: Page, options: RunOptions): Promise<readonly string[]> {
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document.querySelector('[aria-modal="true"]') ?? document, ${JSON.stringify(options)})`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env.CI) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage });
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
}

export async function expectNoSidewaysScrollAtBothWidths(page: Page, atDesktop = async () => {}): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await atDesktop();
  await page.setViewportSize(PHONE);
  await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
}

/**
 * Looks for words that a line break splits, in headings also at a hyphen if the word would fit, asterisks alone on a line,
 * and chosen options that are cut;
 * addresses and what is only spoken do not count.
 */
const BROKEN_WORDS = `(() => {
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    const { parentElement: place } = text;
    if (place.closest('script, style, noscript') || !place.checkVisibility({ visibilityProperty: true })) continue;
    if (place.getBoundingClientRect().width < 3) continue;
    for (const { 0: token, index: at } of text.data.matchAll(/\\S+/g)) {
      if (/[@.]\\w/.test(token)) continue;
      const heading = place.closest('h1, h2, h3, h4');
      if (heading && token.includes('-')) {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + token.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        const isBroken = lines.some(({ top }) => top - lines[0].top > 4);
        const length = lines.reduce((sum, { width }) => sum + width, 0);
        if (isBroken && length < heading.clientWidth) broken.push(token);
      }
      for (const { 0: word, index } of token.matchAll(/[^\u2010\u2013\u2014/-]{2,}/g)) {
        const range = document.createRange();
        range.setStart(text, at + index);
        range.setEnd(text, at + index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (lines.some(({ top }) => top - lines[0].top > 4)) broken.push(word);
      }
    }
  }
  for (const mark of document.querySelectorAll('[data-required-mark], .mantine-InputWrapper-required')) {
    const label = document.createRange();
    label.setStartBefore(mark.parentElement.firstChild);
    label.setEndBefore(mark);
    const line = [...label.getClientRects()].at(-1);
    if (line && [...mark.getClientRects()].at(-1).top - line.top > 4) broken.push('* alone: ' + label);
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const select of document.querySelectorAll('select')) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const chosen = select.selectedOptions[0]?.text ?? '';
    pen.font = font;
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (room > 0 && pen.measureText(chosen).width > room) broken.push('cut: ' + chosen);
  }
  return broken;
})()`;

export const brokenWords = (page: Page): Promise<readonly string[]> => page.evaluate(BROKEN_WORDS);

/** Calls `look` at 320 px, and at 390 px with text of twice the size. */
export async function atNarrowWidths(page: Page, look: (at: string) => Promise<void>): Promise<void> {
  const size = page.viewportSize() ?? DESKTOP;
  for (const [width, percent] of [
    [320, 100],
    [390, 200],
  ] as const) {
    await page.setViewportSize({ width, height: size.height });
    await page.evaluate(`document.documentElement.style.fontSize = '${percent}%'`);
    await look(`${width} px, ${percent} %`);
  }
  await page.evaluate("document.documentElement.style.fontSize = ''");
  await page.setViewportSize(size);
}

/** At narrow widths no word is broken and nothing scrolls sideways. */
export const expectWholeWords = (page: Page): Promise<void> =>
  atNarrowWidths(page, async (at) => {
    const message = `broken words on ${page.url()} at ${at}`;
    await expect.poll(() => brokenWords(page), { message }).toEqual([]);
    await expectNoSidewaysScroll(page);
  });

export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');

/** To the tab, a minute later: the page refreshes what it shows. */
export const comeBackLater = (page: Page): Promise<void> =>
  page.evaluate(`{
    const { now } = Date;
    Date.now = () => now() + 60_000;
    dispatchEvent(new Event('visibilitychange'));
  }`);

/** As an impatient person does, until the page of the button is left. */
export const clickUntilGone = (button: Locator): Promise<void> =>
  button.evaluate(async (element) => {
    while (element.isConnected) {
      element.click();
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
