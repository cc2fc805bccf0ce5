import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';

const RELATIVE = /["'](\.\.?\/[^"'\n]{1,500})["']/g;
const MAX_FILES = 200;
const MAX_BYTES = 1_048_576;

/**
 * The file and those of its folder that it may import, found by the relative paths in their texts: only these can be
 * read, because the folder may hold the data directory with its keys.
 */
export function importedFiles(file: string): readonly string[] {
  const folder = `${dirname(file)}${sep}`;
  const found = new Set([file]);
  for (const one of found) {
    for (const [, path = ''] of textOf(one).matchAll(RELATIVE)) {
      const imported = fileAt(resolve(dirname(one), path));
      if (imported?.startsWith(folder) && /\.m?[jt]s$/.test(imported) && found.size < MAX_FILES) found.add(imported);
    }
  }
  return [...found];
}

const textOf = (file: string): string => (statSync(file).size > MAX_BYTES ? '' : readFileSync(file, 'utf8'));

function fileAt(path: string): string | undefined {
  try {
    const file = realpathSync(path);
    return statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
