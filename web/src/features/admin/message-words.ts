import type { EmailMessage } from '../../../../api/contract/messages.ts';
import type { Meaning } from '../../app/tokens.ts';
import { formatMoment } from '../../shared/dates.tsx';

export const MESSAGE_STANDS: Readonly<Record<EmailMessage['status'], readonly [Meaning, string]>> = {
  waiting: ['neutral', 'Waiting'],
  sending: ['neutral', 'Sending'],
  delivered: ['good', 'Delivered'],
  failed: ['problem', 'Could not be sent'],
  cancelled: ['attention', 'Cancelled'],
  dropped: ['neutral', 'Not sent'],
};

/** What there is to say beyond the status: what the mail server said, how often it was tried, and when it is tried next. */
export function messageDetails({ tries, nextTryAt, reason, settledAt, status }: EmailMessage): string {
  const arrived =
    status === 'delivered' && settledAt !== null ? `Taken by their mail server ${formatMoment(settledAt)}` : '';
  const tried = tries !== null && tries > 1 ? `${tries} tries` : '';
  const next = nextTryAt === null ? '' : `${tries ? 'next try' : 'leaves'} ${formatMoment(nextTryAt)}`;
  return [reason, arrived, tried, next].filter(Boolean).join(' · ');
}
