import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorContext, PROCESS } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld, type World } from '../support/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server, 'versioned-school');
});
afterAll(() => server.close());

describe('a batch', () => {
  test('lists its versions, newest first, with who changed what, when', async () => {
    const { Admin, Owner } = world.staff;
    const created = await Admin.call('createBatch', { body: { name: 'June', capacity: 30 } });
    const params = { id: created.body._id };
    await Owner.call('changeBatch', { params, body: { name: 'July', description: 'Warm' } });
    const { version } = (await Admin.call('changeBatch', { params, body: { status: 'Open', capacity: 25 } })).body;

    const { body } = await Admin.call('batchVersions', { params });
    expect(body.map(({ actor }) => actor.email?.split('@')[0])).toEqual(['admin', 'owner', 'admin']);
    expect(body[0]).toMatchObject({
      version,
      changes: expect.arrayContaining([
        { field: 'capacity', before: 30, after: 25 },
        { field: 'status', before: 'Draft', after: 'Open' },
      ]),
    });
    expect(body[1]?.changes).toEqual([
      { field: 'name', before: 'June', after: 'July' },
      { field: 'description', before: null, after: 'Warm' },
    ]);
    expect(body[2]?.changes).toContainEqual({ field: 'name', before: null, after: 'June' });
    const then = await Admin.call('getBatch', { params, query: { asOf: body[2]?.at ?? '' } });
    expect(then.body).toMatchObject({ name: 'June', capacity: 30, status: 'Draft' });
  });

  test('lists at most a hundred versions at once, and the older ones on request', async () => {
    const { Admin } = world.staff;
    const { body: batch } = await Admin.call('createBatch', { body: { name: 'Batch 0' } });
    const params = { id: batch._id };
    for (let n = 1; n <= 104; n += 1) await Admin.call('changeBatch', { params, body: { name: `Batch ${n}` } });
    const newest = (await Admin.call('batchVersions', { params })).body;
    expect(newest).toHaveLength(100);
    expect(newest[0]?.changes).toEqual([{ field: 'name', before: 'Batch 103', after: 'Batch 104' }]);
    const before = newest.at(-1)?.version;
    const older = (await Admin.call('batchVersions', { params, query: { before: String(before) } })).body;
    expect(older.map(({ changes }) => changes.find(({ field }) => field === 'name')?.after)).toEqual(
      [4, 3, 2, 1, 0].map((n) => `Batch ${n}`),
    );
  });

  test('becomes what it was, as a change of today that can be undone', async () => {
    const { Admin, Viewer } = world.staff;
    const created = await Admin.call('createBatch', {
      body: { name: 'June', description: 'Warm', slug: 'june-again', processId: world.processId },
    });
    const params = { id: created.body._id };
    await Admin.call('changeBatch', {
      params,
      body: { name: 'July', description: null, slug: null, processId: null, status: 'Closed' },
    });
    expect((await Viewer.call('restoreBatch', { params, body: { version: 0 } })).status).toBe(403);
    const { version: _1, openedAt: _2, ...before } = created.body;
    const restored = await Admin.call('restoreBatch', { params, body: { version: created.body.version } });
    expect(restored).toMatchObject({ status: 200, body: before });
    expect(restored.body.version).toBeGreaterThan(created.body.version);

    const again = await Admin.call('restoreBatch', { params, body: { version: created.body.version } });
    expect(again.body.version).toBe(restored.body.version);
    const [, july] = (await Admin.call('batchVersions', { params })).body;
    const back = await Admin.call('restoreBatch', { params, body: { version: july?.version ?? -1 } });
    expect(back.body).toMatchObject({ name: 'July', description: null, slug: null, status: 'Closed' });
  });

  test('cannot become what it never was, nor what the rules of today refuse', async () => {
    const { Admin } = world.staff;
    const { body: batch } = await Admin.call('createBatch', { body: { name: 'June', slug: 'taken-later' } });
    const params = { id: batch._id };
    expect((await Admin.call('restoreBatch', { params, body: { version: 99 } })).status).toBe(422);
    expect((await Admin.call('restoreBatch', { params, body: {} })).status).toBe(400);
    await Admin.call('changeBatch', { params, body: { slug: null } });
    await Admin.call('createBatch', { body: { name: 'Another', slug: 'taken-later' } });
    const refused = await Admin.call('restoreBatch', { params, body: { version: batch.version } });
    expect(refused).toMatchObject({ status: 409, problem: { errors: [{ field: 'slug' }] } });
  });
});

