import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Python-2.0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]);

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
}

/** As `name@version: licence`. */
export function findForeignLicences(root = 'node_modules'): readonly string[] {
  return [...packageFolders(root)].flatMap((folder) => {
    const manifest = readManifest(folder);
    if (!manifest?.name || !manifest.version) return [];
    const licence = licenceOf(manifest);
    return isAllowed(licence) ? [] : [`${manifest.name}@${manifest.version}: ${licence || 'none stated'}`];
  });
}

function* packageFolders(root: string): Generator<string> {
  let names: string[];
  try {
    names = readdirSync(root);
  } catch {
    return;
  }
  for (const name of names) {
    if (name.startsWith('.')) continue;
    const folder = join(root, name);
    if (name.startsWith('@')) yield* packageFolders(folder);
    else {
      yield folder;
      yield* packageFolders(join(folder, 'node_modules'));
    }
  }
}

function readManifest(folder: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}

function licenceOf({ license, licenses }: Manifest): string {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? '';
}

/** Of an SPDX expression, one branch of an OR and every part of an AND must be allowed. */
function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, '');
  return bare.split(' OR ').some((branch) => branch.split(' AND ').every((id) => ALLOWED.has(id.trim())));
}
