import { rest as restFor } from '../../timing/rest.ts';
import { hashOf, splitMetadata } from '../event-store/event-hash.ts';
import { type EventStore, START, type StoredEvent } from '../event-store/port.ts';
import type { DamageGuard } from './damage-guard.ts';
import type { VerificationRecords } from './verification-records.ts';

export interface VerificationPace {
  /** Share of the time for work, 0 to 1: of one processor, or of one server connection. */
  readonly share: number;
  readonly beginAfterMs: number;
  readonly everyMs: number;
  /** Independent of rounds. */
  readonly checkFilesEveryMs: number;
  readonly noteEveryMs: number;
  readonly lookEveryMs: number;
}

const PACE: VerificationPace = {
  share: 0.02,
  beginAfterMs: 3000,
  everyMs: 24 * 3_600_000,
  checkFilesEveryMs: 3_600_000,
  noteEveryMs: 30_000,
  lookEveryMs: 60_000,
};

/** Few enough not to delay requests. */
const PAGE = 100;

export interface SlowVerification {
  readonly store: EventStore;
  readonly records: VerificationRecords;
  readonly guard: DamageGuard;
  /** Problems that the database finds in its files, or null; absent without own files. */
  readonly checkFiles: ((signal: AbortSignal) => Promise<string | null>) | undefined;
  readonly now: () => number;
  readonly pace?: Partial<VerificationPace>;
}

/**
 * Continuously and slowly: first the files, then hashes, chains and gaps, each event also through its stream. A round
 * resumes where the former process stopped. A finding goes to the guard and ends the round. Keys and read models are
 * left to `verify`.
 */
export async function verifySlowly(
  { store, records, guard, checkFiles, now, pace: chosen }: SlowVerification,
  signal: AbortSignal,
): Promise<void> {
  const pace = { ...PACE, ...chosen };
  const rest = (ms: number) => restFor(ms, signal);
  await rest(pace.beginAfterMs);
  for (let checkedAt = Number.NEGATIVE_INFINITY; !signal.aborted; ) {
    if (!guard.damage && performance.now() - checkedAt >= pace.checkFilesEveryMs) {
      const problem = await checkFiles?.(signal);
      if (problem) guard.report(problem);
      checkedAt = performance.now();
    }
    const last = await records.round();
    const isDue = !last?.isOver || now() - Date.parse(last.begunAt) >= pace.everyMs;
    if (isDue && !guard.damage && !signal.aborted) await runRound();
    await rest(pace.lookEveryMs);
  }

  async function runRound(): Promise<void> {
    const last = await records.round();
    const goesOn = last !== undefined && !last.isOver;
    const finishedAt = last?.finishedAt ?? null;
    const begunAt = goesOn ? last.begunAt : new Date(now()).toISOString();
    const note = (position: bigint) => records.saveRound({ position, begunAt, finishedAt, isOver: false });
    let position = goesOn ? last.position : START;
    let noted = performance.now();
    while (!signal.aborted && !guard.damage) {
      const began = performance.now();
      const page = await store.readAll({ after: position, limit: PAGE });
      if (page.events.length === 0) {
        const at = new Date(now()).toISOString();
        return records.saveRound({ position, begunAt, finishedAt: at, isOver: true });
      }
      const problem = await problemIn(store, page.events, position);
      if (problem !== null) return guard.report(problem);
      position = page.position;
      const ended = performance.now();
      if (ended - noted >= pace.noteEveryMs) {
        await note(position);
        noted = ended;
      }
      await rest((ended - began) * (1 / pace.share - 1));
    }
    if (!guard.damage) await note(position);
  }
}

export async function problemIn(
  store: EventStore,
  events: readonly StoredEvent[],
  after: bigint,
): Promise<string | null> {
  let position = after;
  const streams = new Map<string, StoredEvent[]>();
  for (const event of events) {
    if (event.position <= position || (store.arePositionsDense && event.position !== position + 1n)) {
      return `Position ${event.position} of the log follows ${position}: events are lost`;
    }
    position = event.position;
    streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
  }
  for (const [stream, found] of streams) {
    const problem = await problemOfStream(store, stream, found);
    if (problem !== null) return problem;
  }
  return null;
}

/** The same events through their stream. */
async function problemOfStream(
  store: EventStore,
  stream: string,
  found: readonly StoredEvent[],
): Promise<string | null> {
  const first = found[0] as StoredEvent;
  const from = Math.max(0, first.revision - 1);
  const read = await store.readStream(stream, { from, limit: first.revision - from + found.length });
  let before = first.revision === 0 ? '' : hashIn(read[0]);
  const alone = first.revision === 0 ? read : read.slice(1);
  for (const [index, event] of found.entries()) {
    const place = `The event at revision ${event.revision} of ${stream} (position ${event.position})`;
    if (event.revision !== first.revision + index) return `${place} follows a gap`;
    if (alone[index]?.metadata !== event.metadata) return `${place} differs between its stream and the whole log`;
    const parts = splitMetadata(event.metadata);
    if (!parts || hashOf(prevIn(parts.withoutHash), event, parts.withoutHash) !== parts.hash) {
      return `${place} does not match its hash`;
    }
    if (before === undefined || prevIn(parts.withoutHash) !== before)
      return `${place} does not follow the event before it`;
    before = parts.hash;
  }
  return null;
}

const hashIn = (event: StoredEvent | undefined): string | undefined => event && splitMetadata(event.metadata)?.hash;

/** The last member, as the codec writes it. */
const prevIn = (withoutHash: string): string => /"prev":"([\da-f]*)"\}$/.exec(withoutHash)?.[1] ?? '';
