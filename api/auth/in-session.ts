import type { UserDocument } from '../../projections/users.ts';
import type { Session } from './sessions.ts';

/** The person without the roles whose organization has ended this session (docs/decisions/0044-a-school-ends-sessions-for-itself.md). */
export const inSession = (user: UserDocument, { createdAt }: Pick<Session, 'createdAt'>): UserDocument => ({
  ...user,
  orgRoles: user.orgRoles.filter(({ sessionsEndedAt = '' }) => createdAt >= sessionsEndedAt),
});

/** A session that begins at this instant or later gives all roles, also after the clock was set back. */
export const lastEnding = ({ orgRoles }: Pick<UserDocument, 'orgRoles'>): string =>
  orgRoles.reduce((last, { sessionsEndedAt = '' }) => (sessionsEndedAt > last ? sessionsEndedAt : last), '');
