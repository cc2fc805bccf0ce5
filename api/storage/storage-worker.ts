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

  let answers: [number, Outcome][] = [];
  let file: string | undefined;
  const send = () => {
    if (answers.length > 0) port.postMessage(answers satisfies Answers);
    answers = [];
  };
  const written = new Set<string>();
  carryOut(guarded, requests, (index, outcome) => {
    const request = requests[index] as Request;
    const answered = 'file' in request ? request.file : undefined;
    if (answered !== file) send();
    file = answered;
    answers.push([ids[index] as number, outcome]);
    if (request.kind === 'write') written.add(request.file);
  });
  send();
  for (const one of written) checkpointer.written(one);
});

port.on('close', () => {
  checkpointer.close();
  databases.close();
});
