import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { atNarrowWidths, brokenWords, sidewaysScroll } from './browser.ts';

export interface Album {
  /** Keeps the whole page, or an open dialog, in both themes, once nothing on it loads. */
  take(page: Page, name: string): Promise<void>;
  /** What does not fit at narrow widths, with a picture of it. */
  readonly misfits: readonly string[];
}

const IS_LOADING = "document.fonts.status === 'loading' || document.querySelector('[aria-busy=true]') !== null";
/** The page before may have been in the last frame. */
const NEXT_FRAMES = 'new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))';

export async function openAlbum(folder: string): Promise<Album> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const misfits: string[] = [];
  let count = 0;
  return {
    misfits,
    async take(page, name) {
      count += 1;
      const title = `${String(count).padStart(2, '0')}-${name}`;
      const isDialog = (await page.locator('dialog[open], [aria-modal=true]').count()) > 0;
      const picture = (kind: string) =>
        page.screenshot({ path: join(folder, `${title}-${kind}.png`), fullPage: !isDialog, animations: 'disabled' });
      while (await page.evaluate(IS_LOADING)) await page.waitForTimeout(20);
      await page.evaluate(NEXT_FRAMES);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await picture(colorScheme);
      }
      await page.emulateMedia({ colorScheme: 'light' });
      // A page of developers need not fit.
      if (page.url().includes('/dev/')) return;
      await atNarrowWidths(page, async (at) => {
        const [words, beyond] = [await brokenWords(page), await sidewaysScroll(page)];
        if (words.length === 0 && beyond <= 0) return;
        misfits.push(`${title} at ${at}: ${[...words, ...(beyond > 0 ? [`scrolls ${beyond} px sideways`] : [])]}`);
        await picture(at.replaceAll(/\W+/g, '-'));
      });
    },
  };
}
