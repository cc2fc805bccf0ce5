import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { application } from '../../domain/application/application.ts';
import { emailTemplate } from '../../domain/email-template/email-template.ts';
import { must } from '../../test/support/command-environment.ts';
import { openReactingPortal } from '../../test/support/reacting-portal.ts';
import { handle, load } from '../handling/handle.ts';
import { CANCELLED_REASON } from '../outbox/cancel-delivery.ts';
import { cancelEmail } from './cancel-email.ts';
import { type SendEmailTemplate, sendEmailTemplate } from './send-email-template.ts';

const until = <Value>(look: () => Promise<Value>) => vi.waitUntil(look, 10_000);
const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function openPortal({ isRunning = true } = {}) {
  const portal = await openReactingPortal(cleanUp);
  const { environment, clock, context, outbox, directory } = portal;
  await portal.createOrganization();
  const details = { name: 'News', subject: 'As it was', body: 'Hello {{firstName}}' };
  const create = { type: 'Create', data: { organizationId: 'org', details } } as const;
  await must(handle(environment, emailTemplate, 't', [create], context()));
  await portal.apply('one', { isSilent: true });
  await portal.open().establish();
  const reactions = isRunning ? await portal.start() : undefined;
  const sendAt = new Date(clock.now + 60_000).toISOString();
  const asked = { templateId: 't', applicationId: 'one', sendAt };
  const { requestId } = await must(sendEmailTemplate(environment, asked, context()));
  return {
    ...portal,
    reactions,
    cancel: () => must(cancelEmail(environment, { applicationId: 'one', requestId }, context())),
    noted: () =>
      until(async () => {
        const { documents } = await outbox.find({ stream: 'application-one' });
        return documents.find(({ reaction }) => reaction === 'requestedEmail');
      }),
    async later(milliseconds: number) {
      clock.now += milliseconds;
      const id = `at-${clock.now}`;
      await portal.apply(id);
      await until(async () => {
        const { documents } = await outbox.find({ stream: `application-${id}` });
        return documents[0]?.state === 'delivered';
      });
    },
    sent: async () => (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('requestedEmail.eml')),
    async types() {
      const { events } = await load(environment, application, 'one');
      return events.map(({ type }) => type);
    },
  };
}

test('a scheduled email is sent at its time, with the text at the time of the request', async () => {
  const portal = await openPortal();
  const entry = await portal.noted();
  expect(entry.nextTryAt).toBe(new Date(portal.clock.now + 60_000).toISOString());
  const change = { type: 'Change', data: { changes: { subject: 'As it is now' } } } as const;
  await must(handle(portal.environment, emailTemplate, 't', [change], portal.context()));
  await portal.later(59_000);
  expect(await portal.sent()).toEqual([]);
  await portal.later(1_000);
  const [name = ''] = await until(async () => {
    const sent = await portal.sent();
    return sent.length === 1 && sent;
  });
  expect(await readFile(join(portal.directory, name), 'utf8')).toContain('Subject: As it was\r\n');
  await until(async () => (await portal.types()).includes('EmailDelivered'));
  expect(await portal.cancel()).toBeNull();
  expect(await portal.types()).toEqual(['ApplicationSubmitted', 'EmailRequested', 'StatusChanged', 'EmailDelivered']);
});

test('an edited email, and one without a template, are sent with their own words, which are checked first', async () => {
  const portal = await openPortal();
  const send = (words: Omit<SendEmailTemplate, 'applicationId'>) =>
    sendEmailTemplate(portal.environment, { applicationId: 'one', ...words }, portal.context());
  await must(send({ templateId: 't', body: 'Dear {{firstName}}, one more thing.' }));
  const alone = await must(send({ subject: ' About tomorrow ', body: 'See you at **nine**.' }));
  expect(alone.template).toBe('About tomorrow');
  const mails = await until(async () => {
    const names = await portal.sent();
    return names.length === 2 && Promise.all(names.map((name) => readFile(join(portal.directory, name), 'utf8')));
  });
  const about = (subject: string) => mails.find((mail) => mail.includes(`Subject: ${subject}\r\n`));
  expect(about('As it was')).toContain('one more thing.');
  expect(about('As it was')).not.toContain('Hello');
  expect(about('About tomorrow')).toContain('<strong>nine</strong>');

  expect(await send({ templateId: 't', subject: 'Hello {{secret}}' })).toMatchObject({
    ok: false,
    rejection: { code: 'refused', errors: [{ field: 'subject' }] },
  });
  expect(await send({ subject: 'No text' })).toMatchObject({ ok: false, rejection: { errors: [{ field: 'body' }] } });
  const before = await portal.types();
  await must(send({ templateId: 't', subject: 'As it was' }));
  expect((await portal.types()).slice(before.length), 'the words of the template').not.toContain('EmailTextWritten');
});

test('a cancelled one is not sent, and the history shows it', async () => {
  const portal = await openPortal();
  await portal.noted();
  expect(await portal.cancel()).not.toBeNull();
  expect(await portal.cancel()).not.toBeNull();
  await portal.later(120_000);
  expect(await portal.sent()).toEqual([]);
  expect(await portal.noted()).toMatchObject({ state: 'dropped', reason: CANCELLED_REASON });
  expect((await portal.types()).slice(1)).toEqual(['EmailRequested', 'StatusChanged', 'EmailCancelled']);
});

test('one that is cancelled before the reaction has recorded it is not sent', async () => {
  const portal = await openPortal({ isRunning: false });
  expect(await portal.cancel()).not.toBeNull();
  await portal.start();
  await portal.later(120_000);
  expect(await portal.sent()).toEqual([]);
});

test('of a dispatch and a simultaneous cancellation one wins', async () => {
  const portal = await openPortal();
  await portal.noted();
  portal.clock.now += 60_000;
  const [cancelled] = await Promise.all([portal.cancel(), portal.apply('two')]);
  await until(async () => !['pending', 'sending', 'settling'].includes((await portal.noted()).state));
  expect(await portal.sent()).toHaveLength(cancelled ? 0 : 1);
});

test('an email that was never requested cannot be cancelled', async () => {
  const { environment, context } = await openPortal({ isRunning: false });
  const asked = { applicationId: 'one', requestId: 'another' };
  expect(await must(cancelEmail(environment, asked, context()))).toBeNull();
});
