import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf, problemsOf, RequestFailed } from '../api/api-client.ts';

/** One text for a wrong email and a wrong password, at log-in and sign-up (rule 30). */
export const failureText = (error: unknown): string =>
  error instanceof RequestFailed && error.status === 401 && !asksPasskey(error)
    ? TEXTS.accounts.loginFailed
    : messageOf(error);

/** The password was right, and the account has a passkey; or the passkey was refused. */
export const asksPasskey = (error: unknown): boolean => problemsOf(error).some(({ field }) => field === 'passkey');
