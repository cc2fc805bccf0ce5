import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { DynamicDefinition } from '../dynamic/definition.ts';
import type { Wanted } from '../dynamic/wanted.ts';
import type { FileData } from './file-folds.ts';

export const FILES = 'projection files';
/** Dynamic projections of files; the names of saved reports begin otherwise. */
const PREFIX = 'file-';
const MODULE = new URL('./file-folds.ts', import.meta.url).href;
const LOOK_EVERY_MS = 2000;
const MAX_FILES = 50;
const MAX_BYTES = 256 * 1024;
const FILE = /^[A-Za-z][\w-]{0,59}\.ts$/;

export const dynamicNameOf = (file: string): string => `${PREFIX}${file}`;
export const fileNameOf = (dynamicName: string): string | null =>
  dynamicName.startsWith(PREFIX) ? dynamicName.slice(PREFIX.length) : null;

/** The files of analysts in `DATA_DIR/projections` that the portal keeps live. */
export interface ProjectionFolder {
  /** Names of the files, sorted. */
  readonly names: readonly string[];
  /** Files that are too large or too many, with the reason. */
  readonly refused: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/** Looks every 2 s, because not every file system reports changes. The version of a file is a hash of its content. */
export function followProjectionFolder({
  folder,
  wanted,
  onProblem,
}: {
  readonly folder: string;
  readonly wanted: Wanted;
  readonly onProblem: (message: string, error: unknown) => void;
}): ProjectionFolder {
  const stopping = new AbortController();
  let names: readonly string[] = [];
  let refused: ReadonlyMap<string, string> = new Map();
  let before: string | undefined;

  async function look(): Promise<void> {
    const { found, links } = await filesIn(folder);
    const signs = [...found.map(({ path, size, modifiedAt }) => `${path} ${size} ${modifiedAt}`), ...links].join('\n');
    if (signs === before) return;
    const contents = new Map<string, string>();
    const tooLarge = found.filter(({ size }) => size > MAX_BYTES);
    for (const { path, size } of found) {
      if (size <= MAX_BYTES) contents.set(path, await readFile(join(folder, path), 'utf8'));
    }
    const { definitions, beyond } = definitionsOf(folder, contents);
    const reasons = new Map<string, string>([
      ...links.map((path) => [path, 'It is a link; copy the file instead'] as const),
      ...tooLarge.map(({ path }) => [path, `It has more than ${MAX_BYTES / 1024} kB`] as const),
      ...beyond.map((path) => [path, `The limit of ${MAX_FILES} files is reached`] as const),
    ]);
    for (const { name, reason } of wanted.set(FILES, definitions)) reasons.set(`${fileNameOf(name)}.ts`, reason);
    for (const [path, reason] of reasons)
      if (refused.get(path) !== reason) onProblem(`The file ${path} is not followed`, new Error(reason));
    refused = reasons;
    names = definitions.flatMap(({ name }) => fileNameOf(name) ?? []);
    before = signs;
  }

  async function run(): Promise<void> {
    let problem = '';
    while (!stopping.signal.aborted) {
      await look().then(
        () => {
          problem = '';
        },
        (error: Error) => {
          if (error.message !== problem) onProblem(`${folder} cannot be read`, error);
          problem = error.message;
        },
      );
      await pause(LOOK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }
  const running = run();
  return {
    get names() {
      return names;
    },
    get refused() {
      return refused;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

interface Found {
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: number;
}

/** Paths below the folder, sorted; none if it does not exist. `links`: those that would be projections otherwise. */
async function filesIn(
  folder: string,
): Promise<{ readonly found: readonly Found[]; readonly links: readonly string[] }> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const paths = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));
  const found = await Promise.all(
    paths.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = await stat(file);
      return { path: relative(folder, file), size, modifiedAt: mtimeMs };
    }),
  );
  const linked = entries.filter((entry) => entry.isSymbolicLink());
  const links = linked
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => FILE.test(path));
  return { found: found.sort((one, other) => (one.path < other.path ? -1 : 1)), links: links.sort() };
}

/** Files of subfolders are not projections: others import them, so they are part of every version. */
function definitionsOf(folder: string, contents: ReadonlyMap<string, string>) {
  const projections = [...contents.keys()].filter((path) => FILE.test(path));
  const shared = [...contents].filter(([path]) => !projections.includes(path));
  const definitions = projections.slice(0, MAX_FILES).map((path): DynamicDefinition => {
    const name = path.slice(0, -'.ts'.length);
    const version = versionOf([...shared, [path, contents.get(path) ?? '']]);
    const data: FileData = {
      name,
      url: `${pathToFileURL(join(folder, path)).href}?v=${version}`,
      folder: pathToFileURL(`${folder}/`).href,
    };
    return { name: dynamicNameOf(name), version, module: MODULE, data, indexes: [], organization: null, until: null };
  });
  return { definitions, beyond: projections.slice(MAX_FILES) };
}

/** A whole number from 1: five bytes of the hash, since `wanted.ts` multiplies it. */
function versionOf(files: readonly (readonly [path: string, text: string])[]): number {
  const hash = createHash('sha256');
  for (const file of files) hash.update(JSON.stringify(file));
  return hash.digest().readUIntBE(0, 5) + 1;
}
