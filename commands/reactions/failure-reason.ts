import { cutText } from '../../domain/cut-text.ts';
import { TEXTS } from '../../domain/texts.ts';

const LONGEST = 300;
/** Limit for an answer, whose length the mail server chooses. */
const MOST_READ = 2000;
const CONTINUES = /^[\p{L}\p{N}]/u;
const CONTINUED = /[\p{L}\p{N}]$/u;

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
  const known = [...new Set(words)].sort((one, other) => other.length - one.length);
  const clean = cutText(text, MOST_READ)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[^\s<>"'(),:;]+/g, (word) => (/[^@]@[^@]/.test(word) ? '…' : word));
  return cutText(known.reduce(withoutWord, clean).trim(), LONGEST);
}

/** Replaces a whole word by an ellipsis, ignoring case. */
function withoutWord(text: string, word: string): string {
  const [among, sought] = [folded(text), folded(word)];
  let kept = '';
  let from = 0;
  for (let at = among.indexOf(sought); at !== -1; at = among.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    if (at < from || CONTINUED.test(text.slice(Math.max(0, at - 2), at)) || CONTINUES.test(text.slice(end, end + 2)))
      continue;
    kept += `${text.slice(from, at)}…`;
    from = end;
  }
  return kept + text.slice(from);
}

/** Lower-cases each character that keeps its length, so that indexes stay valid. */
const folded = (text: string): string =>
  text.replace(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
