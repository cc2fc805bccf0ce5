import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { createThreadLock } from './thread-lock.ts';

const lock = createThreadLock(workerData as SharedArrayBuffer);

parentPort?.on('message', (file: string) => {
  lock.runExclusively(() => {
    if (existsSync(file)) move(file);
  });
  parentPort?.postMessage(file);
});

function move(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // A full disk or a reader prevented it; the next checkpoint tries again.
  } finally {
    database.close();
  }
}
