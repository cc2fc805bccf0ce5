import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf, RequestFailed } from '../api/api-client.ts';

/** One text for a wrong email and a wrong password, at log-in and sign-up (rule 30). */
export const failureText = (error: unknown): string =>
  error instanceof RequestFailed && error.status === 401 ? TEXTS.accounts.loginFailed : messageOf(error);
