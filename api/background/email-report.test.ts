import { Registry } from 'prom-client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSmtpMailer } from '../../commands/email/smtp-mailer.ts';
import { LANES } from '../../commands/outbox/lanes.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { openReactingPortal } from '../../test/support/reacting-portal.ts';
import { createLogger } from '../logging/logging.ts';
import { createEmailReport } from './email-report.ts';

const MAX_TRIES = LANES.mail.maxTries;
const PASSWORD = 'not-for-the-log';
const [WARN, ERROR] = [40, 50];

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

type Line = Readonly<Record<string, unknown>>;

/** A portal that emails through this server, and what its operator sees. */
async function openPortal(url: string) {
  const lines: Line[] = [];
  const registry = new Registry();
  const logger = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  const portal = await openReactingPortal(cleanUp, { onAttempt: createEmailReport(logger, registry) });
  const reactions = await portal.start(createSmtpMailer(url, { timeoutMs: 1000 }));
  await portal.apply('one');
  const entry = async () => {
    const [found] = (await portal.outbox.find({ stream: 'application-one' })).documents;
    if (!found) throw new Error('No email was noted');
    return found;
  };
  return {
    ...portal,
    reactions,
    entry,
    lines: (count: number) => vi.waitUntil(() => lines.length >= count && lines, 10_000),
    /** Makes the next attempt due. */
    async again() {
      const { _id, nextTryAt } = await entry();
      portal.clock.now = Date.parse(nextTryAt);
      await reactions.retryEmailNow(_id);
    },
    async counted(outcome: string) {
      const { values } = await (
        registry.getSingleMetric('intake_mails_total') as NonNullable<ReturnType<typeof registry.getSingleMetric>>
      ).get();
      return values.find(({ labels }) => labels.outcome === outcome && labels.service === 'portal')?.value;
    },
  };
}

async function startServer(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options);
  cleanUp.push(() => server.close());
  return server;
}

interface Fault {
  readonly options?: Parameters<typeof startMailServer>[0];
  readonly url?: (url: string) => string;
  readonly answer?: Parameters<MailServer['answer']>;
  /** Or a matcher. */
  readonly code: string;
  readonly reason: string;
}
const answering = (stage: Parameters<MailServer['answer']>[0], code: number, text: string): Fault => ({
  answer: [stage, { code, text }],
  code: `SMTP ${code}`,
  reason: `SMTP ${code} ${text}`,
});

const PASSING: Readonly<Record<string, Fault>> = {
  '421 at the greeting': answering('greeting', 421, '4.3.2 closing'),
  '450 to the recipient (greylisting)': answering('recipient', 450, '4.2.0 greylisted'),
  '530 to the sender': answering('sender', 530, '5.7.0 Must issue a STARTTLS command first'),
  '535 to the sign-in': {
    options: { hasAuth: true },
    url: (url) => url.replace('//', `//portal:${PASSWORD}@`),
    answer: ['signIn', { code: 535, text: `5.7.8 no ${PASSWORD} of portal` }],
    code: 'SMTP 535',
    reason: `${TEXTS.mail.signInRefused} SMTP 535 5.7.8 no … of …`,
  },
  '554 to the content': answering('content', 554, '5.7.1 looks like spam'),
  'a hang': { answer: ['content', null], code: 'EABORT', reason: TEXTS.mail.timedOut },
};
const LASTING: Readonly<Record<string, Fault>> = {
  'a certificate that is not trusted': {
    options: { hasTls: true },
    code: expect.stringContaining('CERT'),
    reason: TEXTS.mail.certificate,
  },
  'a server without TLS at smtps://': {
    url: (url) => url.replace('smtp:', 'smtps:'),
    code: 'ERR_SSL_WRONG_VERSION_NUMBER',
    reason: TEXTS.mail.notSecure,
  },
  'an unknown host': { url: () => 'smtp://mail.invalid', code: 'ENOTFOUND', reason: TEXTS.mail.unknownHost },
  'a refused connection': {
    url: () => 'smtp://127.0.0.1:9',
    code: 'ECONNREFUSED',
    reason: TEXTS.mail.connectionRefused,
  },
};

