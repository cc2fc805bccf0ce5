import { randomUUID } from 'node:crypto';
import {
  type AppendResult,
  type AppendToStreamOptions,
  type EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM as NEW,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import {
  type Appended,
  AppendTooLarge,
  type EventStore,
  type EventToStore,
  MAX_APPEND_BYTES,
  NO_STREAM,
  START,
  StoreDamaged,
  StoreUnavailable,
  type StreamAppend,
  WrongExpectedRevision,
} from '../port.ts';
import { bytesOf, validateAppend } from '../validate-append.ts';
import { BytesInFlight } from './bytes-in-flight.ts';
import { CALL_TIMEOUT_MS, type Connection, CredentialsRefused, connect } from './connection.ts';
import { IDENTITY_STREAM } from './our-events.ts';
import { createReading, type Reading } from './reading.ts';
import { toEventData } from './stored-event.ts';
import { follow, type OnProblem } from './subscription.ts';

const DEFAULT_PAGE_SIZE = 500;
/** Fills a round trip, yet fits into the time limit on a slow network. */
const MAX_BYTES_IN_FLIGHT = 2 * MAX_APPEND_BYTES;
/** Of an import. More were no quicker. */
const APPENDS_AT_ONCE = 128;
/** The server drops an append after its deadline. Later appends have earlier ones, so that none is dropped before another that is kept. */
const DEADLINE_MS = 10_000;
const DEADLINES_APART_MS = 20;

/**
 * TypeError for an invalid connection string or refused credentials, `StoreUnavailable` if the server cannot be
 * reached. Facts about servers: docs/eventstore-facts.md.
 */
export async function createEventStoreDb({
  url,
  onProblem = () => undefined,
}: {
  url: string;
  onProblem?: OnProblem;
}): Promise<EventStore> {
  const { connection, release } = connect(url);
  const reading = createReading(connection);
  const inFlight = new BytesInFlight(MAX_BYTES_IN_FLIGHT, CALL_TIMEOUT_MS);
  const ending = new AbortController();
  const storeId = await identify(connection, reading).catch(async (error: unknown) => {
    await release();
    if (error instanceof CredentialsRefused) {
      throw new TypeError('The EventStoreDB server refuses the name and password of EVENTSTORE_URL');
    }
    throw error;
  });
  const assertOpen = () => {
    if (ending.signal.aborted) throw new StoreUnavailable('The event store has been closed');
  };

  type Send = (call: (client: EventStoreDBClient) => Promise<AppendResult>) => Promise<AppendResult>;
  const insist: Send = (call) => connection.insist(call);
  const sendOnce: Send = (call) => connection.once(call, CALL_TIMEOUT_MS);

  /** The server does not report repeats, so `isRepeat` is absent. */
  const append = async (
    stream: string,
    expectedRevision: number,
    events: readonly EventToStore[],
    { send = insist, deadline }: { readonly send?: Send; readonly deadline?: number } = {},
  ): Promise<Appended> => {
    validateAppend(stream, expectedRevision, events);
    if (stream.startsWith('$') || stream === IDENTITY_STREAM) throw new TypeError(`${stream} is not a stream of ours`);
    assertOpen();
    const data = events.map(toEventData);
    const options: AppendToStreamOptions = {
      expectedRevision: expectedRevision === NO_STREAM ? NEW : BigInt(expectedRevision),
      requiresLeader: true,
      ...(deadline === undefined ? {} : { deadline }),
    };
    try {
      const { nextExpectedRevision, position } = await inFlight.run(bytesOf(events), () =>
        send((client) => client.appendToStream(stream, data, options)),
      );
      if (!position) throw new StoreUnavailable('The event store did not say where it has put an append');
      return { revision: Number(nextExpectedRevision), position: position.commit };
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) {
        const { actualVersion } = error;
        throw new WrongExpectedRevision(
          stream,
          expectedRevision,
          typeof actualVersion === 'bigint' ? Number(actualVersion) : NO_STREAM,
        );
      }
      if (error instanceof MaxAppendSizeExceededError) throw new AppendTooLarge(bytesOf(events));
      throw error;
    }
  };

  /** Sends one after the other is answered, which also repeats what may be stored. */
  const appendEach = async (appends: readonly MergedAppend[]) => {
    for (const { appends: parts, ...whole } of appends) {
      try {
        await append(whole.stream, whole.expectedRevision, whole.events);
      } catch (error) {
        if (parts.length === 1 || !(error instanceof WrongExpectedRevision)) throw error;
        // Some exist or one is invalid: append each separately.
        for (const { stream, expectedRevision, events } of parts) await append(stream, expectedRevision, events);
      }
    }
  };
  /**
   * All over one call, whose appends the server writes in the order of their arrival (docs/eventstore-facts.md). Returns false if
   * one was not acknowledged: then the call may have ended, and what is stored is a beginning of them.
   */
  const appendTogether = async (appends: readonly MergedAppend[]): Promise<boolean> => {
    const sent = appends.map(({ stream, expectedRevision, events }, n) =>
      append(stream, expectedRevision, events, { send: sendOnce, deadline: DEADLINE_MS - n * DEADLINES_APART_MS }),
    );
    const answers = await Promise.allSettled(sent);
    let before = START;
    for (const answer of answers) {
      if (answer.status === 'rejected') return false;
      if (answer.value.position <= before) throw new StoreDamaged(OUT_OF_ORDER);
      before = answer.value.position;
    }
    return true;
  };

  return {
    storeId,
    arePositionsDense: false,
    append: (stream, expectedRevision, events) => append(stream, expectedRevision, events),
    async appendInOrder(appends) {
      // Sent right after an answer, all of a group find the same call open.
      for (const group of inGroups(merged(appends))) {
        if (group.length === 1 || !(await appendTogether(group))) await appendEach(group);
      }
    },
    async tryWriting() {
      assertOpen();
      const event = jsonEvent({ id: randomUUID(), type: 'WriteTried', data: {} });
      await connection.insist((client) => client.appendToStream(IDENTITY_STREAM, event, { requiresLeader: true }));
    },
    async readStream(stream, { from = 0, limit } = {}) {
      assertOpen();
      if (stream === '') return [];
      return reading.readStream(stream, from, limit);
    },
    async readAll({ after, limit, types }) {
      assertOpen();
      const { events: all } = await reading.readAll(after, limit);
      // The client cannot filter on the server (docs/eventstore-facts.md).
      const events = types ? all.filter(({ type }, index) => types.has(type) || index === all.length - 1) : all;
      // Never beyond the last event: a later checkpoint would look like another log's.
      return { events, position: all.at(-1)?.position ?? after, scanned: all.length };
    },
    async head() {
      assertOpen();
      return reading.head();
    },
    subscribe: ({ after, signal, pageSize = DEFAULT_PAGE_SIZE }) =>
      follow({ connection, reading, after, pageSize, onProblem, signal: AbortSignal.any([signal, ending.signal]) }),
    async close() {
      if (ending.signal.aborted) return;
      ending.abort();
      await release();
    },
  };
}

