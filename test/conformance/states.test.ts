import { expect, vi } from 'vitest';
import { APPLICATION_STATUSES } from '../../domain/application/statuses.ts';
import { BATCH_STATUSES } from '../../domain/batch/status.ts';
import type { Condition } from '../../domain/process/conditions.ts';
import type { Step } from '../../domain/process/config.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { CALENDLY_TOKEN, zoomAt } from '../support/calendly-server.ts';
import { linksTo } from '../support/emails.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { answers, freshEmail, PASSWORD } from '../support/school.ts';
import { aQuiz } from '../support/world.ts';
import { applicantOf, batch, batchWith, change, offered, read, submitQuiz } from './acting.ts';
import { conform, type Scene } from './conform.ts';

const QUESTION = { name: 'city', label: 'City', dataType: 'text', required: false } as const;
const FORM: Pick<Step, 'configuration'> = { configuration: { title: 'Form', fields: [QUESTION] } };
const READING: Pick<Step, 'content'> = { content: [{ markdown: 'Read this' }] };
const when = (...terms: Condition['terms']): Condition => ({ logicalOperator: 'AND', terms });
const reached = (status: string) =>
  when({ target: 'STATUS', operator: 'Greater than or equal', comparisonValue: status });

async function statesOf(scene: Scene, steps: readonly Partial<Step>[], then: Record<string, unknown> = {}) {
  const { applicationId, client } = await applicantOf(scene, await batchWith(scene, steps));
  const changed = await change(scene.cast.clients.Owner, applicationId, then);
  expect(changed.status, changed.problem.message).toBe(200);
  return (await read(client, applicationId)).steps ?? [];
}

const submit = ({ server, world }: Scene, batchId: string) =>
  server.client({ organizationId: world.organizationId }).call('submitApplication', {
    body: { batchId, ...answers(freshEmail()) },
  });

