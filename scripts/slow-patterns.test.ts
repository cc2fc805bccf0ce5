import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findSlowPatterns } from './slow-patterns.ts';

let root: string;
afterEach(() => rm(root, { recursive: true }));

async function findingsIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  root = await mkdtemp(join(tmpdir(), 'patterns-'));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  return findSlowPatterns(root);
}

test.each([
  ['cubic', String.raw`/\{\{\s*([^{}]*?)\s*\}\}/g`, '3rd degree polynomial'],
  ['quadratic, from each character to the end', String.raw`/[^\s@]+@[^\s@]+\.\p{L}+/gu`, '2nd degree polynomial'],
  ['quadratic, from each beginning to the end', String.raw`/!\[([^\]]*)\]\([^)]*\)/g`, '2nd degree polynomial'],
  ['exponential', '/^(a|a)*$/', 'exponential'],
])('a pattern that is %s is found, with its place', async (_, pattern, complexity) => {
  const found = await findingsIn({
    'web/src/a/page.tsx': `const a = 1;\nexport const A = <b>{${pattern}.test(x)}</b>;`,
  });
  expect(found).toEqual([expect.stringContaining(`web/src/a/page.tsx:2: ${pattern} takes more than linear time`)]);
  expect(found[0]).toContain(complexity);
});

test.each(['new RegExp(name)', "RegExp('^' + name)", "text.match('a+$')", 'text.search(`a+$`)'])(
  '%s is refused, because nothing can check it',
  async (built) => {
    const found = await findingsIn({ 'domain/a.ts': `export const a = (text: string, name: string) => ${built};` });
    expect(found).toEqual([expect.stringContaining('domain/a.ts:1: a pattern built at run time')]);
  },
);

test('patterns in linear time pass, and those of tests are not asked', async () => {
  const found = await findingsIn({
    'domain/a.ts': String.raw`export const a = [/\{\{([^{}]*)\}\}/g, text.match(/b+/), log.match(value)];`,
    'domain/a.test.ts': 'export const b = /(a|a)*$/;',
  });
  expect(found).toEqual([]);
});
