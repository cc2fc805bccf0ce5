import { Counter, type Registry } from 'prom-client';
import { Budget } from './budget.ts';
import { Transfers } from './transfers.ts';

const KB = 1024;
const MB = 1024 * KB;

/** What all clients of one process may hold together; one address holds at most as much as is still free. */
export const BUDGETS = {
  connections: { most: 6000, what: 'open connections; a trusted proxy counts only in the sum' },
  requests: { most: 2000, what: 'requests that wait for their answer, including those whose body is still arriving' },
  bodies: {
    most: 16 * MB,
    what: 'bytes of bodies in memory beyond the first 16 kB of each, until the request is answered',
  },
  answers: {
    most: 64 * MB,
    what: 'bytes of answers that clients have not read yet: those above 64 kB, and any behind an unread one',
  },
  listeners: { most: 4000, what: 'pages that listen to changes (`/api/live`); an account has 12' },
  waiting: {
    most: 200,
    what: 'readers that wait for a position (`X-Min-Position`); further ones are answered at once',
  },
} as const;
export type Limited = keyof typeof BUDGETS;

export const TIMES = {
  /** For the head of a request, from its first byte or from the connection. */
  headMs: 15_000,
  /** For a body; each byte that arrives at `BODY_BYTES_PER_SECOND` or faster extends it. */
  bodyMs: 15_000,
  /** A body that is this far behind is ended for another one when room is short. */
  stalledMs: 500,
  requestMs: 180_000,
  /** For a connection without traffic while a request is in progress. */
  silentMs: 120_000,
  /** Longer than proxies and clients keep an idle connection (mostly 60 s), so that they close it, never during a request. */
  keepAliveMs: 65_000,
} as const;
/** 128 kbit/s: a 2 MB file may take two minutes on the slowest line. */
export const BODY_BYTES_PER_SECOND = 16 * KB;
/** The average size that pieces beyond the free ones must have: in chunks of one byte, 1 MB would cost seconds. */
export const SMALLEST_PIECE_BYTES = 256;
export const FREE_PIECES = 1000;
/** Node's buffer of a body that no handler reads. Node reads 64 kB at a time, so its default would hold twice as much. */
export const UNREAD_BYTES = 16 * KB;
/** A waiting answer may be ended once a client at 1.6 Mbit/s would have read it. */
export const ANSWER_BYTES_PER_SECOND = 200 * KB;
/** Smaller answers fit into the kernel's buffer of a connection. */
export const SMALL_ANSWER_BYTES = 64 * KB;
export const MOST_PIPELINED = 8;
export const RETRY_AFTER_SECONDS = '2';

export interface Limits {
  readonly connections: Transfers;
  readonly requests: Transfers;
  readonly bodies: Transfers;
  readonly answers: Transfers;
  readonly listeners: Budget;
  readonly waiting: Budget;
  refused(what: Limited): void;
  register(registry: Registry): void;
}

export function createLimits(): Limits {
  const counter = new Counter({
    name: 'intake_overload_refused_total',
    help: 'Connections, requests, bodies, answers, listeners and waiting readers that were refused or ended because a budget or their time was used up',
    labelNames: ['limit'],
    registers: [],
  });
  for (const limit of Object.keys(BUDGETS)) counter.inc({ limit }, 0);
  return {
    connections: new Transfers(BUDGETS.connections.most),
    requests: new Transfers(BUDGETS.requests.most),
    bodies: new Transfers(BUDGETS.bodies.most),
    answers: new Transfers(BUDGETS.answers.most),
    listeners: new Budget(BUDGETS.listeners.most),
    waiting: new Budget(BUDGETS.waiting.most),
    refused: (limit) => counter.inc({ limit }),
    register: (registry) => registry.registerMetric(counter),
  };
}
