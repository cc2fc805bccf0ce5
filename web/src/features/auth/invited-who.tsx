import { formatDay } from '../../shared/dates/day.ts';
import type { Invite } from './invite-query.ts';

export const InvitedWho = ({ invite: { email, expiresAt } }: { invite: Invite }) => (
  <p>
    The invitation is for <strong>{email}</strong> and ends on {formatDay(expiresAt)}.
  </p>
);
