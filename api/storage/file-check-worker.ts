import { setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

export type FileCheckReport = { readonly problem: string | null } | { readonly error: string };

/** Linux has a priority for each thread; elsewhere it would apply to the process. */
const LEAST_URGENT = 19;
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = new Set([11, 26]);

if (process.platform === 'linux') setPriority(LEAST_URGENT);
try {
  parentPort?.postMessage({ problem: firstProblem(workerData as readonly string[]) } satisfies FileCheckReport);
} catch (error) {
  parentPort?.postMessage({ error: (error as Error).message } satisfies FileCheckReport);
}

function firstProblem(files: readonly string[]): string | null {
  for (const file of files) {
    const found = problemOf(file);
    if (found !== null) return `${file} is damaged: ${found}`;
  }
  return null;
}

function problemOf(file: string): string | null {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000, returnArrays: true });
    try {
      const [found] = database.prepare('PRAGMA quick_check(1)').all() as unknown as [string][];
      return found === undefined || found[0] === 'ok' ? null : found[0].replaceAll(/\s+/g, ' ');
    } finally {
      database.close();
    }
  } catch (error) {
    const { errcode = 0, message } = error as Error & { errcode?: number };
    if (DAMAGED.has(errcode & 0xff)) return message;
    throw error;
  }
}
