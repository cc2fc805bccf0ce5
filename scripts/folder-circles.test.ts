import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findFolderCircles } from './folder-circles.ts';

let root: string;
afterEach(() => rm(root, { recursive: true }));

async function circlesIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  root = await mkdtemp(join(tmpdir(), 'circles-'));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  return findFolderCircles(root);
}

test('a circle of three folders is one finding, with the imports that close it', async () => {
  const found = await circlesIn({
    'commands/a/one.ts': "import type { Two } from '../b/two.ts';",
    'commands/b/two.ts': "export type { Three } from '../c/three.ts';",
    'commands/c/three.ts': "export const three = () => import('../a/other.ts');",
    'commands/a/other.ts': "import '../d/leaf.ts';",
    'commands/d/leaf.ts': '',
  });
  expect(found).toEqual([
    [
      'commands/a, commands/b, commands/c import each other in a circle:',
      'commands/a/one.ts → commands/b/two.ts',
      'commands/b/two.ts → commands/c/three.ts',
      'commands/c/three.ts → commands/a/other.ts',
    ].join('\n  '),
  ]);
});

test('a folder and its parent can form a circle', async () => {
  const found = await circlesIn({
    'api/port.ts': "import './parts/part.ts';",
    'api/parts/part.ts': "import '../other.ts';",
    'api/other.ts': '',
  });
  expect(found).toEqual([expect.stringContaining('api, api/parts import each other')]);
});

test('files of one folder, and tests, may import in any direction', async () => {
  const found = await circlesIn({
    'domain/a/one.ts': "import './two.ts';\nimport '../b/leaf.ts';",
    'domain/a/two.ts': "import './one.ts';",
    'domain/b/leaf.ts': '',
    'domain/b/leaf.test.ts': "import '../a/one.ts';",
  });
  expect(found).toEqual([]);
});
