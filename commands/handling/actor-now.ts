import type { Actor } from '../../domain/access/actor.ts';

/**
 * An account as the policy table sees it now, without the roles that a missing second factor suspends; null for none.
 * Everything that reaches a member outside of their own calls asks it: emails and calendars.
 */
export type ActorNow = (userId: string) => Promise<Actor | null>;
