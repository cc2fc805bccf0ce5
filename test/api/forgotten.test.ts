import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { type Client, createClient } from '../support/client.ts';
import { installationIn, PASSPHRASE } from '../support/installation.ts';
import { runIntakeInProcess } from '../support/intake-in-process.ts';
import { type RunningServer, startServerProcess } from '../support/running-server.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { PASSWORD, PROCESS } from '../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const EMAIL = 'zerlinabella.quux@forgotten.example';
const OWNER = 'owner@forgetful.example';
/** The email, names, number and words that identify her. */
const MARKS = ['zerlinabella', 'vanishovich', '639120004242', 'hiddenborough', 'unforgettable'];

let receiver: WebhookReceiver;
let hookId: string;
let home: string;
let server: RunningServer;
let log = '';
let owner: Client;
let person: Client;
let applicationId: string;
const at = (name: string) => join(home, name);

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'intake-forgotten-'));
  await runIntakeInProcess(
    { DATA_DIR: at('data') },
    ...['organization', 'create', '--name', 'Forgetful School', '--slug', 'forgetful', '--owner-email', OWNER],
    ...['--owner-password', PASSWORD],
  );
  server = await startServerProcess(at('data'), { LOG_LEVEL: 'trace', WEBHOOK_ALLOW_PRIVATE: '1' });
  const listen = (chunk: Buffer) => {
    log += chunk.toString();
  };
  server.process.stdout?.on('data', listen);
  server.process.stderr?.on('data', listen);
  owner = createClient(server.url);
  await owner.call('login', { body: { email: OWNER, password: PASSWORD } });
  const plan = (
    await owner.call('createPaymentModel', { body: { name: 'Monthly', monthlyCost: 10, numberOfMonths: 2 } })
  ).body._id;
  const process = await owner.call('createProcess', { body: { json: JSON.stringify(withFileAndPlan(plan)) } });
  const batch = await owner.call('createBatch', {
    body: { name: 'June', status: 'Open', processId: process.body._id },
  });
  receiver = await startWebhookReceiver();
  // It quotes what it was sent, so that the delivery log keeps her words.
  receiver.answerBy(({ body }) => ({ status: JSON.parse(body).type === 'DetailsSaved' ? 503 : 200, body }));
  const targetUrl = receiver.url;
  const hook = { name: 'CRM', targetUrl, eventTypes: ['ApplicationSubmitted', 'DetailsSaved', 'StatusChanged'] };
  hookId = (await owner.call('createWebhook', { body: hook })).body._id;
  person = createClient(server.url);
  applicationId = await enrol(batch.body._id, plan);
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  await receiver.close();
  await rm(home, { recursive: true, force: true });
});

function withFileAndPlan(plan: string): ProcessConfig {
  const [about, ...others] = PROCESS.applicationDetailsSteps;
  if (!about?.configuration) throw new Error('The process has no form');
  const cv = { name: 'cv', label: 'CV', dataType: 'file', required: false } as const;
  const fields = [...about.configuration.fields, cv];
  const first = { ...about, configuration: { ...about.configuration, fields } };
  const choice = { _id: 'plan', title: 'Plan', availablePaymentModels: [plan] };
  return { ...PROCESS, applicationDetailsSteps: [first, ...others, choice] };
}

