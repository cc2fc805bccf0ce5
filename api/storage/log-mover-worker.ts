import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { createTurnstile } from './turnstile.ts';

const turnstile = createTurnstile(workerData as SharedArrayBuffer);

parentPort?.on('message', (file: string) => {
  turnstile.alone(() => {
    if (existsSync(file)) move(file);
  });
  parentPort?.postMessage(file);
});

/** Beside the writer, which goes on meanwhile. What fails, for want of space or because of a reader, is tried again later. */
function move(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // The log keeps what could not be moved.
  } finally {
    database.close();
  }
}
