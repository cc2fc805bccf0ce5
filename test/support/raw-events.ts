import { randomUUID } from 'node:crypto';
import type { Composition } from '../../api/composition/composition.ts';
import { hashOf, withHash } from '../../commands/event-store/event-hash.ts';
import type { EventMetadata } from '../../domain/event-sourcing/event.ts';

/** Without any check, as an earlier version might have appended it. */
export async function appendRaw(
  { stores, log }: Pick<Composition, 'stores' | 'log'>,
  stream: string,
  type: string,
  data: unknown,
): Promise<bigint> {
  const { metadata: before, revision } = (await log.readStream(stream)).at(-1) ?? {};
  if (!before || revision === undefined) throw new Error(`${stream} does not exist`);
  const id = randomUUID();
  const { hash: prev, ...rest } = before;
  const unhashed: Omit<EventMetadata, 'hash'> = { ...rest, commandId: id, commandHash: id, prev };
  const withoutHash = JSON.stringify(unhashed);
  const event = { id, type, data: JSON.stringify({ data }) };
  const hash = hashOf(prev, { ...event, stream, revision: revision + 1 }, withoutHash);
  const metadata = withHash(withoutHash, hash);
  return (await stores.eventStore.append(stream, revision, [{ ...event, metadata }])).position;
}
