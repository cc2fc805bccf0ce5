import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDocument } from '../../commands/documents/create-document.ts';
import { reserveResend, reserveTestEmail } from '../../commands/email-template/email-limits.ts';
import { PAYMENT_MODELS } from '../../commands/payment-model/payment-model-kind.ts';
import { reserveTestCalendly } from '../../commands/scheduling/test-calendly.ts';
import { reserveTestEvent } from '../../commands/webhook/send-test-event.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Client } from '../support/client.ts';
import { startMailServer } from '../support/mail-server.ts';
import {
  accepted,
  answers,
  applied,
  createSchool,
  freshEmail,
  operatorContext,
  PASSWORD,
  PAYMENT_MODEL,
  PROCESS,
  type School,
} from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const KB = 1024;
const MB = 1024 * KB;

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer({ environment: { TRUST_PROXY: 'loopback' } });
  school = await createSchool(server, 'quota-school');
});
afterAll(() => server.close());

async function person() {
  const client = server.client({ organizationId: school.organizationId });
  await client.call('signup', { body: { email: freshEmail(), password: PASSWORD } });
  return client;
}
const cv = (bytes: number) => new File(['x'.repeat(bytes)], 'cv.txt');
const upload = (client: Client, bytes: number, headers = {}) =>
  client.call('dynamicUpload', { body: { uploadType: 'CV', file: cv(bytes) }, headers });
const refusal = ({ status, problem }: { status: number; problem?: { message: string } }) => [status, problem?.message];

describe('an account', () => {
  test('keeps drafts of 900 kB each and 2 MB in all, and what it discards makes room', async () => {
    const client = await person();
    const draft = (n: number, bytes: number) =>
      client.call('saveDraft', { params: { form: `form-${n}` }, body: { values: { process: 'x'.repeat(bytes) } } });
    expect(refusal(await draft(0, 901 * KB))).toEqual([422, TEXTS.quotas.draft('900 kB')]);
    const kept = await Promise.all(Array.from({ length: 12 }, (_, n) => draft(n, 200 * KB)));
    const isKept = kept.map(({ status }) => status === 200);
    expect(isKept.filter(Boolean)).toHaveLength(10);
    const [first = 0, refused = 0] = [isKept.indexOf(true), isKept.indexOf(false)];
    expect(refusal(await draft(refused, 200 * KB))).toEqual([422, TEXTS.quotas.drafts('2 MB')]);
    expect((await draft(first, 190 * KB)).status).toBe(200);
    await client.call('saveDraft', { params: { form: `form-${first}` }, body: { values: null } });
    expect((await draft(refused, 200 * KB)).status).toBe(200);
    expect((await (await person()).call('getDraft', { params: { form: 'form-1' } })).status).toBe(200);
  });

  test('keeps preferences of 64 kB in all, and a refusal keeps what was there', async () => {
    const client = await person();
    const set = (body: Record<string, string | null>) => client.call('changePreferences', { body });
    expect((await set({ theme: 'dark', long: 'x'.repeat(20_000) })).status).toBe(200);
    const tooMuch = { theme: 'light', a: 'x'.repeat(20_000), b: 'x'.repeat(20_000), c: 'x'.repeat(20_000) };
    expect(refusal(await set(tooMuch))).toEqual([422, TEXTS.quotas.preferences('64 kB')]);
    expect(Object.keys((await client.call('getPreferences')).body).toSorted()).toEqual(['long', 'theme']);
    expect((await client.call('getPreferences')).body.theme).toBe('dark');
    expect((await set({ ...tooMuch, long: null, c: null })).status).toBe(200);
  });

  test('uploads 25 MB a day, a visitor 20 MB from one address', async () => {
    const client = await person();
    const big = 2 * MB - 1;
    for (let n = 0; n < 12; n += 1) expect((await upload(client, big)).status).toBe(200);
    expect(refusal(await upload(client, big))).toEqual([429, TEXTS.quotas.uploadsToday('25 MB')]);
    expect((await upload(await person(), big)).status).toBe(200);

    const visitor = server.client({ organizationId: school.organizationId });
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    const sent: Awaited<ReturnType<typeof upload>>[] = [];
    // Three at a time, because one address may use half of the budget.
    while (sent.length < 11) {
      const few = Array.from({ length: Math.min(3, 11 - sent.length) }, () =>
        upload(visitor, big, from('203.0.113.9')),
      );
      sent.push(...(await Promise.all(few)));
    }
    expect(sent.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(200), 429]);
    expect(refusal(sent.find(({ status }) => status === 429) as never)).toEqual([
      429,
      TEXTS.quotas.uploadsOfNetwork('20 MB'),
    ]);
    expect((await upload(visitor, big, from('203.0.113.10'))).status).toBe(200);
  });

  test('stays signed in on 100 devices', async () => {
    const email = freshEmail();
    const first = server.client();
    await first.call('signup', { body: { email, password: PASSWORD } });
    const { sessions } = server.running.composition;
    const userId = (await first.call('getUser')).body._id;
    for (let n = 0; n < 100; n += 1) await sessions.start(userId, { device: null, address: '' });
    expect(await sessions.list(userId, 'others')).toHaveLength(100);
    expect((await first.call('getUser')).status).toBe(401);
  });
});