/** The id of one event in its own stream, because the server's first event may be scavenged. */
async function identify(connection: Connection, reading: Reading): Promise<string> {
  for (;;) {
    const [identity] = await reading.readStream(IDENTITY_STREAM, 0, 1);
    if (identity) return identity.id;
    const event = jsonEvent({ id: randomUUID(), type: 'LogIdentified', data: {} });
    await connection
      .insist((client) =>
        client.appendToStream(IDENTITY_STREAM, event, { expectedRevision: NEW, requiresLeader: true }),
      )
      .catch((error: unknown) => {
        if (!(error instanceof WrongExpectedVersionError)) throw error;
      });
  }
}

const OUT_OF_ORDER =
  'EventStoreDB has stored events in another order than they were sent in. Empty it, and run the import again';

/** The first alone, to open the call. */
function* inGroups(appends: Iterable<MergedAppend>): Generator<readonly MergedAppend[]> {
  let group: MergedAppend[] = [];
  let bytes = 0;
  let most = 1;
  for (const append of appends) {
    const size = bytesOf(append.events);
    if (group.length === most || (group.length > 0 && bytes + size > MAX_BYTES_IN_FLIGHT)) {
      yield group;
      group = [];
      bytes = 0;
      most = APPENDS_AT_ONCE;
    }
    group.push(append);
    bytes += size;
  }
  if (group.length > 0) yield group;
}

interface MergedAppend extends StreamAppend {
  readonly appends: readonly StreamAppend[];
}

function* merged(appends: readonly StreamAppend[]): Generator<MergedAppend> {
  let open: { stream: string; expectedRevision: number; events: EventToStore[]; appends: StreamAppend[] } | undefined;
  let bytes = 0;
  for (const append of appends) {
    const size = bytesOf(append.events);
    const isNext =
      open?.stream === append.stream && open.expectedRevision + open.events.length === append.expectedRevision;
    if (open && isNext && bytes + size <= MAX_APPEND_BYTES) {
      open.events.push(...append.events);
      open.appends.push(append);
      bytes += size;
      continue;
    }
    if (open) yield open;
    open = { ...append, events: [...append.events], appends: [append] };
    bytes = size;
  }
  if (open) yield open;
}
