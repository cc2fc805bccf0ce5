import { type CalendarFeed, calendarFeed } from '../domain/calendar-feed/calendar-feed.ts';
import type { CalendarFeedEvent } from '../domain/calendar-feed/events.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import { type Fold, projection } from './engine/projection.ts';

export interface CalendarFeedDocument extends CalendarFeed {
  readonly _id: string;
  readonly _pos?: bigint;
  /** Position of the event that gave it its present key. */
  readonly issuedIn: string;
}

const fold: Fold<CalendarFeedDocument, CalendarFeedEvent> = (document, event) => {
  const state = calendarFeed.evolve(document ?? calendarFeed.initial, event);
  if (state.kind !== 'feed') return document;
  const issuedIn = state.hash === document?.hash ? document.issuedIn : String(event.position);
  return { ...state, _id: idOf(event.stream), issuedIn };
};

export const calendarFeeds = projection<CalendarFeedDocument, CalendarFeedEvent>({
  name: 'calendarFeeds',
  version: 2,
  digest: '0e4b6e79488034db',
  indexes: [],
  id: (event) => idOf(event.stream),
  streams: (id) => [`calendarFeed-${id}`],
  on: { CalendarFeedCreated: fold, CalendarFeedRenewed: fold, CalendarFeedRevoked: fold },
});
