import type { UserDocument } from '../../projections/users.ts';
import type { Member, User } from '../contract/accounts.ts';

export const userView = ({ _id, email, name = null, emailVerified, orgRoles, isCreator }: UserDocument): User => ({
  _id,
  email: email ?? '',
  name,
  emailVerified,
  orgRoles: orgRoles.map(({ orgId, role }) => ({ orgId, role })),
  isCreator,
});

export const colleagueView = (user: UserDocument, organizationId: string): User => ({
  ...userView({ ...user, orgRoles: user.orgRoles.filter(({ orgId }) => orgId === organizationId) }),
});

export const memberView = (user: UserDocument, organizationId: string, lastSignInAt: string | null): Member => ({
  ...colleagueView(user, organizationId),
  lastSignInAt,
});