describe('an application', () => {
  test('refers to 40 MB of files', async () => {
    const fields = Array.from({ length: 21 }, (_, n) => ({
      name: `file${n}`,
      label: `File ${n}`,
      dataType: 'file' as const,
      required: false,
    }));
    const form = { ...PROCESS.applicationForm, fields: [...PROCESS.applicationForm.fields, ...fields] };
    const json = JSON.stringify({ ...PROCESS, label: 'Files', applicationForm: form });
    const process = await school.staff.Owner.call('createProcess', { body: { json } });
    expect(process.status, process.problem?.message).toBe(200);
    const body = { name: 'Files', status: 'Open' as const, processId: process.body._id };
    const batch = await school.staff.Owner.call('createBatch', { body });
    const visitor = server.client({ organizationId: school.organizationId });
    const files: (readonly [string, unknown])[] = [];
    for (const [n, { name }] of fields.entries()) {
      const { status, body: file } = await upload(visitor, 2 * MB - 1, {
        'X-Forwarded-For': `203.0.113.${20 + (n % 3)}`,
      });
      expect(status).toBe(200);
      files.push([name, file]);
    }
    const submit = (some: typeof files) =>
      visitor.call('submitApplication', {
        body: { batchId: batch.body._id, ...answers(freshEmail()), ...Object.fromEntries(some) },
      });
    expect(refusal(await submit(files))).toEqual([422, TEXTS.quotas.filesOfApplication('40 MB')]);
    expect((await submit(files.slice(1))).status).toBe(200);
  });

  test('schedules 20 interviews a day', async () => {
    const { client, applicationId } = await applied(server, school);
    const schedule = (n: number) =>
      client.call('eventScheduled', {
        body: { applicationId, eventUri: `https://api.calendly.com/scheduled_events/event-${n}` },
      });
    for (let n = 0; n < 20; n += 1) expect((await schedule(n)).status).toBe(200);
    expect(refusal(await schedule(20))).toEqual([429, TEXTS.quotas.interviews(20)]);
    expect((await schedule(19)).status).toBe(200);
  });
});

// A thousand documents take minutes on the test doubles; the decision is the same on both.
test.skipIf(process.env.ADAPTERS === 'servers')('a school holds 1,000 documents of one kind', async () => {
  const { environment, engine } = server.running.composition;
  const many = await createSchool(server, 'many-documents');
  const create = () =>
    createDocument(
      environment,
      PAYMENT_MODELS,
      { organizationId: many.organizationId, details: PAYMENT_MODEL },
      operatorContext(server),
    ).then(accepted);
  let last = 0n;
  for (let n = 0; n < 50; n += 1) {
    for (const { position } of await Promise.all(Array.from({ length: 20 - (n === 0 ? 1 : 0) }, create))) {
      if (position > last) last = position;
    }
  }
  await engine.waitFor(last, { timeoutMs: 20_000 });
  const refused = await many.staff.Owner.call('createPaymentModel', { body: PAYMENT_MODEL });
  expect(refusal(refused)).toEqual([422, TEXTS.quotas.documents(1_000)]);
  expect((await school.staff.Owner.call('createPaymentModel', { body: PAYMENT_MODEL })).status).toBe(200);
});

