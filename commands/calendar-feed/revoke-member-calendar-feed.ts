import type { CalendarFeedState } from '../../domain/calendar-feed/calendar-feed.ts';
import type { CalendarFeedEvent } from '../../domain/calendar-feed/events.ts';
import type { Result } from '../../domain/event-sourcing/decision.ts';
import { decideCalendarRevocation } from '../../domain/organization/members.ts';
import { organization } from '../../domain/organization/organization.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, load } from '../handling/handle.ts';
import { type CalendarFeedOwner, calendarFeedId } from './issue-calendar-feed.ts';
import { revokeCalendarFeed } from './revoke-calendar-feed.ts';

/** By staff who manage members: the member may have lost the device or server that knows the address. */
export async function revokeMemberCalendarFeed(
  environment: Environment,
  owner: CalendarFeedOwner,
  context: CommandContext,
): Promise<Result<Handled<CalendarFeedState, CalendarFeedEvent>>> {
  const { organizationId, userId } = owner;
  const { state } = await load(environment, organization, organizationId);
  const allowed = decideCalendarRevocation(state, context.actor, userId);
  if (!allowed.ok) return allowed;
  return revokeCalendarFeed(environment, { id: calendarFeedId(owner) }, { ...context, organizationId });
}
