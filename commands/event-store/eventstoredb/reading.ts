import {
  BACKWARDS,
  END,
  FORWARDS,
  START as FROM_START,
  type ReadAllOptions,
  type ReadPosition,
  type ReadStreamOptions,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { MAX_PAGE_BYTES, START, type StoredEvent } from '../port.ts';
import type { Call, Connection } from './connection.ts';
import { isOurs } from './our-events.ts';
import { toStoredEvent, weightOf } from './stored-event.ts';

export interface ScannedPage {
  readonly events: readonly StoredEvent[];
  /** After the last event if only system events follow. */
  readonly scannedTo: bigint;
}

export interface Reading {
  readStream(stream: string, from: number, limit?: number): Promise<StoredEvent[]>;
  readAll(after: bigint, limit: number): Promise<ScannedPage>;
  head(): Promise<bigint>;
}

const BACKWARD_STEPS = [1, 32, 512] as const;
const LARGE_WINDOW = 1000;
const READ_AHEAD = { highWaterMark: 256 };
/** A follower may lag, so commands would be decided on an old state. */
const OF_LEADER = { requiresLeader: true };

/** Retried while the server is unavailable. The client cannot filter reads (docs/eventstore-facts.md). */
export function createReading(connection: Connection): Reading {
  let quiet = { ours: START, scannedTo: START };

  const forwards = (after: bigint, limit: number, window: number) => {
    // The start is inclusive, and START is that of the server's first event.
    const maxCount = window + 1;
    return connection.insist(async (client, call) => {
      const events: StoredEvent[] = [];
      let [scanned, scannedTo, bytes] = [0, after, 0];
      const isAll = await collect(
        client.readAll({ ...from(after), ...OF_LEADER, maxCount }, READ_AHEAD),
        call,
        ({ event }) => {
          scanned += 1;
          if (!event || event.position.commit <= after) return true;
          if (isOurs(event)) {
            const stored = toStoredEvent(event);
            bytes += weightOf(stored);
            if (events.length === limit || (events.length > 0 && bytes > MAX_PAGE_BYTES)) return false;
            events.push(stored);
          }
          scannedTo = event.position.commit;
          return true;
        },
      );
      return { events, scannedTo, isEnd: isAll && scanned < maxCount };
    });
  };

  const backwards = (fromPosition: ReadPosition, maxCount: number) =>
    connection.insist(async (client, call) => {
      const events: { position: bigint; isOurs: boolean }[] = [];
      await collect(
        client.readAll({ fromPosition, ...OF_LEADER, direction: BACKWARDS, maxCount }),
        call,
        ({ event }) => {
          if (event) events.push({ position: event.position.commit, isOurs: isOurs(event) });
          return true;
        },
      );
      return events;
    });

  return {
    async readStream(stream, from, limit) {
      if (limit === 0) return [];
      try {
        return await connection.insist(async (client, call) => {
          const events: StoredEvent[] = [];
          const options: ReadStreamOptions = {
            fromRevision: BigInt(from),
            ...OF_LEADER,
            direction: FORWARDS,
            ...(limit === undefined ? {} : { maxCount: limit }),
          };
          await collect(client.readStream(stream, options, READ_AHEAD), call, ({ event }) => {
            if (event) events.push(toStoredEvent(event));
            return true;
          });
          return events;
        });
      } catch (error) {
        if (error instanceof StreamNotFoundError) return [];
        throw error;
      }
    },

    async readAll(after, limit) {
      let window = limit;
      for (let position = after === quiet.ours ? quiet.scannedTo : after; ; window = Math.max(limit, LARGE_WINDOW)) {
        const { events, scannedTo, isEnd } = await forwards(position, limit, window);
        const last = events.at(-1);
        if (isEnd && last) quiet = { ours: last.position, scannedTo };
        if (isEnd && !last && after === quiet.ours) quiet = { ours: after, scannedTo };
        if (isEnd || last) return { events, scannedTo };
        position = scannedTo;
      }
    },

    async head() {
      let newest: bigint | undefined;
      let fromPosition: ReadPosition = END;
      for (let step = 0; ; step += 1) {
        const maxCount = BACKWARD_STEPS[step] ?? BACKWARD_STEPS[2];
        const events = await backwards(fromPosition, maxCount);
        newest ??= events[0]?.position ?? START;
        // Another log is at this address.
        if (newest < quiet.scannedTo) quiet = { ours: START, scannedTo: START };
        const found = events.find((event) => event.isOurs || event.position <= quiet.scannedTo);
        if (found || events.length < maxCount) {
          quiet = { ours: found ? (found.isOurs ? found.position : quiet.ours) : START, scannedTo: newest };
          return quiet.ours;
        }
        const last = events.at(-1)?.position ?? START;
        fromPosition = { commit: last, prepare: last };
      }
    },
  };
}

const from = (after: bigint): ReadAllOptions => ({
  fromPosition: after === START ? FROM_START : { commit: after, prepare: after },
  direction: FORWARDS,
});

/** Reads until the end or until `take` returns true; true if it reached the end. */
function collect<E>(stream: StreamingRead<E>, call: Call, take: (item: E) => boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const stop = () => {
      isOver = true;
      stream.cancel().catch(() => undefined);
    };
    call.signal.addEventListener('abort', stop, { once: true });
    stream.on('error', reject);
    stream.on('end', () => resolve(true));
    stream.on('data', (item: E) => {
      if (isOver) return;
      call.answered();
      try {
        if (take(item)) return;
        resolve(false);
      } catch (error) {
        reject(error);
      }
      stop();
    });
  });
}
