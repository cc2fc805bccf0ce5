import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { createDatabases, type Databases, type Outcome } from './databases.ts';
import type { RequestBatch } from './request-queue.ts';
import { carryOut, type Request } from './requests.ts';
import { createWalCheckpointer } from './wal-checkpointer.ts';

export type Answers = readonly (readonly [id: number, outcome: Outcome])[];

const { port } = workerData as { port: MessagePort };
const databases = createDatabases({ checkpointsOnCommit: false });
const checkpointer = createWalCheckpointer(databases);

/** Files are truncated and removed only while no checkpoint runs. */
const guarded: Databases = {
  ...databases,
  remove: (file) => checkpointer.runExclusively(() => databases.remove(file)),
  truncateLogs: () => checkpointer.runExclusively(databases.truncateLogs),
};

port.on('message', (first: RequestBatch) => {
  // Requests that arrived during the last sync join the next transaction.
  const requests: Request[] = [];
  const ids: number[] = [];
  const take = (batch: RequestBatch) => {
    requests.push(...batch.requests);
    ids.push(...batch.ids);
  };
  take(first);
  for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port))
    take(more.message as RequestBatch);

  const answers: [number, Outcome][] = [];
  const send = () => {
    if (answers.length > 0) port.postMessage(answers.splice(0) satisfies Answers);
  };
  const written = new Map<string, number>();
  carryOut(guarded, requests, (indexes, outcomes) => {
    const request = requests[indexes[0] as number] as Request;
    for (const [n, index] of indexes.entries()) answers.push([ids[index] as number, outcomes[n] as Outcome]);
    if (request.kind !== 'write') return send();
    const { file } = request;
    const statements = indexes.reduce((sum, index) => sum + (requests[index] as typeof request).unit.length, 0);
    written.set(file, (written.get(file) ?? 0) + statements);
    // A command goes on when its events are durable, and when all its documents are written.
    if (databases.isDurable(file)) send();
  });
  send();
  for (const [file, statements] of written) checkpointer.written(file, statements);
});

port.on('close', () => {
  checkpointer.close();
  databases.close();
});