describe('a fault of the mail server or of the settings', () => {
  test.each(Object.entries({ ...PASSING, ...LASTING }))(
    '%s: one line tells what, where and when again',
    async (_, fault) => {
      const server = await startServer(fault.options);
      if (fault.answer) server.answer(...fault.answer);
      const url = fault.url?.(server.url) ?? server.url;
      const portal = await openPortal(url);
      const [line] = await portal.lines(1);
      expect(line).toMatchObject({
        level: WARN,
        reaction: 'applicationReceived',
        requestId: 'request-1',
        service: 'portal',
        mailServer: new URL(url).host,
        code: fault.code,
        reason: fault.reason,
        tries: 1,
        maxTries: MAX_TRIES,
        nextTryAt: (await portal.entry()).nextTryAt,
        msg: 'mail not delivered, another try follows',
      });
      expect(JSON.stringify(line)).not.toMatch(new RegExp(`@|Cruz|${PASSWORD}`));
      expect((await portal.entry()).state).toBe('pending');
      expect(await portal.counted('failed')).toBe(0);
      if (!(fault.answer && server.url)) return;
      server.recover();
      await portal.again();
      await portal.settled();
      expect(server.to('ana@example.com')).toHaveLength(1);
      await expect.poll(() => portal.counted('delivered')).toBe(1);
    },
  );

  test('is tried again for some twelve hours, then fails with one line and one count', async () => {
    const server = await startServer();
    server.answer('sender', { code: 530, text: '5.7.0 Must issue a STARTTLS command first' });
    const portal = await openPortal(server.url);
    const begun = portal.clock.now;
    for (let tried = 1; tried < MAX_TRIES; tried += 1) {
      await portal.lines(tried);
      await portal.again();
    }
    await portal.settled('failed');
    const hours = (portal.clock.now - begun) / 3_600_000;
    expect(hours).toBeGreaterThan(10.5);
    expect(hours).toBeLessThan(14.5);
    const lines = await portal.lines(MAX_TRIES);
    expect(lines.filter(({ level }) => level === ERROR)).toEqual([
      expect.objectContaining({ tries: MAX_TRIES, code: 'SMTP 530', msg: 'mail failed for good' }),
    ]);
    expect(await portal.counted('failed')).toBe(1);
  });
});

test('a refused recipient is final, with one line and one count', async () => {
  const server = await startServer();
  server.answer('recipient', { code: 550, text: '5.1.1 <ana@example.com> no such mailbox' });
  const portal = await openPortal(server.url);
  await portal.settled('failed');
  expect(await portal.lines(1)).toEqual([
    expect.objectContaining({ level: WARN, code: 'SMTP 550', reason: 'SMTP 550 5.1.1 <…> no such mailbox', tries: 1 }),
  ]);
  expect([await portal.counted('refused'), await portal.counted('failed')]).toEqual([1, 0]);
});

test('a retried email is also found by the id of its first request, after any number of retries', async () => {
  const server = await startServer();
  server.answer('recipient', { code: 550, text: '5.1.1 no such mailbox' });
  const portal = await openPortal(server.url);
  const [failed] = await portal.settled('failed');
  const sendAgain = (correlationId: string) =>
    portal.reactions.retryEmail(failed?._id ?? '', portal.context({ correlationId }));
  await sendAgain('request-2');
  await portal.lines(2);
  server.recover();
  await sendAgain('request-3');
  const [first, ...again] = await portal.lines(3);
  expect(first).toMatchObject({ requestId: 'request-1', msg: 'mail refused for good' });
  expect(first).not.toHaveProperty('firstRequestId');
  expect(again).toMatchObject([
    { requestId: 'request-2', firstRequestId: 'request-1', msg: 'mail refused for good' },
    { requestId: 'request-3', firstRequestId: 'request-1', msg: 'mail delivered' },
  ]);
  // One recipient was refused.
  expect(await portal.counted('refused')).toBe(1);
});
