import { type CalendarFeedState, calendarFeed } from '../../domain/calendar-feed/calendar-feed.ts';
import type { CalendarFeedEvent } from '../../domain/calendar-feed/events.ts';
import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';
import { hashOfFeedKey, newFeedKey } from './feed-key.ts';

export interface CalendarFeedOwner {
  readonly organizationId: string;
  readonly userId: string;
}

/** A member has one feed in each organization. */
export const calendarFeedId = ({ organizationId, userId }: CalendarFeedOwner): string =>
  uuidV5(calendarFeed.category, organizationId, userId);

export type IssuedCalendarFeed = Handled<CalendarFeedState, CalendarFeedEvent> & {
  /** Null for a repetition of the command: the key is shown once. */
  readonly key: string | null;
};

export async function issueCalendarFeed(
  environment: Environment,
  owner: CalendarFeedOwner,
  context: CommandContext,
): Promise<Result<IssuedCalendarFeed>> {
  const id = calendarFeedId(owner);
  const key = newFeedKey(id);
  const hash = hashOfFeedKey(key);
  const command = { type: 'IssueCalendarFeed', data: { ...owner, hash } } as const;
  const issued = await handle(environment, calendarFeed, id, [command], context);
  if (!issued.ok) return issued;
  const { state } = issued.value;
  return accept({ ...issued.value, key: state.kind === 'feed' && state.hash === hash ? key : null });
}
