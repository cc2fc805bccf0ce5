import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { application } from '../../domain/application/application.ts';
import { TEXTS } from '../../domain/texts.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { openReactingPortal } from '../../test/support/reacting-portal.ts';
import { load } from '../handle.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

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

/** An applicant whose mail has been tried once. */
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
    /** The next try is due, and something happens at which the outbox is looked at. */
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

test('what a mail server does not take now arrives later, once', async () => {
  server.answer('recipient', { code: 452, text: '4.2.2 mailbox full' });
  const portal = await tried();
  expect(portal.first.reason).toBe('SMTP 452 4.2.2 mailbox full');
  server.recover();
  await portal.again('two');
  expect(await portal.ended('delivered')).toMatchObject({ tries: 2, reason: null });
  await vi.waitUntil(async () => (await portal.types()).includes('EmailDelivered'), 10_000);
  expect(server.to(EMAIL).filter(({ messageId }) => messageId?.includes(portal.first.eventId))).toHaveLength(1);
});

test('a server that does not answer is asked again, and a refusal then is the end', async () => {
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