test('a process shows which step has changed, and gets its old steps back in their order', async () => {
  const { Admin } = world.staff;
  const created = await Admin.call('createProcess', { body: { json: JSON.stringify(PROCESS) } });
  const params = { id: created.body._id };
  const [about, interview] = PROCESS.applicationDetailsSteps;
  const steps = [interview, { ...about, title: 'You' }];
  await Admin.call('changeProcess', {
    params,
    body: { json: JSON.stringify({ ...PROCESS, applicationDetailsSteps: steps }), version: created.body.version },
  });
  const { body } = await Admin.call('processVersions', { params });
  expect(body[0]?.changes).toEqual([
    {
      field: 'applicationDetailsSteps',
      before: expect.objectContaining({ title: 'About you' }),
      after: expect.objectContaining({ title: 'You' }),
    },
  ]);
  const restored = await Admin.call('restoreProcess', { params, body: { version: created.body.version } });
  expect(JSON.parse(restored.body.json)).toEqual(JSON.parse(created.body.json));
});

test("an organization's members are no versions of it, and its secrets stay as they are", async () => {
  const { Owner } = world.staff;
  const params = { id: world.organizationId };
  const before = (await Owner.call('organizationVersions', { params })).body;
  await Owner.call('changeOrganization', {
    params,
    body: { description: 'We teach', calendlyAccessToken: 'secret-token' },
  });
  await Owner.call('changeOrganization', { params, body: { accentColor: '#112233' } });
  const after = (await Owner.call('organizationVersions', { params })).body;
  expect(after.length).toBe(before.length + 2);
  // It was created with its first member in one command, so its first version is not version 0.
  expect(after.map(({ isFirst }) => isFirst)).toEqual([...after.slice(1).map(() => false), true]);
  expect(after.at(-1)?.version).toBeGreaterThan(0);
  expect(JSON.stringify(after)).not.toContain('secret');
  const restored = await Owner.call('restoreOrganization', { params, body: { version: before[0]?.version ?? -1 } });
  expect(restored.body).toMatchObject({ description: null, accentColor: null, calendlyAccessToken: '••••oken' });
});

test('a payment model is restored by Owners alone, and a webhook keeps its secret', async () => {
  const { Owner, Admin } = world.staff;
  const model = await Owner.call('createPaymentModel', { body: { name: 'Monthly', monthlyCost: 100 } });
  const params = { id: model.body._id };
  await Owner.call('changePaymentModel', { params, body: { monthlyCost: 120 } });
  expect((await Admin.call('paymentModelVersions', { params })).body).toHaveLength(2);
  expect((await Admin.call('restorePaymentModel', { params, body: { version: 0 } })).status).toBe(403);
  const restored = await Owner.call('restorePaymentModel', { params, body: { version: 0 } });
  expect(restored.body).toMatchObject({ name: 'Monthly', monthlyCost: 100 });

  const hook = { id: world.webhookId };
  const { body: before } = await Owner.call('getWebhook', { params: hook });
  await Owner.call('changeWebhook', { params: hook, body: { name: 'Other chat' } });
  await Owner.call('rotateWebhookSecret', { params: hook });
  const { body: rotated } = await Owner.call('getWebhook', { params: hook });
  const { body: back } = await Owner.call('restoreWebhook', { params: hook, body: { version: before.version } });
  expect(back).toMatchObject({ name: before.name, secret: rotated.secret });
  expect(JSON.stringify((await Owner.call('webhookVersions', { params: hook })).body)).not.toContain('secret');
  const targetUrl = 'http://elsewhere.invalid/hook';
  const elsewhere = (await Owner.call('changeWebhook', { params: hook, body: { targetUrl } })).body;
  const again = (await Owner.call('restoreWebhook', { params: hook, body: { version: before.version } })).body;
  // The former host must not know the secret of the other one.
  expect(again).toMatchObject({ targetUrl: before.targetUrl, secret: expect.stringMatching(/^whsec_/) });
  expect(again.secret).not.toBe(elsewhere.secret);
});

test("a quiz gets its old questions back, an email its old words, also one of the portal's own", async () => {
  const { Admin } = world.staff;
  const options = [
    { value: 'A list', isCorrect: true },
    { value: 'A text', isCorrect: false },
  ];
  const quiz = await Admin.call('createAssessment', {
    body: { name: 'Basics', type: 'quiz', questions: [{ prompt: 'What is []?', options }] },
  });
  const params = { id: quiz.body._id };
  await Admin.call('changeAssessment', {
    params,
    body: { version: quiz.body.version, name: 'Beginnings', questions: [{ prompt: 'What is {}?', options }] },
  });
  const [changed] = (await Admin.call('assessmentVersions', { params })).body;
  expect(changed?.changes.map(({ field }) => field)).toEqual(['name', 'questions', 'questions']);
  const restored = await Admin.call('restoreAssessment', { params, body: { version: quiz.body.version } });
  const { version: _1, ...before } = quiz.body;
  expect(restored, restored.problem.message).toMatchObject({ status: 200, body: before });

  const own = { id: `${world.organizationId}.interviewScheduled` };
  const { body: words } = await Admin.call('getEmailTemplate', { params: own });
  expect((await Admin.call('emailTemplateVersions', { params: own })).body).toEqual([]);
  await Admin.call('changeEmailTemplate', { params: own, body: { subject: 'See you soon' } });
  await Admin.call('changeEmailTemplate', { params: own, body: { subject: 'See you' } });
  const versions = (await Admin.call('emailTemplateVersions', { params: own })).body;
  expect(versions.at(0)?.changes).toEqual([{ field: 'subject', before: 'See you soon', after: 'See you' }]);
  const back = await Admin.call('restoreEmailTemplate', { params: own, body: { version: 0 } });
  expect(back, back.problem.message).toMatchObject({ status: 200, body: { subject: words.subject } });
});

