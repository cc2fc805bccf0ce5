import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Known } from '../contract/known.ts';
import { createPageOf } from './prerendered-page.ts';

const PAGE = '<html lang="en"><body><div id="root"></div></body></html>';
let folder: string;
let paths: { web: string; renderer: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intake-pages-'));
  paths = { web: join(folder, 'web'), renderer: join(folder, 'renderer.mjs') };
  await mkdir(paths.web);
  await writeFile(join(paths.web, 'index.html'), PAGE);
  await writeFile(
    paths.renderer,
    "let drawn = 0; export const prerender = (url, { organization }) => ++drawn + ' ' + organization.name + \" $' $&\";",
  );
});
afterAll(() => rm(folder, { recursive: true }));

const known = (name: string, user: { email: string } | null = null) =>
  ({ organization: { _id: 'org', slug: 'bay', name }, user }) as unknown as Known;

test('what somebody has written ends neither the data in a page nor the page', async () => {
  const pageOf = createPageOf(paths);
  const hostile = '</script><script>alert(1)</script><!--';
  const page = await pageOf?.('/enroll', known(hostile));
  const data = page?.split('id="known">')[1]?.split('</script>')[0] ?? '';
  expect(JSON.parse(data)).toEqual(known(hostile));
  expect(page).toContain('<html lang="en" data-school="org bay">');
  expect(page).toContain(`${hostile} $' $&</div>`);
});

test('the same screen for signed-out visitors is drawn once, and a changed one anew', async () => {
  const pageOf = createPageOf(paths);
  const first = await pageOf?.('/enroll', known('Bay'));
  expect(await pageOf?.('/enroll', known('Bay'))).toBe(first);
  expect(await pageOf?.('/enroll', known('Bay City'))).not.toBe(first);
  expect(await pageOf?.('/enroll?utm_source=x', known('Bay'))).not.toBe(first);
});

test('what is one person’s is not kept', async () => {
  const pageOf = createPageOf(paths);
  const first = await pageOf?.('/enroll', known('Bay', { email: 'ada@applicant.example' }));
  expect(await pageOf?.('/enroll', known('Bay', { email: 'ada@applicant.example' }))).not.toBe(first);
});

test('the dashboard of staff says whose applications it shows first', async () => {
  const pageOf = createPageOf(paths);
  const page = await pageOf?.('/admin/dashboard', { ...known('Bay'), firstBatches: ['one', 'two'] });
  expect(page).toContain('<html lang="en" data-school="org bay" data-staff="one,two">');
});

test('without a built client there is nothing to draw', () => {
  expect(createPageOf({ ...paths, renderer: join(folder, 'absent.mjs') })).toBeNull();
  expect(createPageOf({ ...paths, web: join(folder, 'absent') })).toBeNull();
});
