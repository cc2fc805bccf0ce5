import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../api/logging/logging.ts';
import type { ListedEmails, RetriedEmails } from '../../api/operator/emails.ts';
import { LANES } from '../../commands/outbox/lanes.ts';
import { openOutbox } from '../../commands/outbox/outbox.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { runIntakeInProcess } from '../support/intake-in-process.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { applied, createSchool, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const RECEIVED = 'We have received your application to School mail-faults';
const REFUSED = 'SMTP 550 5.1.1 no such mailbox';
const MINUTE_MS = 60_000;

let mails: MailServer;
let sendGrid: MailServer;
let server: TestServer;
let school: School;
let other: School;
let ahead = 0;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  [mails, sendGrid] = await Promise.all([startMailServer(), startMailServer({ hasAuth: true })]);
  server = await startTestServer({
    environment: { RATE_LIMITS: 'off', SMTP_URL: mails.url, SENDGRID_SMTP_URL: sendGrid.url },
    now: () => Date.now() + ahead,
    logger: createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }),
  });
  school = await createSchool(server, 'mail-faults');
  other = await createSchool(server, 'own-relay');
});
afterEach(() => mails.recover());
afterAll(async () => {
  await server.close();
  await Promise.all([mails.close(), sendGrid.close()]);
});

const messagesOf = async (id: string, { staff } = school) =>
  (await staff.Owner.call('listMessages', { params: { id } })).body;
const message = (id: string, status: string) =>
  vi.waitUntil(async () => (await messagesOf(id)).find((one) => one.status === status), 20_000);
const copies = (email: string) => mails.to(email).filter(({ subject }) => subject === RECEIVED).length;
const intake = async <Answer>(...words: string[]) =>
  JSON.parse(await runIntakeInProcess({ DATA_DIR: server.dataDir }, 'mail', ...words, '--json')) as Answer;
const outbox = () => openOutbox(server.running.composition.environment.vault);
const failed = () => outbox().count({ state: 'failed' });
const open = () => outbox().count({ state: ['pending', 'sending', 'settling'] });
const figure = async (name: string) => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
};

async function refusedApplicant() {
  mails.answer('recipient', { code: 550, text: '5.1.1 no such mailbox' });
  const applicant = await applied(server, school);
  const { _id: messageId } = await message(applicant.applicationId, 'failed');
  return { ...applicant, messageId };
}

