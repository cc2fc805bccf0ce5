import type { Browser, CDPSession, Page } from 'playwright-core';

const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (1.6 * 1_000_000) / 8,
};
const CPU_SLOWDOWN = 4;
const VIEWPORT = { width: 390, height: 844 };

/** Measures what web-vitals would, by web.dev's definitions. */
const OBSERVE = `
  const seen = (globalThis.__vitals = { lcp: 0, element: '', cls: 0, inp: 0 });
  const watch = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
    seen.element = (entry.element?.tagName ?? '') + ' ' + (entry.element?.textContent ?? '').slice(0, 40);
  });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value; });
  watch('event', (entry) => { if (entry.interactionId) seen.inp = Math.max(seen.inp, entry.duration); },
    { durationThreshold: 16 });
`;

export interface Vitals {
  readonly lcp: number;
  readonly element: string;
  readonly cls: number;
  /** Milliseconds of the slowest interaction, in steps of 8. */
  readonly inp: number;
  /** Transferred bytes by file, before the first interaction. */
  readonly code: Readonly<Record<string, number>>;
}

/** A first visit on a slow phone: opens the page, waits until it is idle, runs `act`. */
export async function measureVisit(
  browser: Browser,
  {
    url,
    path,
    enter,
    act,
  }: { url: string; path: string; enter?: (page: Page) => Promise<void>; act: (page: Page) => Promise<void> },
): Promise<Vitals> {
  const context = await browser.newContext({ baseURL: url, viewport: VIEWPORT, hasTouch: true, isMobile: true });
  try {
    const page = await context.newPage();
    await enter?.(page);
    const devtools = await context.newCDPSession(page);
    const loaded = await beSlow(devtools);
    await page.addInitScript(OBSERVE);
    await page.goto(path, { waitUntil: 'networkidle' });
    const code = loaded();
    await act(page);
    // The last interaction is reported with the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))');
    return { ...(await page.evaluate<Omit<Vitals, 'code'>>('__vitals')), code };
  } finally {
    await context.close();
  }
}

/** Slows the page down. Returns a function for the code loaded since. */
async function beSlow(devtools: CDPSession): Promise<() => Vitals['code']> {
  const names = new Map<string, string>();
  const code: Record<string, number> = {};
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || type === 'Stylesheet') names.set(requestId, new URL(response.url).pathname);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name) code[name] = (code[name] ?? 0) + encodedDataLength;
  });
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: false });
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return () => ({ ...code });
}
