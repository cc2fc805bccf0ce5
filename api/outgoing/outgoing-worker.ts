import { setPriority } from 'node:os';
import { type MessagePort, workerData } from 'node:worker_threads';
import { publicOr } from '../../commands/outgoing/address-rules.ts';
import { createHttpClient, type OutgoingAnswer, type OutgoingRequest } from '../../commands/outgoing/http-client.ts';

export interface OutgoingThreadData {
  readonly port: MessagePort;
  readonly privateRanges: readonly string[];
  /** Bytes of an answer. */
  readonly bodyLimit: number;
}
export type OutgoingOrder = { readonly id: number; readonly request: OutgoingRequest } | { readonly abort: number };
export type OutgoingReport = { readonly id: number } & (
  | { readonly answer: OutgoingAnswer }
  | { readonly error: string }
);

/** People's requests come first. Linux has a priority for each thread; elsewhere it would apply to the process. */
const LESS_URGENT = 5;
if (process.platform === 'linux') setPriority(LESS_URGENT);

const { port, privateRanges, bodyLimit } = workerData as OutgoingThreadData;
const http = createHttpClient({ isAllowed: publicOr(privateRanges), bodyLimit });
const underWay = new Map<number, AbortController>();

port.on('message', (order: OutgoingOrder) => {
  if ('abort' in order) underWay.get(order.abort)?.abort();
  else void send(order.id, order.request);
});

async function send(id: number, request: OutgoingRequest): Promise<void> {
  const stopping = new AbortController();
  underWay.set(id, stopping);
  const report: OutgoingReport = await http.send(request, stopping.signal).then(
    (answer) => ({ id, answer }),
    (error: unknown) => ({ id, error: String(error) }),
  );
  underWay.delete(id);
  port.postMessage(report);
}
