import { type CalendarFeed, calendarFeed } from '../domain/calendar-feed/calendar-feed.ts';
import type { CalendarFeedEvent } from '../domain/calendar-feed/events.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import { type Fold, projection } from './engine/projection.ts';

export interface CalendarFeedDocument extends CalendarFeed {
  readonly _id: string;
  readonly _pos?: bigint;
}

const fold: Fold<CalendarFeedDocument, CalendarFeedEvent> = (document, event) => {
  const state = calendarFeed.evolve(document ?? calendarFeed.initial, event);
  return state.kind === 'feed' ? { ...state, _id: idOf(event.stream) } : document;
};

export const calendarFeeds = projection<CalendarFeedDocument, CalendarFeedEvent>({
  name: 'calendarFeeds',
  version: 1,
  digest: '6277207da5f51def',
  indexes: [],
  id: (event) => idOf(event.stream),
  streams: (id) => [`calendarFeed-${id}`],
  on: { CalendarFeedCreated: fold, CalendarFeedRenewed: fold, CalendarFeedRevoked: fold },
});
