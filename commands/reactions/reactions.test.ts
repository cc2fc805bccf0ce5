import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { application } from '../../domain/application/application.ts';
import { batch } from '../../domain/batch/batch.ts';
import { organization } from '../../domain/organization/organization.ts';
import { user } from '../../domain/user/user.ts';
import { must } from '../../test/support/command-environment.ts';
import { openReactingPortal } from '../../test/support/reacting-portal.ts';
import { EmailDelayed, EmailRefused, type Mailer } from '../email/mailer.ts';
import { handle, load } from '../handling/handle.ts';
import type { Vault } from '../vault/vault.ts';
import { PASSWORD_RESET_EMAIL, RESET_PASSWORD_TOKEN, VERIFY_EMAIL_TOKEN } from './email-reactions.ts';

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});
const openPortal = () => openReactingPortal(cleanUp);

const decoded = (mail: string) => mail.replace(/=\r\n/g, '').replace(/=3D/g, '=');

test('an applicant gets an email whose link proves the address for seven days, and the history records it', async () => {
  const portal = await openPortal();
  await portal.createOrganization();
  await portal.start();
  await portal.apply('one');
  const [entry] = await portal.settled();

  const [file, ...others] = await readdir(portal.directory);
  expect(others).toEqual([]);
  const mail = decoded(await readFile(join(portal.directory, file ?? ''), 'utf8'));
  expect(mail).toContain('To: ana@example.com');
  expect(mail).toContain('From: Baybayin Code via Intake <intake@portal.example>');
  expect(mail).toContain('Subject: We have received your application to Baybayin Code');
  expect(mail).toContain('https://baybayin.example/application/one');
  expect(mail).toContain('Hi Ana &#60;b&#62;');
  const token = /verifyEmail\?token=([\w-]+)/.exec(mail)?.[1] ?? '';
  portal.clock.now += 7 * 24 * 3_600_000 - 1;
  expect(await portal.tokens.peek(token, VERIFY_EMAIL_TOKEN)).toMatchObject({
    subject: 'application-one',
    refs: { applicationId: 'one', emailId: portal.environment.identity.userId('ana@example.com', 0) },
  });
  const { events } = await load(portal.environment, application, 'one');
  expect(events.map(({ type }) => type)).toEqual(['ApplicationSubmitted', 'EmailDelivered']);
  expect(events[1]).toMatchObject({
    data: { outboxId: entry?._id, template: 'Application received' },
    metadata: { causationId: events[0]?.id },
  });
  expect(JSON.stringify(entry)).not.toMatch(/ana|Cruz/i);
});

test('silent events, and events before the reactions first ran, have no effect', async () => {
  const portal = await openPortal();
  await portal.apply('early');
  await portal.start();
  await portal.apply('demo', { isSilent: true });
  await portal.apply('late');
  const entries = await portal.settled();
  expect(entries.map(({ stream }) => stream)).toEqual(['application-late']);
  expect((await portal.outbox.find({})).documents).toHaveLength(1);
});

test('events while nothing ran are handled at the next start, once', async () => {
  const portal = await openPortal();
  const first = await portal.start();
  await portal.apply('one');
  await portal.settled();
  await first.stop();
  await portal.apply('two');
  const second = await portal.start();
  await vi.waitFor(async () => expect(await portal.settled()).toHaveLength(2), 10_000);
  await second.stop();
  // A crash may lose the last checkpoint, so events are handled again.
  const checkpoints = portal.environment.vault.collection<{ _id: string; position: string }>({
    name: 'reactionCheckpoints',
    indexes: [],
  });
  await checkpoints.replace({ ...(await checkpoints.get('reactions')), _id: 'reactions', position: '0' });
  await portal.start();
  await portal.apply('three');
  await vi.waitFor(async () => expect(await portal.settled()).toHaveLength(3), 10_000);
  expect(await readdir(portal.directory)).toHaveLength(3);
});

