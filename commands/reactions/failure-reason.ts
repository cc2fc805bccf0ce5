import { TEXTS } from '../../domain/texts.ts';

const LONGEST = 300;

/** What nodemailer throws. */
interface TransportError {
  readonly code?: string;
  readonly responseCode?: number;
  /** The server's answer, its code first. */
  readonly response?: string;
}

/**
 * Why a mail did not go out, in the mail server's own words where it has said any: they tell staff what to mend. Who the mail
 * was for is taken out of them, since a reason outlives an erasure.
 */
export function reasonOf(error: unknown, persons: readonly string[]): string {
  const { code, response } = (error instanceof Error ? error : {}) as TransportError;
  if (response) return `SMTP ${withoutPersons(response, persons)}`;
  if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')) {
    return TEXTS.mail.timedOut;
  }
  if (code === 'ETIMEDOUT') return TEXTS.mail.timedOut;
  if (code === 'EAUTH') return TEXTS.mail.signInRefused;
  if (code === 'ETLS') return TEXTS.mail.notSecure;
  if (code && /^(ECONN|ESOCKET|EDNS|EHOST|ENET|ENOTFOUND|EAI_|EPIPE|EPROTOCOL)/.test(code))
    return TEXTS.mail.unreachable;
  return TEXTS.mail.failed;
}

/** An answer of 500 to 599 to the envelope or the content is final (RFC 5321 §4.2.1); to a sign-in it can be mended. */
export function isFinal(error: unknown): boolean {
  const { code, responseCode } = (error instanceof Error ? error : {}) as TransportError;
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutMail && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}

/** Any address, and every word by which the person is known. */
export function withoutPersons(text: string, persons: readonly string[]): string {
  const words = persons.flatMap((person) => person.split(/[\s@]+/)).filter((word) => word !== '');
  const known = [...new Set(words)].sort((one, other) => other.length - one.length).map(RegExp.escape);
  const clean = text
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '…');
  const named = new RegExp(`(?<![\\p{L}\\p{N}])(${known.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return (known.length === 0 ? clean : clean.replace(named, '…')).trim().slice(0, LONGEST);
}
