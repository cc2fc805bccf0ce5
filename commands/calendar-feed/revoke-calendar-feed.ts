import { type CalendarFeedState, calendarFeed } from '../../domain/calendar-feed/calendar-feed.ts';
import type { CalendarFeedEvent } from '../../domain/calendar-feed/events.ts';
import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';

export const revokeCalendarFeed = (
  environment: Environment,
  { id }: { readonly id: string },
  context: CommandContext,
): Promise<Result<Handled<CalendarFeedState, CalendarFeedEvent>>> =>
  handle(environment, calendarFeed, id, [{ type: 'RevokeCalendarFeed', data: {} }], context);
