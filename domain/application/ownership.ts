import { normalizeEmail } from '../values/email.ts';

/** The caller's account, with its email and whether the caller has proven it. */
export interface AccountEmail {
  readonly email: string;
  readonly isProven: boolean;
}

/** False for an erased application, which has no email. */
export const isEmailOf = (account: AccountEmail | null, email: string | null): boolean =>
  account !== null && email !== null && normalizeEmail(account.email) === normalizeEmail(email);

/**
 * Whether an account may take an application that is not linked to it: its email equals the application's, and it
 * either has proven the email or holds the claim cookie of an application that no account is linked to.
 */
export const mayTake = (
  application: { readonly userId: string | null; readonly email: string | null },
  account: AccountEmail | null,
  holdsClaim: boolean,
): boolean =>
  isEmailOf(account, application.email) && (account?.isProven === true || (holdsClaim && application.userId === null));