async function enrol(batchId: string, plan: string): Promise<string> {
  const submitted = await person.call('submitApplication', {
    body: {
      batchId,
      email: EMAIL,
      firstName: 'Zerlinabella',
      lastName: 'Vanishovich',
      phoneNumber: '+639120004242',
      tracking: { source: 'Facebook' },
    },
  });
  const params = { id: submitted.body._id };
  await person.call('signup', { body: { email: EMAIL, password: PASSWORD } });
  await person.call('changeName', { body: { name: 'Zerlinabella Vanishovich' } });
  await person.call('changeApplication', { params, body: { motivation: 'Unforgettable', city: 'Hiddenborough' } });
  await person.call('recordActivity', {
    body: {
      applicationId: params.id,
      activityEntries: [
        { action: 'SAVE_APPLICATION_STEP', actionDetails: 'Hiddenborough', timestamp: new Date().toISOString() },
      ],
    },
  });
  await person.call('sendResetLink', { body: { email: EMAIL } });
  const upload = async (name: string) => {
    const file = new File([SAMPLE_FILES.txt, 'Zerlinabella Vanishovich'], name);
    const { status, body, problem } = await person.call('dynamicUpload', { body: { uploadType: 'CV', file } });
    expect(status, problem?.message).toBe(200);
    return { fileId: body.fileId, fileName: body.fileName };
  };
  await upload('unforgettable-and-never-sent.txt');
  const cv = await upload('cv-of-zerlinabella.txt');
  expect((await person.raw({ method: 'GET', path: `/api/download/${cv.fileId}/${cv.fileName}` })).status).toBe(200);
  const chosen = await person.call('changeApplication', { params, body: { cv, selectedPaymentModelId: plan } });
  expect(chosen.status, chosen.problem.message).toBe(200);
  const draft = { values: { city: 'Hiddenborough, Zerlinabella' } };
  for (const [client, form] of [[person, 'about-you'] as const, [owner, `comment.${params.id}`] as const]) {
    expect((await client.call('saveDraft', { params: { form }, body: draft })).status).toBe(200);
  }
  const { _id: orgId } = (await owner.call('listOrganizations')).body[0] ?? { _id: '' };
  const invited = await owner.call('addUserToOrg', { body: { orgId, email: EMAIL, role: 'Viewer' } });
  expect(invited.status, invited.problem.message).toBe(200);
  await owner.call('changeApplication', { params, body: { status: 'CONTRACT RECEIVED' } });
  const paid = await owner.call('payInvoice', {
    params: { ...params, n: '1' },
    body: { note: 'Zerlinabella paid in cash' },
  });
  expect(paid.status, paid.problem.message).toBe(200);
  const templates = (await owner.call('listEmailTemplates')).body;
  await owner.call('sendEmailTemplate', { body: { templateId: templates[0]?._id, applicationId: params.id } });
  await owner.call('changeApplication', {
    params,
    body: { rating: 'Unforgettable', adminComments: [{ message: 'Zerlinabella is unforgettable' }] },
  });
  return params.id;
}

/**
 * The places below a directory that hold one of her marks, in plain text or at any base64 alignment. Marks are long, because
 * keys in base64 hold any four characters by chance.
 */
async function tracesIn(directory: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    const text = bytes.toString('latin1').toLowerCase();
    for (const mark of MARKS) {
      if (text.includes(mark) || encodings(mark).some((encoded) => bytes.includes(encoded))) {
        found.push(`${mark} in ${entry.name}`);
      }
    }
  }
  return found;
}

const encodings = (mark: string): readonly string[] =>
  [mark, mark[0]?.toUpperCase() + mark.slice(1)].flatMap((text) =>
    ['', 'x', 'xx'].map((before) =>
      Buffer.from(before + text)
        .toString('base64')
        .slice(4, -4),
    ),
  );

test('while she is known, her traces are found in many places', async () => {
  await expect
    .poll(() => tracesIn(at('data')), { timeout: 20_000 })
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^zerlinabella in .*applications/),
        expect.stringMatching(/^zerlinabella in .*users/),
        expect.stringMatching(/^zerlinabella in .*\.eml/),
        expect.stringMatching(/^hiddenborough in .*activity/),
        expect.stringMatching(/^zerlinabella in .*paymentAccounts/),
        expect.stringMatching(/^unforgettable in .*files/),
        expect.stringMatching(/^vanishovich in [\da-f-]+$/),
      ]),
    );
});

const hasMark = (text: string) => MARKS.some((mark) => text.toLowerCase().includes(mark));

/** The messages of the webhook with their bodies as they would be sent now, and what its target answered. */
async function deliveryLog() {
  const { messages } = (await owner.call('listWebhookMessages', { params: { id: hookId } })).body;
  return Promise.all(
    messages.map(async ({ number }) => {
      const params = { id: hookId, number: String(number) };
      return (await owner.call('getWebhookMessage', { params })).body;
    }),
  );
}

test('and webhooks, their log and the feed tell of her', async () => {
  await expect
    .poll(async () => (await deliveryLog()).some(({ state, body }) => state === 'waiting' && hasMark(body ?? '')))
    .toBe(true);
  const responses = (await deliveryLog()).flatMap(({ attempts }) => attempts.map(({ response }) => response));
  expect(responses.filter((response) => hasMark(response ?? '')).length).toBeGreaterThanOrEqual(2);
  expect(receiver.received.some(({ body }) => hasMark(body))).toBe(true);
  expect(hasMark(JSON.stringify((await owner.call('pullEvents')).body))).toBe(true);
});

