import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { createDatabases, type Databases, type Outcome } from './databases.ts';
import { createLogMover } from './log-mover.ts';
import type { Turn } from './request-queue.ts';
import { carryOut, type Request } from './requests.ts';

export type Answers = readonly (readonly [id: number, outcome: Outcome])[];

const { port } = workerData as { port: MessagePort };
const databases = createDatabases({ movesLogs: false });
const mover = createLogMover(databases);

/** Files are emptied and removed only while no log is moved. */
const guarded: Databases = {
  ...databases,
  remove: (file) => mover.alone(() => databases.remove(file)),
  truncateLogs: () => mover.alone(databases.truncateLogs),
};

port.on('message', (first: Turn) => {
  // Whatever has arrived while the last transaction was synced joins the next one.
  const requests: Request[] = [];
  const ids: number[] = [];
  const take = (turn: Turn) => {
    requests.push(...turn.requests);
    ids.push(...turn.ids);
  };
  take(first);
  for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) take(more.message as Turn);

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
  for (const one of written) mover.written(one);
});

port.on('close', () => {
  mover.close();
  databases.close();
});
