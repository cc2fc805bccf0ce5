import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { PAGES, type PageName } from './domain/values/pages.ts';
import { chunksOf, groupsOf } from './scripts/page-groups.ts';

const ROOT = join(import.meta.dirname, 'web');
const OUT_DIR = join(import.meta.dirname, 'dist/web');
/** Only of what browsers load; `dist/prerender` is the server's. */
const forBrowsers: Plugin['apply'] = ({ build }, { command }) => command === 'build' && !build?.ssr;
const compress = promisify(brotliCompress);
const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;
/** Of what an applicant's visit waits for. */
const MOST_BYTES = 190_000;
const MOST_FILES = 20;
/** Packages that every page needs. */
const FRAME = /\/node_modules\/(?:react|react-dom|scheduler|react-router|@tanstack\/(?:query-core|react-query))\//;
const ENROLL = /\/enroll-page\.tsx$/;
/** What a visitor of /enroll loads once a program is chosen. */
const FORM = /\/(enroll-page|apply-form)\.tsx$/;
/** And, while the page is idle, where a text that the server has not drawn has marks. */
const FORM_AND_MARKS = /\/(enroll-page|apply-form|markdown)\.tsx$/;
const HOME = /\/home-page\.tsx$/;
const APPLICATION = /\/application-page\.tsx$/;
const APPLICATION_FORM = /\/(application-page|form-step)\.tsx$/;
const ASSESSMENT = /\/features\/assessment\/assessment-page\.tsx$/;

/** The page of other sites' frames is a visit of its own. */
const isPortal = ({ name }: Rolldown.OutputChunk) => name === 'portal';

/** What applicants load. A module of the first visit, `portal`, is in its file, whatever loads it later. */
const VISITS = {
  embed: /\/web\/embed\.html$/,
  portal: /\/web\/index\.html$/,
  enroll: ENROLL,
  home: HOME,
  application: APPLICATION,
  assessment: ASSESSMENT,
  form: /\/apply-form\.tsx$/,
  step: /\/form-step\.tsx$/,
  widget: /\/widget\.tsx$/,
};
/** Of an account, often opened from an email. */
const ENTER = /\/features\/auth\/[a-z-]+-page\.tsx$/;
/** The largest of these. */
const CONFIRMED = /\/verify-email-page\.tsx$/;
const FOLLOWS = { step: 'application', widget: 'application' };

/** An entry's or a lazy module's files: its chunk, all that it imports, and their styles. */
function filesOf(bundle: Rolldown.OutputBundle, isWanted: (chunk: Rolldown.OutputChunk) => boolean): Set<string> {
  const chunks = [...chunksOf(bundle, isWanted)];
  return new Set(chunks.flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]));
}

/**
 * Pages that load more than the entry: the module of their code, and the calls that start while it loads, if the server could
 * not put the answers into the page. The dashboard loads nothing before the server has checked the session.
 */
const AHEAD: readonly { page: PageName; module?: RegExp; asks?: readonly string[]; isLetIn?: true }[] = [
  { page: 'home', module: HOME },
  { page: 'enroll', module: ENROLL, asks: ['/api/batches'] },
  { page: 'apply', module: ENROLL, asks: ['/api/batches'] },
  { page: 'applyTo', module: ENROLL },
  { page: 'applyToBatch', module: ENROLL },
  { page: 'application', module: APPLICATION, asks: ['/api/applications/:applicationId'] },
  { page: 'assessment', module: ASSESSMENT, asks: ['/api/applications/:applicationId'] },
  { page: 'dashboard', module: /\/dashboard-page\.tsx$/, isLetIn: true },
  { page: 'reports', module: /\/(reports-page|overview-page|apex-chart)\.tsx$/, isLetIn: true },
];

