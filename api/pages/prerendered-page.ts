import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { FindPage, Prerendered } from '../contract/prerender.ts';
import { escapeHtml } from './docs-page.ts';
import type { OpenReads } from './page-reads.ts';

const ROOT = '<div id="root"></div>';
const HTML = '<html lang="en">';
/** Neither an id nor a slug: a remembered school is another. */
const NO_SCHOOL = '-';
const TITLE = /<title>[^<]*<\/title>/;
/** Characters of cached first screens of signed-out visitors: a page holds what it shows, as much as a process may have. */
const KEPT = 10_000_000;

/** Null where the plain page is served. `open` is called only if the page is prerendered. */
export type PageOf = (url: string, open: () => Promise<OpenReads | null>) => Promise<string | null>;

interface Built {
  readonly html: string;
  readonly findPage: FindPage;
}

/** `web` is Vite's output; `renderer` prerenders its pages and is loaded on first use. */
export function createPageOf({ web, renderer }: { web: string; renderer: string }): PageOf | null {
  if (!existsSync(join(web, 'index.html')) || !existsSync(renderer)) return null;
  let loading: Promise<Built> | undefined;
  const load = async () => ({
    html: await readFile(join(web, 'index.html'), 'utf8'),
    ...((await import(pathToFileURL(renderer).href)) as { findPage: FindPage }),
  });
  const kept = new LRUCache<string, string>({
    maxSize: KEPT,
    sizeCalculation: (page, key) => page.length + key.length,
  });

  async function htmlOf(url: string, prerendered: Prerendered, html: string): Promise<string> {
    const key = `${url} ${prerendered.state}`;
    const before = kept.get(key);
    if (before !== undefined) return before;
    const { organization, isOfPage, state, isPersonal, ahead } = prerendered;
    const { screen, title } = await prerendered.draw();
    const whose = isOfPage ? ' data-own-school' : '';
    const asked = ahead.length > 0 ? ` data-ahead="${escapeHtml(ahead.join(' '))}"` : '';
    const page = html
      .replace('</head>', () => `${screen && stylesOf(html, prerendered.path)}</head>`)
      .replace(
        HTML,
        () => `<html lang="en" data-school="${escapeHtml(organization?.join(' ') ?? NO_SCHOOL)}"${whose}${asked}>`,
      )
      .replace(TITLE, (ofAll) => (title === null ? ofAll : `<title>${escapeHtml(title)}</title>`))
      .replace(
        ROOT,
        () => `<div id="root">${screen}</div><script type="application/json" id="state">${inScript(state)}</script>`,
      );
    if (!isPersonal) kept.set(key, page);
    return page;
  }

  return async (url, open) => {
    loading ??= load();
    const { html, findPage } = await loading;
    const prerender = findPage(url);
    const reads = prerender && (await open());
    if (!reads) return null;
    let page = '';
    try {
      const prerendered = await prerender(reads);
      if (prerendered) page = await htmlOf(url, prerendered, html);
      return page || null;
    } finally {
      reads.close(page.length);
    }
  };
}

/** The styles of a lazy page, listed by the build for `boot.js`; the prerendered page needs them before its code. */
function stylesOf(html: string, path: string): string {
  const [, noted = '[]'] = /data-pages='([^']*)'/.exec(html) ?? [];
  const pages = JSON.parse(noted) as readonly { readonly path: string; readonly files: readonly string[] }[];
  return (pages.find((page) => page.path === path)?.files ?? [])
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="stylesheet" crossorigin href="${file}">`)
    .join('');
}

/** A data block ends at the first `</script`, so no text may contain one. */
const inScript = (json: string): string =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
