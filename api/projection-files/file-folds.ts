import type { Folds } from '../dynamic/definition.ts';
import { confineThread } from './confine-thread.ts';
import { guardImports } from './import-guard.ts';
import { loadProjectionFile } from './load-projection-file.ts';

type Handler = NonNullable<Folds['on'][keyof Folds['on']]>;

/** A file below `DATA_DIR/projections`, as data for the thread of dynamic projections. */
export interface FileData {
  readonly name: string;
  /** With the file's version as query, so that a changed file is loaded anew. */
  readonly url: string;
  readonly folder: string;
}

let isConfined = false;

export async function foldsOf(data: unknown): Promise<Folds> {
  const { name, url, folder } = data as FileData;
  if (!isConfined) {
    guardImports(folder);
    confineThread();
  }
  isConfined = true;
  const file = await loadProjectionFile(url);
  if (file.name !== name) throw new Error(`Its projection is called ${file.name}, but the file ${name}`);
  const on = Object.entries(file.on).map(([type, handler]) => [type, handler && settled(handler)]);
  return { id: (event) => structuredClone(file.id(event)), on: Object.fromEntries(on), isPersonal: false };
}

/** Plain data within the fold, where an end can be forced: a getter that never ends would block the thread later. */
function settled(handler: Handler): Handler {
  if (typeof handler !== 'function') {
    const { id, fold } = handler;
    return { id: (event) => structuredClone(id(event)), fold: settledFold(fold) };
  }
  return settledFold(handler);
}

// biome-ignore lint/suspicious/noExplicitAny: existential over document and event types
const settledFold = <Rest extends unknown[]>(fold: (document: any, ...rest: Rest) => any): typeof fold => {
  return (document, ...rest) => {
    const next = fold(document, ...rest);
    return next === document ? document : structuredClone(next);
  };
};