test('what a PUT would refuse today no restore brings back, whatever kind of document it is', async () => {
  const { Admin, Owner } = world.staff;
  const { body: process } = await Admin.call('createProcess', { body: { json: JSON.stringify(PROCESS) } });
  const { body: batch } = await Admin.call('createBatch', { body: { name: 'June', processId: process._id } });
  await Admin.call('changeBatch', { params: { id: batch._id }, body: { processId: null } });
  expect((await Admin.call('deleteProcess', { params: { id: process._id } })).status).toBe(200);
  const { body: quiz } = await Admin.call('createAssessment', { body: { name: 'Basics', questions: [] } });

  /** An earlier version accepted this document; a PUT then made it valid. */
  const stored = async (stream: string, type: string, changes: object) => {
    const { environment, engine } = server.running.composition;
    const last = (await environment.log.readStream(stream)).at(-1);
    const { position, events } = await environment.log.append(
      stream,
      last,
      [{ type, data: { changes } }],
      operatorContext(server),
    );
    await engine.waitFor(position);
    return events.at(-1)?.revision ?? -1;
  };
  const tooLong = 'x'.repeat(501);
  const hook = { id: world.webhookId };
  const hookVersion = await stored(`webhook-${hook.id}`, 'WebhookChanged', { name: tooLong });
  await Owner.call('changeWebhook', { params: hook, body: { name: 'Chat' } });
  const template = { id: world.emailTemplateId };
  const templateVersion = await stored(`emailTemplate-${template.id}`, 'EmailTemplateChanged', { body: '{{nobody}}' });
  await Admin.call('changeEmailTemplate', { params: template, body: { body: 'Hi' } });
  const assessment = { id: quiz._id };
  const assessmentVersion = await stored(`assessment-${quiz._id}`, 'AssessmentChanged', { name: tooLong });
  await Admin.call('changeAssessment', { params: assessment, body: { name: 'Basics' } });
  const model = { id: world.paymentModelId };
  const modelVersion = await stored(`paymentModel-${model.id}`, 'PaymentModelChanged', { currency: 'XXXX' });
  await Owner.call('changePaymentModel', { params: model, body: { currency: 'PHP' } });

  const refused = [
    await Admin.call('restoreBatch', { params: { id: batch._id }, body: { version: batch.version } }),
    await Owner.call('restoreWebhook', { params: hook, body: { version: hookVersion } }),
    await Admin.call('restoreEmailTemplate', { params: template, body: { version: templateVersion } }),
    await Admin.call('restoreAssessment', { params: assessment, body: { version: assessmentVersion } }),
    await Owner.call('restorePaymentModel', { params: model, body: { version: modelVersion } }),
  ];
  expect(refused.map(({ status, problem }) => [status, problem.errors?.map(({ field }) => field)])).toEqual([
    [422, ['processId']],
    [422, ['name']],
    [422, ['body']],
    [422, ['name']],
    [422, ['currency']],
  ]);
});

test('a process gets no payment model back that was deleted meanwhile', async () => {
  const { Admin, Owner } = world.staff;
  const { body: model } = await Owner.call('createPaymentModel', { body: { name: 'Gone', monthlyCost: 100 } });
  const [step, ...steps] = PROCESS.applicationDetailsSteps;
  const offering = {
    ...PROCESS,
    applicationDetailsSteps: [{ ...step, availablePaymentModels: [model._id] }, ...steps],
  };
  const { body: process } = await Admin.call('createProcess', { body: { json: JSON.stringify(offering) } });
  const params = { id: process._id };
  await Admin.call('changeProcess', { params, body: { json: JSON.stringify(PROCESS) } });
  expect((await Owner.call('deletePaymentModel', { params: { id: model._id } })).status).toBe(200);
  const refused = await Admin.call('restoreProcess', { params, body: { version: process.version } });
  expect(refused).toMatchObject({
    status: 422,
    problem: { errors: [{ field: expect.stringContaining('availablePaymentModels') }] },
  });
});
