import type { Document } from '../document-store/port.ts';
import type { EventSource } from './event-source.ts';
import type { Projection } from './projection.ts';
import { createRouter, type FoldedDocument } from './routing.ts';

/** Folds the streams that a projection declares for a document, up to an instant, in the log's order (D5). */
export async function foldAsOf<Doc extends Document>(
  source: Pick<EventSource, 'readStream'>,
  projection: Projection<Doc, never>,
  id: string,
  at: string,
): Promise<Doc | undefined> {
  const instant = Date.parse(at);
  const router = createRouter(projection);
  const streams = await Promise.all(projection.streams(id).map((stream) => source.readStream(stream)));
  const events = streams
    .flat()
    .filter((event) => Date.parse(event.at) <= instant)
    .sort((one, other) => (one.position < other.position ? -1 : 1));
  let document: FoldedDocument | undefined;
  for (const event of events) {
    for (const step of router(event)) {
      if (step.id !== id) continue;
      const next = step.fold(document);
      if (next !== document) document = next && { ...next, _pos: event.position };
    }
  }
  return document as Doc | undefined;
}
