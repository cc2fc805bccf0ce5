import { type EventStoreDBClient, isCommandError } from '@eventstore/db-client';
import { retrying } from '../../../timing/retrying.ts';
import { StoreUnavailable } from '../port.ts';
import { openShieldedClient, type ShieldedClient, UNAVAILABLE } from './shielded-client.ts';

/** Time limit of a call without an answer; the client itself needs 18 s for a frozen server. */
export const CALL_TIMEOUT_MS = 3000;
/** Time limit of the last attempt, at least. */
const LEAST_TIMEOUT_MS = 250;
const BACKOFF = { first: 25, longest: 400, within: CALL_TIMEOUT_MS };

export interface Call {
  readonly signal: AbortSignal;
  answered(): void;
}

interface Session extends ShieldedClient {
  readonly calls: Set<AbortController>;
  heardAt: number;
}

/** A restarting server may refuse valid credentials for a while, so this is retried if they worked before. */
export class CredentialsRefused extends StoreUnavailable {
  constructor() {
    super('The event store refuses the credentials of its connection string');
  }
}

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

const REFUSALS: ReadonlySet<string> = new Set([
  'wrong-expected-version',
  'maximum-append-size-exceeded',
  'stream-not-found',
  'stream-deleted',
]);

/**
 * One client per process (docs/eventstore-facts.md, "Connections"). A silent server is retried with a new client, which
 * finds a new leader and has no pending timeouts.
 */
export class Connection {
  readonly #url: string;
  #session: Session;
  #renewing: Promise<void> | undefined;
  #isClosed = false;

  constructor(url: string) {
    this.#url = url;
    this.#session = this.#open();
  }

  /**
   * Retries up to CALL_TIMEOUT_MS, then throws `StoreUnavailable`; refusals pass through. `run` must be repeatable.
   * Calls of one tick start in their order.
   */
  async insist<T>(run: (client: EventStoreDBClient, call: Call) => Promise<T>): Promise<T> {
    const end = performance.now() + CALL_TIMEOUT_MS;
    let session = this.#session;
    let reason: unknown;
    const attempt = () => {
      session = this.#session;
      return this.once(run, Math.max(end - performance.now(), LEAST_TIMEOUT_MS));
    };
    try {
      return await retrying(null, BACKOFF, attempt, (error) => {
        if (this.#isClosed) throw new StoreUnavailable('The event store has been closed');
        if (isDenial(error)) throw new CredentialsRefused();
        if (!isAbsence(error)) throw error;
        if (!(error instanceof NoAnswer)) reason = error;
        if (isNonsense(error)) this.#renew(session);
      });
    } catch (error) {
      if (!isAbsence(error)) throw error;
      // The last attempt is short: an earlier error explains more than its silence.
      throw unavailable(error instanceof NoAnswer ? (reason ?? error) : error);
    }
  }

  /** Without `timeout` for as long as the connection lives. */
  async once<T>(run: (client: EventStoreDBClient, call: Call) => Promise<T>, timeout?: number): Promise<T> {
    await this.#renewing;
    if (this.#isClosed) throw new StoreUnavailable('The event store has been closed');
    const session = this.#session;
    const begunAt = performance.now();
    const call = new AbortController();
    let isAnswered = false;
    // After this process was busy, an answer may wait in the socket: read it before the server counts as silent.
    const onSilence = () => {
      isAnswered = false;
      setImmediate(() => isAnswered || call.abort(new NoAnswer('no answer')));
    };
    const timer = timeout === undefined ? undefined : setTimeout(onSilence, timeout);
    const answered = () => {
      session.heardAt = performance.now();
      isAnswered = true;
      timer?.refresh();
    };
    session.calls.add(call);
    try {
      const givenUp = Promise.withResolvers<never>();
      call.signal.addEventListener('abort', () => givenUp.reject(call.signal.reason));
      const result = await Promise.race([run(session.client, { signal: call.signal, answered }), givenUp.promise]);
      session.heardAt = performance.now();
      return result;
    } catch (error) {
      if (error instanceof NoAnswer && session.heardAt < begunAt) this.#renew(session);
      throw error;
    } finally {
      clearTimeout(timer);
      session.calls.delete(call);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#renewing;
    await this.#end(this.#session);
  }

  #open(): Session {
    return { ...openShieldedClient(this.#url), calls: new Set(), heardAt: performance.now() };
  }

  #renew(failed: Session): void {
    if (failed !== this.#session || this.#renewing || this.#isClosed) return;
    this.#renewing = this.#end(failed).then(() => {
      this.#session = this.#open();
      this.#renewing = undefined;
    });
  }

  async #end(session: Session): Promise<void> {
    for (const call of [...session.calls]) call.abort(new NoAnswer('the connection was given up'));
    await session.discard();
  }
}

/** By URL. */
const shared = new Map<string, { readonly connection: Connection; users: number }>();

export function connect(url: string): { readonly connection: Connection; release(): Promise<void> } {
  const entry = shared.get(url) ?? { connection: new Connection(url), users: 0 };
  shared.set(url, entry);
  entry.users += 1;
  return {
    connection: entry.connection,
    async release() {
      entry.users -= 1;
      if (entry.users > 0) return;
      shared.delete(url);
      await entry.connection.close();
    },
  };
}

/** No answer, or one that leaves the outcome open. */
function isAbsence(error: unknown): boolean {
  if (isCommandError(error as Error)) return !REFUSALS.has((error as { type: string }).type);
  if (error instanceof NoAnswer) return true;
  // From gRPC, or from the search for a cluster's leader.
  return (
    error instanceof Error && (typeof codeOf(error) === 'number' || error.message.startsWith('Failed to discover'))
  );
}

const isDenial = (error: unknown) => (error as { type?: unknown }).type === 'access-denied';

/** The client would continue after this answer, and might get no other. */
const isNonsense = (error: unknown) =>
  isAbsence(error) &&
  codeOf(error) !== UNAVAILABLE &&
  (error as { type?: string }).type !== 'deadline-exceeded' &&
  !(error instanceof NoAnswer);

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

const unavailable = (error: unknown): StoreUnavailable =>
  new StoreUnavailable(`The event store cannot be reached: ${reasonOf(error) || 'it gave no reason'}`);

function reasonOf(error: unknown): string {
  if ((error as { type?: unknown }).type === 'not-leader') {
    return 'the node that answered is not the leader of its cluster; name all nodes in EVENTSTORE_URL';
  }
  // gRPC ends its messages with an empty note.
  return error instanceof Error ? error.message.replace(/\.? Resolution note: *$/, '') : '';
}