test('an email that cannot be sent now is retried later, a refused one is recorded as failed', async () => {
  const portal = await openPortal();
  const tries: number[] = [];
  await portal.start({
    host: null,
    async send() {
      tries.push(portal.clock.now);
      if (tries.length === 1) throw Object.assign(new Error('ana@example.com not reached'), { code: 'ECONNREFUSED' });
      throw new EmailRefused('SMTP 550');
    },
  });
  await portal.apply('one');
  const [waiting] = await vi.waitFor(async () => {
    const { documents } = await portal.outbox.find({ state: 'pending' });
    expect(documents[0]?.tries).toBe(1);
    return documents;
  }, 10_000);
  expect(waiting?.reason).toBe('ECONNREFUSED');
  const pause = Date.parse(waiting?.nextTryAt ?? '') - portal.clock.now;
  expect(pause).toBeGreaterThanOrEqual(4000);
  expect(pause).toBeLessThanOrEqual(6000);
  portal.clock.now += pause;
  await portal.apply('two');
  await vi.waitFor(async () => expect(await portal.settled('failed')).toHaveLength(2), 10_000);
  const { events } = await load(portal.environment, application, 'one');
  expect(events.at(-1)).toMatchObject({ type: 'EmailFailed', data: { reason: 'SMTP 550' } });
});

test('an account with an unproven address gets a link for it, a proven one gets nothing', async () => {
  const portal = await openPortal();
  await portal.start();
  const signUp = { type: 'SignUp', data: { email: 'Ben@example.com', passwordId: null } } as const;
  await handle(portal.environment, user, 'proven', [signUp, { type: 'VerifyEmail', data: {} }], portal.context());
  await handle(portal.environment, user, 'new', [signUp], portal.context({ organizationId: null }));
  expect(await portal.settled()).toMatchObject([{ stream: 'user-new' }]);
  expect(await portal.settled('dropped')).toMatchObject([{ stream: 'user-proven' }]);
  const [file] = await readdir(portal.directory);
  const mail = decoded(await readFile(join(portal.directory, file ?? ''), 'utf8'));
  expect(mail).toContain('https://portal.example/verifyEmail?token=');
});

test('a password reset sends a link for twenty minutes, once per command', async () => {
  const portal = await openPortal();
  const { environment, clock } = portal;
  const signUp = { type: 'SignUp', data: { email: 'Ben@example.com', passwordId: null } } as const;
  await handle(environment, user, 'ben', [signUp], portal.context());
  const reactions = await portal.start();
  const asked = { reaction: PASSWORD_RESET_EMAIL, lane: 'mail', stream: 'user-ben', delayMs: 0 } as const;
  const context = portal.context({ organizationId: null });
  await Promise.all([reactions.ask(asked, context), reactions.ask(asked, context)]);
  expect(await portal.settled()).toMatchObject([{ stream: 'user-ben', eventId: context.commandId }]);
  const [file, ...others] = await readdir(portal.directory);
  expect(others).toEqual([]);
  const mail = decoded(await readFile(join(portal.directory, file ?? ''), 'utf8'));
  expect(mail).toContain('To: Ben@example.com');
  const token = /https:\/\/portal\.example\/passwordReset\?token=([\w-]+)/.exec(mail)?.[1] ?? '';
  clock.now += 20 * 60_000 - 1;
  expect(await portal.tokens.peek(token, RESET_PASSWORD_TOKEN)).toMatchObject({ subject: 'user-ben' });
  clock.now += 1;
  expect(await portal.tokens.peek(token, RESET_PASSWORD_TOKEN)).toBeUndefined();
  const { events } = await load(environment, user, 'ben');
  expect(events.at(-1)).toMatchObject({ type: 'EmailDelivered', data: { template: 'Password reset' } });
});

