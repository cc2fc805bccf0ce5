import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenReads } from './page-reads.ts';
import { createPageOf } from './prerendered-page.ts';

const PAGES = JSON.stringify([{ path: '/enroll', files: ['/assets/enroll.js', '/assets/enroll.css'] }]);
const PAGE = `<html lang="en"><head><title>Enroll</title><script src="/boot.js" data-pages='${PAGES}'></script></head><body><div id="root"></div></body></html>`;
/** What the build of the web application exports, out of a call that answers a name. */
const RENDERER = `
  let drawn = 0;
  export const findPage = (url) => url.startsWith('/login') ? null : async ({ read }) => {
    const { status, body } = await read('GET /api/organizationForCurrentDomain', {});
    if (status !== 200) return null;
    const { name, user, ahead = [], isOfPage = false, title = null, organization = ['org', 'bay'] } = body;
    return {
      path: '/enroll',
      organization,
      isOfPage,
      state: JSON.stringify({ name }),
      isPersonal: user !== undefined,
      ahead,
      draw: async () => ({ screen: ++drawn + ' ' + name + " $' $&", title }),
    };
  };
`;
let folder: string;
let paths: { web: string; renderer: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intake-pages-'));
  paths = { web: join(folder, 'web'), renderer: join(folder, 'renderer.mjs') };
  await mkdir(paths.web);
  await writeFile(join(paths.web, 'index.html'), PAGE);
  await writeFile(paths.renderer, RENDERER);
});
afterAll(() => rm(folder, { recursive: true }));

const charged: number[] = [];
const answering =
  (body: object, status = 200) =>
  async (): Promise<OpenReads> => ({
    at: '2026-01-01T00:00:00.000Z',
    read: async () => ({ status, body }) as Awaited<ReturnType<OpenReads['read']>>,
    close: (characters) => charged.push(characters),
  });
const pageOf = () => {
  const made = createPageOf(paths);
  if (!made) throw new Error('nothing was built');
  return (url: string, body: object, status?: number) => made(url, answering(body, status));
};

test('written text ends neither the data in a page nor the page', async () => {
  const hostile = '</script><script>alert(1)</script><!-- \u2028\u2029';
  const page = await pageOf()('/enroll', { name: hostile });
  const data = page?.split('id="state">')[1]?.split('</script>')[0] ?? '';
  expect(JSON.parse(data)).toEqual({ name: hostile });
  expect(data).not.toMatch(/[<\u2028\u2029]/);
  expect(page).toContain('<html lang="en" data-school="org bay">');
  expect(page).toContain(`${hostile} $' $&</div>`);
  expect(page).toContain('<link rel="stylesheet" crossorigin href="/assets/enroll.css">');
});

test('the same screen for signed-out visitors is drawn once, and a changed one anew', async () => {
  const of = pageOf();
  const first = await of('/enroll', { name: 'Bay' });
  expect(await of('/enroll', { name: 'Bay' })).toBe(first);
  expect(await of('/enroll', { name: 'Bay City' })).not.toBe(first);
  expect(await of('/enroll?utm_source=x', { name: 'Bay' })).not.toBe(first);
});

test('screens are kept up to a size', async () => {
  const of = pageOf();
  const small = await of('/enroll', { name: 'Bay' });
  const large = await of('/enroll', { name: 'x'.repeat(2_000_000) });
  expect(await of('/enroll', { name: 'Bay' })).toBe(small);
  await of('/enroll', { name: 'y'.repeat(2_000_000) });
  expect(await of('/enroll', { name: 'Bay' })).toBe(small);
  expect(await of('/enroll', { name: 'x'.repeat(2_000_000) })).not.toBe(large);
});

test('what is one person’s is not kept', async () => {
  const of = pageOf();
  const ada = { name: 'Bay', user: { email: 'ada@applicant.example' } };
  expect(await of('/enroll', ada)).not.toBe(await of('/enroll', ada));
});

test('a page has the title that it sets itself, and says whether it is its school’s whatever the visitor chose', async () => {
  const page = await pageOf()('/apply/bay', { name: 'Bay', isOfPage: true, title: "Apply to join <Bay> $'" });
  expect(page).toContain('<html lang="en" data-school="org bay" data-own-school>');
  expect(page).toContain("<title>Apply to join &lt;Bay&gt; $'</title>");
  expect(await pageOf()('/enroll', { name: 'Bay' })).toContain('<title>Enroll</title>');
});

test('a page on which the visitor chooses a school is another than that of any school they have chosen', async () => {
  const page = await pageOf()('/enroll', { name: 'Choose', organization: null });
  expect(page).toContain('<html lang="en" data-school="-">');
});

test('the page names the calls that its code will make besides', async () => {
  const page = await pageOf()('/admin/dashboard', { name: 'Bay', ahead: ['/api/preferences', '/api/x?a=1&b="2"'] });
  expect(page).toContain('data-ahead="/api/preferences /api/x?a=1&amp;b=&quot;2&quot;"');
});

test('a page is charged by its length, and one that asks for itself for nothing', async () => {
  const of = pageOf();
  charged.length = 0;
  const page = await of('/enroll', { name: 'Bay' });
  expect(await of('/enroll', {}, 404)).toBeNull();
  expect(await of('/login', {})).toBeNull();
  expect(charged).toEqual([page?.length, 0]);
});

test('without a built client there is nothing to draw', () => {
  expect(createPageOf({ ...paths, renderer: join(folder, 'absent.mjs') })).toBeNull();
  expect(createPageOf({ ...paths, web: join(folder, 'absent') })).toBeNull();
});