describe('staff', () => {
  test('read why an email could not be sent, and send it again, once for a double click', async () => {
    const { applicationId: id, email, messageId } = await refusedApplicant();
    const [first] = await messagesOf(id);
    expect(first).toMatchObject({ status: 'failed', reason: REFUSED, canSendAgain: true });
    const { Admin, Viewer } = school.staff;
    const again = (client = Admin) => client.call('sendMessageAgain', { params: { id, messageId } });
    const failures = async (client = Admin) =>
      (await client.call('getApplication', { params: { id } })).body.failedEmails;
    await expect.poll(() => failures()).toBe(1);
    expect(await failures(Viewer)).toBeUndefined();
    await again();
    const refusedTwice = await vi.waitUntil(
      async () => (await messagesOf(id)).find(({ settledAt }) => settledAt && settledAt !== first?.settledAt),
      20_000,
    );
    expect(refusedTwice).toMatchObject({ status: 'failed', requestedAt: first?.requestedAt });
    await expect.poll(() => failures()).toBe(1);
    mails.recover();
    expect((await again(Viewer)).status).toBe(403);
    expect((await again(other.staff.Owner)).status).toBe(404);
    const pressed = await Promise.all([again(), again()]);
    expect(pressed.map(({ status }) => status)).toEqual([200, 200]);
    const { requestedAt } = await message(id, 'delivered');
    expect((await again()).body).toMatchObject({ status: 'delivered', requestedAt, reason: null, canSendAgain: false });
    expect(copies(email)).toBe(1);
    await expect.poll(() => failures()).toBe(0);
    const { body: history } = await Admin.call('getApplicationHistory', { params: { id } });
    const told = history.filter(({ type }) => type.startsWith('Email'));
    expect(told.map(({ type, actor }) => [type, actor.email])).toEqual([
      ['EmailFailed', null],
      ['EmailRetryRequested', 'admin@mail-faults.example'],
      ['EmailFailed', null],
      ['EmailRetryRequested', 'admin@mail-faults.example'],
      ['EmailDelivered', null],
    ]);
  });

  test('cannot send an email again while its outcome is being recorded', async () => {
    const { applicationId: id, messageId } = await refusedApplicant();
    const entry = await vi.waitUntil(async () => {
      const stored = await outbox().get(messageId);
      return stored?.state === 'failed' && stored;
    }, 20_000);
    const inAnHour = new Date(Date.now() + ahead + 60 * MINUTE_MS).toISOString();
    expect(await outbox().replace({ ...entry, state: 'settling', nextTryAt: inAnHour })).toBe(true);
    expect((await messagesOf(id))[0]).toMatchObject({ status: 'sending', settledAt: null, canSendAgain: false });
    expect(await outbox().replace(entry)).toBe(true);
    expect((await messagesOf(id))[0]).toMatchObject({ status: 'failed', canSendAgain: true });
  });

  test('see that their own key is wrong, and the operator is not alerted', async () => {
    const { Owner } = other.staff;
    await Owner.call('changeOrganization', {
      params: { id: other.organizationId },
      body: { sendGridApiKey: 'SG.wrong', sendGridEmailAddress: 'hello@own-relay.example' },
    });
    sendGrid.answer('signIn', { code: 535, text: 'Authentication failed: the provided key is invalid' });
    const { applicationId } = await applied(server, other);
    const templateId = `${other.organizationId}.interviewScheduled`;
    await Owner.call('sendEmailTemplate', { body: { templateId, applicationId } });
    const waiting = await vi.waitUntil(
      async () =>
        (await messagesOf(applicationId, other)).find(({ tries, status }) => tries === 1 && status === 'waiting'),
      20_000,
    );
    expect(waiting.reason).toBe(
      `${TEXTS.mail.schoolKeyRefused} SMTP 535 Authentication failed: the provided key is invalid`,
    );
    const line = lines.find(({ outboxId }) => outboxId === waiting._id);
    expect(line).toMatchObject({
      level: 30,
      service: 'school',
      mailServer: new URL(sendGrid.url).host,
      code: 'SMTP 535',
    });
    await vi.waitUntil(async () => (await open()) === 1, 20_000);
    ahead += 30 * MINUTE_MS;
    try {
      expect(await figure('intake_outbox_oldest_open_seconds{lane="mail"}')).toBe(0);
      expect(await figure('intake_outbox_oldest_open_seconds{lane="school-mail"}')).toBeGreaterThanOrEqual(1800);
    } finally {
      ahead -= 30 * MINUTE_MS;
    }
  });
});

