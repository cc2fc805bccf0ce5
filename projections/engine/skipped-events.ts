import type { EventSource, RecordedEvent } from './event-source.ts';
import type { AnyProjection } from './projection.ts';

export const isSkip = ({ type }: RecordedEvent): boolean => type === 'EventSkipped';

/**
 * The projection without the events that a creator has left out of it. Their stream is read first, because the decision
 * is recorded after the event that it is about.
 */
export async function withoutSkipped<One extends AnyProjection>(
  source: Pick<EventSource, 'readStream'>,
  projection: One,
): Promise<One> {
  const decisions = await source.readStream(`readModel-${projection.name}`);
  const ids = decisions.filter(isSkip).map(({ data }) => (data as { readonly eventId: string }).eventId);
  return ids.length === 0 ? projection : { ...projection, skipped: new Set(ids) };
}
