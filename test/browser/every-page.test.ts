import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { expectNoSidewaysScroll, PHONE, takePicture } from './browser.ts';
import { everyPage, openPage } from './every-page.ts';
import { describePortal } from './portal.ts';

/** 320 px is 1280 px at 400 % zoom; 640 px is 1280 px at 200 %. */
const VIEWS = [
  { name: '320 px wide', viewport: { width: 320, height: 640 }, text: '100%' },
  { name: '200 % zoom of 1280 px', viewport: { width: 640, height: 360 }, text: '100%' },
  { name: 'words twice as large', viewport: { width: 640, height: 800 }, text: '200%' },
] as const;

/** Runs in the page: texts that are cut off or outside the page and cannot be scrolled to. */
const LOST_WORDS = `(() => {
  const lost = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const scrolls = (style) => /auto|scroll/.test(style.overflowX + style.overflowY);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent.trim();
    const parent = node.parentElement;
    if (!words || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (rects.length === 0) continue;
    const left = Math.min(...rects.map((rect) => rect.left));
    const right = Math.max(...rects.map((rect) => rect.right));
    const bottom = Math.max(...rects.map((rect) => rect.bottom));
    let isCut = left < -1 || right > innerWidth + 1;
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const bounds = box.getBoundingClientRect();
      if (bounds.width < 3 || bounds.height < 3 || style.clipPath !== 'none' || style.position === 'fixed') { isCut = false; break; }
      if (scrolls(style)) { isCut = false; break; }
      const isClipping = /hidden|clip/.test(style.overflowX + style.overflowY);
      const means = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      if (isClipping && !means && (right > bounds.right + 2 || left < bounds.left - 2 || bottom > bounds.bottom + 4)) isCut = true;
      if (isClipping && means) { isCut = false; break; }
    }
    const skip = parent.closest('[data-skip-link], script, style, noscript');
    if (isCut && !skip) lost.push(words.slice(0, 60));
  }
  return lost;
})()`;

interface Stop {
  readonly name: string;
  readonly isMarked: boolean;
  readonly isInSight: boolean;
}

/** Runs in the page: the focused element's name, focus ring and visibility. */
const STOP = `(() => {
  const stop = document.activeElement;
  window.firstStop ??= stop;
  if (!stop || stop === document.body || (stop === window.firstStop && window.hasLeft)) return null;
  window.hasLeft ||= stop !== window.firstStop;
  const style = getComputedStyle(stop);
  const frame = stop.closest('[data-with-icon-section], .mantine-PasswordInput-input') ?? stop;
  const isField = /^(INPUT|TEXTAREA|SELECT)$/.test(stop.tagName);
  const isOutlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
  const isFramedCell = stop.role === 'gridcell' && !/, 0\\)$|transparent/.test(style.borderTopColor);
  const { left, top, width, height } = stop.getBoundingClientRect();
  const points = [0.5, 0.1, 0.9].map((part) => document.elementFromPoint(left + width * part, top + height / 2));
  const isIn = (one) => one && (stop.contains(one) || one.contains(stop) || frame.contains(one));
  return {
    name: (stop.getAttribute('aria-label') || stop.textContent || stop.id || stop.tagName).trim().slice(0, 60),
    isMarked: isField || isOutlined || style.boxShadow.includes('inset') || isFramedCell,
    isInSight: points.some(isIn),
  };
})()`;

const STOPS_THERE = `[...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"], summary, iframe')]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && !(one.type === 'radio' && !one.checked) && one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], .ag-root-wrapper')).length
  + document.querySelectorAll('.ag-root-wrapper, [data-part="to-be-drawn"]').length`;

const IS_DRAWN = `(() => {
  const body = document.activeElement.closest('section')?.querySelector('[id^="batch-"]:not([hidden])');
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true });
  return !body || [...body.querySelectorAll(':scope > p, .ag-row')].some(isSeen);
})()`;

const MOST_STOPS = 60;
const MOST_FRAMES = 60;

async function walk(page: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  await page.evaluate('document.activeElement?.blur()');
  for (let press = 0; press < MOST_STOPS; press += 1) {
    await page.keyboard.press('Tab');
    let stop = (await page.evaluate(STOP)) as Stop | null;
    for (let frame = 0; stop?.isInSight === false && frame < MOST_FRAMES; frame += 1) {
      await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
      stop = (await page.evaluate(STOP)) as Stop | null;
    }
    if (!stop) break;
    await expect.poll(() => page.evaluate(IS_DRAWN), { timeout: 20_000 }).toBe(true);
    stops.push(stop);
  }
  return stops;
}

