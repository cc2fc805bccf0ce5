import { expect, test } from 'vitest';
import { expectNoSidewaysScroll, takePicture } from './browser.ts';
import { everyPage, openPage } from './every-page.ts';
import { describePortal } from './portal.ts';

/** 320 px is 1280 px at 400 % zoom; 640 px is 1280 px at 200 %. */
const VIEWS = [
  { name: '320 px wide', viewport: { width: 320, height: 640 }, text: '100%' },
  { name: '200 % zoom of 1280 px', viewport: { width: 640, height: 360 }, text: '100%' },
  { name: 'words twice as large', viewport: { width: 640, height: 800 }, text: '200%' },
] as const;

/** Texts that are cut off or outside the page and cannot be scrolled to. Runs in the page. */
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

describePortal('every page, on a narrow screen or enlarged', (portal) => {
  test('loses nothing and never scrolls sideways', async () => {
    const lost: string[] = [];
    for (const { visitor, paths } of await everyPage(portal)) {
      const { page } = visitor;
      for (const path of paths) {
        await openPage(visitor, path);
        for (const { name, viewport, text } of VIEWS) {
          await page.setViewportSize(viewport);
          await page.evaluate(`document.documentElement.style.fontSize = '${text}'`);
          await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
          const words = (await page.evaluate(LOST_WORDS)) as string[];
          lost.push(...words.map((word) => `${path}, ${name}: ${word}`));
          await expectNoSidewaysScroll(page).catch((error: Error) => lost.push(`${path}, ${name}: ${error.message}`));
        }
        await takePicture(page, `enlarged-${path.replaceAll(/\W+/g, '-')}`);
      }
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    }
    expect(lost).toEqual([]);
  });
});
