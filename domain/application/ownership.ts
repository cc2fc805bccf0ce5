import { normalizeEmail } from '../values/email.ts';

export interface AccountEmail {
  readonly email: string;
  readonly isProven: boolean;
}

export const isEmailOf = (account: AccountEmail | null, email: string | null): boolean =>
  account !== null && email !== null && normalizeEmail(account.email) === normalizeEmail(email);

/** The emails are equal, and the account has proven it or holds the claim cookie of an unlinked application. */
export const mayTake = (
  application: { readonly userId: string | null; readonly email: string | null },
  account: AccountEmail | null,
  holdsClaim: boolean,
): boolean =>
  isEmailOf(account, application.email) && (account?.isProven === true || (holdsClaim && application.userId === null));
