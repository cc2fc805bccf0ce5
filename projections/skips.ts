import type { ActorReference } from '../domain/access/actor.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import type { ReadModelEvent } from '../domain/read-model/events.ts';
import type { SkippedEvent } from '../domain/read-model/read-model.ts';
import { projection } from './engine/projection.ts';

/** What creators decided about a read model; `_id` is its name. */
export interface SkipsDocument {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly skipped: readonly (SkippedEvent & { readonly at: string; readonly actor: ActorReference })[];
  readonly retries: number;
}

const blank = (_id: string): SkipsDocument => ({ _id, skipped: [], retries: 0 });

export const skips = projection<SkipsDocument, ReadModelEvent>({
  name: 'skips',
  version: 2,
  digest: '4f18023283fcc6aa',
  indexes: [],
  id: ({ stream }) => idOf(stream),
  streams: (id) => [`readModel-${id}`],
  on: {
    EventSkipped(document, { stream, at, actor, data: { projection, ...event } }) {
      const before = document ?? blank(idOf(stream));
      return { ...before, skipped: [...before.skipped, { ...event, at, actor }] };
    },
    ReadModelRetried(document, { stream }) {
      const before = document ?? blank(idOf(stream));
      return { ...before, retries: before.retries + 1 };
    },
  },
});
