import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { Known, Prerender } from '../contract/known.ts';

const ROOT = '<div id="root"></div>';
const HTML = '<html lang="en">';
/** First screens of signed-out visitors that are kept; each is dropped by a newer one when there are more. */
const KEPT = 50;

/** The page's HTML with what is known in it, and with its first screen where that can be told without a browser. */
export type PageOf = (url: string, known: Known) => Promise<string>;

/** `web` is what Vite has built; `renderer` what draws its first screens, which is loaded when it is first needed. */
export function createPageOf({ web, renderer }: { web: string; renderer: string }): PageOf | null {
  if (!existsSync(join(web, 'index.html')) || !existsSync(renderer)) return null;
  let loading: Promise<{ html: string; prerender: Prerender }> | undefined;
  const load = async () => ({
    html: await readFile(join(web, 'index.html'), 'utf8'),
    ...((await import(pathToFileURL(renderer).href)) as { prerender: Prerender }),
  });
  const kept = new LRUCache<string, string>({ max: KEPT });

  return async (url, known) => {
    loading ??= load();
    const { html, prerender } = await loading;
    const text = asScript(known);
    const key = `${url} ${text}`;
    const before = kept.get(key);
    if (before !== undefined) return before;
    const { _id, slug } = known.organization ?? {};
    const staff = known.firstBatches ? ` data-staff="${known.firstBatches}"` : '';
    const screen = await prerender(url, JSON.parse(text) as Known);
    const page = html
      .replace('</head>', () => `${screen && stylesOf(html, url)}</head>`)
      .replace(HTML, () => `<html lang="en" data-school="${_id} ${slug}"${staff}>`)
      .replace(ROOT, () => `<div id="root">${screen}</div><script type="application/json" id="known">${text}</script>`);
    if (known.user === null) kept.set(key, page);
    return page;
  };
}

/** Those of a page whose code comes later, as the build has noted them for `boot.js`: its drawing is there before. */
function stylesOf(html: string, url: string): string {
  const [, name] = /^\/(applications?)\//.exec(url) ?? [];
  if (!name) return '';
  const [, noted = ''] = html.split(` data-${name}="`, 2);
  return noted
    .slice(0, noted.indexOf('"'))
    .split(' ')
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="stylesheet" crossorigin href="${file}">`)
    .join('');
}

/** JSON that no text in it can end: a data block ends at the first `</script`. */
const asScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
