import { hash } from 'node:crypto';
import type { EventToStore, StoredEvent } from './port.ts';

const MEMBER = ',"hash":"';
/** `,"hash":"` + 64 hex digits + `"}` */
const TAIL_LENGTH = MEMBER.length + 64 + 2;

/** The metadata's text with `hash` as its last member. */
export const withHash = (withoutHash: string, digest: string): string =>
  `${withoutHash.slice(0, -1)}${MEMBER}${digest}"}`;

/** Takes the hash off a metadata text again; undefined where it does not end in one. */
export function splitMetadata(metadata: string): { readonly withoutHash: string; readonly hash: string } | undefined {
  const start = metadata.length - TAIL_LENGTH;
  if (start <= 0 || !metadata.startsWith(MEMBER, start) || !metadata.endsWith('"}')) return undefined;
  return { withoutHash: `${metadata.slice(0, start)}}`, hash: metadata.slice(start + MEMBER.length, -2) };
}

/**
 * SHA-256 over the stored text of an event and the hash before it in its stream. The parts stand on lines of
 * their own: none of them can hold a line break, since JSON writes it as `\n`.
 */
export const hashOf = (
  prev: string,
  event: Pick<StoredEvent, 'stream' | 'revision'> & Pick<EventToStore, 'id' | 'type' | 'data'>,
  metadataWithoutHash: string,
): string =>
  hash(
    'sha256',
    `${prev}\n${event.stream}\n${event.revision}\n${event.id}\n${event.type}\n${event.data}\n${metadataWithoutHash}`,
  );
