import { AppendTooLarge, type EventToStore, MAX_APPEND_BYTES, NO_STREAM } from './port.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export function validateAppend(stream: string, expectedRevision: number, events: readonly EventToStore[]): void {
  if (stream === '' || stream.includes('\0')) throw new TypeError('A stream needs a name without NUL');
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < NO_STREAM) {
    throw new TypeError(`${expectedRevision} is not a revision`);
  }
  if (events.length === 0) throw new TypeError('An append needs an event');
  for (const event of events) {
    if (!UUID.test(event.id)) throw new TypeError(`${event.id} is not a UUID`);
    if (event.type === '') throw new TypeError('An event needs a type');
  }
  const bytes = bytesOf(events);
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(bytes);
}

export const bytesOf = (events: readonly Omit<EventToStore, 'id'>[]): number =>
  events.reduce(
    (sum, { type, data, metadata }) =>
      sum + Buffer.byteLength(type) + Buffer.byteLength(data) + Buffer.byteLength(metadata),
    0,
  );
