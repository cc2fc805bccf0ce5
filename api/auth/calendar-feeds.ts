import { feedOfKey, hashOfFeedKey } from '../../commands/calendar-feed/feed-key.ts';
import { calendarFeedId } from '../../commands/calendar-feed/issue-calendar-feed.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import type { CalendarFeedDocument } from '../../projections/calendar-feeds.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { isSameHash } from './api-tokens.ts';
import type { RequiredFactors } from './required-factors.ts';

/** A former member who joins again makes a new address: the former one may be on a device or server they left behind. */
export const isValidFeed = (
  { organizationId, revokedAt, issuedIn }: CalendarFeedDocument,
  { orgRoles }: Pick<UserDocument, 'orgRoles'>,
): boolean => {
  const membership = orgRoles.find(({ orgId }) => orgId === organizationId);
  return revokedAt === null && membership !== undefined && BigInt(issuedIn) > BigInt(membership.begunIn);
};

/** Of all schools of a person. */
export async function validFeedsOf(
  { calendarFeeds }: Pick<ReadModels, 'calendarFeeds'>,
  user: Pick<UserDocument, '_id' | 'orgRoles'>,
): Promise<readonly CalendarFeedDocument[]> {
  const ids = user.orgRoles.map(({ orgId: organizationId }) => calendarFeedId({ organizationId, userId: user._id }));
  return (await calendarFeeds.getMany(ids)).filter((feed) => isValidFeed(feed, user));
}

export interface CalendarFeeds {
  /** A valid feed, and its member, who may still read the interviews; undefined for all others. */
  find(key: string): Promise<{ readonly feed: CalendarFeedDocument; readonly member: Actor } | undefined>;
}

export const createCalendarFeeds = ({
  calendarFeeds,
  users,
  requiredFactors,
}: Pick<ReadModels, 'calendarFeeds' | 'users'> & { readonly requiredFactors: RequiredFactors }): CalendarFeeds => ({
  async find(key) {
    const id = feedOfKey(key);
    const feed = id === undefined ? undefined : await calendarFeeds.latest(id);
    if (!feed || !isSameHash(hashOfFeedKey(key), feed.hash)) return undefined;
    const user = await users.latest(feed.userId);
    if (!user || user.isErased || !isValidFeed(feed, user)) return undefined;
    const { organizationId } = feed;
    const member = await requiredFactors.actorNow(user._id);
    return member && can(member, 'calendar.read', { organizationId }) ? { feed, member } : undefined;
  },
});
