import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventStoreDBClient, START as FROM_START } from '@eventstore/db-client';
import { rest } from '../../../timing/rest.ts';
import { Pauses } from '../../../timing/retrying.ts';
import { type EventPage, START, StoreUnavailable } from '../port.ts';
import type { Call, Connection } from './connection.ts';
import { LiveQueue } from './live-queue.ts';
import { isOurs, ourEventsFilter } from './our-events.ts';
import type { Reading } from './reading.ts';
import { toStoredEvent } from './stored-event.ts';

export type OnProblem = (message: string, error: unknown) => void;

/** Silence after which the log's head is compared, because a dead connection may not report itself. */
const HEARTBEAT_MS = 2000;
const ON_ITS_WAY_MS = 500;
const BACKOFF = { first: 25, longest: 400 };

/** Reads pages, then subscribes; when the subscription ends, it reads pages again from the last position. */
export async function* follow({
  connection,
  reading,
  after,
  pageSize,
  signal,
  onProblem,
}: {
  connection: Connection;
  reading: Reading;
  after: bigint;
  pageSize: number;
  signal: AbortSignal;
  onProblem: OnProblem;
}): AsyncGenerator<EventPage, void, undefined> {
  let scannedTo = after;
  const pauses = new Pauses(BACKOFF);
  let isBroken = false;
  const goesOn = () => {
    isBroken = false;
    pauses.reset();
  };
  const failed = async (error: unknown) => {
    if (signal.aborted) return;
    if (!isBroken) onProblem('The subscription to the event store was interrupted and continues', error);
    isBroken = true;
    await rest(pauses.next(), signal);
  };

  while (!signal.aborted) {
    let page: Awaited<ReturnType<Reading['readAll']>> | undefined;
    try {
      page = await unlessAborted(reading.readAll(scannedTo, pageSize), signal);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await failed(error);
      continue;
    }
    if (!page) return;
    scannedTo = page.scannedTo;
    const last = page.events.at(-1);
    if (last) {
      goesOn();
      yield { events: page.events, position: last.position };
      continue;
    }

    const queue = new LiveQueue(scannedTo);
    const leave = subscribe(connection, reading, queue, signal);
    try {
      for (let taken = await queue.take(pageSize); taken && !signal.aborted; taken = await queue.take(pageSize)) {
        scannedTo = taken.scannedTo;
        goesOn();
        const end = taken.events.at(-1);
        if (end) yield { events: taken.events, position: end.position };
      }
    } finally {
      leave();
    }
    if (queue.error !== undefined) await failed(queue.error);
  }
}

function subscribe(connection: Connection, reading: Reading, queue: LiveQueue, signal: AbortSignal): () => void {
  const end = () => queue.end();
  signal.addEventListener('abort', end, { once: true });
  connection
    .once((client, call) => deliver(client, call, queue))
    .catch((error: unknown) => queue.end(isOfCourse(error) ? undefined : error));
  const heartbeat = setInterval(listen, HEARTBEAT_MS);
  let heardTo = queue.scannedTo;
  let isListening = false;

  async function listen() {
    const isQuiet = queue.scannedTo === heardTo;
    heardTo = queue.scannedTo;
    if (queue.ended.aborted || isListening || !isQuiet) return;
    isListening = true;
    try {
      const head = await reading.head();
      if (head > queue.scannedTo) await rest(ON_ITS_WAY_MS);
      if (head > queue.scannedTo && queue.scannedTo === heardTo)
        throw new Error(`No event arrived, although the head is at ${head}`);
    } catch (error) {
      queue.end(error);
    } finally {
      isListening = false;
    }
  }

  return () => {
    clearInterval(heartbeat);
    signal.removeEventListener('abort', end);
    queue.end();
  };
}

/** The server drops slow consumers in a burst; the missed events are read. */
const isOfCourse = (error: unknown) => (error as { type?: unknown }).type === 'timeout';

/** Rejects when the server ends the subscription; resolves when the queue has ended. */
function deliver(client: EventStoreDBClient, call: Call, queue: LiveQueue): Promise<void> {
  const from = queue.scannedTo;
  const subscription = client.subscribeToAll({
    fromPosition: from === START ? FROM_START : { commit: from, prepare: from },
    requiresLeader: true,
    filter: ourEventsFilter(async (position) => {
      // The client emits a checkpoint before earlier events in its buffer.
      while (subscription.readableLength > 0 && !queue.ended.aborted) await nextTurn();
      call.answered();
      queue.add(position);
    }),
  });
  return new Promise((resolve, reject) => {
    const leave = () => {
      resolve();
      subscription.unsubscribe().catch(() => undefined);
    };
    if (queue.ended.aborted) leave();
    queue.ended.addEventListener('abort', leave, { once: true });
    call.signal.addEventListener('abort', leave, { once: true });
    subscription.on('data', ({ event }) => {
      call.answered();
      if (event && isOurs(event)) queue.add(toStoredEvent(event));
    });
    // Emitted before the buffered events (docs/eventstore-facts.md), which are read again.
    subscription.on('error', reject);
    subscription.on('end', () => reject(new Error('The server ended the subscription')));
  });
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  const onAbort = () => aborted.resolve(undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return signal.aborted ? undefined : await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    promise.catch(() => undefined);
  }
}
