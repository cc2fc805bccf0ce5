import type { Document } from '../document-store/port.ts';
import { isErasure } from './erasure.ts';
import type { EventSource, RecordedEvent } from './event-source.ts';
import type { Projection } from './projection.ts';
import { createRouter, type FoldedDocument, foldedInto, routeAll } from './routing.ts';

/**
 * Folds a document's streams in the log's order up to `at`: an instant (ISO-8601) or a revision of the first stream.
 * Undefined if the document did not exist. Like the read model, it ends before an event that quarantines the document.
 */
export async function foldAsOf<Doc extends Document>(
  source: Pick<EventSource, 'readStream'>,
  projection: Projection<Doc, never>,
  id: string,
  at: string | number,
): Promise<Doc | undefined> {
  const streams = await Promise.all(projection.streams(id).map((stream) => source.readStream(stream)));
  const isIncluded = typeof at === 'number' ? upToRevision(streams[0], at) : upToInstant(at);
  const events = streams
    .flat()
    .filter(isIncluded)
    .sort((one, other) => (one.position < other.position ? -1 : 1));
  let document: FoldedDocument | undefined;
  for (const step of routeAll(createRouter(projection), events)) {
    if (step.id !== id) continue;
    const { event } = step;
    try {
      const next = foldedInto(document, step, projection.indexes);
      if (next !== document) document = next && { ...next, _pos: event.position };
    } catch {
      const isErased = events.some((other) => other.position >= event.position && isErasure(other));
      return isErased ? undefined : (document as Doc | undefined);
    }
  }
  return document as Doc | undefined;
}

function upToInstant(at: string): (event: RecordedEvent) => boolean {
  const instant = Date.parse(at);
  return (event) => Date.parse(event.at) <= instant;
}

function upToRevision(stream: readonly RecordedEvent[] = [], wanted: number): (event: RecordedEvent) => boolean {
  const last = stream.find(({ revision }) => revision === wanted);
  return ({ position }) => last !== undefined && position <= last.position;
}