conform('states', {
  'Batch status: Draft (new, hidden)': async ({ world, cast }) => {
    const { body } = await cast.clients.Admin.call('createBatch', { body: { name: 'New' } });
    expect(body.status).toBe('Draft');
    const seen = await cast.clients.stranger.call('listBatches');
    expect(seen.body.map(({ _id }) => _id)).not.toContain(world.batches.Draft);
    expect((await cast.clients.stranger.call('getBatch', { params: { id: world.batches.Draft } })).status).toBe(404);
  },
  'Batch status: Open (accepting applications)': async (scene) => {
    expect((await submit(scene, scene.world.batches.Open)).status).toBe(200);
    for (const status of ['Draft', 'Closed', 'Complete'] as const) {
      const refused = await submit(scene, scene.world.batches[status]);
      expect([400, 404, 422]).toContain(refused.status);
      if (status !== 'Draft') expect(refused.problem.message).toBe(TEXTS.enroll.notAccepting);
    }
  },
  'Batch status: Closed (only current applicants continue)': async (scene) => {
    const id = await batch(scene, { processId: scene.world.processId });
    const { applicationId, client } = await applicantOf(scene, id);
    await scene.cast.clients.Admin.call('changeBatch', { params: { id }, body: { status: 'Closed' } });
    expect((await change(client, applicationId, { motivation: 'To go on' })).status).toBe(200);
    expect((await submit(scene, id)).status).toBe(422);
  },
  'Batch status: Complete (course started; applications can no longer change)': async (scene) => {
    const id = await batch(scene, { processId: scene.world.processId });
    const { applicationId, client } = await applicantOf(scene, id);
    await scene.cast.clients.Admin.call('changeBatch', { params: { id }, body: { status: 'Complete' } });
    const refused = await change(client, applicationId, { motivation: 'Too late' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await read(client, applicationId)).not.toHaveProperty('motivation', 'Too late');
  },
  'Any batch status can be picked': async (scene) => {
    const id = await batch(scene);
    for (const from of BATCH_STATUSES) {
      for (const to of BATCH_STATUSES) {
        for (const status of [from, to]) {
          const { body } = await scene.cast.clients.Admin.call('changeBatch', { params: { id }, body: { status } });
          expect(body.status).toBe(status);
        }
      }
    }
  },
  'Batches are sorted in that order, by created date ascending within it': async (scene) => {
    await batch(scene, { status: 'Draft' });
    const { body } = await scene.cast.clients.Viewer.call('listBatches');
    const keys = body.map(({ status, createdAt }) => `${BATCH_STATUSES.indexOf(status)} ${createdAt}`);
    expect(keys).toEqual(keys.toSorted());
    expect(new Set(body.map(({ status }) => status))).toEqual(new Set(BATCH_STATUSES));
  },
  'Application status, in rank order': () => {
    expect(APPLICATION_STATUSES.join(', ')).toBe(
      'CANCELLED, WITHDRAWN, TRANSFERRED, CONTRACT DECLINED, INCORRECT INFORMATION, NEW, INFORMATION SENT, DECISION PENDING, INTERVIEW PENDING, INTERVIEW SCHEDULED, INTERVIEW COMPLETED, GROUP CALL COMPLETED, DRILLS PENDING, CONTRACT SENT, CONTRACT RECEIVED, FINANCE PENDING, COMPLETE',
    );
  },
  'An Owner/Admin can set any status': async (scene) => {
    const { applicationId } = await applicantOf(scene);
    const { Owner, Admin, Viewer } = scene.cast.clients;
    for (const [index, status] of APPLICATION_STATUSES.entries()) {
      if (status === 'TRANSFERRED') continue;
      const changed = await change(index % 2 === 0 ? Owner : Admin, applicationId, { status });
      expect([changed.status, changed.body.status]).toEqual([200, status]);
    }
    expect((await change(Viewer, applicationId, { status: 'NEW' })).status).toBe(403);
  },
  'Sending an email template to an application in NEW moves it to INFORMATION SENT': async (scene) => {
    const { applicationId, email } = await applicantOf(scene);
    const { Admin } = scene.cast.clients;
    const { body: template } = await Admin.call('createEmailTemplate', {
      body: { name: 'Welcome', subject: 'Hello', body: 'Come and see us.' },
    });
    const send = () => Admin.call('sendEmailTemplate', { body: { templateId: template._id, applicationId } });
    expect((await send()).body.message).toBe(`Sent 'Welcome' to ${email}`);
    expect(await read(Admin, applicationId)).toMatchObject({ status: 'INFORMATION SENT' });
    await change(Admin, applicationId, { status: 'DECISION PENDING' });
    await send();
    expect(await read(Admin, applicationId)).toMatchObject({ status: 'DECISION PENDING' });
  },
  'Choosing TRANSFERRED requires selecting another open batch': async (scene) => {
    const { applicationId } = await applicantOf(scene);
    const { Closed, Draft, Complete, Open } = scene.world.batches;
    for (const transferBatchId of [undefined, null, Closed, Draft, Complete, Open]) {
      const refused = await change(scene.cast.clients.Admin, applicationId, { status: 'TRANSFERRED', transferBatchId });
      expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.applications.transferTargetMissing]);
    }
  },
  'A transfer leaves a TRANSFERRED original and a copy, each with its comment': async (scene) => {
    const { applicationId } = await applicantOf(scene);
    const { Admin } = scene.cast.clients;
    const transferBatchId = await batch(scene, { name: 'Java evenings', processId: scene.world.processId });
    const { body } = await change(Admin, applicationId, { status: 'TRANSFERRED', transferBatchId });
    expect(body.status).toBe('TRANSFERRED');
    expect(body.adminComments?.at(-1)?.message).toBe('Student transferred to Java evenings');
    const copy = await read(Admin, String(body.transferredTo));
    expect(copy).toMatchObject({ batchId: transferBatchId, status: 'NEW', email: body.email });
    expect(copy.adminComments?.at(-1)?.message).toBe('Transferred from Open batch');
  },
  'CANCELLED means inactive: the place is free again': async (scene) => {
    const { applicationId, client, email } = await applicantOf(scene);
    await change(scene.cast.clients.Admin, applicationId, { status: 'CANCELLED' });
    expect((await change(client, applicationId, { motivation: 'Again' })).status).toBe(422);
    const again = await client.call('submitApplication', {
      body: { batchId: scene.world.batches.Open, ...answers(email) },
    });
    expect(again.status, again.problem.message).toBe(200);
  },
  'WITHDRAWN and TRANSFERRED also lock steps': async (scene) => {
    const target = await batch(scene);
    for (const status of ['WITHDRAWN', 'TRANSFERRED'] as const) {
      const { applicationId, client } = await applicantOf(scene);
      await change(scene.cast.clients.Admin, applicationId, { status, transferBatchId: target });
      const refused = await change(client, applicationId, { motivation: 'Still here' });
      expect([refused.status, refused.problem.message]).toEqual([422, TEXTS.applications.locked]);
    }
  },
  'A scheduling event marks INTERVIEW SCHEDULED (sets calendlyStartTime and join URL)': async (scene) => {
    const { calendly, cast, world } = scene;
    const { applicationId, client } = await applicantOf(scene);
    await cast.clients.Owner.call('changeOrganization', {
      params: { id: world.organizationId },
      body: { calendlyAccessToken: CALENDLY_TOKEN },
    });
    const eventUri = calendly.schedule('SPEC4', zoomAt('2030-05-04T09:00:00+08:00', 'https://zoom.example/j/4'));
    const booked = await client.call('eventScheduled', {
      body: { applicationId, eventUri, intiteeUri: `${eventUri}/invitees/1` },
    });
    expect([booked.status, booked.body.status]).toEqual([200, 'INTERVIEW SCHEDULED']);
    await vi.waitUntil(async () => (await read(client, applicationId)).calendlyStartTime, { timeout: 20_000 });
    expect(await read(client, applicationId)).toMatchObject({
      calendlyStartTime: '2030-05-04T01:00:00.000Z',
      calendlyJoinUrl: 'https://zoom.example/j/4',
    });
  },
  'Read-only for non-admins when the batch is Complete': async (scene) => {
    const id = await batch(scene, { processId: scene.world.processId });
    const { applicationId, client } = await applicantOf(scene, id);
    const { Admin } = scene.cast.clients;
    await Admin.call('changeBatch', { params: { id }, body: { status: 'Complete' } });
    expect((await change(client, applicationId, { city: 'Cebu' })).status).toBeGreaterThanOrEqual(400);
    expect((await change(Admin, applicationId, { city: 'Cebu' })).body.city).toBe('Cebu');
  },
  'Read-only when the viewer is staff but neither admin nor the applicant': async (scene) => {
    const { applicationId, client } = await applicantOf(scene);
    expect((await change(scene.cast.clients.Viewer, applicationId, { city: 'Cebu' })).status).toBe(403);
    expect((await change(client, applicationId, { motivation: 'Mine', city: 'Cebu' })).body.city).toBe('Cebu');
  },
  'Steps: status indicator is complete, active, otherwise pending': async (scene) => {
    const steps = [{ ...FORM, completionCondition: reached('NEW') }, FORM, READING, FORM];
    expect(await statesOf(scene, steps)).toMatchObject([
      { isComplete: true, isActive: false },
      { isComplete: false, isActive: true },
      { isComplete: false, isActive: false },
      { isComplete: false, isActive: false },
    ]);
  },
  'A step with a failing visibility condition is hidden': async (scene) => {
    const hidden = { ...FORM, visibilityCondition: reached('INTERVIEW PENDING') };
    expect(await statesOf(scene, [hidden])).toMatchObject([{ isVisible: false }]);
    expect(await statesOf(scene, [hidden], { status: 'INTERVIEW PENDING' })).toMatchObject([{ isVisible: true }]);
  },
  'A step is complete when its completion condition is met': async (scene) => {
    const step = { ...FORM, completionCondition: reached('DECISION PENDING') };
    expect(await statesOf(scene, [step], { city: 'Cebu' })).toMatchObject([{ isComplete: false }]);
    expect(await statesOf(scene, [step], { status: 'DECISION PENDING' })).toMatchObject([{ isComplete: true }]);
  },
  'A step without a condition is complete when all form fields are filled': async (scene) => {
    expect(await statesOf(scene, [FORM])).toMatchObject([{ isComplete: false }]);
    expect(await statesOf(scene, [FORM], { city: 'Cebu' })).toMatchObject([{ isComplete: true }]);
  },
  'A step is complete when all listed assessments are submitted': async (scene) => {
    const assessmentIds = [await aQuiz(scene.world), await aQuiz(scene.world)];
    const { client, applicationId } = await applicantOf(scene, await batchWith(scene, [{ assessmentIds }]));
    const isComplete = async () => (await read(client, applicationId)).steps?.[0]?.isComplete;
    for (const assessmentId of assessmentIds) {
      expect(await isComplete()).toBe(false);
      await submitQuiz(client, { assessmentId, applicationId }, ['yes', 'no']);
    }
    expect(await isComplete()).toBe(true);
  },
  'A step is complete when a payment model is chosen where applicable': async (scene) => {
    const model = await scene.cast.clients.Owner.call('createPaymentModel', { body: { name: 'At once' } });
    const { _id } = model.body;
    const step = { availablePaymentModels: [_id] };
    expect(await statesOf(scene, [step])).toMatchObject([{ isComplete: false }]);
    expect(await statesOf(scene, [step], { selectedPaymentModelId: _id })).toMatchObject([{ isComplete: true }]);
  },
  'A step with nothing to complete is never complete': async (scene) => {
    expect(await statesOf(scene, [READING], { status: 'COMPLETE' })).toMatchObject([
      { isComplete: false, isActive: false },
    ]);
  },
  'Condition targets: ASSESSMENTS_COMPLETE, STATUS by rank, FIELD': async (scene) => {
    const steps = [
      when({ target: 'ASSESSMENTS_COMPLETE', operator: 'Greater than or equal', comparisonValue: 1 }),
      when({ target: 'STATUS', operator: 'Greater than', comparisonValue: 'CONTRACT DECLINED' }),
      when({ target: 'STATUS', operator: 'Greater than', comparisonValue: 'NEW' }),
      when({ target: 'FIELD', targetDetails: 'city', operator: 'Greater than', comparisonValue: 9 }),
    ].map((visibilityCondition) => ({ ...FORM, visibilityCondition }));
    const visible = (await statesOf(scene, steps, { city: '10' })).map(({ isVisible }) => isVisible);
    expect(visible).toEqual([false, true, false, true]);
  },
  'Condition operators: Greater than, Greater than or equal, Exists': async (scene) => {
    const field = { target: 'FIELD', targetDetails: 'city' } as const;
    const steps = [
      when({ ...field, operator: 'Greater than', comparisonValue: 10 }),
      when({ ...field, operator: 'Greater than or equal', comparisonValue: 10 }),
      when({ ...field, operator: 'Exists' }),
      when({ target: 'FIELD', targetDetails: 'phoneNumber', operator: 'Exists' }),
    ].map((visibilityCondition) => ({ ...FORM, visibilityCondition }));
    const visible = (await statesOf(scene, steps, { city: '10' })).map(({ isVisible }) => isVisible);
    expect(visible).toEqual([false, true, true, true]);
  },
  'OR: any term; AND: all terms; no terms means true': async (scene) => {
    const holds = { target: 'STATUS', operator: 'Exists' } as const;
    const fails = { target: 'STATUS', operator: 'Greater than', comparisonValue: 'NEW' } as const;
    const steps = (
      [
        { logicalOperator: 'OR', terms: [fails, holds] },
        { logicalOperator: 'OR', terms: [fails] },
        { logicalOperator: 'AND', terms: [holds, holds] },
        { logicalOperator: 'AND', terms: [holds, fails] },
        { logicalOperator: 'AND', terms: [] },
        { logicalOperator: 'OR', terms: [] },
      ] as const
    ).map(({ logicalOperator, terms }) => ({
      ...FORM,
      visibilityCondition: { logicalOperator, terms: [...terms] },
    }));
    const visible = (await statesOf(scene, steps)).map(({ isVisible }) => isVisible);
    expect(visible).toEqual([true, false, true, false, true, true]);
  },
  'A failed evaluation counts as false': async (scene) => {
    const visibilityCondition = when({
      target: 'FIELD',
      targetDetails: 'city',
      operator: 'Greater than',
      comparisonValue: 1,
    });
    expect(await statesOf(scene, [{ ...FORM, visibilityCondition }])).toMatchObject([{ isVisible: false }]);
  },
  'Assessment solution: started, answers saved, submitted, may be retaken': async (scene) => {
    const { client, applicationId } = await applicantOf(scene, await batchWith(scene, [READING]));
    const assessmentId = await offered(scene, client, applicationId, await aQuiz(scene.world));
    const asked = { assessmentId, applicationId };
    const { body: started } = await client.call('startSolution', { body: asked });
    expect(started).toMatchObject({ submittedAt: null, score: null, isRetaken: false });
    const put = (body: object) => client.call('changeSolution', { params: { id: started._id }, body });
    expect((await put({ answers: ['yes', null] })).body).toMatchObject({ answers: ['yes', null], submittedAt: null });
    const submitted = await put({ answers: ['yes', 'no'], submittedAt: new Date().toISOString() });
    expect(submitted.body).toMatchObject({ score: 50, submittedAt: expect.any(String) });
    expect((await put({ answers: ['yes', 'yes'] })).status).toBe(422);
    expect((await put({ isRetaken: true })).body.isRetaken).toBe(true);
    const again = await client.call('startSolution', { body: asked });
    expect(again.body).toMatchObject({ submittedAt: null, isRetaken: false });
    const list = async (ignoreOutdated: 'true' | 'false') =>
      (await client.call('listSolutions', { query: { appId: applicationId, ignoreOutdated } })).body;
    expect([(await list('false')).length, (await list('true')).length]).toEqual([2, 1]);
  },
  'Project: file upload submits': async (scene) => {
    const { client, applicationId } = await applicantOf(scene, await batchWith(scene, [READING]));
    const { body: project } = await scene.cast.clients.Admin.call('createAssessment', {
      body: { name: 'Build', type: 'project', instructions: 'Build something' },
    });
    const assessmentId = await offered(scene, client, applicationId, project._id);
    const { body: started } = await client.call('startSolution', { body: { assessmentId, applicationId } });
    const file = new File([SAMPLE_FILES.zip], 'work.zip');
    const body = { targetType: 'solution', targetId: started._id, uploadType: 'submission', file };
    const uploaded = await client.call('upload', { body });
    expect(uploaded.status, uploaded.problem.message).toBe(200);
    const { body: submitted } = await client.call('getSolution', { params: { id: started._id } });
    expect(submitted).toMatchObject({ submission: { fileName: 'work.zip' }, submittedAt: expect.any(String) });
  },
  'External: completed elsewhere; an inbound webhook event reports completion': async (scene) => {
    const { client, applicationId, email } = await applicantOf(scene, await batchWith(scene, [READING]));
    const { body: external } = await scene.cast.clients.Admin.call('createAssessment', {
      body: { name: 'Elsewhere', type: 'external', messagingSecretToken: 'the secret of the provider' },
    });
    const assessmentId = await offered(scene, client, applicationId, external._id);
    const detailsUrl = 'https://provider.example/results/4';
    const content = JSON.stringify({
      source: 'provider',
      secretToken: 'the secret of the provider',
      event: 'assignment.completed',
      userEmail: email,
      detailsUrl,
    });
    const query = { organizationId: scene.world.organizationId, assessmentId };
    const told = await scene.server.client().call('inboundWebhook', { query, body: { content } });
    expect(told.status, told.problem.message).toBe(200);
    const { body } = await client.call('listSolutions', { query: { appId: applicationId } });
    expect(body).toMatchObject([{ externalDetailsUrl: detailsUrl, submittedAt: expect.any(String) }]);
  },
  'Enrollment flow: submitted, set password, application linked to new user': async ({ server, world }) => {
    const client = server.client({ organizationId: world.organizationId });
    const email = freshEmail();
    const submitted = await client.call('submitApplication', {
      body: { batchId: world.batches.Open, ...answers(email) },
    });
    expect(submitted.body.userId).toBeNull();
    const { body: user } = await client.call('signup', { body: { email, password: PASSWORD, isCreator: false } });
    expect(await read(client, submitted.body._id)).toMatchObject({ userId: user._id, email });
  },
  'Password reset: request link, with token enter new password, complete': async (scene) => {
    const { email } = await applicantOf(scene);
    const visitor = scene.server.client();
    const asked = await visitor.call('sendResetLink', { body: { email } });
    expect(asked.body.message).toMatch(/^Email sent/);
    const [link] = await linksTo(scene.server.dataDir, email, '/passwordReset');
    const token = link?.searchParams.get('token') ?? '';
    const password = 'quite another horse';
    const reset = await visitor.call('resetPassword', { body: { email, password, token } });
    expect([reset.status, reset.body.message]).toEqual([200, TEXTS.accounts.passwordReset]);
    expect((await visitor.call('login', { body: { email, password } })).status).toBe(200);
  },
});
