import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, reject } from '../event-sourcing/decision.ts';
import { TEXTS } from '../text/texts.ts';
import type { CalendarFeedEvent } from './events.ts';

export interface CalendarFeed {
  readonly kind: 'feed';
  readonly organizationId: string;
  readonly userId: string;
  readonly hash: string;
  /** Of its present key. */
  readonly createdAt: string;
  readonly revokedAt: string | null;
}
export type CalendarFeedState = { readonly kind: 'nothing' } | CalendarFeed;

export type CalendarFeedCommand =
  /** A new key for a new, revoked or valid feed. */
  | {
      readonly type: 'IssueCalendarFeed';
      readonly data: { readonly organizationId: string; readonly userId: string; readonly hash: string };
    }
  | { readonly type: 'RevokeCalendarFeed'; readonly data: Readonly<Record<never, never>> };

export const calendarFeed = aggregate<CalendarFeedState, CalendarFeedEvent, CalendarFeedCommand>({
  category: 'calendarFeed',
  initial: { kind: 'nothing' },

  evolve: {
    CalendarFeedCreated: (_, { data, at }) => ({ kind: 'feed', ...data, createdAt: at, revokedAt: null }),
    CalendarFeedRenewed: (state, { data, at }) =>
      state.kind === 'feed' ? { ...state, hash: data.hash, createdAt: at } : state,
    CalendarFeedRevoked: (state, { at }) => (state.kind === 'feed' ? { ...state, revokedAt: at } : state),
  },

  decide: {
    IssueCalendarFeed: (data, state) =>
      accept([
        state.kind === 'feed' && state.revokedAt === null
          ? { type: 'CalendarFeedRenewed', data: { hash: data.hash } }
          : { type: 'CalendarFeedCreated', data },
      ]),
    RevokeCalendarFeed: (_, state) => {
      if (state.kind !== 'feed') return reject('not-found', TEXTS.access.notFound);
      return accept(state.revokedAt === null ? [{ type: 'CalendarFeedRevoked', data: {} }] : []);
    },
  },
});
