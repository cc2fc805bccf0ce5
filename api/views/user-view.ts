import type { Membership, UserDocument } from '../../projections/users.ts';
import type { FactorDue } from '../auth/required-factors.ts';
import type { Member, User } from '../contract/accounts.ts';

/** What the signed-in person gets of themselves. */
export const ownView = (user: UserDocument, factorsDue: readonly FactorDue[]): User => ({
  ...userView(user),
  ...(factorsDue.length > 0 && { factorsDue: [...factorsDue] }),
});

type Account = Omit<UserDocument, 'orgRoles'> & { readonly orgRoles: readonly Pick<Membership, 'orgId' | 'role'>[] };

export const userView = ({ _id, email, name = null, emailVerified, orgRoles, isCreator }: Account): User => ({
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

/** `member`: the person's role at the time, which a former state of an account does not have. */
export const memberView = (
  user: UserDocument,
  member: Pick<Membership, 'orgId' | 'role'>,
  known: Pick<Member, 'lastSignInAt' | 'calendarAddressAt' | 'hasAuthenticator' | 'passkeys' | 'factorsResetBy'>,
): Member => ({ ...userView({ ...user, orgRoles: [member] }), ...known });
