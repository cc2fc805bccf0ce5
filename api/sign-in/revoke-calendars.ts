import { calendarFeedId } from '../../commands/calendar-feed/issue-calendar-feed.ts';
import { revokeCalendarFeed } from '../../commands/calendar-feed/revoke-calendar-feed.ts';
import type { CommandContext } from '../../commands/context/context.ts';
import { uuidV5 } from '../../commands/context/identity.ts';
import type { Composition } from '../composition/composition.ts';

/**
 * All of a person, who may have lost the device that knows them. Returns the schools of those that worked. By their streams, because the read
 * models may not have the newest address yet.
 */
export async function revokeCalendars(
  { environment, readModels }: Pick<Composition, 'environment' | 'readModels'>,
  userId: string,
  command: CommandContext,
): Promise<readonly string[]> {
  const { orgRoles = [] } = (await readModels.users.latest(userId)) ?? {};
  const schools: string[] = [];
  for (const { orgId: organizationId } of orgRoles) {
    const id = calendarFeedId({ organizationId, userId });
    const commandId = uuidV5(command.commandId, 'revoke the calendar', id);
    const revoked = await revokeCalendarFeed(environment, { id }, { ...command, organizationId, commandId });
    if (revoked.ok && revoked.value.appended.length > 0) schools.push(organizationId);
  }
  return schools;
}
