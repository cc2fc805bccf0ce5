import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { Codec } from '../event-store/codec.ts';
import { DamagedEvent } from '../event-store/damaged-event.ts';
import { NO_STREAM, START, type StoredEvent } from '../event-store/port.ts';
import { type Anchor, addToDigest } from './anchor.ts';

/** Further problems are only counted. */
const MOST_LISTED = 100;
/** The hash is unreliable, so the next event of the stream is not compared with it. */
const UNKNOWN = Symbol('unknown hash');

export function createLogScan({
  storeId,
  arePositionsDense,
  anchor,
  misfit,
}: {
  storeId: string;
  arePositionsDense: boolean;
  anchor: Anchor | undefined;
  misfit: Codec['misfit'];
}) {
  const streams = new Map<string, { readonly revision: number; readonly hash: string | typeof UNKNOWN }>();
  const problems: string[] = [];
  let problemCount = 0;
  let damage: string | null = null;
  let hasDamage = false;
  let isCutShort = false;
  let events = 0;
  let position = START;
  let digest = '';
  let isAnchorMet = anchor?.position === START;

  const problem = (line: string, isDamage = false) => {
    problemCount += 1;
    if (isDamage) damage ??= line;
    if (problems.length < MOST_LISTED) problems.push(line);
  };
  if (anchor && anchor.storeId !== storeId) {
    problem(`The vault's anchor belongs to another log (${anchor.storeId}, this one is ${storeId})`);
  }

  const checkChain = (event: Recorded<AnyEvent>) => {
    const before = streams.get(event.stream) ?? { revision: NO_STREAM, hash: '' };
    const expected = before.revision + 1;
    const place = `${event.stream} revision ${event.revision} (position ${event.position})`;
    if (event.revision !== expected) problem(`${place}: expected revision ${expected}`, true);
    else if (before.hash !== UNKNOWN && before.hash !== event.metadata.prev) {
      problem(`${place}: does not follow the event before it`, true);
    }
    const reason = misfit(event);
    if (reason !== undefined) problem(`${place}: ${event.type} does not fit its schema: ${reason}`);
  };

  const checkAnchor = () => {
    if (!anchor || anchor.storeId !== storeId || anchor.position !== position) return;
    isAnchorMet = true;
    if (anchor.count !== events || anchor.digest !== digest) {
      problem(`The log up to position ${position} is not what it was at the last run: its past has changed`, true);
    }
  };

  return {
    problem,
    /** The rest is unknown, not lost. */
    cannotReadOn(reason: string) {
      hasDamage = true;
      isCutShort = true;
      problem(`The log cannot be read after position ${position}: ${reason}`, true);
    },
    isCutShort: () => isCutShort,
    events: () => events,
    hasDamage: () => hasDamage,

    /** Streams whose last event is undamaged, with its revision. */
    *soundStreams(): Generator<[string, { readonly revision: number; readonly hash: string }]> {
      for (const [stream, { revision, hash }] of streams) if (hash !== UNKNOWN) yield [stream, { revision, hash }];
    },

    take(stored: StoredEvent, event: Recorded<AnyEvent> | DamagedEvent) {
      if (stored.position <= position || (arePositionsDense && stored.position !== position + 1n)) {
        problem(`Position ${stored.position} follows ${position}`, true);
      }
      if (event instanceof DamagedEvent) {
        hasDamage = true;
        problem(event.message, event.isAltered);
      } else checkChain(event);
      const hash = event instanceof DamagedEvent ? UNKNOWN : event.metadata.hash;
      streams.set(stored.stream, { revision: stored.revision, hash });
      events += 1;
      position = stored.position;
      digest = addToDigest(digest, hash === UNKNOWN ? stored.metadata : hash);
      checkAnchor();
    },

    end(head: bigint) {
      if (position !== head && !isCutShort)
        problem(`The log ends at position ${position}, but its head is ${head}`, true);
      const isAnchorUnread = anchor && isCutShort && position < anchor.position;
      if (anchor && anchor.storeId === storeId && !isAnchorMet && !isAnchorUnread) {
        problem(
          position < anchor.position
            ? `The log ends at position ${position}, but reached ${anchor.position} at the last run: its tail is lost`
            : `The event at position ${anchor.position}, with which the last run ended, is gone`,
          true,
        );
      }
    },

    result: () => ({
      events,
      streams: streams.size,
      problems,
      problemCount,
      damage,
      newAnchor: { storeId, position, count: events, digest } satisfies Anchor,
    }),
  };
}
