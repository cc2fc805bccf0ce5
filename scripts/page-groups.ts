import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';

/** Everything else loads after it. */
const FIRST_VISIT = 'portal';
/** Loads nothing of the first visit but what both need. */
const OTHER_ENTRY = 'embed';
/** What so many visits load is in the first visit's file: the files of such sets are smaller than the headers of their answers. */
const VISITS_OF_FIRST = 3;

export interface Visits {
  /** The module that each begins with. */
  readonly visits: Readonly<Record<string, RegExp>>;
  /** A visit that only follows another finds loaded what that one needs. */
  readonly follows: Readonly<Record<string, string>>;
  /** Lazy modules of which a visitor sees one: what they load besides is one file by this name for all of them. */
  readonly together: Readonly<Record<string, RegExp>>;
}

/** An entry's or a lazy module's chunk with all that it imports. */
export function chunksOf(
  bundle: Rolldown.OutputBundle,
  isWanted: (chunk: Rolldown.OutputChunk) => boolean,
): ReadonlySet<Rolldown.OutputChunk> {
  const all = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = new Set(all.filter(isWanted));
  // The iteration includes what is added during it.
  for (const { imports } of found) {
    for (const name of imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') found.add(imported);
    }
  }
  return found;
}

/**
 * The name of a module's file, made of the visits that load it: visits share a file for each set of them. Without groups Rolldown
 * makes a file for each set of all pages, which were 57 for an application. It takes a build to know which modules of a package
 * remain in a page, because an import of one component names the module of all.
 */
export async function groupsOf(
  { root, input }: { root: string; input: Readonly<Record<string, string>> },
  { visits, follows, together }: Visits,
): Promise<ReadonlyMap<string, string>> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { write: false, minify: false, cssMinify: false, reportCompressedSize: false, rolldownOptions: { input } },
  });
  const { output } = result as Rolldown.RolldownOutput;
  const bundle = Object.fromEntries(output.map((file) => [file.fileName, file]));
  const roots = [...Object.values(visits), ...Object.values(together)];
  const groups = new Map<string, string>();
  for (const [name, isRoot] of Object.entries(visits)) {
    const chunks = chunksOf(bundle, ({ facadeModuleId }) => isRoot.test(facadeModuleId ?? ''));
    for (const id of [...chunks].flatMap(({ moduleIds }) => moduleIds)) {
      const before = groups.get(id);
      // The hints find a lazy module by its own chunk.
      if (before?.endsWith(FIRST_VISIT) || roots.some((root) => root.test(id))) continue;
      if (before?.split('-').includes(follows[name] ?? '')) continue;
      groups.set(id, before ? `${before}-${name}` : name);
    }
  }
  for (const [id, name] of groups) {
    if (name.split('-').length < VISITS_OF_FIRST) continue;
    // Another entry must not run the portal.
    const isOther = name.startsWith(`${OTHER_ENTRY}-`);
    groups.set(id, isOther ? `${OTHER_ENTRY}-${FIRST_VISIT}` : FIRST_VISIT);
  }
  for (const [name, areRoots] of Object.entries(together)) {
    const chunks = chunksOf(bundle, ({ facadeModuleId }) => areRoots.test(facadeModuleId ?? ''));
    for (const id of [...chunks].flatMap(({ moduleIds }) => moduleIds)) {
      if (!groups.has(id) && !roots.some((root) => root.test(id))) groups.set(id, name);
    }
  }
  return groups;
}
