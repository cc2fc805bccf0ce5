import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = '{domain,commands,projections,timing,api,web/src}/**/*.{ts,tsx}';
const TESTS = ['**/*.test.{ts,tsx}'];

type Imports = ReadonlyMap<string, readonly string[]>;

/** Reports circles by each folder's own files; dependency-cruiser adds subfolders, so it misses circles with the parent. */
export function findFolderCircles(root = ROOT): readonly string[] {
  const graph = new Map<string, Map<string, string[]>>();
  for (const file of globSync(SOURCES, { cwd: root, exclude: TESTS }).sort()) {
    const folder = dirname(file);
    const imports = graph.get(folder) ?? new Map<string, string[]>();
    graph.set(folder, imports);
    for (const target of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      const other = dirname(target);
      if (other !== folder) imports.set(other, [...(imports.get(other) ?? []), `${file} → ${target}`]);
    }
  }
  const known = new Set<string>();
  return [...graph.keys()].flatMap((folder) => {
    if (known.has(folder)) return [];
    const circle = [...reachableFrom(folder, graph)].filter((other) => reachableFrom(other, graph).has(folder));
    for (const member of circle) known.add(member);
    return circle.length === 0 ? [] : [describeCircle(circle, graph)];
  });
}

function importsOf(file: string, text: string): readonly string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return requests.filter((request) => request?.startsWith('.')).map((request) => join(dirname(file), `${request}`));
}

function reachableFrom(folder: string, graph: ReadonlyMap<string, Imports>): ReadonlySet<string> {
  const reached = new Set(graph.get(folder)?.keys());
  for (const next of reached) for (const further of graph.get(next)?.keys() ?? []) reached.add(further);
  return reached;
}

function describeCircle(circle: readonly string[], graph: ReadonlyMap<string, Imports>): string {
  const imports = circle.flatMap((folder) => circle.flatMap((other) => graph.get(folder)?.get(other) ?? []));
  return [`${circle.toSorted().join(', ')} import each other in a circle:`, ...imports.toSorted()].join('\n  ');
}
