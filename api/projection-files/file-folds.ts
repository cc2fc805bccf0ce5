import type { Folds } from '../dynamic/definition.ts';
import { guardImports } from './import-guard.ts';
import { loadProjectionFile } from './load-projection-file.ts';

/** A file below `DATA_DIR/projections`, as data for the thread of dynamic projections. */
export interface FileData {
  readonly name: string;
  /** With the file's version as query, so that a changed file is loaded anew. */
  readonly url: string;
  readonly folder: string;
}

const guarded = new Set<string>();

export async function foldsOf(data: unknown): Promise<Folds> {
  const { name, url, folder } = data as FileData;
  if (!guarded.has(folder)) guardImports(folder);
  guarded.add(folder);
  const file = await loadProjectionFile(url);
  if (file.name !== name) throw new Error(`Its projection is called ${file.name}, but the file ${name}`);
  return withoutPersonalData(file);
}

/** What a file keeps is served to creators, and no erasure knows its members. */
function withoutPersonalData({ id, on }: Folds): Folds {
  const hidden = <Event extends { readonly personal?: unknown }>(event: Event): Event =>
    event.personal == null ? event : { ...event, personal: null };
  const handlers = Object.entries(on).map(([type, handler]) => {
    if (!handler) return [type, handler];
    if (typeof handler === 'function') {
      return [type, (document: never, event: never) => handler(document, hidden(event))];
    }
    return [
      type,
      {
        id: (event: never) => handler.id(hidden(event)),
        fold: (document: never, event: never, one: string) => handler.fold(document, hidden(event), one),
      },
    ];
  });
  return { id: (event) => id(hidden(event)), on: Object.fromEntries(handlers), isPersonal: false };
}