test('after her erasure, no file of the portal holds a trace of her', async () => {
  const told = await runIntakeInProcess({ DATA_DIR: at('data') }, 'forget', '--email', EMAIL, '--yes');
  expect(told).toContain('an account, 1 application to Forgetful School has been permanently erased.');
  expect(await tracesIn(at('data'))).toEqual([]);
  await runIntakeInProcess({ DATA_DIR: at('data') }, 'projections', 'rebuild', '--all');
  expect(await tracesIn(at('data'))).toEqual([]);
  expect(JSON.parse(await runIntakeInProcess({ DATA_DIR: at('data') }, 'verify', '--json'))).toMatchObject({
    isSound: true,
  });
}, 180_000);

test('nor does any answer', async () => {
  expect((await person.call('getUser')).status).toBe(401);
  const answers = await Promise.all([
    owner.call('getApplication', { params: { id: applicationId } }),
    owner.call('getApplication', { params: { id: applicationId }, query: { asOf: new Date().toISOString() } }),
    owner.call('getApplicationHistory', { params: { id: applicationId } }),
    owner.call('listApplications'),
    owner.call('listUsers'),
    owner.call('listAudit', { query: { limit: '200' } }),
    owner.call('listSignupLinks'),
    owner.call('listMessages', { params: { id: applicationId } }),
    owner.call('listPaymentAccounts', { query: { applicationId } }),
    owner.call('listSolutions', { query: { appId: applicationId } }),
    owner.call('getDraft', { params: { form: `comment.${applicationId}` } }),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    const text = JSON.stringify(body).toLowerCase();
    for (const mark of MARKS) expect(text).not.toContain(mark);
  }
  const outbox = await (await fetch(`${server.url}/dev/outbox`)).text();
  expect(outbox.toLowerCase()).not.toContain('zerlinabella');
});

test('nor do webhooks, their log or the feed, whatever is sent again', async () => {
  const seen = receiver.received.length;
  receiver.answerBy(({ body }) => ({ status: 200, body }));
  const { events } = (await owner.call('pullEvents')).body;
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['ApplicationSubmitted', 'applicant.erased']));
  expect((await owner.call('replayWebhook', { params: { id: hookId }, body: {} })).status).toBe(200);
  const resent = () => receiver.received.slice(seen);
  const replayed = () => resent().filter(({ headers }) => headers['webhook-trigger'] === 'replay');
  await expect.poll(() => replayed().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
  const told = JSON.stringify([
    ...[events, await deliveryLog(), resent()],
    (await owner.call('listWebhookReplays', { params: { id: hookId } })).body,
    (await owner.call('getWebhook', { params: { id: hookId } })).body,
  ]);
  for (const mark of MARKS) expect(told.toLowerCase()).not.toContain(mark);
  expect(await tracesIn(at('data'))).toEqual([]);
});

test('nor does any line of the log, however verbose', () => {
  expect(log).toContain('"path":"/api/applications"');
  for (const mark of MARKS) expect(log.toLowerCase()).not.toContain(mark);
});

test('nor an export or a backup made later, nor what is made of them', async () => {
  vi.stubEnv('INTAKE_PASSPHRASE', PASSPHRASE);
  await mkdir(at('copies'));
  await runIntakeInProcess({ DATA_DIR: at('data') }, 'events', 'export', at('copies/all.ndjson'), '--vault');
  await runIntakeInProcess({ DATA_DIR: at('data') }, 'backup', at('copies/backup'));
  await runIntakeInProcess({ DATA_DIR: at('data') }, 'erasures', 'export', at('copies/erasures.ndjson'));
  expect(await tracesIn(at('copies'))).toEqual([]);
  const moved = installationIn(at('moved'));
  await moved.import(at('copies/all.ndjson'));
  await moved.during(async ({ readModels }) => {
    expect(await readModels.applications.get(applicationId)).toMatchObject({ email: null, isErased: true, values: {} });
  });
  expect(await tracesIn(at('moved'))).toEqual([]);
}, 180_000);
