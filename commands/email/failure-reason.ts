import { cutText } from '../../domain/text/cut-text.ts';
import { TEXTS } from '../../domain/text/texts.ts';

const LONGEST = 300;
const MOST_READ = 2000;
const CONTINUES = /^[\p{L}\p{N}]/u;
const CONTINUED = /[\p{L}\p{N}]$/u;

interface TransportError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Explains a failure without naming the recipient, because a reason outlives an erasure. */
export interface FailureWords {
  /** Addresses, names and secrets. */
  readonly hidden: readonly string[];
  readonly signInRefused: string;
}

/** Quotes the mail server where possible: staff need its words to fix the cause. */
export function reasonOf(error: unknown, { hidden, signInRefused }: FailureWords): string {
  const { name, code = '', originalCode = code, message, response } = errorOf(error);
  const answer = response ? `SMTP ${withoutPersons(response, hidden)}` : '';
  if (code === 'EAUTH') return `${signInRefused} ${answer}`.trim();
  if (answer) return answer;
  if (name === 'AbortError' || name === 'TimeoutError') return TEXTS.mail.timedOut;
  if (isUntrusted(originalCode, message)) return TEXTS.mail.certificate;
  if (code === 'ETLS' || /^(ERR_SSL|ERR_TLS|EPROTO$)/.test(originalCode)) return TEXTS.mail.notSecure;
  if (code === 'EMESSAGE') return TEXTS.mail.tooLarge;
  return WORDS_BY_CODE[originalCode] ?? WORDS_BY_CODE[code] ?? TEXTS.mail.failed;
}

/** The mail server's code, or the system's; null for neither. */
export function codeOf(error: unknown): string | null {
  const { responseCode, originalCode, code } = errorOf(error);
  return responseCode ? `SMTP ${responseCode}` : (originalCode ?? code ?? null);
}

const WORDS_BY_CODE: Readonly<Record<string, string>> = {
  ETIMEDOUT: TEXTS.mail.timedOut,
  CONNECT_TIMEOUT: TEXTS.mail.timedOut,
  ENOTFOUND: TEXTS.mail.unknownHost,
  EDNS: TEXTS.mail.unknownHost,
  ECONNREFUSED: TEXTS.mail.connectionRefused,
  ECONNRESET: TEXTS.mail.connectionLost,
  EPIPE: TEXTS.mail.connectionLost,
  ECONNECTION: TEXTS.mail.connectionLost,
  EPROTOCOL: TEXTS.mail.badAnswer,
  ESOCKET: TEXTS.mail.unreachable,
};

const isUntrusted = (code: string, message: string): boolean =>
  /CERT|UNABLE_TO_VERIFY/.test(code) || (code === 'ETLS' && /certificate/i.test(message));

/** About the command or session, not the recipient: RFC 5321 §4.2.2, RFC 4954 §6. */
const ABOUT_SESSION: ReadonlySet<number> = new Set([500, 502, 503, 504, 530, 534, 535, 538, 555]);
const ENHANCED = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/;

/**
 * A refused recipient is final. The server says so in its reply to RCPT TO, or after DATA by an enhanced code about the
 * address (X.1) or mailbox (X.2) of RFC 3463. Codes about sender, policy, protocol or relaying depend on settings.
 */
export function refusesRecipient(error: unknown): boolean {
  const { command, responseCode = 0, response = '' } = errorOf(error);
  if (command !== 'RCPT TO' && command !== 'DATA') return false;
  if (responseCode < 500 || responseCode > 599 || ABOUT_SESSION.has(responseCode)) return false;
  const [, subject, detail] = ENHANCED.exec(response) ?? [];
  if (subject === '1') return detail !== '7' && detail !== '8';
  if (subject === '2') return true;
  return command === 'RCPT TO' && (subject === undefined || subject === '0') && !/relay/i.test(response);
}

/**
 * By 552 or 554 after the content (RFC 5321 §4.2.2), or by its size before. A 550 may be about the sender's address.
 */
export function refusesMessage(error: unknown): boolean {
  const { code, responseCode } = errorOf(error);
  return code === 'EMESSAGE' && (responseCode === undefined || responseCode === 552 || responseCode === 554);
}

const errorOf = (error: unknown): TransportError => (error instanceof Error ? error : new Error());

/** Removes addresses and every word of the persons' names. */
export function withoutPersons(text: string, persons: readonly string[]): string {
  const words = persons.flatMap((person) => person.split(/[\s@]+/)).filter((word) => word !== '');
  const known = [...new Set(words)].sort((one, other) => other.length - one.length);
  const clean = cutText(text, MOST_READ)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[^\s<>"'(),:;]+/g, (word) => (/[^@]@[^@]/.test(word) ? '…' : word));
  return cutText(known.reduce(withoutWord, clean).trim(), LONGEST);
}

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

/** Lower-cases only characters that keep their length, so that indexes stay valid. */
const folded = (text: string): string =>
  text.replace(/\p{Lu}/gu, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  });
