import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FileCheckReport } from './file-check-worker.ts';

/** Runs SQLite's `quick_check` in a thread. Returns the problem with the file's name; null if there is none or `signal` aborts. */
export async function checkDatabaseFiles(files: readonly string[], signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return null;
  const worker = new Worker(new URL('./file-check-worker.ts', import.meta.url), { name: 'check', workerData: files });
  worker.unref();
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    let report: FileCheckReport = { problem: null };
    worker.on('message', (received: FileCheckReport) => {
      report = received;
    });
    await once(worker, 'exit');
    if ('error' in report) throw new Error(`The files could not be checked: ${report.error}`);
    return report.problem;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
