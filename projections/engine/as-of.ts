import type { Document } from '../document-store/port.ts';
import { isErasure } from './erasure.ts';
import type { EventSource, RecordedEvent } from './event-source.ts';
import type { Projection } from './projection.ts';
import { createRouter, type FoldedDocument, foldedInto, routeAll } from './routing.ts';
import { withoutSkipped } from './skipped-events.ts';

/**
 * Folds a document's streams in the log's order up to `at`: a position of the log, or a revision of the first stream.
 * Later erasures are folded too, because a person who is erased today is in no past state. Undefined if the document did
 * not exist. Like the read model, it ends before an event that quarantines the document.
 */
export async function foldAsOf<Doc extends Document>(
  source: Pick<EventSource, 'readStream'>,
  projection: Projection<Doc, never>,
  id: string,
  at: bigint | number,
): Promise<Doc | undefined> {
  const [folded, streams] = await Promise.all([
    withoutSkipped(source, projection),
    Promise.all(projection.streams(id).map((stream) => source.readStream(stream))),
  ]);
  const until = typeof at === 'bigint' ? at : positionOf(streams[0], at);
  return until === undefined ? undefined : foldStreams(folded, id, streams, until);
}

/** `streams`: all events of the document's streams. */
export function foldStreams<Doc extends Document>(
  projection: Projection<Doc, never>,
  id: string,
  streams: readonly (readonly RecordedEvent[])[],
  until: bigint,
): Doc | undefined {
  const events = streams
    .flat()
    .filter((event) => event.position <= until || isErasure(event))
    .sort((one, other) => (one.position < other.position ? -1 : 1));
  let document: FoldedDocument | undefined;
  let position = 0n;
  for (const step of routeAll(createRouter({ ...projection, until }), events)) {
    if (step.id !== id) continue;
    const { event } = step;
    try {
      const next = foldedInto(document, step, projection.indexes);
      if (next !== document) position = event.position;
      document = next;
    } catch {
      const isErased = events.some((other) => other.position >= event.position && isErasure(other));
      if (isErased) return undefined;
      break;
    }
  }
  return document && ({ ...document, _pos: position } as unknown as Doc);
}

const positionOf = (stream: readonly RecordedEvent[] = [], revision: number): bigint | undefined =>
  stream.find((event) => event.revision === revision)?.position;
