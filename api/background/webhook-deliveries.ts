import type { KnownWebhook } from '../../commands/webhook-delivery/deliverer.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { type Engine, ReadModelNotReady } from '../../projections/engine/contract.ts';
import type { ReadModels } from '../read-models/read-models.ts';

/** Null while the read model is built for the first time. */
export async function webhooksOf({ webhooks }: Pick<ReadModels, 'webhooks'>): Promise<readonly KnownWebhook[] | null> {
  try {
    const { documents } = await webhooks.find({});
    return documents.map(({ _id, organizationId, version }) => ({ _id, organizationId, version }));
  } catch (error) {
    if (error instanceof ReadModelNotReady) return null;
    throw error;
  }
}

/** `null`: read models have come further without their events. */
export function followEvents(
  { events$, unseen$ }: Pick<Engine, 'events$' | 'unseen$'>,
  onEvents: (events: readonly Recorded<AnyEvent>[] | null) => void,
): () => void {
  const events = events$.subscribe((page) => onEvents(page.events));
  const unseen = unseen$.subscribe(() => onEvents(null));
  return () => {
    events.unsubscribe();
    unseen.unsubscribe();
  };
}
