import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf, RequestFailed } from '../api/api-client.ts';

/** Spec §8: one text for a wrong email and a wrong password, signing in or up. */
export const failureText = (error: unknown): string =>
  error instanceof RequestFailed && error.status === 401 ? TEXTS.accounts.loginFailed : messageOf(error);