test('an email is queued in the lane of its mail service, and moves when its school gets an account of its own', async () => {
  const portal = await openPortal();
  const { environment, clock, context, outbox } = portal;
  await portal.createOrganization();
  let hasFailed = false;
  const reactions = await portal.start({
    host: null,
    async send() {
      if (hasFailed) return;
      hasFailed = true;
      throw new EmailDelayed('SMTP 450');
    },
  });
  await portal.apply('one', { isSilent: true });
  const schedule = async (startsAt: string): Promise<string> => {
    const command = { type: 'ScheduleInterview', data: { eventUri: null, startsAt, joinUrl: null } } as const;
    const { appended } = await must(handle(environment, application, 'one', [command], context()));
    return `${appended[0]?.id}:interviewScheduled`;
  };
  const earlier = await schedule('2026-03-03T09:00:00.000Z');
  const waiting = await vi.waitUntil(async () => {
    const entry = await outbox.get(earlier);
    return entry?.state === 'pending' && entry.tries === 1 && entry;
  }, 10_000);
  expect(waiting).toMatchObject({ lane: 'mail', laneKind: 'mail' });
  const key = { type: 'ChangeSecret', data: { name: 'sendGridApiKey', secretId: 'a-secret' } } as const;
  await must(handle(environment, organization, 'org', [key], context()));
  const later = await schedule('2026-03-04T09:00:00.000Z');
  clock.now = Date.parse(waiting.nextTryAt);
  await reactions.retryEmailNow(earlier);
  for (const id of [earlier, later]) {
    await vi.waitUntil(async () => (await outbox.get(id))?.state === 'delivered', 10_000);
    expect(await outbox.get(id)).toMatchObject({ lane: 'school-mail:org', laneKind: 'school-mail' });
  }
  // The link proves an address, so no school's account sends it.
  await portal.apply('two');
  const received = async () => (await outbox.find({ stream: 'application-two' })).documents;
  await vi.waitUntil(async () => (await received()).length > 0, 10_000);
  expect(await received()).toMatchObject([{ reaction: 'applicationReceived', lane: 'mail' }]);
});

test('a transfer that was interrupted after its first half is completed', async () => {
  const portal = await openPortal();
  const { environment, context } = portal;
  await portal.createOrganization();
  for (const id of ['from', 'to']) {
    const data = { organizationId: 'org', details: { name: `Batch ${id}` }, status: 'Open' } as const;
    await handle(environment, batch, id, [{ type: 'CreateBatch', data }], context());
  }
  await portal.start();
  await portal.apply('original', {}, 'from');
  const copyId = environment.identity.applicationId('to', 'ana@example.com', 0);
  const data = { toBatchId: 'to', toBatchName: 'Batch to', copyId, commentId: randomUUID() };
  const transferred = await handle(environment, application, 'original', [{ type: 'Transfer', data }], context());
  expect(transferred.ok).toBe(true);
  await vi.waitFor(async () => {
    const { documents } = await portal.outbox.find({ state: 'pending' });
    expect(documents).toMatchObject([{ reaction: 'completeTransfer', tries: 0 }]);
  }, 10_000);
  portal.clock.now += 10_000;
  await portal.apply('other');
  await vi.waitFor(async () => {
    const { state } = await load(environment, application, copyId);
    expect(state).toMatchObject({ kind: 'application', transferredFrom: 'original', status: 'NEW' });
  }, 10_000);
});

test('an application whose corrected email is proven is linked, even if the correction was interrupted', async () => {
  const portal = await openPortal();
  const { environment, context } = portal;
  const userId = environment.identity.userId('right@example.com', 0);
  const signUp = { type: 'SignUp', data: { email: 'right@example.com', passwordId: null } } as const;
  await handle(environment, user, userId, [signUp, { type: 'VerifyEmail', data: {} }], context());
  await portal.start();
  await portal.apply('corrected');
  const correct = { type: 'CorrectEmail', data: { email: 'right@example.com' } } as const;
  await handle(environment, application, 'corrected', [correct], context());
  await vi.waitFor(async () => {
    const { documents } = await portal.outbox.find({ state: 'pending' });
    expect(documents).toMatchObject([{ reaction: 'linkCorrected', tries: 0 }]);
  }, 10_000);
  portal.clock.now += 10_000;
  await portal.apply('other');
  await vi.waitFor(async () => {
    expect((await load(environment, application, 'corrected')).state).toMatchObject({ userId });
  }, 10_000);
});