/** Charts are drawn anew a moment after the window has changed, so only words that remain lost count. */
async function settledWords(page: Page): Promise<readonly string[]> {
  let words: readonly string[] = [];
  for (let tries = 0; tries < 20; tries += 1) {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    words = (await page.evaluate(LOST_WORDS)) as string[];
    if (words.length === 0) return [];
    await page.waitForTimeout(100);
  }
  return words;
}

async function lostWords(page: Page, path: string): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const { name, viewport, text } of VIEWS) {
    await page.setViewportSize(viewport);
    await page.evaluate(`document.documentElement.style.fontSize = '${text}'`);
    const words = await settledWords(page);
    lost.push(...words.map((word) => `${path}, ${name}: ${word}`));
    await expectNoSidewaysScroll(page).catch((error: Error) => lost.push(`${path}, ${name}: ${error.message}`));
  }
  await takePicture(page, `enlarged-${path.replaceAll(/\W+/g, '-')}`);
  await page.evaluate("document.documentElement.style.fontSize = ''");
  return lost;
}

async function lostStops(page: Page, path: string): Promise<readonly string[]> {
  const lost: string[] = [];
  await page.setViewportSize(PHONE);
  const there = Number(await page.evaluate(STOPS_THERE));
  const stops = await walk(page);
  expect(stops[0]?.name, path).toBe('Skip to content');
  if (stops.length < Math.min(there, MOST_STOPS)) lost.push(`${path}: ${stops.length} of ${there} reached`);
  for (const { name, isMarked, isInSight } of stops) {
    if (!isMarked) lost.push(`${path}: nothing shows the focus of ${name}`);
    if (!isInSight) lost.push(`${path}: ${name} has the focus, and something stands before it`);
  }
  return lost;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const areOver = (one: Box, other: Box): boolean =>
  one.x + one.width > other.x + 1 &&
  other.x + other.width > one.x + 1 &&
  one.y + one.height > other.y + 4 &&
  other.y + other.height > one.y + 4;

describePortal('every page', (portal) => {
  test('loses nothing on a narrow screen or enlarged, and each control is reachable, in view and has a focus ring', async () => {
    const lost: string[] = [];
    for (const { visitor, paths } of await everyPage(portal)) {
      const { page } = visitor;
      for (const path of paths) {
        await page.setViewportSize(PHONE);
        await openPage(visitor, path);
        lost.push(...(await lostWords(page, path)), ...(await lostStops(page, path)));
      }
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    }
    expect(lost).toEqual([]);
  });

  test('the header of a phone has at most two rows, with each of its pages in view', async () => {
    for (const person of [DEMO_APPLICANT, 'noel@bagwis.example', 'mia@bagwis.example']) {
      const visitor = await portal.visitAs(person, DEMO_PASSWORD, { viewport: PHONE });
      await openPage(visitor, '/account');
      for (const width of [390, 360, 320]) {
        await visitor.page.setViewportSize({ ...PHONE, width });
        const items = visitor.page.getByRole('banner').locator('a, button');
        const boxes = await Promise.all((await items.all()).map((item) => item.boundingBox()));
        const rows = new Set(boxes.map((box) => Math.round(((box?.y ?? 0) + (box?.height ?? 0) / 2) / 10)));
        expect(rows.size, `${person}, ${width} px`).toBe(2);
        expect(boxes.filter((box) => !box || box.x < 0 || box.x + box.width > width)).toEqual([]);
        const covers = boxes.flatMap((one, at) =>
          boxes.slice(at + 1).filter((other) => one && other && areOver(one, other)),
        );
        expect(covers, `${person}, ${width} px`).toEqual([]);
      }
      await visitor.context.close();
    }
  });

  test('a navigation focuses the start of the new page, and its title names the page', async () => {
    const { page, context } = await portal.visit({ viewport: PHONE });
    // Slow phone: the key is pressed while the page still loads.
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.goto('/');
    await page.waitForURL('**/enroll');
    await page.getByRole('heading', { name: 'Full-Stack, day' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
    await page.getByRole('link', { name: 'Login' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
    await expect.poll(() => page.title()).toBe('Log in · Bagwis Code Academy');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.type')).toBe('email');
    await context.close();
  });
});
