import { cutText } from '../../domain/text/cut-text.ts';
import type { RecordedEvent } from './event-source.ts';
import type { FoldedDocument } from './routing.ts';
import type { Fault, Quarantined } from './status.ts';

/** Further ones are only counted. */
const MAX_NAMED = 100;
const MAX_ERROR_LENGTH = 300;

/** In the document itself, so that a crash never separates the quarantine from it. */
export const MARK = '_quarantine';

export function unmarked(document: FoldedDocument): FoldedDocument {
  if (!(MARK in document)) return document;
  const { [MARK]: _, ...content } = document;
  return content;
}

export interface Quarantine extends Fault {
  readonly missed: number;
}

export const NONE_QUARANTINED: Quarantined = { count: 0, documents: [] };

/** In a form that every store accepts. */
export const faultAt = ({ position, type, id }: RecordedEvent, error: unknown): Fault => ({
  position: String(position),
  eventType: type,
  eventId: id,
  error: reasonOf(error),
});

function reasonOf(error: unknown): string {
  try {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return cutText(text, MAX_ERROR_LENGTH).replaceAll('\0', '\ufffd');
  } catch {
    // Anything can be thrown, also what throws when it is read.
    return 'An error without a message';
  }
}

/** Counts an unlisted document only if its quarantine is newer than `after`, so that a repetition counts once. */
export function withQuarantined(list: Quarantined, found: ReadonlyMap<string, Quarantine>, after = -1n): Quarantined {
  if (found.size === 0) return list;
  const documents = [...list.documents];
  let { count } = list;
  for (const [id, quarantine] of found) {
    const index = documents.findIndex((one) => one.id === id);
    if (index >= 0) documents[index] = { id, ...quarantine };
    else if (BigInt(quarantine.position) > after) {
      count += 1;
      if (documents.length < MAX_NAMED) documents.push({ id, ...quarantine });
    }
  }
  documents.sort((one, other) => Number(BigInt(one.position) - BigInt(other.position)) || (one.id < other.id ? -1 : 1));
  return { count, documents };
}
