import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENTS } from './documents.ts';

test.each(DOCUMENTS.map((document) => [basename(document.file), document] as const))(
  'docs/%s is what the code says (npm run docs writes it)',
  async (_, { file, render }) => {
    expect(await readFile(file, 'utf8')).toBe(await render());
  },
);
