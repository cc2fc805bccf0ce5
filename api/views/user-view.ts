import type { UserDocument } from '../../projections/users.ts';
import type { User } from '../contract/accounts.ts';

export const userView = ({ _id, email, emailVerified, orgRoles, isCreator }: UserDocument): User => ({
  _id,
  email: email ?? '',
  emailVerified,
  orgRoles: [...orgRoles],
  isCreator,
});

export const colleagueView = (user: UserDocument, organizationId: string): User => ({
  ...userView(user),
  orgRoles: user.orgRoles.filter(({ orgId }) => orgId === organizationId),
});
