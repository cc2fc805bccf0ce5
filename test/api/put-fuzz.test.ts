import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '../../api/contract/endpoints.ts';
import { adaptersUnderTest } from '../support/adapters.ts';
import type { Client } from '../support/client.ts';
import { type Doc, type Kind, play, type Saved, steps } from '../support/editing.ts';
import { ANY_SCRIPT } from '../support/hostile.ts';
import { answers, applied, freshEmail, PROCESS } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld, type World } from '../support/world.ts';

const RUNS = adaptersUnderTest() === 'embedded' ? 20 : 4;

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  world = await createWorld(server, 'edited-school');
});
afterAll(() => server.close());

const TEXTS = ['One', 'Two', 'Three', ANY_SCRIPT];
const OR_NONE = [...TEXTS, null];
const AMOUNTS = [0, 1, 7];

/** The two clients that edit a document; one may be the applicant. */
type Editors = (id: string) => readonly [Client, Client];
const staff: Editors = () => [world.staff.Owner, world.staff.Admin];
const owners: Editors = () => [world.staff.Owner, world.staff.Owner];
const applicants = new Map<string, Client>();
const adminAndApplicant: Editors = (id) => [world.staff.Admin, applicants.get(id) as Client];

const under = (get: EndpointName, put: EndpointName, editors: Editors = staff): Pick<Kind, 'get' | 'put'> => ({
  async get(editor, id) {
    const { status, body } = await (editors(id)[editor] as Client).call(get, { params: { id } } as never);
    expect(status).toBe(200);
    return body as unknown as Doc;
  },
  put: async (editor, id, body) =>
    (await (editors(id)[editor] as Client).call(put, { params: { id }, body } as never)) as unknown as Saved,
});

/** The process's config with the version of its blob. */
const processes: Pick<Kind, 'get' | 'put'> = {
  async get(editor, id) {
    const { body } = await (staff(id)[editor] as Client).call('listProcesses');
    const { version, json } = body.find(({ _id }) => _id === id) ?? { version: -1, json: '{}' };
    return { ...JSON.parse(json), version };
  },
  put: (editor, id, { version, ...config }) =>
    (staff(id)[editor] as Client).call('changeProcess', {
      params: { id },
      body: { version, json: JSON.stringify(config) },
    }),
};

async function created(name: EndpointName, body: unknown): Promise<string> {
  const { status, body: document } = await world.staff.Owner.call(name, { body } as never);
  expect(status).toBe(200);
  return (document as { _id: string })._id;
}

/** An application without an account, because an account is slow to create. */
async function application(): Promise<string> {
  const body = { batchId: world.batches.Open, ...answers(freshEmail()) };
  return (await server.client().call('submitApplication', { body })).body._id;
}

async function ownApplication(): Promise<string> {
  const { applicationId: id, client } = await applied(server, world);
  applicants.set(id, client);
  await client.call('changeApplication', { params: { id }, body: { motivation: 'One' } });
  return id;
}

const question = (prompt: string) => ({ prompt, options: [{ value: 'yes', isCorrect: true }, { value: 'no' }] });

const STAFF_FIELDS = { interviewer: OR_NONE, rating: OR_NONE, motivation: TEXTS, city: OR_NONE, firstName: TEXTS };
const emailOf = ['owner@edited-school.example', 'admin@edited-school.example'];
const both = <T>(one: T): readonly [T, T] => [one, one];

const KINDS: Readonly<Record<string, Kind>> = {
  'applications, by two of the staff': {
    create: application,
    ...under('getApplication', 'changeApplication'),
    fields: both({ ...STAFF_FIELDS, status: ['NEW', 'DECISION PENDING', 'INTERVIEW PENDING'] }),
    lists: {
      adminComments: {
        key: '_id',
        text: 'message',
        create: (message) => ({ message }),
        mayRemove: ({ authorEmail }, editor) => authorEmail === emailOf[editor],
      },
    },
  },
  'applications, by staff and their applicant': {
    create: ownApplication,
    ...under('getApplication', 'changeApplication', adminAndApplicant),
    fields: [STAFF_FIELDS, { motivation: TEXTS, city: OR_NONE }],
  },
  batches: {
    create: () => created('createBatch', { name: 'One', processId: world.processId }),
    ...under('getBatch', 'changeBatch'),
    fields: both({
      name: TEXTS,
      description: OR_NONE,
      privateDetails: OR_NONE,
      capacity: AMOUNTS,
      status: ['Draft', 'Open', 'Closed', 'Complete'],
      enableEmbedding: [true, false],
    }),
  },
  processes: {
    create: () => created('createProcess', { json: JSON.stringify(PROCESS) }),
    ...processes,
    fields: both({ label: TEXTS, requestSignup: [true, false] }),
    lists: {
      applicationDetailsSteps: {
        key: '_id',
        text: 'title',
        isEditable: true,
        create: (title) => ({ title, content: [{ markdown: 'Read this' }] }),
        mayRemove: () => true,
      },
    },
  },
  'payment models': {
    create: () => created('createPaymentModel', { name: 'One' }),
    ...under('getPaymentModel', 'changePaymentModel', owners),
    fields: both({ name: TEXTS, details: OR_NONE, upfrontCost: AMOUNTS, numberOfMonths: AMOUNTS }),
  },
  'email templates': {
    create: () => created('createEmailTemplate', { name: crypto.randomUUID(), subject: 'One', body: 'One' }),
    ...under('getEmailTemplate', 'changeEmailTemplate'),
    fields: both({ subject: TEXTS, body: TEXTS }),
  },
  assessments: {
    create: () => created('createAssessment', { name: 'One', questions: ['First', 'Second'].map(question) }),
    ...under('getAssessment', 'changeAssessment'),
    fields: both({ name: TEXTS, description: OR_NONE, timeLimitMinutes: [1, 30, 60] }),
    lists: {
      questions: { key: '_id', text: 'prompt', isEditable: true, create: question, mayRemove: () => true },
    },
  },
  webhooks: {
    create: () => created('createWebhook', { name: 'One', targetUrl: 'https://chat.example/hook' }),
    ...under('getWebhook', 'changeWebhook'),
    fields: both({ name: TEXTS, targetUrl: ['https://chat.example/one', 'https://chat.example/two'] }),
  },
  organizations: {
    create: async () => world.organizationId,
    ...under('getOrganization', 'changeOrganization'),
    fields: both({
      name: TEXTS,
      description: OR_NONE,
      timeZone: ['UTC', 'Asia/Manila', 'Europe/Berlin'],
      accentColor: ['#000000', '#0b7285', null],
      statusLimits: [[], [{ status: 'NEW', days: 3 }]],
    }),
  },
};

describe('two editors, each with the version that they had read', () => {
  test.each(Object.entries(KINDS))('never lose an edit of the other: %s', async (_, kind) => {
    await fc.assert(
      fc.asyncProperty(steps, (all) => play(kind, all)),
      { numRuns: RUNS, interruptAfterTimeLimit: 20_000 },
    );
  });
});
