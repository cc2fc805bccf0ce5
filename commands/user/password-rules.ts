import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { PASSWORD_LIMIT, SHORTEST_PASSWORD } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Any characters, all of which count (OWASP ASVS 5.0, 6.2). */
export function checkPassword(password: string, field = 'password'): Result<string> {
  const message = complaintAbout(password);
  return message === undefined ? accept(password) : reject('refused', message, [{ field, message }]);
}

function complaintAbout(password: string): string | undefined {
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD) return TEXTS.accounts.passwordTooShort;
  if (length > PASSWORD_LIMIT) return TEXTS.accounts.passwordTooLong;
  return isCommonPassword(password) ? TEXTS.accounts.passwordTooCommon : undefined;
}
