import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { application } from '../../domain/application/application.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { openReactingPortal } from '../../test/support/reacting-portal.ts';
import { reopen } from '../email/retry-email.ts';
import { createSmtpMailer } from '../email/smtp-mailer.ts';
import { handle, load } from '../handling/handle.ts';

const EMAIL = 'ana@example.com';

let server: MailServer;
const cleanUp: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  server = await startMailServer();
});
afterEach(async () => {
  server.recover();
  for (const step of cleanUp.splice(0).reverse()) await step();
});
afterAll(() => server.close());

async function tried(timeoutMs = 5000) {
  const portal = await openReactingPortal(cleanUp);
  const before = server.to(EMAIL).length;
  await portal.start(createSmtpMailer(server.url, { timeoutMs }));
  await portal.apply('one');
  const entry = () => portal.outbox.find({ stream: 'application-one' }).then(({ documents }) => documents[0]);
  const first = await vi.waitUntil(async () => {
    const found = await entry();
    return found?.state === 'pending' && found.tries === 1 && found;
  }, 10_000);
  return {
    ...portal,
    first,
    arrived: () => server.to(EMAIL).length - before,
    /** Makes the next attempt due and wakes the dispatcher. */
    async again(id: string) {
      portal.clock.now = Date.parse((await entry())?.nextTryAt ?? '');
      await portal.apply(id, { isSilent: true });
      await portal.apply(`${id}-too`);
    },
    ended: (state: string) => vi.waitUntil(async () => (await entry())?.state === state && entry(), 10_000),
    async types() {
      const { events } = await load(portal.environment, application, 'one');
      return events.map(({ type }) => type);
    },
  };
}

test('an email that a mail server does not accept now arrives later, once', async () => {
  server.answer('recipient', { code: 452, text: '4.2.2 mailbox full' });
  const portal = await tried();
  expect(portal.first).toMatchObject({ reason: 'SMTP 452 4.2.2 mailbox full', fault: null });
  server.recover();
  await portal.again('two');
  expect(await portal.ended('delivered')).toMatchObject({ tries: 2, reason: null });
  await vi.waitUntil(async () => (await portal.types()).includes('EmailDelivered'), 10_000);
  expect(server.to(EMAIL).filter(({ messageId }) => messageId?.includes(portal.first.eventId))).toHaveLength(1);
});

test('the outbox distinguishes refused content from a server that accepts nothing now', async () => {
  server.answer('content', { code: 554, text: '5.7.1 looks like spam' });
  expect((await tried()).first).toMatchObject({ reason: 'SMTP 554 5.7.1 looks like spam', fault: 'message' });
});

test('a silent server is tried again, and a refusal then is final', async () => {
  server.answer('content', null);
  const portal = await tried(300);
  expect(portal.first.reason).toBe(TEXTS.mail.timedOut);
  expect(portal.arrived()).toBe(0);
  server.answer('recipient', { code: 550, text: '5.1.1 no such mailbox' });
  await portal.again('two');
  expect(await portal.ended('failed')).toMatchObject({ tries: 2, reason: 'SMTP 550 5.1.1 no such mailbox' });
  const { events } = await load(portal.environment, application, 'one');
  expect(events.at(-1)).toMatchObject({ type: 'EmailFailed', data: { reason: 'SMTP 550 5.1.1 no such mailbox' } });
});

async function refused() {
  const portal = await openReactingPortal(cleanUp);
  const before = server.to(EMAIL).length;
  server.answer('recipient', { code: 550, text: '5.1.1 no such mailbox' });
  const reactions = await portal.start(createSmtpMailer(server.url));
  await portal.apply('one');
  const [failed] = await portal.settled('failed');
  if (!failed) throw new Error('No email has failed');
  const reaction = async () =>
    (await portal.outbox.find({ stream: 'application-one' })).documents.find(
      (entry) => entry.reaction === 'retryEmail',
    );
  return { ...portal, reactions, failed, reaction, arrived: () => server.to(EMAIL).length - before };
}

test('an email is queued again even if the process died between the event of the request and the outbox', async () => {
  const portal = await refused();
  server.recover();
  const retry = { type: 'RetryEmail', data: { outboxId: portal.failed._id } } as const;
  await handle(portal.environment, application, 'one', [retry], portal.context());
  await vi.waitUntil(async () => (await portal.outbox.get(portal.failed._id))?.state === 'delivered', 10_000);
  expect(portal.arrived()).toBe(1);
  await vi.waitUntil(async () => (await portal.reaction())?.state === 'delivered', 10_000);
});

test('one request queues an email once, even if it has failed again before the event of the request is handled', async () => {
  const portal = await refused();
  const retried = await portal.reactions.retryEmail(portal.failed._id, portal.context({ correlationId: 'request-2' }));
  expect(retried).toMatchObject({ ok: true, value: { isQueued: true } });
  await vi.waitUntil(async () => (await portal.reaction())?.state === 'dropped', 10_000);
  await vi.waitUntil(async () => (await portal.outbox.get(portal.failed._id))?.state === 'failed', 10_000);
  const { events } = await load(portal.environment, application, 'one');
  expect(events.map(({ type }) => type)).toEqual([
    'ApplicationSubmitted',
    'EmailFailed',
    'EmailRetryRequested',
    'EmailFailed',
  ]);
  expect(await portal.outbox.get(portal.failed._id)).toMatchObject({ tries: 1, correlationId: 'request-2' });
  const asked = events[2]?.metadata;
  if (!asked) throw new Error('No request was recorded');
  const { now } = portal.clock;
  expect(await reopen(portal.outbox, portal.failed._id, now, asked)).toBe(false);
  expect(await reopen(portal.outbox, portal.failed._id, now, portal.context())).toBe(true);
});