async function accountOf(portal: Awaited<ReturnType<typeof openPortal>>) {
  const signUp = { type: 'SignUp', data: { email: 'Ben@example.com', passwordId: null } } as const;
  await handle(portal.environment, user, 'ben', [signUp, { type: 'VerifyEmail', data: {} }], portal.context());
  return { reaction: PASSWORD_RESET_EMAIL, lane: 'mail', stream: 'user-ben', delayMs: 0 } as const;
}

test('events between the first start of any process and the first leader are handled', async () => {
  const portal = await openPortal();
  await portal.open().establish();
  await portal.apply('early');
  await portal.start();
  expect(await portal.settled()).toMatchObject([{ stream: 'application-early' }]);
});

test('an email requested from another process is sent here within about a second', async () => {
  const portal = await openPortal();
  const asked = await accountOf(portal);
  await portal.start(undefined, true);
  await portal.open(undefined, true).ask(asked, portal.context());
  await vi.waitFor(async () => expect(await portal.settled()).toMatchObject([{ stream: 'user-ben' }]), 2500);
});

test('if two lead for a moment, each email is sent once, and the former leader stops at the next event', async () => {
  const portal = await openPortal();
  const asked = await accountOf(portal);
  const sent: string[] = [];
  const gate = Promise.withResolvers<void>();
  const mailer: Mailer = {
    host: null,
    async send({ to }) {
      sent.push(to);
      await gate.promise;
    },
  };
  const earlier = await portal.start(mailer, true);
  const later = await portal.start(mailer, true);
  const gaveUp = expect(earlier.running).rejects.toThrow('Another process');
  for (const reactions of [earlier, later]) await reactions.ask(asked, portal.context());
  await vi.waitFor(() => expect(sent).toHaveLength(2), 10_000);
  await portal.apply('one');
  gate.resolve();
  await gaveUp;
  await vi.waitFor(async () => expect(await portal.settled()).toHaveLength(3), 10_000);
  expect(sent).toHaveLength(3);
});

test('a process that was frozen while sending does not send what another one has sent', async () => {
  const portal = await openPortal();
  const { vault } = portal.environment;
  const sent: string[] = [];
  const mailer: Mailer = { host: null, send: async ({ id }) => void sent.push(id) };
  const [asleep, awake] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sleepy: Vault = {
    collection: (spec) => {
      const { get, getMany, find, count, insert, replace, delete: remove } = vault.collection(spec);
      const slowFind: typeof find = async (...question) => {
        const page = await find(...question);
        if (spec.name === 'outbox' && page.documents.length > 0) {
          asleep.resolve();
          await awake.promise;
        }
        return page;
      };
      return { get, getMany, find: slowFind, count, insert, replace, delete: remove } as never;
    },
  };
  const asked = await accountOf(portal);
  await portal.open().ask(asked, portal.context());
  await portal.start(mailer, true, sleepy);
  await asleep.promise;
  await portal.start(mailer, true);
  expect(await portal.settled()).toHaveLength(1);
  awake.resolve();
  await portal.open().ask(asked, portal.context());
  await vi.waitFor(async () => expect(await portal.settled()).toHaveLength(2), 5000);
  expect(sent).toHaveLength(2);
});

test('an email that was being sent when the process died is sent at the next start, with other processes later', async () => {
  const portal = await openPortal();
  const asked = await accountOf(portal);
  await portal.open().ask(asked, portal.context());
  const [entry] = (await portal.outbox.find({})).documents;
  if (!entry) throw new Error('Nothing was noted');
  const nextTryAt = new Date(portal.clock.now + 30_000).toISOString();
  const replaced = await portal.outbox.replace({ ...entry, state: 'sending', nextTryAt });
  expect(replaced).toBe(true);
  const shared = await portal.start(undefined, true);
  await portal.apply('one');
  expect(await portal.settled()).toMatchObject([{ stream: 'application-one' }]);
  await shared.stop();
  expect(await portal.outbox.get(entry._id)).toMatchObject({ state: 'sending' });
  await portal.start();
  await vi.waitFor(async () => expect(await portal.settled()).toHaveLength(2), 10_000);
});
