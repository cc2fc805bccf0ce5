import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = ['web', 'domain', 'timing', 'vite.config.ts', 'scripts/page-groups.ts', 'package-lock.json'];
const STAMP = join(ROOT, 'dist/web/.sources');

/** Builds `dist/web` and `dist/prerender` unless they are up to date. */
export async function buildWebIfStale({ isForced = false } = {}): Promise<void> {
  const fingerprint = fingerprintOf(SOURCES);
  if (!isForced && readStamp() === fingerprint) return;
  process.stdout.write('Building the web client (once for each change of its sources) …\n');
  // A test runner must build what people get.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const common = { root: join(ROOT, 'web'), configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' } as const;
  await build(common);
  const outDir = join(ROOT, 'dist/prerender');
  await build({
    ...common,
    // The server has no visitor's storage.
    define: { 'process.env.NODE_ENV': '"production"', localStorage: 'undefined', sessionStorage: 'undefined' },
    build: { outDir, ssr: 'src/app/prerender.tsx', copyPublicDir: false },
  });
  writeFileSync(STAMP, fingerprint);
}

function readStamp(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}

function fingerprintOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((name) => [...filesBelow(name)]).sort()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function* filesBelow(path: string): Generator<string> {
  let entries: ReturnType<typeof readEntries>;
  try {
    entries = readEntries(path);
  } catch {
    yield path;
    return;
  }
  for (const entry of entries) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) yield* filesBelow(below);
    else yield below;
  }
}

const readEntries = (path: string) => readdirSync(join(ROOT, path), { withFileTypes: true });

// `run.cjs` imports this file if Node is new enough.
if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename)
  await buildWebIfStale({ isForced: process.argv.includes('--force') });