/** Lists for `boot.js` and the server what these pages need besides the entry, so that all of it loads at once. */
function hints(): Plugin {
  return {
    name: 'intake-hints',
    apply: forBrowsers,
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const first = filesOf(bundle, isPortal);
        const pages = AHEAD.map(({ page, module, asks = [], isLetIn = false }) => {
          const files = module ? filesOf(bundle, ({ facadeModuleId }) => module.test(facadeModuleId ?? '')) : [];
          const more = [...files].filter((file) => !first.has(file)).map((file) => `/${file}`);
          // Of a page with tabs only the first.
          return { path: PAGES[page].path.replace(/\/\*$/, ''), asks, files: more, isLetIn };
        });
        return html.replace('src="/boot.js"', `src="/boot.js" data-pages='${JSON.stringify(pages)}'`);
      },
    },
  };
}

/** Writes `x.br` beside every built text file, so that the server never compresses, and says what a first visit loads. */
function brotli(): Plugin {
  return {
    name: 'intake-brotli',
    apply: forBrowsers,
    async writeBundle({ dir = OUT_DIR }, bundle) {
      const files = (await readdir(dir, { recursive: true })).filter((file) => COMPRESSIBLE.test(file));
      const sizes = new Map<string, number>();
      await Promise.all(
        files.map(async (file) => {
          const content = await readFile(join(dir, file));
          const compressed = await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
          await writeFile(join(dir, `${file}.br`), compressed);
          sizes.set(file, compressed.length);
        }),
      );
      const withPortal = (module: RegExp) => {
        const files = filesOf(bundle, (chunk) => isPortal(chunk) || chunk.moduleIds.some((id) => module.test(id)));
        return { files: files.size, bytes: [...files].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0) };
      };
      const visits = {
        'first load': withPortal(ENROLL),
        'with the form': withPortal(FORM),
        'an application': withPortal(APPLICATION),
        'with its forms': withPortal(APPLICATION_FORM),
        'an assessment': withPortal(ASSESSMENT),
        'a confirmed email': withPortal(CONFIRMED),
      };
      const loaded = { ...visits, "later with its texts' marks": withPortal(FORM_AND_MARKS) };
      const words = Object.entries(loaded).map(
        ([name, { files, bytes }]) => `${name} ${(bytes / 1000).toFixed(1)} kB in ${files}`,
      );
      const most = `${MOST_BYTES / 1000} kB in ${MOST_FILES} files`;
      console.log(`JS and CSS (Brotli; at most ${most}): ${words.join(', ')}.`);
      // One `const { group } = TEXTS` brings all texts into the first load, and nothing else would show it.
      if (Object.values(visits).some(({ files, bytes }) => files > MOST_FILES || bytes > MOST_BYTES))
        throw new Error(`A visit loads more than ${most}`);
    },
  };
}

const INPUT = { portal: join(ROOT, 'index.html'), embed: join(ROOT, 'embed.html') };

const PORTAL = process.env.PUBLIC_URL ?? 'http://127.0.0.1:3000';

export default defineConfig(async ({ command, isSsrBuild }): Promise<UserConfig> => {
  const groups =
    command === 'build' && !isSsrBuild
      ? await groupsOf({ root: ROOT, input: INPUT }, { visits: VISITS, follows: FOLLOWS, together: { enter: ENTER } })
      : new Map<string, string>();
  const groupOf = (id: string) => groups.get(id) ?? null;
  return {
    root: ROOT,
    plugins: [react(), hints(), brotli()],
    build: {
      outDir: OUT_DIR,
      rolldownOptions: {
        input: INPUT,
        output: {
          codeSplitting: {
            groups: [
              // Pages of staff share these too: in pieces they would be larger, and arrive one after the other.
              { name: 'frame', test: FRAME, priority: 1 },
              { name: groupOf, debugName: 'visits', includeDependenciesRecursively: false },
            ],
          },
        },
      },
      emptyOutDir: true,
      target: 'baseline-widely-available',
      // All of these browsers preload modules by themselves.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1000,
    },
    // What draws first screens on the server is one folder without packages beside it.
    ssr: { noExternal: true },
    server: {
      proxy: {
        '/api': { target: PORTAL },
        // A page that mail programs post to.
        '/unsubscribe/': { target: PORTAL, bypass: ({ method, url }) => (method === 'GET' ? url : undefined) },
      },
    },
  };
});
