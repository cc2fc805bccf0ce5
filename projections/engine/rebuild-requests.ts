import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { retrying } from '../../timing/retrying.ts';
import {
  type Collection,
  type Document,
  type DocumentStore,
  DocumentStoreUnavailable,
} from '../document-store/port.ts';
import type { BuildQueue } from './build-queue.ts';
import { RebuildFailed } from './contract.ts';
import type { ServedSet } from './served-set.ts';
import type { RebuildProgress } from './status.ts';
import type { OnProblem, Term } from './term.ts';

const LOOK_EVERY_MS = 200;
/** Interval at which the leader polls for requests of other processes. */
const SERVE_EVERY_MS = 1000;
const REPORT_EVERY_MS = 1000;
const BACKOFF = { first: 1000 };
const KEEP_MS = 3_600_000;

interface RebuildRequest extends Document {
  readonly names: readonly string[];
  readonly requestedAt: string;
  readonly state: 'asked' | 'running' | 'done' | 'failed';
  /** Term of the leader that works on it; 0 before. */
  readonly term: number;
  readonly progress: RebuildProgress | null;
  readonly error: string | null;
}

export class NoLeader extends Error {
  override readonly name = 'NoLeader';
}

export type CarryOut = (names: readonly string[], onProgress: (progress: RebuildProgress) => void) => Promise<void>;

/** Any process asks; the leader serves in order. */
export class RebuildRequests {
  readonly #requests: Collection<RebuildRequest>;

  constructor(store: DocumentStore) {
    this.#requests = store.collection<RebuildRequest>({ name: 'rebuildRequests', indexes: ['requestedAt'] });
  }

  async ask(
    names: readonly string[],
    options: { onProgress: (progress: RebuildProgress) => void; isSilent: () => boolean; signal: AbortSignal },
  ): Promise<void> {
    const { onProgress, isSilent, signal } = options;
    const asked: RebuildRequest = {
      _id: randomUUID(),
      names,
      requestedAt: new Date().toISOString(),
      state: 'asked',
      term: 0,
      progress: null,
      error: null,
    };
    await this.#requests.insert(asked);
    let reported = '';
    for (;;) {
      await pause(LOOK_EVERY_MS, undefined, { signal });
      const request = await this.#requests.get(asked._id).catch((error: unknown) => {
        if (error instanceof DocumentStoreUnavailable && !isSilent()) return null;
        throw error;
      });
      // The store is unavailable; the request remains.
      if (request === null) continue;
      if (!request) throw new RebuildFailed('The rebuild request has been lost; try again');
      const progress = JSON.stringify(request.progress);
      if (request.progress && progress !== reported) onProgress(request.progress);
      reported = progress;
      if (request.state === 'done') return;
      if (request.state === 'failed') throw new RebuildFailed(request.error ?? 'The rebuild failed');
      if (!isSilent()) continue;
      if (request.state === 'running') {
        throw new NoLeader('The worker that rebuilds does not respond; the next leader continues the rebuild');
      }
      if (await this.#requests.delete(asked._id, { state: 'asked' })) {
        throw new NoLeader('No worker is running that could rebuild; start one and try again');
      }
    }
  }

  /** Serves all requests, resumed ones included, and removes old results. */
  async carryOut(term: number, signal: AbortSignal, rebuild: CarryOut): Promise<void> {
    const { documents } = await this.#requests.find({}, { sort: { by: 'requestedAt' } });
    for (const request of documents) {
      if (signal.aborted) return;
      if (request.state === 'asked' || request.state === 'running') await this.#one(request, term, signal, rebuild);
      else if (Date.parse(request.requestedAt) + KEEP_MS < Date.now()) await this.#requests.delete(request._id);
    }
  }

  async #one(request: RebuildRequest, term: number, signal: AbortSignal, rebuild: CarryOut): Promise<void> {
    if (request.term > term) return;
    let taken: RebuildRequest = { ...request, state: 'running', term };
    if (!(await this.#requests.replace(taken, { state: request.state, term: request.term }))) return;
    const say = async (more: Partial<RebuildRequest>): Promise<void> => {
      taken = { ...taken, ...more };
      await this.#requests.replace(taken, { state: 'running', term });
    };
    let reported = 0;
    let reporting: Promise<unknown> = Promise.resolve();
    const onProgress = (progress: RebuildProgress) => {
      if (performance.now() - reported < REPORT_EVERY_MS) return;
      reported = performance.now();
      reporting = reporting.then(() => say({ progress })).catch(() => undefined);
    };
    const error = await rebuild(request.names, onProgress).then(
      () => null,
      (failure) => (failure instanceof Error ? failure.message : String(failure)),
    );
    await reporting;
    // An aborted request is left to the next leader.
    await retrying(
      signal,
      BACKOFF,
      () => say(error === null ? { state: 'done' } : { state: 'failed', error }),
      (problem) => {
        // Without a stored result it would be repeated.
        if (!(problem instanceof DocumentStoreUnavailable)) throw problem;
      },
    );
  }
}

export interface RequestServiceOptions {
  readonly term: Term;
  readonly requests: RebuildRequests;
  readonly builds: Pick<BuildQueue, 'build'>;
  readonly served: ServedSet;
  readonly onProblem: OnProblem;
}

/** The next leader continues what this one leaves. */
export class RequestService {
  readonly #options: RequestServiceOptions;
  #looking = new AbortController();

  constructor(options: RequestServiceOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { term, requests, onProblem } = this.#options;
    while (!term.isOver) {
      this.#looking = new AbortController();
      try {
        await requests.carryOut(term.number ?? 0, term.signal, (names, onProgress) => this.#build(names, onProgress));
      } catch (error) {
        if (!term.isOver) onProblem('Rebuild requests could not be served', error);
      }
      await term.pause(SERVE_EVERY_MS, this.#looking.signal);
    }
  }

  look(): void {
    this.#looking.abort();
  }

  async #build(names: readonly string[], onProgress: (progress: RebuildProgress) => void): Promise<void> {
    const { served, builds } = this.#options;
    await builds.build(
      names.map((name) => served.find(name)),
      onProgress,
    );
  }
}
