import { registerHooks } from 'node:module';

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
      if (isGuarded(parentURL)) return { ...resolveImport(specifier, parentURL, isGuarded), shortCircuit: true };
      if (isGuarded(specifier)) return { ...asModule(specifier), shortCircuit: true };
      return next(specifier, context);
    },
  });
}

function resolveImport(specifier: string, parentURL: string, isGuarded: (url: string) => boolean) {
  if (specifier === INTERFACE) return { url: INTERFACE_URL };
  const url = new URL(specifier, parentURL);
  if (/^\.\.?\//.test(specifier) && isGuarded(url.href)) {
    // Copies the version of the importing file, so that a changed folder is loaded again.
    url.search = new URL(parentURL).search;
    return asModule(url.href);
  }
  throw new Error(
    `It imports ${JSON.stringify(specifier)}; it may import only "${INTERFACE}" and files of its own folder, by relative paths`,
  );
}

function asModule(url: string) {
  const format = FORMATS[/\.(\w+)$/.exec(new URL(url).pathname)?.[1] ?? ''];
  if (!format) throw new Error(`${new URL(url).pathname} is neither TypeScript (.ts) nor JavaScript (.js)`);
  return { url, format };
}
