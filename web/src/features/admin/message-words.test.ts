import { expect, test } from 'vitest';
import type { EmailMessage } from '../../../../api/contract/messages.ts';
import { formatMoment } from '../../shared/dates.tsx';
import { messageDetails } from './message-words.ts';

const AT = '2026-03-12T06:03:00.000Z';
const message = (more: Partial<EmailMessage>): EmailMessage => ({
  _id: 'm',
  template: 'Welcome',
  status: 'waiting',
  requestedAt: AT,
  requestedBy: null,
  settledAt: null,
  nextTryAt: null,
  tries: null,
  reason: null,
  canSendAgain: false,
  ...more,
});

test('a failed mail says what the mail server said, and how often it was tried', () => {
  const failed = message({ status: 'failed', settledAt: AT, tries: 5, reason: '550 No such mailbox' });
  expect(messageDetails(failed)).toBe('550 No such mailbox · 5 tries');
});

test('a mail that waits says when it leaves, and after a failed try why it has not left yet', () => {
  expect(messageDetails(message({ nextTryAt: AT }))).toBe(`leaves ${formatMoment(AT)}`);
  const again = message({ nextTryAt: AT, tries: 1, reason: '451 Try later' });
  expect(messageDetails(again)).toBe(`451 Try later · next try ${formatMoment(AT)}`);
});

test('a delivered mail says when it arrived', () => {
  const delivered = message({ status: 'delivered', settledAt: AT, tries: 1 });
  expect(messageDetails(delivered)).toBe(`Taken by their mail server ${formatMoment(AT)}`);
});
