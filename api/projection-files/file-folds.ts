import type { Folds } from '../dynamic/definition.ts';
import { confineThread } from './confine-thread.ts';
import { guardImports } from './import-guard.ts';
import { loadProjectionFile } from './load-projection-file.ts';

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
  return { id: file.id, on: file.on, isPersonal: false };
}
