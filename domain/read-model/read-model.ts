import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, reject } from '../event-sourcing/decision.ts';
import { LIMITS } from '../limits/limits.ts';
import { TEXTS } from '../text/texts.ts';
import type { ReadModelEvent } from './events.ts';

export interface SkippedEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly position: string;
  readonly reason: string;
  readonly organizationId?: string | null | undefined;
}

/** What creators decided about the read model of this name. */
export interface ReadModelState {
  readonly skipped: readonly SkippedEvent[];
  readonly retries: number;
}

export type ReadModelCommand =
  | { readonly type: 'SkipEvent'; readonly data: SkippedEvent & { readonly projection: string } }
  | { readonly type: 'RetryReadModel'; readonly data: { readonly projection: string } };

export const readModel = aggregate<ReadModelState, ReadModelEvent, ReadModelCommand>({
  category: 'readModel',
  initial: { skipped: [], retries: 0 },

  evolve: {
    EventSkipped: (state, { data: { projection, ...event } }) => ({
      ...state,
      skipped: [...state.skipped, event],
    }),
    ReadModelRetried: (state) => ({ ...state, retries: state.retries + 1 }),
  },

  decide: {
    SkipEvent(data, { skipped }) {
      const reason = data.reason.trim();
      if (reason === '')
        return reject('refused', TEXTS.readModels.reasonMissing, [
          { field: 'reason', message: TEXTS.readModels.reasonMissing },
        ]);
      if (skipped.some(({ eventId }) => eventId === data.eventId)) return accept([]);
      // Without it an erased person would stay in the read model.
      if (data.eventType === 'PersonalDataErased') return reject('refused', TEXTS.readModels.erasureStays);
      if (skipped.length >= LIMITS.skippedEvents)
        return reject('refused', TEXTS.readModels.tooManySkipped(LIMITS.skippedEvents));
      return accept([{ type: 'EventSkipped', data: { ...data, reason } }]);
    },
    RetryReadModel: (data) => accept([{ type: 'ReadModelRetried', data }]),
  },
});
