import { hash } from 'node:crypto';
import type { EventToStore, StoredEvent } from './port.ts';

const MEMBER = ',"hash":"';
const TAIL_LENGTH = MEMBER.length + 64 + 2;

export const withHash = (withoutHash: string, digest: string): string =>
  `${withoutHash.slice(0, -1)}${MEMBER}${digest}"}`;

export function splitMetadata(metadata: string): { readonly withoutHash: string; readonly hash: string } | undefined {
  const start = metadata.length - TAIL_LENGTH;
  if (start <= 0 || !metadata.startsWith(MEMBER, start) || !metadata.endsWith('"}')) return undefined;
  return { withoutHash: `${metadata.slice(0, start)}}`, hash: metadata.slice(start + MEMBER.length, -2) };
}

/** SHA-256 over an event's stored texts and the former hash of its stream, each on a line. */
export const hashOf = (
  prev: string,
  event: Pick<StoredEvent, 'stream' | 'revision'> & Pick<EventToStore, 'id' | 'type' | 'data'>,
  metadataWithoutHash: string,
): string =>
  hash(
    'sha256',
    `${prev}\n${event.stream}\n${event.revision}\n${event.id}\n${event.type}\n${event.data}\n${metadataWithoutHash}`,
  );
