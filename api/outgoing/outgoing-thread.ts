import { MessageChannel, Worker } from 'node:worker_threads';
import { publicOr } from '../../commands/outgoing/address-rules.ts';
import {
  createHttpClient,
  type HttpClient,
  type OutgoingAnswer,
  type OutgoingRequest,
} from '../../commands/outgoing/http-client.ts';
import type { OutgoingOrder, OutgoingReport, OutgoingThreadData } from './outgoing-worker.ts';

export interface OutgoingThreadOptions extends Omit<OutgoingThreadData, 'port'> {
  readonly onProblem: (message: string, error: unknown) => void;
  readonly lookEveryMs?: number;
}

/** A few requests at a time are young; V8's default would hold four times as much for minutes. */
const YOUNG_GENERATION_MB = 4;
/** The thread ends each request after 10 s. Looks are counted, not time, because a machine may sleep between them. */
const LOOK_EVERY_MS = 10_000;
const MOST_LOOKS = 3;

/**
 * Sends from a thread of its own, started by the first request: connections would take the time of the thread that answers
 * people. If it ends or hangs, what it was sending has failed, and the next request starts another.
 */
export function createOutgoingThread(options: OutgoingThreadOptions): HttpClient & { close(): Promise<void> } {
  const { privateRanges, bodyLimit } = options;
  const { check } = createHttpClient({ isAllowed: publicOr(privateRanges), bodyLimit });
  let running: Thread | null = null;

  return {
    check,
    send(request, signal) {
      if (!running || running.hasEnded) running = startThread(options);
      return running.send(request, signal);
    },
    async close() {
      await running?.end();
    },
  };
}

interface Thread extends Pick<HttpClient, 'send'> {
  readonly hasEnded: boolean;
  end(): Promise<unknown>;
}

interface Waiting {
  resolve(answer: OutgoingAnswer): void;
  reject(error: Error): void;
  /** How often it was still waiting. */
  looks: number;
}

function startThread({
  privateRanges,
  bodyLimit,
  onProblem,
  lookEveryMs = LOOK_EVERY_MS,
}: OutgoingThreadOptions): Thread {
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./outgoing-worker.ts', import.meta.url), {
    name: 'outgoing',
    workerData: { port: port2, privateRanges, bodyLimit } satisfies OutgoingThreadData,
    transferList: [port2],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const waiting = new Map<number, Waiting>();
  const post = (order: OutgoingOrder) => port.postMessage(order);
  let hasEnded = false;
  let lastId = 0;
  let isClosing = false;
  let failure: unknown;
  worker.on('error', (error) => {
    failure = error;
  });
  const giveUp = (error: unknown) => {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(looking);
    if (!isClosing) onProblem('The thread that sends webhooks has ended', error);
    port.close();
    for (const { resolve } of waiting.values()) resolve({ kind: 'failed', failure: 'connection' });
  };
  worker.once('exit', (code) => giveUp(failure ?? new Error(`Its code was ${code}`)));
  // Not the end of the thread is awaited: one that hangs in a library may have none.
  const looking = setInterval(() => {
    for (const one of waiting.values()) one.looks += 1;
    const [oldest] = waiting.values();
    if (!oldest || oldest.looks < MOST_LOOKS) return;
    giveUp(new Error('It hung'));
    void worker.terminate();
  }, lookEveryMs).unref();
  port.on('message', (report: OutgoingReport) => {
    const sender = waiting.get(report.id);
    waiting.delete(report.id);
    if ('answer' in report) sender?.resolve(report.answer);
    else sender?.reject(new Error(report.error));
  });
  // Neither keeps a process alive that has nothing else to do.
  worker.unref();
  port.unref();

  return {
    get hasEnded() {
      return hasEnded;
    },
    async send(request: OutgoingRequest, signal) {
      lastId += 1;
      const id = lastId;
      const abort = () => post({ abort: id });
      // First, because what cannot be posted must not wait.
      post({ id, request });
      const answer = new Promise<OutgoingAnswer>((resolve, reject) => waiting.set(id, { resolve, reject, looks: 0 }));
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort, { once: true });
      try {
        return await answer;
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
    end() {
      isClosing = true;
      return worker.terminate();
    },
  };
}
