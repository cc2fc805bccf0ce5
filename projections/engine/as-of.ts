import type { Document } from '../document-store/port.ts';
import { isErasure } from './erasure.ts';
import type { EventSource } from './event-source.ts';
import type { Projection } from './projection.ts';
import { createRouter, type FoldedDocument, foldedInto, routeAll } from './routing.ts';

/**
 * Folds the streams that a projection declares for a document, up to an instant, in the log's order. An event that the
 * document cannot take ends it, as it does in the read model.
 */
export async function foldAsOf<Doc extends Document>(
  source: Pick<EventSource, 'readStream'>,
  projection: Projection<Doc, never>,
  id: string,
  at: string,
): Promise<Doc | undefined> {
  const instant = Date.parse(at);
  const streams = await Promise.all(projection.streams(id).map((stream) => source.readStream(stream)));
  const events = streams
    .flat()
    .filter((event) => Date.parse(event.at) <= instant)
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
