import type { EmailMessage } from '../../../../../api/contract/messages.ts';
import type { CallByName } from '../../../../../domain/user/display-name.ts';
import { formatMoment } from '../../../shared/dates/dates.tsx';
import type { Meaning } from '../../../shared/theme/tokens.ts';

export const MESSAGE_STANDS: Readonly<Record<EmailMessage['status'], readonly [Meaning, string]>> = {
  waiting: ['neutral', 'Waiting'],
  sending: ['neutral', 'Sending'],
  delivered: ['good', 'Delivered'],
  failed: ['problem', 'Failed'],
  cancelled: ['attention', 'Cancelled'],
  dropped: ['neutral', 'Not sent'],
};

/** As in the entries of the history beside it. */
export function messageSender({ requestedBy }: EmailMessage, me: string | undefined, call: CallByName): string {
  if (!requestedBy) return 'The system';
  return requestedBy.id === me ? 'You' : (call(requestedBy.email) ?? 'Former member');
}

const ADDRESS_REFUSED = 'The mail server refused this address.';
const MAILBOX_FULL = 'The mailbox is full.';
const TOO_LARGE = 'The email is larger than the mail server accepts.';

/** Enhanced status codes of RFC 3463 and RFC 7505, and reply codes of RFC 5321 for answers without one. */
const WORDS_BY_CODE: Readonly<Record<string, string>> = {
  '5.1.0': ADDRESS_REFUSED,
  '5.1.1': 'The mail server does not know this address.',
  '5.1.2': 'The domain of this address does not exist.',
  '5.1.3': 'This address is not valid.',
  '5.1.6': 'This address is no longer in use.',
  '5.1.10': 'The domain of this address does not accept emails.',
  '5.2.1': 'The mailbox is disabled.',
  '4.2.2': MAILBOX_FULL,
  '5.2.2': MAILBOX_FULL,
  '5.2.3': TOO_LARGE,
  '5.3.4': TOO_LARGE,
  '550': ADDRESS_REFUSED,
  '551': ADDRESS_REFUSED,
  '552': MAILBOX_FULL,
  '553': ADDRESS_REFUSED,
};
const ANSWER = /SMTP (\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/;

function wordsFor(code: string): string {
  const isTemporary = code.startsWith('4');
  return (
    WORDS_BY_CODE[code] ?? `The mail server ${isTemporary ? 'could not accept the email yet' : 'refused the email'}.`
  );
}

function partsOf(reason: string): { readonly words: string; readonly answer: string } {
  const found = ANSWER.exec(reason);
  if (!found) return { words: reason, answer: '' };
  const [, reply = '', enhanced] = found;
  return {
    words: reason.slice(0, found.index).trim() || wordsFor(enhanced ?? reply),
    answer: reason.slice(found.index),
  };
}

export function messageProblem({ status, reason }: EmailMessage): string {
  const words = reason === null ? '' : partsOf(reason).words;
  return status === 'failed' && words !== '' ? `Could not be sent: ${words}` : words;
}

export function messageDetails({ tries, nextTryAt, reason, settledAt, status }: EmailMessage): string {
  const settled = settledAt === null ? '' : formatMoment(settledAt);
  const arrived = status === 'delivered' && settled ? `Accepted by their mail server ${settled}` : '';
  const lastTried = status === 'failed' && settled ? `Last tried ${settled}` : '';
  const tried = tries !== null && tries > 1 ? `${tries} tries` : '';
  const next = nextTryAt === null ? '' : `${tries ? 'next try' : 'will be sent'} ${formatMoment(nextTryAt)}`;
  const answer = reason === null ? '' : partsOf(reason).answer;
  return [arrived, lastTried, tried, next, answer].filter(Boolean).join(' · ');
}