describe('the operator', () => {
  test('lists what failed and what is tried again, without addresses, and sends it again while the server runs', async () => {
    const { applicationId, email, messageId } = await refusedApplicant();
    const listed = await intake<ListedEmails>('list');
    expect(listed.mails.find(({ id }) => id === messageId)).toMatchObject({
      state: 'failed',
      school: 'mail-faults',
      kind: 'Application received',
      tries: 1,
      nextTryAt: null,
      reason: REFUSED,
    });
    expect(listed.mails.find(({ service }) => service === 'school')).toMatchObject({
      state: 'retrying',
      school: 'own-relay',
      kind: 'Sent by staff',
      nextTryAt: expect.any(String),
    });
    expect(JSON.stringify(listed)).not.toContain('@');
    mails.recover();
    expect(await intake<RetriedEmails>('retry', messageId)).toMatchObject({ queued: 1, refused: [] });
    await message(applicationId, 'delivered');
    expect(await intake<RetriedEmails>('retry', messageId)).toMatchObject({ queued: 0, hastened: 0 });
    expect(copies(email)).toBe(1);
    const text = await runIntakeInProcess({ DATA_DIR: server.dataDir }, 'mail', 'list');
    expect(text).not.toContain(messageId);
    expect(text).toMatch(/^retrying\town-relay\tSent by staff\t/m);
  });

  test('sends again all that failed since a time, accounts and invitations included, and twice changes nothing', async () => {
    await intake('retry', '--all');
    // The email with the wrong key stays in the outbox.
    await vi.waitUntil(async () => (await failed()) === 0 && (await open()) <= 1, 20_000);
    const before = new Date().toISOString();
    mails.answer('recipient', { code: 550, text: '5.1.1 no such mailbox' });
    const first = await refusedApplicant();
    const newcomer = `newcomer-${crypto.randomUUID()}@applicants.example`;
    const invited = `invited-${crypto.randomUUID()}@applicants.example`;
    await server.client().call('signup', { body: { email: newcomer, password: 'correct horse battery' } });
    const { organizationId: orgId } = school;
    await school.staff.Owner.call('addUserToOrg', { body: { orgId, email: invited, role: 'Viewer' } });
    // The applicant's account also gets an email that confirms its address.
    await vi.waitUntil(async () => (await failed()) === 4, 20_000);
    mails.recover();
    const future = new Date(Date.now() + 60 * MINUTE_MS).toISOString();
    expect(await intake<RetriedEmails>('retry', '--all', '--since', future)).toMatchObject({ queued: 0, hastened: 0 });
    expect(await intake<RetriedEmails>('retry', '--all', '--since', before)).toMatchObject({ queued: 4 });
    await vi.waitUntil(async () => (await failed()) === 0 && (await open()) <= 1, 20_000);
    await message(first.applicationId, 'delivered');
    expect(await intake<RetriedEmails>('retry', '--all', '--since', before)).toMatchObject({ queued: 0 });
    expect([first.email, newcomer, invited].map((address) => mails.to(address).length)).toEqual([2, 1, 1]);
  });

  test('reads what is wrong with a command', async () => {
    const wrong: readonly (readonly [readonly string[], string])[] = [
      [[], 'Give the id of an email, or --all.'],
      [['x'], 'There is no email "x".'],
      [['--all', '--since', 'yesterday'], 'Give a time such as'],
    ];
    for (const [words, told] of wrong) {
      await expect(runIntakeInProcess({ DATA_DIR: server.dataDir }, 'mail', 'retry', ...words)).rejects.toThrow(told);
    }
  });
});

test('a school whose own account hangs delays no other email, and its staff see which of theirs have not been tried', async () => {
  const hanging = await startMailServer({ hasAuth: true });
  const portal = await startTestServer({
    environment: { RATE_LIMITS: 'off', SMTP_URL: mails.url, SENDGRID_SMTP_URL: hanging.url },
    now: () => Date.now() + ahead,
  });
  try {
    const late = await createSchool(portal, 'late-mail');
    const { Owner } = late.staff;
    const params = { id: late.organizationId };
    await Owner.call('changeOrganization', { params, body: { sendGridApiKey: 'SG.key' } });
    const { applicationId } = await applied(portal, late);
    hanging.answer('content', null);
    const templateId = `${late.organizationId}.interviewScheduled`;
    for (let n = 0; n <= LANES['school-mail'].atOnce; n += 1) {
      await Owner.call('sendEmailTemplate', { body: { templateId, applicationId } });
    }
    const { applicationId: other } = await applied(portal, await createSchool(portal, 'prompt-mail'));
    const entries = openOutbox(portal.running.composition.environment.vault);
    await vi.waitUntil(async () => {
      const { documents } = await entries.find({ stream: `application-${other}` });
      return documents.some(({ state }) => state === 'delivered');
    }, 20_000);
    ahead = 2 * MINUTE_MS;
    const { body } = await Owner.call('listMessages', { params: { id: applicationId } });
    const waiting = body.filter(({ status }) => status === 'waiting');
    expect(waiting).toMatchObject([{ tries: 0, nextTryAt: null, reason: TEXTS.mail.isQueued }]);
    expect(body.filter(({ status }) => status === 'sending')).toHaveLength(LANES['school-mail'].atOnce);
  } finally {
    ahead = 0;
    await portal.close();
    await hanging.close();
  }
});
