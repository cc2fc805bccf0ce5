import { realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { relative, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Only in the process of a replay. */
const { permission } = process as { permission?: NodeJS.Process['permission'] };
const INTERFACE = 'intake/projection';
const INTERFACE_URL = new URL('../../projections/projection-file.ts', import.meta.url).href;
const FORMATS: Readonly<Record<string, 'module' | 'module-typescript'>> = {
  ts: 'module-typescript',
  mts: 'module-typescript',
  js: 'module',
  mjs: 'module',
};

/**
 * Files below `folder`, a URL that ends with a slash, may import each other by relative paths and the documented
 * interface; any other import fails. They load as ES modules, because `require` can bypass these hooks.
 */
export function guardImports(folder: string): void {
  const isGuarded = (url: string | undefined): url is string => url?.startsWith(folder) ?? false;
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context;
      if (isGuarded(parentURL)) return { ...resolveImport(specifier, parentURL, folder), shortCircuit: true };
      if (isGuarded(specifier)) return { ...asModule(specifier), shortCircuit: true };
      return next(specifier, context);
    },
  });
}

function resolveImport(specifier: string, parentURL: string, folder: string) {
  if (specifier === INTERFACE) return { url: INTERFACE_URL };
  const url = new URL(specifier, parentURL);
  if (/^\.\.?\//.test(specifier) && url.href.startsWith(folder)) {
    requireOwn(specifier, fileURLToPath(url), fileURLToPath(folder));
    // Copies the version of the importing file, so that a changed folder is loaded again.
    url.search = new URL(parentURL).search;
    return asModule(url.href);
  }
  throw new Error(
    `It imports ${JSON.stringify(specifier)}; it may import only "${INTERFACE}" and files of its own folder, by relative paths`,
  );
}

/** A link may lead out of the folder, and no one would notice that its file has changed. */
function requireOwn(specifier: string, file: string, folder: string): void {
  const is = (what: string) => new Error(`It imports ${JSON.stringify(specifier)}, which ${what}`);
  // In the process of a replay only the files that it may import can be read, by the paths without links.
  if (permission) {
    if (permission.has('fs.read', file)) return;
    throw is('is a link, is not there, or is not written in its text');
  }
  let real: string;
  try {
    real = realpathSync(file);
  } catch {
    throw is('is not there');
  }
  if (real !== `${realpathSync(folder)}${sep}${relative(folder, file)}`) throw is('is a link; copy the file instead');
}

function asModule(url: string) {
  const format = FORMATS[/\.(\w+)$/.exec(new URL(url).pathname)?.[1] ?? ''];
  if (!format) throw new Error(`${new URL(url).pathname} is neither TypeScript (.ts) nor JavaScript (.js)`);
  return { url, format };
}
