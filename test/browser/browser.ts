import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ENDPOINTS } from '../../api/contract/endpoints.ts';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const SCREENSHOTS = 'test/screenshots';
/** What a machine may take for one step that is three times as slow and busy besides. */
const PATIENCE_MS = 60_000;
/** As on a slow phone: `CPU_SLOWDOWN=4`. It shows which tests press what is not there yet. */
const SLOWDOWN = Number(process.env.CPU_SLOWDOWN ?? 1);
type AxeOptions = Parameters<AxeBuilder['options']>[0];
/** What is in order need not be told of. */
const VIOLATIONS = { resultTypes: ['violations'], selectors: false } satisfies AxeOptions;
const AXE_OPTIONS = {
  light: VIOLATIONS,
  dark: { ...VIOLATIONS, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
} satisfies Record<string, AxeOptions>;

const executablePath = [process.env.CHROMIUM_PATH, ...CANDIDATES].find((path) => path && existsSync(path));
if (!executablePath && process.env.REQUIRE_BROWSER)
  throw new Error('REQUIRE_BROWSER is set, but there is no Chromium.');

/** Runs the suite in the system's Chromium; without one it is skipped, and its name says why. */
export const describeInBrowser = (name: string, suite: () => void): void => {
  if (executablePath) describe(name, suite);
  else describe.skip(`${name} (no Chromium found; set CHROMIUM_PATH)`, suite);
};

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args: FLAGS, headless: true });

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page complained of: uncaught errors, and console errors but for answers that the test asks for. */
  readonly complaints: string[];
}

/** Somebody at a screen of their own, with no cookies. */
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

/** What the form to log in does, without it: that has tests of its own, and takes longer. The page is still blank. */
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

/**
 * axe finds nothing in either theme, and both are kept as pictures to look at; the dark one differs in its colours alone, so
 * only they are looked at twice. Where a frame may run no scripts, axe would wait
 * for its own in there for ever: it looks at the page around it only.
 */
export async function expectAccessible(
  { page }: Visitor,
  name: string,
  { hasScriptlessFrame = false } = {},
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The other way opens a second page to put together what it found in frames.
    const isOneFrame = hasScriptlessFrame || page.frames().length === 1;
    const axe = new AxeBuilder({ page }).options(AXE_OPTIONS[colorScheme]).setLegacyMode(isOneFrame);
    const { violations } = await axe.analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
    const width = page.viewportSize()?.width;
    await takePicture(page, `${name}-${width}-${colorScheme}`);
    expect(found, `${name}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** To look at; those of CI nobody looks at. */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env.CI) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage });
}

/** Nothing sticks out sideways: a phone never scrolls that way. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
}