describe('emails by hand', () => {
  const day = 24 * 3_600_000;

  test('a failed one is sent again ten times a day, a double click counts once, and the answer says when it can be sent next', async () => {
    const mails = await startMailServer();
    let ahead = 0;
    const mailing = await startTestServer({
      environment: { SMTP_URL: mails.url },
      now: () => Date.now() + ahead,
    });
    try {
      const sending = await createSchool(mailing, 'sending-again');
      const { Admin } = sending.staff;
      mails.answer('recipient', { code: 550, text: '5.1.1 no such mailbox' });
      const { applicationId: id } = await applied(mailing, sending);
      const failed = async () => {
        const { body } = await Admin.call('listMessages', { params: { id } });
        return body.find(({ canSendAgain }) => canSendAgain);
      };
      const again = async () => {
        const message = await vi.waitUntil(failed, 20_000);
        return Admin.call('sendMessageAgain', { params: { id, messageId: message._id } });
      };
      const { againPerDay } = QUOTAS.email;
      for (let n = 0; n < againPerDay; n += 1) expect((await again()).status).toBe(200);
      const refused = await again();
      expect(refusal(refused)).toEqual([429, TEXTS.quotas.emailAgain(againPerDay)]);
      const wait = Number(refused.headers.get('Retry-After')) * 1000;
      expect(Math.abs(day - (Date.now() % day) - wait)).toBeLessThan(60_000);
      ahead = wait + 60_000;
      expect((await again()).status).toBe(200);

      ahead += day;
      const { _id: messageId } = await vi.waitUntil(failed, 20_000);
      mails.recover();
      const press = () => Admin.call('sendMessageAgain', { params: { id, messageId } });
      const pressed = await Promise.all([press(), press(), press()]);
      expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { environment } = mailing.running.composition;
      const left = [];
      for (let n = 0; n < againPerDay; n += 1) {
        left.push(await reserveResend(environment, { messageId, organizationId: sending.organizationId }));
      }
      expect(left.map((refusal) => refusal === null)).toEqual(left.map((_, n) => n < againPerDay - 1));
    } finally {
      await mailing.close();
      await mails.close();
    }
  });

  test('a school sends so many again, and so many test emails; another school has its own', async () => {
    const { environment } = server.running.composition;
    const { emailsAgainPerDay, testEmailsPerDay } = QUOTAS.organization;
    const again = (organizationId: string) =>
      reserveResend(environment, { messageId: crypto.randomUUID(), organizationId });
    const wanted = await Promise.all(Array.from({ length: emailsAgainPerDay + 1 }, () => again('of-many')));
    expect(wanted.filter((refused) => refused !== null)).toMatchObject([
      { rejection: { message: TEXTS.quotas.emailsAgain(emailsAgainPerDay) } },
    ]);
    expect(await again('of-few')).toBeNull();

    const { organizationId } = school;
    for (let n = 1; n < testEmailsPerDay; n += 1) await reserveTestEmail(environment, organizationId);
    const test = () => school.staff.Owner.call('testMail', { params: { id: organizationId } });
    expect((await test()).status).toBe(200);
    expect(refusal(await test())).toEqual([429, TEXTS.quotas.testEmails(testEmailsPerDay)]);
    const ofTemplate = await school.staff.Owner.call('testEmailTemplate', {
      params: { id: `${organizationId}.applicationReceived` },
    });
    expect(refusal(ofTemplate)).toEqual([429, TEXTS.quotas.testEmails(testEmailsPerDay)]);
  });

  test('a school sends a limited number of test events to its webhooks', async () => {
    const { environment } = server.running.composition;
    const { testWebhooksPerDay } = QUOTAS.organization;
    const body = { name: 'Chat', targetUrl: 'http://nowhere.invalid/' };
    const { _id: id } = (await school.staff.Owner.call('createWebhook', { body })).body;
    for (let n = 1; n < testWebhooksPerDay; n += 1) await reserveTestEvent(environment, school.organizationId);
    const send = () => school.staff.Owner.call('sendWebhook', { params: { id } });
    expect(refusal(await send())).toEqual([422, TEXTS.webhooks.failures.dns]);
    expect(refusal(await send())).toEqual([429, TEXTS.quotas.testWebhooks(testWebhooksPerDay)]);
    expect(await reserveTestEvent(environment, 'another-school')).toBeNull();
  });

  test('a school tests its Calendly token so often', async () => {
    const { environment } = server.running.composition;
    const { testCalendlyPerDay } = QUOTAS.organization;
    const { organizationId, staff } = school;
    const params = { id: organizationId };
    await staff.Owner.call('changeOrganization', { params, body: { calendlyAccessToken: 'an access token' } });
    for (let n = 1; n < testCalendlyPerDay; n += 1) await reserveTestCalendly(environment, organizationId);
    const ask = () => staff.Owner.call('testCalendly', { params });
    expect((await ask()).status).toBe(422);
    expect(refusal(await ask())).toEqual([429, TEXTS.quotas.testCalendly(testCalendlyPerDay)]);
  });
});
