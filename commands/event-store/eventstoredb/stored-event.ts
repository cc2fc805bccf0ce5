import {
  type AllStreamRecordedEvent,
  binaryEvent,
  type EventData,
  type JSONType,
  jsonEvent,
  type RecordedEvent,
} from '@eventstore/db-client';
import type { EventToStore, StoredEvent } from '../port.ts';

/** Marks metadata that the client must return as bytes, because it parses any JSON. */
const VERBATIM = 0;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Hashes cover the stored text, but the client rewrites JSON. Text that survives this is stored as JSON, readable in
 * the server's UI, other text as bytes.
 */
export function toEventData({ id, type, data, metadata }: EventToStore): EventData {
  const bytes = encoder.encode(metadata);
  const kept = survivesParsing(metadata) ? bytes : Uint8Array.of(VERBATIM, ...bytes);
  return survivesParsing(data)
    ? jsonEvent({ id, type, data: JSON.parse(data) as JSONType, metadata: kept })
    : binaryEvent({ id, type, data: encoder.encode(data), metadata: kept });
}

export function toStoredEvent(event: RecordedEvent | AllStreamRecordedEvent): StoredEvent {
  const { data, metadata } = event as { data: unknown; metadata: unknown };
  return {
    id: event.id,
    type: event.type,
    data: event.isJson ? JSON.stringify(data) : decoder.decode(data as Uint8Array),
    metadata: metadata instanceof Uint8Array ? decoder.decode(metadata.subarray(1)) : (JSON.stringify(metadata) ?? ''),
    stream: event.streamId,
    revision: Number(event.revision),
    position: event.position?.commit ?? 0n,
  };
}

export const weightOf = ({ data, metadata }: StoredEvent): number =>
  Buffer.byteLength(data) + Buffer.byteLength(metadata);

function survivesParsing(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}
