import { expect, test } from 'vitest';
import type { EmailMessage } from '../../../../../api/contract/messages.ts';
import type { CallByName } from '../../../../../domain/user/display-name.ts';
import { formatMoment } from '../../../shared/dates/dates.tsx';
import { messageDetails, messageProblem, messageSender } from './message-words.ts';

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

test('an email names who sent it, and its own sender as you', () => {
  const sentBy = (id: string, email: string | null) => message({ requestedBy: { id, email } });
  const call: CallByName = (email) => (email ? 'Mia Santos' : null);
  expect(messageSender(sentBy('mia', 'mia@example.org'), 'mia', call)).toBe('You');
  expect(messageSender(sentBy('mia', 'mia@example.org'), 'jun', call)).toBe('Mia Santos');
  expect(messageSender(sentBy('gone', null), 'jun', call)).toBe('Former member');
  expect(messageSender(message({}), 'jun', call)).toBe('The system');
});

test("a failed email shows the reason in plain words, the tries and the mail server's answer", () => {
  const failed = message({ status: 'failed', settledAt: AT, tries: 5, reason: 'SMTP 550 5.1.1 No such mailbox' });
  expect(messageProblem(failed)).toBe('Could not be sent: The mail server does not know this address.');
  expect(messageDetails(failed)).toBe(`Last tried ${formatMoment(AT)} · 5 tries · SMTP 550 5.1.1 No such mailbox`);
});

test.each([
  ['SMTP 550 No such user', 'The mail server refused this address.'],
  ['SMTP 550-5.1.10 Recipient has null MX', 'The domain of this address does not accept emails.'],
  ['SMTP 552 5.2.2 Over quota', 'The mailbox is full.'],
  ['SMTP 550 5.7.1 Blocked by policy', 'The mail server refused the email.'],
  ['SMTP 450 4.7.1 Greylisted', 'The mail server could not accept the email yet.'],
  ['SendGrid did not accept the key. SMTP 535 Bad key', 'SendGrid did not accept the key.'],
  ['The mail server did not answer in time.', 'The mail server did not answer in time.'],
])('%s is told as: %s', (reason, words) => {
  expect(messageProblem(message({ status: 'failed', reason }))).toBe(`Could not be sent: ${words}`);
});

test('a waiting email shows when it is sent and, after a failed try, why it was not', () => {
  expect(messageDetails(message({ nextTryAt: AT }))).toBe(`will be sent ${formatMoment(AT)}`);
  const again = message({ nextTryAt: AT, tries: 1, reason: 'SMTP 451 Try later' });
  expect(messageProblem(again)).toBe('The mail server could not accept the email yet.');
  expect(messageDetails(again)).toBe(`next try ${formatMoment(AT)} · SMTP 451 Try later`);
});

test('a delivered email shows when it arrived and no problem', () => {
  const delivered = message({ status: 'delivered', settledAt: AT, tries: 1 });
  expect(messageDetails(delivered)).toBe(`Accepted by their mail server ${formatMoment(AT)}`);
  expect(messageProblem(delivered)).toBe('');
});
