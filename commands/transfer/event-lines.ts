import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { Codec } from '../event-store/codec.ts';
import { DamagedEvent } from '../event-store/damaged-event.ts';
import { NO_STREAM, type StoredEvent } from '../event-store/port.ts';
import { validateAppend } from '../event-store/validate-append.ts';
import { addToDigest } from '../integrity/anchor.ts';
import type { LineReader } from './line-reader.ts';

/** The stored texts verbatim. */
export type EventLine = Omit<StoredEvent, 'position'>;

/** Detects truncation; equal logs have the same digest anywhere. */
export interface EventsEnd {
  readonly events: number;
  readonly digest: string;
}

export type EventChecker = Pick<Codec, 'inspect'>;

const PAGE_EVENTS = 500;
const PAGE_BYTES = 2_097_152;
const STREAM = /^[A-Za-z]+-[\w:.~-]+$/;
const MEMBERS = 6;

export const eventLine = ({ stream, revision, id, type, data, metadata }: StoredEvent): EventLine => ({
  stream,
  revision,
  id,
  type,
  data,
  metadata,
});

/** In pages, each line checked against its hash, its stream's former hash and its schema. Returns the closing line. */
export async function* readEvents(
  lines: LineReader,
  checker: EventChecker,
): AsyncGenerator<readonly EventLine[], EventsEnd & { readonly streams: ReadonlyMap<string, unknown> }> {
  const streams = new Map<string, { readonly revision: number; readonly hash: string }>();
  let events = 0;
  let digest = '';
  for (;;) {
    const page: Pending[] = [];
    let end: EventsEnd | undefined;
    for (let bytes = 0; page.length < PAGE_EVENTS && bytes < PAGE_BYTES; ) {
      const line = await lines.next();
      if (!line) throw lines.damaged('is the last one: the file is cut off after it');
      end = asEnd(line);
      if (end) break;
      const event = asEvent(lines, line);
      bytes += event.data.length + event.metadata.length;
      page.push({ event, damaged: damagedAt(lines) });
    }
    for (const { event, recorded, damaged } of await inspected(checker, page)) {
      const before = streams.get(event.stream) ?? { revision: NO_STREAM, hash: '' };
      if (event.revision !== before.revision + 1) {
        throw damaged(`${event.stream} continues with revision ${event.revision} after ${before.revision}`);
      }
      const { prev, hash } = recorded.metadata;
      if (prev !== before.hash) throw damaged(`the event does not follow the one before it in ${event.stream}`);
      streams.set(event.stream, { revision: event.revision, hash });
      digest = addToDigest(digest, hash);
      events += 1;
    }
    if (page.length > 0) yield page.map(({ event }) => event);
    if (!end) continue;
    if (end.events !== events) throw lines.damaged(`closes ${end.events} events, but there are ${events}`);
    if (end.digest !== digest) throw lines.damaged('closes other events: their digest differs');
    return { ...end, streams };
  }
}

interface Pending {
  readonly event: EventLine;
  readonly damaged: (what: string, cause?: unknown) => Error;
}

function damagedAt(lines: LineReader): Pending['damaged'] {
  const line = lines.place().lines;
  return (what, cause) => lines.damagedAt(line, what, cause);
}

async function inspected(
  checker: EventChecker,
  page: readonly Pending[],
): Promise<readonly (Pending & { readonly recorded: Recorded<AnyEvent> })[]> {
  const found = await checker.inspect(page.map(({ event }) => ({ ...event, position: 0n })));
  return page.map((pending, index) => {
    const recorded = found[index] as Recorded<AnyEvent> | DamagedEvent;
    if (recorded instanceof DamagedEvent) throw pending.damaged(`the event ${recorded.what}`, recorded);
    return { ...pending, recorded };
  });
}

function asEnd({ events, digest, ...rest }: Readonly<Record<string, unknown>>): EventsEnd | undefined {
  if (!Number.isSafeInteger(events) || typeof digest !== 'string' || Object.keys(rest).length > 0) return undefined;
  return { events: events as number, digest };
}

function asEvent(lines: LineReader, line: Readonly<Record<string, unknown>>): EventLine {
  const { stream, revision, id, type, data, metadata } = line;
  if (
    typeof stream !== 'string' ||
    !Number.isSafeInteger(revision) ||
    typeof id !== 'string' ||
    typeof type !== 'string' ||
    typeof data !== 'string' ||
    typeof metadata !== 'string' ||
    Object.keys(line).length !== MEMBERS
  ) {
    throw lines.damaged('holds no event');
  }
  if (!STREAM.test(stream)) throw lines.damaged(`${JSON.stringify(stream)} is not the name of a stream`);
  const event = { stream, revision: revision as number, id, type, data, metadata };
  try {
    validateAppend(stream, event.revision - 1, [event]);
  } catch (error) {
    throw lines.damaged((error as Error).message, error);
  }
  return event;
}
